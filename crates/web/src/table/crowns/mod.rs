//! The table of Crowns: everyone's board, six dice that turn down by themselves.

mod aside;
mod board;
mod chips;
mod choice;
mod dice;
mod editor;
mod ending;
mod face;
mod purpose;

pub use editor::fault_text;

use leptos::prelude::*;
use spieltisch_rules::crowns::{Crowns, CrownsRefusal, Field, FieldSet, Move, fields_of};
use spieltisch_rules::dice::SixDice;
use spieltisch_rules::{Event, Game, Seat, ToAct};

use super::frame::{Controls, Parts, WayOut, frame};
use super::{ScorePart, TableGame, your_turn};
use crate::app::settings;
use crate::browser;
use crate::feel::Felt;
use crate::i18n::{Key, lang, texts, tr};
use crate::live::{LiveGame, Past, Play, moment};
use choice::Choice;

impl TableGame for Crowns {
    const PIECE: Felt = Felt::Chips;

    fn refusal_text(_: &LiveGame<Self>, refusal: &CrownsRefusal) -> String {
        tr(match refusal {
            CrownsRefusal::Over { alone: true } => Key::CrownsRefusalOverAlone,
            CrownsRefusal::Over { alone: false } => Key::CrownsRefusalOver,
            CrownsRefusal::RollFirst => Key::CrownsRefusalRollFirst,
            CrownsRefusal::DecideFirst => Key::CrownsRefusalDecideFirst,
            CrownsRefusal::FieldTaken { field } => return texts::crowns_refusal_field_taken(lang(), field_text(*field)),
            CrownsRefusal::NotOffered { placement, roll } => {
                return texts::crowns_refusal_not_offered(lang(), roll, fields_text(fields_of(*placement)));
            }
            CrownsRefusal::TooFewChips { needed, left } => {
                let chips = |n: u8| texts::count_chips(lang(), n.into());
                return texts::crowns_refusal_too_few_chips(lang(), chips(*needed), chips(*left));
            }
            CrownsRefusal::MustPlace => Key::CrownsRefusalMustPlace,
            CrownsRefusal::MustPlaceTwo => Key::CrownsRefusalMustPlaceTwo,
            CrownsRefusal::CanPlace => Key::CrownsRefusalCanPlace,
            CrownsRefusal::OnlyAlone => Key::CrownsRefusalOnlyAlone,
        })
        .to_string()
    }

    fn history_line(live: &LiveGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let name = &live.seats[past.seat].name;
        Some(match mv {
            Move::Place(placement) if placement.is_empty() => texts::history_place_none(lang(), name),
            Move::Place(placement) => texts::history_place_chips(lang(), name, fields_text(fields_of(placement))),
            Move::Remove => texts::history_remove(lang(), name),
        })
    }

    fn phrase(_: &LiveGame<Self>, mv: Move) -> String {
        match mv {
            Move::Place(placement) if placement.is_empty() => tr(Key::MovePlaceNone).to_string(),
            Move::Place(placement) => texts::move_place_chips(lang(), fields_text(fields_of(placement))),
            Move::Remove => tr(Key::MoveRemoveChip).to_string(),
        }
    }

    fn purpose(live: &LiveGame<Self>, mv: Move) -> Option<String> {
        purpose::of(live, mv)
    }

    fn supply(live: &LiveGame<Self>, seat: Seat) -> AnyView {
        texts::count_chips(lang(), live.table.state.chips(seat).into()).into_any()
    }

    fn scoring(live: &LiveGame<Self>, seat: Seat) -> Vec<ScorePart> {
        ending::scoring(live, seat)
    }

    fn table(play: Play<Self>) -> AnyView {
        table(play)
    }
}

fn field_text(field: Field) -> String {
    texts::crowns_term_field(lang(), field.count(), field.number())
}

fn fields_text(fields: FieldSet) -> String {
    fields.iter().map(field_text).collect::<Vec<_>>().join(", ")
}

/// A line by its place in [`Crowns::lines`]: five rows, five columns, two diagonals.
fn line_name(line: usize) -> String {
    match line {
        0..5 => texts::crowns_term_row(lang(), line + 1),
        5..10 => texts::crowns_term_column(lang(), line - 4),
        10 => tr(Key::CrownsTermDiagonalRising).to_string(),
        _ => tr(Key::CrownsTermDiagonalFalling).to_string(),
    }
}

fn table(play: Play<Crowns>) -> AnyView {
    let choice = RwSignal::new(Choice::default());
    let shown = RwSignal::new(None::<Seat>);
    Effect::new(move |_| {
        let fresh = play.with(|live| Choice::new(&live.table.game, &live.table.state));
        choice.set(moment::kept(play).map_or_else(|| fresh.clone(), |chosen| fresh.clone().with(chosen)));
    });
    Effect::new(move |_| moment::keep(play, &choice.with(Choice::chosen_so_far)));
    show_placements(play, shown);
    let next_now = move || play.with(|live| next(live, &choice.read()));
    let controls = Controls {
        label: Signal::derive(move || play.with(|live| label(live, next_now(), choice.read().asked))),
        ready: Signal::derive(move || next_now() != Next::Nothing),
        press: Callback::new(move |()| match play.live.with_untracked(|live| next(live, &choice.read_untracked())) {
            Next::Nothing => {}
            Next::Roll => play.throw(),
            Next::AskWhetherNone => {
                play.notice.set(None);
                play.spoken.set(tr(Key::ConfirmPlaceNone).to_string());
                choice.update(|choice| choice.asked = true);
            }
            Next::Play(mv) => drop(play.decide(mv)),
        }),
        asks: Signal::derive(move || choice.with(|choice| choice.asked)),
        way_out: Signal::derive(move || way_out(choice)),
        prompt: Signal::derive(move || play.with(|live| prompt(live, &choice.read()))),
        chosen: Signal::derive(move || choice.with(Choice::is_anything)),
        let_go: Callback::new(move |()| choice.update(Choice::let_go)),
        digit: Callback::new(move |slot: usize| turn(play, choice, slot)),
    };
    let parts = Parts {
        board: board::show(play, choice, shown).into_any(),
        tray: dice::show(play, choice, Callback::new(move |slot| turn(play, choice, slot))).into_any(),
        aside: board::others(play, shown).into_any(),
    };
    frame(play, parts, controls)
}

fn turn(play: Play<Crowns>, choice: RwSignal<Choice>, slot: usize) {
    if play.live.with_untracked(|live| live.person_acts() && live.table.state.dice().is_some()) {
        play.notice.set(None);
        choice.update(|choice| choice.turn_die(slot));
    }
}

/// What the main button does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    Nothing,
    Roll,
    /// Asks whether the person really places nothing, where something can be placed.
    AskWhetherNone,
    Play(Move),
}

fn next(live: &LiveGame<Crowns>, choice: &Choice) -> Next {
    if !live.person_acts() {
        return Next::Nothing;
    }
    let (game, state) = (&live.table.game, &live.table.state);
    match live.to_act() {
        ToAct::Roll { .. } => Next::Roll,
        _ if game.check(state, Move::Remove).is_ok() => Next::Play(Move::Remove),
        _ => match Move::place(choice.chosen.iter()) {
            Some(mv) if game.check(state, mv).is_ok() => playing(mv, choice),
            _ => Next::Nothing,
        },
    }
}

/// A legal move as what the button does: placing nothing is asked for first where something can be placed.
fn playing(mv: Move, choice: &Choice) -> Next {
    match mv {
        Move::Place(placement) if placement.is_empty() && choice.can_place() && !choice.asked => Next::AskWhetherNone,
        mv => Next::Play(mv),
    }
}

/// Another field instead of chosen ones.
fn way_out(choice: RwSignal<Choice>) -> Option<WayOut> {
    let (field, others) = choice.with(Choice::instead)?;
    Some(WayOut {
        sentence: texts::crowns_play_instead(lang(), field_text(field), fields_text(others)),
        label: tr(Key::ButtonSwap),
        take: Callback::new(move |()| choice.update(Choice::swap)),
    })
}

/// Shows where chips were placed before the board changes hands. The next roll of a person at this
/// screen or a tap on the board ends it. Where no motion is wanted the board changes at once; the small boards
/// and the line above the board tell all the same.
fn show_placements(play: Play<Crowns>, shown: RwSignal<Option<Seat>>) {
    Effect::new(move |before: Option<usize>| {
        let (clock, placed, stays) = play.with(|live| (live.clock(), placed_by_another(live), !live.person_acts() && rolled_last(live)));
        match placed.filter(|_| before.is_some_and(|before| before < clock) && !settings::is_calm()) {
            Some(seat) => {
                shown.set(Some(seat));
                let pace = settings::pace();
                browser::after(pace.roll + pace.think, move || {
                    if shown.try_get_untracked() == Some(Some(seat)) {
                        shown.set(None);
                    }
                });
            }
            // While a computer rolls, the last placement stays in sight.
            None if stays => {}
            None => shown.set(None),
        }
        clock
    });
}

/// Who has just placed chips, where the next turn is somebody else's.
fn placed_by_another(live: &LiveGame<Crowns>) -> Option<Seat> {
    let last = live.past.last().filter(|past| matches!(past.event, Event::Move(_)))?;
    (!live.watched && live.to_act() != ToAct::Over && live.seat_to_act() != last.seat).then_some(last.seat)
}

fn rolled_last(live: &LiveGame<Crowns>) -> bool {
    live.past.last().is_some_and(|past| matches!(past.event, Event::Roll(_)))
}

fn label(live: &LiveGame<Crowns>, next: Next, asked: bool) -> String {
    match next {
        Next::AskWhetherNone => tr(Key::ButtonPlaceNone).to_string(),
        Next::Play(Move::Place(placement)) if placement.is_empty() && asked => tr(Key::ButtonPlaceNoneYes).to_string(),
        Next::Play(Move::Place(placement)) if placement.is_empty() => tr(Key::ButtonPlaceNone).to_string(),
        Next::Play(Move::Place(placement)) => texts::button_place_chips(lang(), fields_of(placement).len() as i64),
        Next::Play(Move::Remove) => tr(Key::ButtonRemoveChip).to_string(),
        Next::Nothing if live.table.state.dice().is_some() => texts::button_place_chips(lang(), 1),
        Next::Nothing | Next::Roll => tr(Key::ButtonRoll).to_string(),
    }
}

fn prompt(live: &LiveGame<Crowns>, choice: &Choice) -> String {
    let (game, state) = (&live.table.game, &live.table.state);
    if state.dice().is_none() {
        return your_turn(live);
    }
    if game.check(state, Move::Remove).is_ok() {
        return tr(Key::CrownsPlayNothingPossible).to_string();
    }
    if choice.asked {
        return tr(Key::ConfirmPlaceNone).to_string();
    }
    if !choice.chosen.is_empty() {
        return texts::crowns_play_chosen(lang(), fields_text(choice.chosen));
    }
    tr(match game.check(state, Move::Place(SixDice::EMPTY)) {
        Err(CrownsRefusal::MustPlaceTwo) => Key::CrownsPlayMustTwo,
        Err(_) => Key::CrownsPlayMustOne,
        Ok(()) => Key::CrownsPlayChooseFields,
    })
    .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placing_nothing_is_asked_for_where_something_can_be_placed() {
        let game = Crowns::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        game.roll(&mut state, "roll 1 2 4 4 6 6".parse().unwrap()).unwrap();
        let mut choice = Choice::new(&game, &state);
        let none = Move::Place(SixDice::EMPTY);
        assert_eq!(playing(none, &choice), Next::AskWhetherNone);
        choice.asked = true;
        assert_eq!(playing(none, &choice), Next::Play(none));
        assert!(choice.tap(&state, "1x1".parse().unwrap()) && !choice.asked, "whoever chooses after all is asked again");
        assert_eq!(playing(none, &Choice::default()), Next::Play(none), "nothing can be placed");
    }
}
