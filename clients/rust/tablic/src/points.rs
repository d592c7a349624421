//! What cards and tablas score. A card is its number, as in messages.

use crate::v1::{Card, Play, Rules, Turn};

const ACE: i32 = 0;
const TEN: i32 = 9;
const JACK: i32 = 10;

/// The points of a card.
pub fn card_points(card: i32, rules: &Rules) -> i32 {
    let each = if is_club(card) { rules.points_each_club } else { 0 };
    each + match rank_of(card) {
        _ if card == Card::Td as i32 => rules.points_ten_diamonds,
        _ if card == Card::Card2c as i32 => rules.points_two_clubs,
        ACE => rules.points_ace,
        TEN => rules.points_ten,
        JACK.. => rules.points_court,
        _ => 0,
    }
}

/// The points of the cards in a mask, as in `turn.piles`: bit (number - 1) stands for a card.
pub fn pile_points(pile: u64, rules: &Rules) -> i32 {
    let held = |card: &i32| pile >> (card - 1) & 1 == 1;
    (1..=52).filter(held).map(|card| card_points(card, rules)).sum()
}

/// The points of a play that takes the whole table, for that; its cards score besides.
pub fn tabla_points(play: &Play, rules: &Rules) -> i32 {
    if rules.jack == "sweep" && rank_of(play.card) == JACK {
        return 0;
    }
    if rules.tabla == "points" {
        return rules.tabla_points as i32;
    }
    let value = if rank_of(play.card) == ACE { 11 } else { value_of(play.card) };
    let mut total = value + play.taken.iter().map(|&card| value_of(card)).sum::<i32>();
    // As many aces count 11 as the groups need to add up.
    while total % value != 0 {
        total += 10;
    }
    total
}

/// The side of a seat: its place in piles, tablas and totals.
pub fn side_of(seat: u32, rules: &Rules) -> usize {
    (if rules.teams { seat % 2 } else { seat }) as usize
}

/// The total of the seat to act as a claim counts it now.
pub fn claim_total(turn: &Turn, rules: &Rules) -> i32 {
    let side = side_of(turn.seat, rules);
    turn.totals[side] + pile_points(turn.piles[side], rules) + turn.tablas[side] as i32
}

fn rank_of(card: i32) -> i32 {
    (card - 1) / 4
}

fn is_club(card: i32) -> bool {
    (card - 1) % 4 == 0
}

/// Every ace counts 1 here.
fn value_of(card: i32) -> i32 {
    let rank = rank_of(card);
    if rank < JACK { rank + 1 } else { rank + 2 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACK: u64 = (1 << 52) - 1;

    fn rules() -> Rules {
        Rules {
            jack: "value".into(),
            tabla: "points".into(),
            tabla_points: 1,
            points_ace: 1,
            points_court: 1,
            points_ten: 1,
            points_ten_diamonds: 2,
            points_two_clubs: 1,
            ..Rules::default()
        }
    }

    fn play(card: Card, taken: &[Card]) -> Play {
        let taken = taken.iter().map(|&card| card as i32).collect();
        Play { card: card as i32, taken, claim: false }
    }

    #[test]
    fn cards() {
        let points = |card: Card| card_points(card as i32, &rules());
        assert_eq!([Card::Td, Card::Ts, Card::Card2c, Card::Card2d].map(points), [2, 1, 1, 0]);
        assert_eq!(pile_points(PACK, &rules()), 22);
    }

    #[test]
    fn clubs_come_on_top() {
        let clubs = Rules { points_each_club: 1, ..rules() };
        assert_eq!(card_points(Card::Card2c as i32, &clubs), 2);
        assert_eq!(pile_points(PACK, &clubs), 22 + 13);
    }

    #[test]
    fn tablas_by_points_or_by_value() {
        let value = Rules { tabla: "value".into(), ..rules() };
        let nine = play(Card::Card9s, &[Card::Card9d, Card::Card4c, Card::Card5c]);
        assert_eq!(tabla_points(&nine, &rules()), 1);
        assert_eq!(tabla_points(&nine, &value), 27);
        assert_eq!(tabla_points(&play(Card::As, &[Card::Ad]), &value), 22);
        assert_eq!(tabla_points(&play(Card::Ks, &[Card::Ad, Card::Card3d]), &value), 28);
    }

    #[test]
    fn a_jack_that_sweeps_makes_no_tabla() {
        let sweep = Rules { jack: "sweep".into(), ..rules() };
        assert_eq!(tabla_points(&play(Card::Js, &[Card::Card9d]), &sweep), 0);
    }

    #[test]
    fn a_claim_counts_the_side() {
        let teams = Rules { teams: true, ..rules() };
        let turn = Turn {
            seat: 3,
            totals: vec![10, 20],
            tablas: vec![0, 3],
            piles: vec![0, 1 << (Card::Td as i32 - 1)],
            ..Turn::default()
        };
        assert_eq!(claim_total(&turn, &teams), 25);
    }
}
