package tablic

import (
	"testing"

	v1 "tablic/v1"
)

func TestTheValueOfATablaIsThatOfItsGroups(t *testing.T) {
	rules := &v1.Rules{Tabla: "value", Jack: "sweep"}
	for _, c := range []struct {
		card  v1.Card
		taken []v1.Card
		want  int
	}{
		{v1.Card_CARD_KC, []v1.Card{v1.Card_CARD_KD}, 28},
		{v1.Card_CARD_8C, []v1.Card{v1.Card_CARD_5D, v1.Card_CARD_3S, v1.Card_CARD_8D}, 24},
		{v1.Card_CARD_AC, []v1.Card{v1.Card_CARD_AD}, 22},
		{v1.Card_CARD_QC, []v1.Card{v1.Card_CARD_AD, v1.Card_CARD_2D}, 26},
		{v1.Card_CARD_JC, []v1.Card{v1.Card_CARD_JD}, 0},
	} {
		turn := &v1.Turn{Table: c.taken}
		if got := TablaPoints(&v1.Play{Card: c.card, Taken: c.taken}, turn, rules); got != c.want {
			t.Errorf("%v takes %v: %d points, not %d", c.card, c.taken, got, c.want)
		}
	}
}

func TestCardsScoreAsTheRulesSay(t *testing.T) {
	rules := &v1.Rules{
		PointsAce: 1, PointsCourt: 1, PointsTen: 1, PointsTenDiamonds: 2, PointsTwoClubs: 1,
		PointsEachClub: 5,
	}
	cards := MaskOf(v1.Card_CARD_AH, v1.Card_CARD_TD, v1.Card_CARD_2C, v1.Card_CARD_JS,
		v1.Card_CARD_9S)
	if got := CardPoints(cards, rules); got != 1+1+2+1+5+1 {
		t.Error(got)
	}
}
