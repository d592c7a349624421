// A bot that makes any of the legal plays.
package main

import (
	"math/rand/v2"

	"tablic"
	v1 "tablic/v1"
)

type bot struct{ random *rand.Rand }

func (b bot) Choose(turn *v1.Turn) *v1.Play {
	return turn.LegalPlays[b.random.IntN(len(turn.LegalPlays))]
}

func newBot(game tablic.Game) tablic.Bot {
	return bot{rand.New(rand.NewPCG(game.Seed, 0))}
}

func main() {
	tablic.Run(tablic.Options{Name: "random-go"}, newBot)
}
