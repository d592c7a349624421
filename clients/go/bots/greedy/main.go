// A bot that makes the play which is worth most at once, and of those the first.
package main

import (
	"tablic"
	v1 "tablic/v1"
)

type bot struct{ game tablic.Game }

func (b bot) Choose(turn *v1.Turn) *v1.Play {
	best := turn.LegalPlays[0]
	points, cards := b.worth(turn, best)
	for _, play := range turn.LegalPlays[1:] {
		p, c := b.worth(turn, play)
		if p > points || p == points && c > cards {
			best, points, cards = play, p, c
		}
	}
	return best
}

// worth is the points won or laid open, and the number of taken cards.
func (b bot) worth(turn *v1.Turn, play *v1.Play) (points, cards int) {
	played := tablic.MaskOf(play.Card)
	if len(play.Taken) == 0 {
		return -tablic.CardPoints(played, b.game.Rules), 0
	}
	won := tablic.CardPoints(played|tablic.MaskOf(play.Taken...), b.game.Rules)
	return won + tablic.TablaPoints(play, turn, b.game.Rules), len(play.Taken)
}

func (b bot) Claims(turn *v1.Turn) bool {
	side := b.game.Seat
	if b.game.Rules.Teams {
		side %= 2
	}
	won := tablic.CardPoints(tablic.Mask(turn.Piles[side]), b.game.Rules)
	return int(turn.Totals[side])+won+int(turn.Tablas[side]) >= int(b.game.Rules.Target)
}

func newBot(game tablic.Game) tablic.Bot { return bot{game} }

func main() {
	tablic.Run(tablic.Options{Name: "greedy-go"}, newBot)
}
