//! What a move is good for, as a hint says it.

use spieltisch_rules::castro::{Castro, HIGHEST, Move, ROLLS, Square, State, Symbol};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Game, Seat};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::{lines, symbol_name};
use crate::LocalGame;
use crate::aim::{Aim, aim};
use crate::words::points;

/// What a move is good for, in one sentence.
pub fn of(lang: Lang, playing: &LocalGame<Castro>, mv: Move) -> Option<String> {
    let (game, state) = (&playing.position.game, &playing.position.state);
    match mv {
        Move::Keep(kept) if kept.is_empty() => Some(t(lang, Key::HintStartOver).to_string()),
        Move::Keep(kept) => {
            let goals: Vec<String> = goals(game, state, kept).into_iter().map(|symbol| symbol_name(lang, symbol)).collect();
            (!goals.is_empty()).then(|| texts::hint_goes_for(lang, texts::list(lang, &goals)))
        }
        Move::Place(square) => Some(placing(lang, playing, gain(game, state, square))),
        Move::Lose => None,
    }
}

/// What a roof on a square brings; the greatest of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gain {
    Wins,
    Stops(Seat),
    /// How many of the three Yatzy squares then have a roof of this seat.
    YatzySquare(u32),
    Safe,
    Three,
    Covers(Seat),
    Height(usize),
}

fn gain(game: &Castro, state: &State, square: Square) -> Gain {
    let (me, before) = (state.seat(), state.stacks());
    let mut after = state.clone();
    game.play_trusted(&mut after, Move::Place(square));
    let others = || (0..game.players()).filter(|&seat| seat != me);
    let near = |state: &State, seat: Seat| !lines::three_of_four(state, seat).is_empty();
    let height = before.height(square) + 1;
    if game.result(&after).is_some_and(|result| result.winners.contains(me) && after.end().is_some()) {
        Gain::Wins
    } else if let Some(stopped) = others().find(|&seat| near(state, seat) && !near(&after, seat)) {
        Gain::Stops(stopped)
    } else if game.yatzy_squares().contains(square) && !before.present(me).contains(square) {
        Gain::YatzySquare(after.stacks().present(me).and(game.yatzy_squares()).len())
    } else if height == HIGHEST {
        Gain::Safe
    } else if near(&after, me) && !near(state, me) {
        Gain::Three
    } else if let Some(other) = before.top(square).filter(|&top| top != me) {
        Gain::Covers(other)
    } else {
        Gain::Height(height)
    }
}

fn placing(lang: Lang, game: &LocalGame<Castro>, gain: Gain) -> String {
    let name = |seat: Seat| &game.seats[seat].name;
    match gain {
        Gain::Wins => t(lang, Key::HintWinsNow).to_string(),
        Gain::Stops(seat) => texts::hint_blocks(lang, name(seat)),
        Gain::YatzySquare(n) => texts::hint_yatzy_square(lang, n),
        Gain::Safe => t(lang, Key::HintSafeRoof).to_string(),
        Gain::Three => t(lang, Key::HintMakesThree).to_string(),
        Gain::Covers(seat) => texts::hint_covers(lang, name(seat)),
        Gain::Height(height) => texts::hint_counts_at_end(lang, points(lang, height as i32)),
    }
}

/// The symbols that kept dice lead to, where the next roll may still be built.
fn goals(game: &Castro, state: &State, kept: Hand) -> Vec<Symbol> {
    let wanted = match aim(kept) {
        Aim::Equal { face, count: 1 } => vec![Symbol::Pair(face), Symbol::Three],
        Aim::Equal { count: 2, .. } => vec![Symbol::Three, Symbol::Four],
        Aim::Equal { count: 3, .. } => vec![Symbol::Four, Symbol::FullHouse, Symbol::Yatzy],
        Aim::Equal { .. } => vec![Symbol::Yatzy],
        Aim::Straight => vec![Symbol::Straight],
        Aim::TwoKinds => vec![Symbol::FullHouse],
        Aim::Anew | Aim::Mixed => vec![],
    };
    let low = state.stacks().at_most(usize::from(ROLLS.saturating_sub(state.rolls() + 1)));
    wanted.into_iter().filter(|&symbol| !game.board().squares_of(symbol).and(low).is_empty()).take(2).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().unwrap()
    }

    #[test]
    fn a_roof_is_worth_its_greatest_gain() {
        let game = Castro::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        for name in ["a1", "e1", "b1", "c3"] {
            state.build_and_pass(&game, square(name));
        }
        assert_eq!(gain(&game, &state, square("f6")), Gain::Height(1));
        assert_eq!(gain(&game, &state, square("e1")), Gain::Covers(1));
        assert_eq!(gain(&game, &state, square("c3")), Gain::YatzySquare(1), "which is more than to cover a roof");
        assert_eq!(gain(&game, &state, square("f2")), Gain::YatzySquare(1));
        assert_eq!(gain(&game, &state, square("c1")), Gain::Three);
        state.build_and_pass(&game, square("c1"));
        assert_eq!(gain(&game, &state, square("b1")), Gain::Stops(0), "of a1, b1 and c1 one is covered");
        state.build_and_pass(&game, square("f6"));
        assert_eq!(gain(&game, &state, square("d1")), Gain::Wins);
    }
}
