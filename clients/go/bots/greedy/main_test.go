package main

import (
	"testing"

	"tablic/internal/conformance"
	v1 "tablic/v1"
)

func TestItAnswersAsIsWritten(t *testing.T) {
	for _, name := range conformance.Transcripts(t) {
		conformance.Play(t, name, newBot, func(_ *v1.Turn, given, written *v1.Answer) bool {
			return conformance.Same(given, written)
		})
	}
}
