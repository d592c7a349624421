//! A bot that takes the most points it can now, and otherwise lays the card that costs least.

use std::cmp::Reverse;
use std::process::ExitCode;

use tablic::points::{card_points, claim_total, tabla_points};
use tablic::v1::{Play, Turn};
use tablic::{Bot, Game, Settings, run};

struct Greedy {
    game: Game,
}

impl Bot for Greedy {
    fn new(game: Game) -> Self {
        Self { game }
    }

    /// The play worth most at once; of those that are equal the first.
    fn choose(&mut self, turn: &Turn) -> Play {
        let best = turn.legal_plays.iter().min_by_key(|play| Reverse(self.worth(turn, play)));
        best.expect("there is always a legal play").clone()
    }

    /// A claim that is right.
    fn claim(&mut self, turn: &Turn) -> bool {
        claim_total(turn, &self.game.rules) >= self.game.rules.target as i32
    }
}

impl Greedy {
    /// Points won or laid open, then cards taken.
    fn worth(&self, turn: &Turn, play: &Play) -> (i32, usize) {
        let rules = &self.game.rules;
        let points = card_points(play.card, rules);
        if play.taken.is_empty() {
            return (-points, 0);
        }
        let taken: i32 = play.taken.iter().map(|&card| card_points(card, rules)).sum();
        let sweeps = play.taken.len() == turn.table.len();
        let tabla = if sweeps { tabla_points(play, rules) } else { 0 };
        (points + taken + tabla, play.taken.len())
    }
}

fn main() -> ExitCode {
    run::<Greedy>(Settings::named("greedy-rust"))
}

#[cfg(test)]
mod tests {
    use conformance::{TRANSCRIPTS, answers_of, steps};
    use tablic::Player;

    use super::*;

    #[test]
    fn it_answers_as_is_written() {
        for name in TRANSCRIPTS {
            let mut player = Player::<Greedy>::new(Settings::named("greedy"));
            for step in steps(name) {
                assert_eq!(answers_of(&mut player, step.to_bot), step.answers, "{name}");
            }
            assert!(player.done());
        }
    }
}
