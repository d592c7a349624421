package main

import (
	"slices"
	"testing"

	"tablic/internal/conformance"
	v1 "tablic/v1"
)

func TestItMakesLegalPlays(t *testing.T) {
	for _, name := range conformance.Transcripts(t) {
		conformance.Play(t, name, newBot, func(turn *v1.Turn, given, _ *v1.Answer) bool {
			if turn.Decision == v1.DecisionKind_DECISION_KIND_KEEP_TALON {
				return given.Decision != nil && !given.GetKeepTalon()
			}
			return slices.ContainsFunc(turn.LegalPlays, func(legal *v1.Play) bool {
				return conformance.SamePlay(legal, given.GetPlay())
			})
		})
	}
}
