package tablic

import (
	"math/bits"

	v1 "tablic/v1"
)

// A Mask is a set of cards: bit (number - 1) stands for a card, as in Turn.Piles.
type Mask uint64

const (
	aces        Mask = 0xF
	tens        Mask = 0xF << 36
	courts      Mask = 0xFFF << 40
	clubs       Mask = 0x1111111111111
	twoClubs    Mask = 1 << (v1.Card_CARD_2C - 1)
	tenDiamonds Mask = 1 << (v1.Card_CARD_TD - 1)
)

// MaskOf is the set of some cards.
func MaskOf(cards ...v1.Card) Mask {
	var mask Mask
	for _, card := range cards {
		mask |= 1 << (card - 1)
	}
	return mask
}

// Count is the number of cards in a set.
func (m Mask) Count() int { return bits.OnesCount64(uint64(m)) }

// Rank is that of a card: 0 for an ace, up to 12 for a king.
func Rank(card v1.Card) int { return int(card-1) / 4 }

// CardPoints is what cards score by themselves.
func CardPoints(cards Mask, rules *v1.Rules) int {
	score := func(points int32, those Mask) int { return int(points) * (cards & those).Count() }
	return score(rules.PointsAce, aces) +
		score(rules.PointsCourt, courts) +
		score(rules.PointsTen, tens) +
		score(rules.PointsTenDiamonds, tenDiamonds) +
		score(rules.PointsTwoClubs, twoClubs) +
		score(rules.PointsEachClub, clubs)
}

// TablaPoints is what a play scores for taking the whole table, if it does.
func TablaPoints(play *v1.Play, turn *v1.Turn, rules *v1.Rules) int {
	sweepingJack := rules.Jack == "sweep" && Rank(play.Card) == Rank(v1.Card_CARD_JC)
	if len(play.Taken) == 0 || len(play.Taken) != len(turn.Table) || sweepingJack {
		return 0
	}
	if rules.Tabla == "points" {
		return int(rules.TablaPoints)
	}
	return tablaValue(play)
}

// tablaValue is the value of all cards of a tabla: that of the played card, for it and each group.
func tablaValue(play *v1.Play) int {
	value, total := cardValue(play.Card), 0
	if value == 1 {
		value = 11
	}
	for _, card := range play.Taken {
		total += cardValue(card)
	}
	for total%value != 0 {
		total += 10 // an ace counts 11
	}
	return value + total
}

func cardValue(card v1.Card) int {
	rank := Rank(card)
	if rank < 10 {
		return rank + 1
	}
	return rank + 2 // a jack is 12, a queen 13, a king 14
}
