// Package conformance gives bots what the referee says in whole games.
package conformance

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	"tablic"
	v1 "tablic/v1"
)

// A Step is a message of the referee, and the answers that follow it.
type Step struct {
	Message *v1.PlayResponse
	Answers []*v1.Answer
}

// Transcripts are those of clients/conformance, or of the folder that TABLIC_CONFORMANCE names.
func Transcripts(t *testing.T) []string {
	t.Helper()
	folder := os.Getenv("TABLIC_CONFORMANCE")
	if folder == "" {
		_, here, _, _ := runtime.Caller(0)
		folder = filepath.Join(filepath.Dir(here), "../../../conformance")
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no transcripts in %s", folder)
	}
	return names
}

// Steps are those of a transcript.
func Steps(t *testing.T, name string) []Step {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var found []Step
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<22)
	for lines.Scan() {
		var line struct {
			ToBot   json.RawMessage `json:"to_bot"`
			FromBot json.RawMessage `json:"from_bot"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.ToBot != nil {
			message := &v1.PlayResponse{}
			parse(t, line.ToBot, message)
			found = append(found, Step{Message: message})
			continue
		}
		request := &v1.PlayRequest{}
		parse(t, line.FromBot, request)
		last := &found[len(found)-1]
		last.Answers = append(last.Answers, request.GetAnswers()...)
	}
	return found
}

func parse(t *testing.T, text []byte, message proto.Message) {
	t.Helper()
	if err := protojson.Unmarshal(text, message); err != nil {
		t.Fatal(err)
	}
}

// Answers are what a player answers to a message.
func Answers(t *testing.T, player *tablic.Player, message *v1.PlayResponse) []*v1.Answer {
	t.Helper()
	var given []*v1.Answer
	_, err := player.Take(message, func(request *v1.PlayRequest) error {
		given = append(given, request.GetAnswers()...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return given
}

// Play has a bot play a transcript, and compares each of its answers.
func Play(t *testing.T, name string, newBot func(tablic.Game) tablic.Bot,
	passes func(turn *v1.Turn, given, written *v1.Answer) bool,
) {
	t.Helper()
	player := tablic.NewPlayer(tablic.Options{}, newBot, io.Discard)
	for _, step := range Steps(t, name) {
		given := Answers(t, player, step.Message)
		turns := turnsOf(step.Message)
		if len(given) != len(turns) {
			t.Fatalf("%s: %d answers to %d turns", name, len(given), len(turns))
		}
		for n, turn := range turns {
			if given[n].GetTurn() != turn.GetTurn() || !passes(turn, given[n], step.Answers[n]) {
				t.Fatalf("%s, turn %d: %v; written is %v",
					name, turn.GetTurn(), given[n], step.Answers[n])
			}
		}
	}
}

func turnsOf(message *v1.PlayResponse) []*v1.Turn {
	var turns []*v1.Turn
	for _, event := range message.GetEvents() {
		if turn := event.GetTurn(); turn != nil {
			turns = append(turns, turn)
		}
	}
	return turns
}

// Same is whether two answers are the same, in whatever order the taken cards stand.
func Same(a, b *v1.Answer) bool {
	if a.GetPlay() == nil || b.GetPlay() == nil {
		return proto.Equal(a, b)
	}
	return a.GetTable() == b.GetTable() && a.GetTurn() == b.GetTurn() &&
		SamePlay(a.GetPlay(), b.GetPlay())
}

// SamePlay is whether two plays are the same, in whatever order the taken cards stand.
func SamePlay(a, b *v1.Play) bool {
	return a.GetCard() == b.GetCard() && a.GetClaim() == b.GetClaim() &&
		tablic.MaskOf(a.GetTaken()...) == tablic.MaskOf(b.GetTaken()...)
}
