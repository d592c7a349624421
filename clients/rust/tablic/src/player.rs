//! A bot at any number of tables: responses in, requests out, no I/O but for faults on stderr.

use std::collections::HashMap;
use std::fmt;
use std::time::{Duration, Instant};

use crate::bot::{Bot, Game, Settings};
use crate::v1::answer::Decision;
use crate::v1::event::Kind;
use crate::v1::{
    Answer, Claim, DecisionKind, Event, FarewellReason, Hello, PlayRequest, PlayResponse, Rules,
    Turn,
};

const PROTOCOL_VERSION: u32 = 1;

// A batch of answers is sent when it is done or this long after its first answer, so that one slow
// table does not hold up the others.
const HOLD: Duration = Duration::from_millis(2);

/// The referee refuses the bot, with its reason.
#[derive(Debug, PartialEq)]
pub struct Refused(pub String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the referee refuses: {}", self.0)
    }
}

impl std::error::Error for Refused {}

/// A kind of bot, and one of it at each table.
pub struct Player<B> {
    settings: Settings,
    now: fn() -> Instant,
    rules: Rules,
    bots: HashMap<u32, B>,
    done: bool,
}

impl<B: Bot> Player<B> {
    /// A player that has not greeted yet.
    pub fn new(settings: Settings) -> Self {
        let (rules, bots) = (Rules::default(), HashMap::new());
        Self { settings, now: Instant::now, rules, bots, done: false }
    }

    /// The first request of the stream.
    pub fn hello(&self, token: &str) -> PlayRequest {
        let kinds = [DecisionKind::Play, DecisionKind::PlayOrClaim, DecisionKind::KeepTalon];
        let hello = Hello {
            protocol_version: PROTOCOL_VERSION,
            sdk_name: "tablic for Rust".into(),
            sdk_version: env!("CARGO_PKG_VERSION").into(),
            token: token.into(),
            bot_name: self.settings.name.clone(),
            bot_version: self.settings.version.clone(),
            decision_kinds: kinds.map(i32::from).into(),
            max_tables: self.settings.max_tables,
            turns_only: !self.settings.events,
            ..Hello::default()
        };
        PlayRequest { hello: Some(hello), ..Default::default() }
    }

    /// Takes in a response and sends the answers to it.
    pub fn take(
        &mut self,
        response: PlayResponse,
        send: impl FnMut(PlayRequest),
    ) -> Result<(), Refused> {
        if let Some(refusal) = response.refusal {
            return Err(Refused(refusal.message));
        }
        if let Some(rules) = response.match_started.and_then(|started| started.rules) {
            self.rules = rules;
        }
        self.answer_turns(&response.events, send);
        if let Some(farewell) = response.farewell {
            // A fault of the stream is told in the farewell alone, one of a game in its own event.
            if farewell.reason() == FarewellReason::Fault {
                eprintln!("{}", farewell.message);
            }
            self.done = true;
        }
        Ok(())
    }

    /// Whether the referee has said farewell.
    pub fn done(&self) -> bool {
        self.done
    }

    fn answer_turns(&mut self, events: &[Event], mut send: impl FnMut(PlayRequest)) {
        let mut answers = Vec::new();
        let mut send_at = None;
        for event in events {
            let Some(Kind::Turn(turn)) = &event.kind else {
                self.tell(event);
                continue;
            };
            answers.push(self.answer(event.table, turn));
            let now = (self.now)();
            if now > *send_at.get_or_insert(now + HOLD) {
                send(PlayRequest { answers: std::mem::take(&mut answers), ..Default::default() });
                send_at = None;
            }
        }
        if !answers.is_empty() {
            send(PlayRequest { answers, ..Default::default() });
        }
    }

    fn answer(&mut self, table: u32, turn: &Turn) -> Answer {
        let bot = self.bots.get_mut(&table).expect("a turn comes after the start of its game");
        let decision = match turn.decision() {
            DecisionKind::KeepTalon => Decision::KeepTalon(bot.keep_talon(turn)),
            DecisionKind::PlayOrClaim if bot.claim(turn) => Decision::Claim(Claim {}),
            _ => Decision::Play(bot.choose(turn)),
        };
        Answer { table, turn: turn.turn, decision: Some(decision) }
    }

    fn tell(&mut self, event: &Event) {
        match &event.kind {
            Some(Kind::GameStarted(start)) => {
                let rules = self.rules.clone();
                let game = Game { rules, seat: start.seat, seed: start.seed };
                self.bots.insert(event.table, B::new(game));
                return;
            }
            Some(Kind::Fault(fault)) if !fault.message.is_empty() => eprintln!("{}", fault.message),
            _ => {}
        }
        if let Some(bot) = self.bots.get_mut(&event.table) {
            bot.told(event);
        }
        if let Some(Kind::GameFinished(_)) = event.kind {
            self.bots.remove(&event.table);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};
    use std::sync::LazyLock;

    use super::*;
    use crate::v1::{
        Card, Farewell, GameFinished, GameStarted, MadePlay, MatchStarted, Play, Refusal,
    };

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    thread_local! {
        static PASSED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
        static TOLD: RefCell<Vec<Event>> = const { RefCell::new(Vec::new()) };
    }

    /// Takes 3 ms for every turn under the rules of that name.
    struct Slow(Game);

    impl Bot for Slow {
        fn new(game: Game) -> Self {
            Self(game)
        }

        fn choose(&mut self, turn: &Turn) -> Play {
            let spent = Duration::from_millis(if self.0.rules.name == "slow" { 3 } else { 0 });
            PASSED.set(PASSED.get() + spent);
            turn.legal_plays[0].clone()
        }

        fn told(&mut self, event: &Event) {
            TOLD.with_borrow_mut(|told| told.push(event.clone()));
        }
    }

    fn player() -> Player<Slow> {
        Player { now: || *START + PASSED.get(), ..Player::new(Settings::named("slow")) }
    }

    fn event(table: u32, kind: Kind) -> Event {
        Event { table, number: 0, kind: Some(kind) }
    }

    /// A match of some rules begins, with a turn at each of so many tables.
    fn turns(rules: &str, tables: u32) -> PlayResponse {
        let rules = Rules { name: rules.into(), ..Rules::default() };
        let play = Play { card: Card::Td as i32, ..Play::default() };
        let events = (0..tables).flat_map(|table| {
            let turn = Turn {
                turn: u64::from(table) + 1,
                decision: DecisionKind::Play as i32,
                legal_plays: vec![play.clone()],
                ..Turn::default()
            };
            [
                event(table, Kind::GameStarted(GameStarted::default())),
                event(table, Kind::Turn(turn)),
            ]
        });
        PlayResponse {
            match_started: Some(MatchStarted { rules: Some(rules), ..MatchStarted::default() }),
            events: events.collect(),
            ..PlayResponse::default()
        }
    }

    fn sent(player: &mut Player<Slow>, response: PlayResponse) -> Vec<PlayRequest> {
        let mut requests = Vec::new();
        player.take(response, |request| requests.push(request)).expect("no refusal");
        requests
    }

    #[test]
    fn says_hello() {
        let hello = player().hello("secret").hello.expect("a hello");
        assert_eq!((hello.token.as_str(), hello.bot_name.as_str()), ("secret", "slow"));
        assert_eq!((hello.max_tables, hello.decision_kinds), (32, vec![1, 2, 3]));
        assert!(hello.turns_only && !hello.omit_legal_plays);
    }

    #[test]
    fn answers_all_turns_of_a_message_in_one() {
        let requests = sent(&mut player(), turns("fast", 3));
        assert_eq!(requests.len(), 1);
        let play = Play { card: Card::Td as i32, ..Play::default() };
        let last = Answer { table: 2, turn: 3, decision: Some(Decision::Play(play)) };
        assert_eq!((requests[0].answers.len(), &requests[0].answers[2]), (3, &last));
    }

    #[test]
    fn sends_what_it_has_where_a_turn_takes_long() {
        let requests = sent(&mut player(), turns("slow", 3));
        assert_eq!(requests.iter().map(|r| r.answers.len()).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn tells_of_a_game_until_its_end() {
        let made = event(0, Kind::PlayMade(MadePlay::default()));
        let end = event(0, Kind::GameFinished(GameFinished::default()));
        let mut response = turns("fast", 1);
        response.events.extend([made.clone(), end.clone(), made.clone()]);
        sent(&mut player(), response);
        assert_eq!(TOLD.take(), [made, end]);
    }

    #[test]
    fn a_refusal_is_an_error_with_its_reason() {
        let refusal = Refusal { message: "the token is unknown".into(), ..Refusal::default() };
        let response = PlayResponse { refusal: Some(refusal), ..PlayResponse::default() };
        let refused = player().take(response, |_| panic!("it answers nothing")).unwrap_err();
        assert_eq!(refused.to_string(), "the referee refuses: the token is unknown");
    }

    #[test]
    fn a_farewell_is_the_end() {
        let mut player = player();
        sent(&mut player, turns("fast", 1));
        assert!(!player.done());
        let farewell = Some(Farewell::default());
        sent(&mut player, PlayResponse { farewell, ..PlayResponse::default() });
        assert!(player.done());
    }
}
