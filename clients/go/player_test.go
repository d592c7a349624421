package tablic_test

import (
	"io"
	"strings"
	"testing"

	"tablic"
	"tablic/internal/conformance"
	v1 "tablic/v1"
)

// A scripted bot answers from the transcript: the player alone is tested.
type scripted struct{ answers map[uint64]*v1.Answer }

func (s scripted) Choose(turn *v1.Turn) *v1.Play { return s.answers[turn.Turn].GetPlay() }
func (s scripted) Claims(turn *v1.Turn) bool     { return s.answers[turn.Turn].GetClaim() != nil }
func (s scripted) KeepTalon(turn *v1.Turn) bool  { return s.answers[turn.Turn].GetKeepTalon() }

func TestThePlayerAnswersAsIsWritten(t *testing.T) {
	for _, name := range conformance.Transcripts(t) {
		script := map[uint64]*v1.Answer{}
		for _, step := range conformance.Steps(t, name) {
			for _, answer := range step.Answers {
				script[answer.Turn] = answer
			}
		}
		conformance.Play(t, name, func(tablic.Game) tablic.Bot { return scripted{script} },
			func(_ *v1.Turn, given, written *v1.Answer) bool {
				return conformance.Same(given, written)
			})
	}
}

func TestTheHelloNamesWhatTheBotCanDo(t *testing.T) {
	player := tablic.NewPlayer(tablic.Options{Name: "pike", Events: true}, nil, io.Discard)
	hello := player.Hello("secret").GetHello()
	if hello.Token != "secret" || hello.BotName != "pike" || hello.ProtocolVersion != 1 ||
		hello.MaxTables != 128 || hello.TurnsOnly || len(hello.DecisionKinds) != 3 {
		t.Error(hello)
	}
}

func TestARefusalIsAnError(t *testing.T) {
	player := tablic.NewPlayer(tablic.Options{}, nil, io.Discard)
	_, err := player.Take(&v1.PlayResponse{Refusal: &v1.Refusal{Message: "no room"}}, nil)
	if err == nil || err.Error() != "the referee refuses: no room" {
		t.Error(err)
	}
}

func TestAFarewellEndsIt(t *testing.T) {
	var log strings.Builder
	player := tablic.NewPlayer(tablic.Options{}, nil, &log)
	fault := v1.FarewellReason_FAREWELL_REASON_FAULT
	done, err := player.Take(
		&v1.PlayResponse{Farewell: &v1.Farewell{Reason: fault, Message: "too many"}}, nil)
	if !done || err != nil || log.String() != "too many\n" {
		t.Error(done, err, log.String())
	}
}

func TestATurnWithoutAGameIsAnError(t *testing.T) {
	player := tablic.NewPlayer(tablic.Options{}, nil, io.Discard)
	turn := &v1.Event{Table: 7, Kind: &v1.Event_Turn{Turn: &v1.Turn{}}}
	if _, err := player.Take(&v1.PlayResponse{Events: []*v1.Event{turn}}, nil); err == nil {
		t.Error("no error")
	}
}
