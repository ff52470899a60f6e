//! The table of Castro: the board of symbols, roofs on it, five dice and the ladder.

mod aside;
mod board;
mod editor;
mod face;
mod ladder;
mod lines;
mod purpose;
mod roof;
mod symbol;

pub use editor::fault_text;

use leptos::prelude::*;
use spieltisch_rules::castro::{Castro, CastroRefusal, End, HIGHEST, Move, ROLLS, ROOFS, Square, State};
use spieltisch_rules::dice::Hand;
use spieltisch_rules::{Game, Seat, ToAct};

use super::dice;
use super::frame::{self, Controls, Parts, frame};
use super::{ScorePart, TableGame, your_turn};
use crate::i18n::{Key, lang, points, symbol_name, texts, tr};
use crate::live::{LiveGame, Past, Play};

impl TableGame for Castro {
    fn refusal_text(_: &LiveGame<Self>, refusal: &CastroRefusal) -> String {
        tr(match refusal {
            CastroRefusal::Over { end: End::Row } => Key::CastroRefusalOverRow,
            CastroRefusal::Over { end: End::ThreeYatzy } => Key::CastroRefusalOverYatzy,
            CastroRefusal::Over { end: End::Rounds } => Key::CastroRefusalOverRounds,
            CastroRefusal::RollFirst => Key::CastroRefusalRollFirst,
            CastroRefusal::DecideFirst => Key::CastroRefusalDecideFirst,
            CastroRefusal::NoRollLeft => Key::CastroRefusalNoRollLeft,
            CastroRefusal::NothingToRoll => Key::CastroRefusalNothingToRoll,
            CastroRefusal::NotInDice { kept, dice } => return texts::castro_refusal_not_in_dice(lang(), kept, dice),
            CastroRefusal::KeptDiceMissing { kept, dice } => return texts::castro_refusal_kept_dice_missing(lang(), kept, dice),
            CastroRefusal::DoesNotFit { square, symbol, dice } => {
                return texts::castro_refusal_does_not_fit(lang(), square, symbol_name(*symbol), dice);
            }
            CastroRefusal::TooHigh { square, height, rolls } => {
                let there = texts::count_roofs(lang(), *height as i64);
                return match ROLLS - rolls {
                    0 => texts::castro_refusal_not_empty(lang(), square, there),
                    most => texts::castro_refusal_too_high(lang(), square, there, rolls, texts::count_roofs(lang(), most.into())),
                };
            }
            CastroRefusal::Closed { square } => return texts::castro_refusal_closed(lang(), square),
            CastroRefusal::LoseTooEarly { rolls } => return texts::castro_refusal_lose_too_early(lang(), rolls),
            CastroRefusal::MustPlace { square } => return texts::castro_refusal_must_place(lang(), square),
        })
        .to_string()
    }

    fn history_line(live: &LiveGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let name = &live.seats[past.seat].name;
        match mv {
            Move::Keep(_) => None,
            Move::Place(square) => {
                let roofs = past.before.stacks().height(square) as i64 + 1;
                Some(texts::history_place_roof(lang(), name, square, texts::count_roofs(lang(), roofs)))
            }
            Move::Lose => Some(texts::history_lose(lang(), name)),
        }
    }

    fn phrase(_: &LiveGame<Self>, mv: Move) -> String {
        match mv {
            Move::Keep(kept) if kept.is_empty() => tr(Key::MoveKeepNone).to_string(),
            Move::Keep(kept) => texts::move_keep(lang(), kept),
            Move::Place(square) => texts::move_place_roof(lang(), square),
            Move::Lose => tr(Key::MoveLoseRoof).to_string(),
        }
    }

    fn purpose(live: &LiveGame<Self>, mv: Move) -> Option<String> {
        purpose::of(live, mv)
    }

    fn supply(live: &LiveGame<Self>, seat: Seat) -> AnyView {
        let state = &live.table.state;
        let players = live.seats.len();
        let played = (state.turns() as usize + players - 1 - seat) / players;
        texts::count_roofs(lang(), i64::from(ROOFS) - played as i64).into_any()
    }

    fn scoring(live: &LiveGame<Self>, seat: Seat) -> Vec<ScorePart> {
        let stacks = live.table.state.stacks();
        let step = |height: usize| {
            let squares = stacks.tops(seat).iter().filter(|&square| stacks.height(square) == height).count();
            let worth = (height * squares) as i32;
            let text = if squares > 0 { texts::end_castro_height(lang(), height, squares, points(worth)) } else { String::new() };
            ScorePart::new(text, worth)
        };
        heights(live).into_iter().map(step).collect()
    }

    fn table(play: Play<Self>) -> AnyView {
        table(play)
    }
}

/// The heights on the board, the highest first: the order in which they are counted at the end.
fn heights(live: &LiveGame<Castro>) -> Vec<usize> {
    let stacks = live.table.state.stacks();
    (1..=HIGHEST).rev().filter(|&height| Square::all().any(|square| stacks.height(square) == height)).collect()
}

fn dice_of(state: &State) -> (Hand, u8) {
    (state.dice(), state.rolls())
}

fn kept_by(mv: Move) -> Option<Hand> {
    match mv {
        Move::Keep(kept) => Some(kept),
        Move::Place(_) | Move::Lose => None,
    }
}

fn deciding(live: &LiveGame<Castro>) -> bool {
    matches!(live.to_act(), ToAct::Move(_))
}

fn table(play: Play<Castro>) -> AnyView {
    let chosen = frame::chosen::<_, Square>(play);
    let keeping = dice::keeping(play, dice_of, ROLLS, chosen, kept_by);
    let tray = keeping.tray;
    let next_now = move || play.with(|live| next(live, &tray.read(), chosen.get()));
    let controls = Controls {
        label: Signal::derive(move || label(next_now())),
        ready: Signal::derive(move || next_now() != Next::Nothing),
        press: Callback::new(move |()| match play.live.with_untracked(|live| next(live, &tray.read_untracked(), chosen.get_untracked())) {
            Next::Nothing => {}
            Next::Roll => play.throw(),
            Next::Keep(kept) => {
                if play.decide(Move::Keep(kept)) {
                    play.throw();
                }
            }
            Next::Place(square) => drop(play.decide(Move::Place(square))),
            Next::Lose => drop(play.decide(Move::Lose)),
        }),
        asks: Signal::stored(false),
        way_out: Signal::stored(None),
        prompt: Signal::derive(move || play.with(|live| prompt(live, tray.read().kept_hand()))),
        chosen: Signal::derive(move || chosen.get().is_some()),
        let_go: Callback::new(move |()| chosen.set(None)),
        digit: keeping.toggle,
    };
    let parts =
        Parts { board: board::show(play, chosen).into_any(), tray: dice::show(keeping).into_any(), aside: ladder::show(play).into_any() };
    frame(play, parts, controls)
}

/// What the main button does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    Nothing,
    Roll,
    Keep(Hand),
    Place(Square),
    Lose,
}

fn next(live: &LiveGame<Castro>, tray: &dice::Tray, chosen: Option<Square>) -> Next {
    let state = &live.table.state;
    if !live.person_acts() {
        return Next::Nothing;
    }
    match (live.to_act(), chosen) {
        (ToAct::Roll { .. }, _) => Next::Roll,
        (_, Some(square)) => Next::Place(square),
        _ if state.rolls() == ROLLS && live.table.game.check(state, Move::Lose).is_ok() => Next::Lose,
        _ if state.rolls() == ROLLS || tray.kept_hand().is_full() => Next::Nothing,
        _ => Next::Keep(tray.kept_hand()),
    }
}

fn label(next: Next) -> String {
    match next {
        Next::Keep(kept) if !kept.is_empty() => {
            format!("{} · {}", tr(Key::ButtonRoll), texts::count_dice(lang(), (Hand::MOST - kept.len()) as i64))
        }
        Next::Place(square) => format!("{} · {square}", tr(Key::ButtonPlaceRoof)),
        Next::Lose => tr(Key::ButtonLoseRoof).to_string(),
        _ => tr(Key::ButtonRoll).to_string(),
    }
}

fn prompt(live: &LiveGame<Castro>, kept: Hand) -> String {
    let state = &live.table.state;
    if !deciding(live) {
        return your_turn(live);
    }
    let none = live.table.game.legal_squares(state.stacks(), state.dice(), state.rolls()).is_empty();
    tr(what_now(none, state.rolls() == ROLLS, kept.is_full())).to_string()
}

/// What to do with the dice: whether no square fits them, whether it was the last roll, whether all are kept.
fn what_now(none_fits: bool, last_roll: bool, all_kept: bool) -> Key {
    match (none_fits, last_roll, all_kept) {
        (true, true, _) => Key::CastroPlayLost,
        (true, false, true) => Key::CastroPlayFreeOne,
        (true, false, false) => Key::CastroPlayNothingFits,
        (false, true, _) => Key::CastroPlayMustChooseSquare,
        (false, false, true) => Key::CastroPlayAllKept,
        (false, false, false) => Key::CastroPlayChooseSquare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_to_roll_what_cannot_be_rolled() {
        assert_eq!(what_now(false, false, false), Key::CastroPlayChooseSquare);
        assert_eq!(what_now(false, false, true), Key::CastroPlayAllKept);
        assert_eq!(what_now(true, false, true), Key::CastroPlayFreeOne);
        assert_eq!(what_now(true, true, true), Key::CastroPlayLost);
    }
}
