// Package tablic plays Tablić in an arena: write a Bot, and call Run.
package tablic

import v1 "tablic/v1"

// A Bot plays one seat of one game. Only Choose must be there; a bot that also is a TalonKeeper, a
// Claimer or a Listener is asked and told more.
type Bot interface {
	// Choose returns the play to make: one of turn.LegalPlays, or another legal one. Where the turn
	// is a DECISION_KIND_PLAY_OR_CLAIM, the play may carry a claim.
	Choose(turn *v1.Turn) *v1.Play
}

// A TalonKeeper decides whether to keep the talon; other bots do not keep it.
type TalonKeeper interface {
	KeepTalon(turn *v1.Turn) bool
}

// A Claimer may claim to have reached the target instead of making a play; other bots never do.
type Claimer interface {
	Claims(turn *v1.Turn) bool
}

// A Listener is told everything that happens at its table, in order, if Options.Events is set;
// otherwise the end of its game alone, and its faults.
type Listener interface {
	Hear(event *v1.Event)
}

// Game is what a bot knows before its first turn.
type Game struct {
	Rules       *v1.Rules
	TimeControl *v1.TimeControl
	Seat        int
	// Seed is for the randomness of the bot, so that the same game can be played again the same way.
	Seed uint64
}

// Options says what the referee is told of a bot.
type Options struct {
	Name    string
	Version string
	// MaxTables is how many games it plays at once at most; 0 stands for 128.
	MaxTables uint32
	// Events asks for all that happens, and not for turns alone.
	Events bool
}
