package tablic

import (
	"errors"
	"fmt"
	"io"
	"time"

	v1 "tablic/v1"
)

const (
	protocolVersion = 1
	sdkVersion      = "0.1.0"
	defaultTables   = 128
	// Answers are sent when all turns of a message are answered, or so long after the first, so that
	// one slow table does not hold up the others.
	hold = 2 * time.Millisecond
)

// A Player is a bot at any number of tables: messages in, answers out, no stream.
type Player struct {
	newBot  func(Game) Bot
	options Options
	log     io.Writer
	start   *v1.MatchStarted
	bots    map[uint32]Bot
}

// NewPlayer makes a bot for each game; the log is told of faults.
func NewPlayer(options Options, newBot func(Game) Bot, log io.Writer) *Player {
	return &Player{newBot: newBot, options: options, log: log, bots: map[uint32]Bot{}}
}

// Hello is the first message of a stream.
func (p *Player) Hello(token string) *v1.PlayRequest {
	tables := p.options.MaxTables
	if tables == 0 {
		tables = defaultTables
	}
	return &v1.PlayRequest{Hello: &v1.Hello{
		ProtocolVersion: protocolVersion,
		SdkName:         "tablic for Go",
		SdkVersion:      sdkVersion,
		Token:           token,
		BotName:         p.options.Name,
		BotVersion:      p.options.Version,
		DecisionKinds: []v1.DecisionKind{
			v1.DecisionKind_DECISION_KIND_PLAY,
			v1.DecisionKind_DECISION_KIND_PLAY_OR_CLAIM,
			v1.DecisionKind_DECISION_KIND_KEEP_TALON,
		},
		MaxTables: tables,
		TurnsOnly: !p.options.Events,
	}}
}

// Take reads a message and sends the answers to its turns; it is done after the farewell.
func (p *Player) Take(message *v1.PlayResponse, send func(*v1.PlayRequest) error) (bool, error) {
	if refusal := message.GetRefusal(); refusal != nil {
		return true, fmt.Errorf("the referee refuses: %s", refusal.GetMessage())
	}
	if start := message.GetMatchStarted(); start != nil {
		p.start = start
	}
	if err := p.answer(message.GetEvents(), send); err != nil {
		return true, err
	}
	farewell := message.GetFarewell()
	if farewell.GetReason() == v1.FarewellReason_FAREWELL_REASON_FAULT {
		fmt.Fprintln(p.log, farewell.GetMessage())
	}
	return farewell != nil, nil
}

func (p *Player) answer(events []*v1.Event, send func(*v1.PlayRequest) error) error {
	var batch []*v1.Answer
	var first time.Time
	for _, event := range events {
		turn := event.GetTurn()
		if turn == nil {
			p.tell(event)
			continue
		}
		answer, err := p.decide(event.GetTable(), turn)
		if err != nil {
			return err
		}
		batch = append(batch, answer)
		if len(batch) == 1 {
			first = time.Now()
		} else if time.Since(first) > hold {
			if err := send(&v1.PlayRequest{Answers: batch}); err != nil {
				return err
			}
			batch = nil
		}
	}
	if len(batch) == 0 {
		return nil
	}
	return send(&v1.PlayRequest{Answers: batch})
}

func (p *Player) decide(table uint32, turn *v1.Turn) (*v1.Answer, error) {
	bot := p.bots[table]
	if bot == nil {
		return nil, fmt.Errorf("the referee asks at table %d, where no game has started", table)
	}
	answer := &v1.Answer{Table: table, Turn: turn.GetTurn()}
	switch turn.GetDecision() {
	case v1.DecisionKind_DECISION_KIND_KEEP_TALON:
		keeper, asks := bot.(TalonKeeper)
		answer.Decision = &v1.Answer_KeepTalon{KeepTalon: asks && keeper.KeepTalon(turn)}
		return answer, nil
	case v1.DecisionKind_DECISION_KIND_PLAY_OR_CLAIM:
		if claimer, asks := bot.(Claimer); asks && claimer.Claims(turn) {
			answer.Decision = &v1.Answer_Claim{Claim: &v1.Claim{}}
			return answer, nil
		}
	}
	play := bot.Choose(turn)
	if play == nil {
		return nil, errors.New("Choose returned no play")
	}
	answer.Decision = &v1.Answer_Play{Play: play}
	return answer, nil
}

func (p *Player) tell(event *v1.Event) {
	table := event.GetTable()
	if start := event.GetGameStarted(); start != nil {
		p.bots[table] = p.newBot(Game{
			Rules:       p.start.GetRules(),
			TimeControl: p.start.GetTimeControl(),
			Seat:        int(start.GetSeat()),
			Seed:        start.GetSeed(),
		})
	}
	if message := event.GetFault().GetMessage(); message != "" {
		fmt.Fprintln(p.log, message)
	}
	if listener, hears := p.bots[table].(Listener); hears {
		listener.Hear(event)
	}
	if event.GetGameFinished() != nil {
		delete(p.bots, table)
	}
}
