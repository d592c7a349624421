//! A bot that makes any legal play.

use std::process::ExitCode;

use tablic::v1::{Play, Turn};
use tablic::{Bot, Game, Settings, run};

struct Random {
    random: fastrand::Rng,
}

impl Bot for Random {
    fn new(game: Game) -> Self {
        Self { random: fastrand::Rng::with_seed(game.seed) }
    }

    /// One of the plays that are listed.
    fn choose(&mut self, turn: &Turn) -> Play {
        turn.legal_plays[self.random.usize(..turn.legal_plays.len())].clone()
    }
}

fn main() -> ExitCode {
    run::<Random>(Settings::named("random-rust"))
}

#[cfg(test)]
mod tests {
    use conformance::{TRANSCRIPTS, answers_of, steps};
    use tablic::Player;
    use tablic::v1::answer::Decision;
    use tablic::v1::event::Kind;
    use tablic::v1::{Answer, DecisionKind};

    use super::*;

    #[test]
    fn it_answers_legally() {
        for name in TRANSCRIPTS {
            let mut player = Player::<Random>::new(Settings::named("random"));
            for step in steps(name) {
                let events = step.to_bot.events.clone();
                let mut answers = answers_of(&mut player, step.to_bot).into_iter();
                for event in events {
                    let Some(Kind::Turn(turn)) = event.kind else { continue };
                    let answer = answers.next().expect("an answer to every turn");
                    assert_eq!((answer.table, answer.turn), (event.table, turn.turn));
                    assert!(is_legal(&answer, turn), "{name}: {answer:?}");
                }
                assert_eq!(answers.next(), None);
            }
        }
    }

    fn is_legal(answer: &Answer, mut turn: Turn) -> bool {
        turn.legal_plays.iter_mut().for_each(|play| play.taken.sort());
        match &answer.decision {
            Some(Decision::Play(play)) => turn.legal_plays.contains(play),
            Some(Decision::KeepTalon(_)) => turn.decision() == DecisionKind::KeepTalon,
            _ => false,
        }
    }
}
