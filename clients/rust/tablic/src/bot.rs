//! What an author writes: a type with a `choose`.

use crate::v1::{Event, Play, Rules, Turn};

/// The game that a bot plays. One that takes all chance from the seed plays the same game again.
#[derive(Clone, Debug, Default)]
pub struct Game {
    pub rules: Rules,
    pub seat: u32,
    pub seed: u64,
}

/// One seat in one game: a new value is made for each game. A turn says all that the seat may know.
pub trait Bot {
    /// A bot for a game that begins.
    fn new(game: Game) -> Self;

    /// The play to make now; where the turn asks for a play or a claim, it may carry a claim.
    fn choose(&mut self, turn: &Turn) -> Play;

    /// Whether to claim now instead of a play; asked before `choose`, where the rules allow it.
    fn claim(&mut self, _turn: &Turn) -> bool {
        false
    }

    /// Whether to keep `turn.talon` as a part of the hand, or let it lie on the table.
    fn keep_talon(&mut self, _turn: &Turn) -> bool {
        false
    }

    /// Something happened, in the order in which things happen: all but the start and turns.
    /// Without [`Settings::events`] only the end of the game is told, and its faults.
    fn told(&mut self, _event: &Event) {}
}

/// What a bot is, to the referee.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Its name, for people.
    pub name: String,
    /// Its version, for people.
    pub version: String,
    /// How many games it can play at once.
    pub max_tables: u32,
    /// Whether it is told what happens in a hand.
    pub events: bool,
}

impl Settings {
    /// Those of a bot that is told turns alone, at up to 32 tables.
    pub fn named(name: &str) -> Self {
        Self { name: name.into(), version: String::new(), max_tables: 32, events: false }
    }
}
