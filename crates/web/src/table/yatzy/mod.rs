//! The table of Yatzy: dice on felt, and the sheet.

mod aside;
mod face;
mod sheet;

use leptos::prelude::*;
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BoxName, Move, ROLLS, State, Yatzy, YatzyRefusal};
use spieltisch_rules::{Event, Seat, ToAct};

use super::aim::{Aim, aim};
use super::dice;
use super::frame::{self, Controls, Parts, frame};
use super::{ScorePart, TableGame, your_turn};
use crate::i18n::{Key, box_name, lang, points, texts, tr};
use crate::live::{LiveGame, Past, Play};

impl TableGame for Yatzy {
    fn refusal_text(_: &LiveGame<Self>, refusal: &YatzyRefusal) -> String {
        tr(match refusal {
            YatzyRefusal::Over => Key::YatzyRefusalOver,
            YatzyRefusal::RollFirst => Key::YatzyRefusalRollFirst,
            YatzyRefusal::DecideFirst => Key::YatzyRefusalDecideFirst,
            YatzyRefusal::NoRollLeft => Key::YatzyRefusalNoRollLeft,
            YatzyRefusal::NothingToRoll => Key::YatzyRefusalNothingToRoll,
            YatzyRefusal::NotInDice { kept, dice } => return texts::yatzy_refusal_not_in_dice(lang(), kept, dice),
            YatzyRefusal::KeptDiceMissing { kept, dice } => return texts::yatzy_refusal_kept_dice_missing(lang(), kept, dice),
            YatzyRefusal::BoxFilled { name } => return texts::yatzy_refusal_box_filled(lang(), box_name(*name)),
        })
        .to_string()
    }

    fn history_line(live: &LiveGame<Self>, past: &Past<Self>, mv: Move) -> Option<String> {
        let Move::Score(filled) = mv else { return None };
        let worth = filled.points(past.before.dice(), live_options(live));
        let (name, what) = (&live.seats[past.seat].name, box_name(filled));
        Some(match worth {
            0 => texts::history_strike(lang(), name, what),
            worth => texts::history_score(lang(), name, what, points(worth.into())),
        })
    }

    fn phrase(live: &LiveGame<Self>, mv: Move) -> String {
        match mv {
            Move::Keep(kept) if kept.is_empty() => tr(Key::MoveKeepNone).to_string(),
            Move::Keep(kept) => texts::move_keep(lang(), kept),
            Move::Score(name) => match name.points(live.table.state.dice(), live_options(live)) {
                0 => texts::move_strike(lang(), box_name(name)),
                worth => texts::move_score(lang(), box_name(name), worth),
            },
        }
    }

    fn purpose(live: &LiveGame<Self>, mv: Move) -> Option<String> {
        match mv {
            Move::Keep(kept) => keeping_purpose(live, kept),
            Move::Score(name) => Some(match name.points(live.table.state.dice(), live_options(live)) {
                0 => tr(Key::HintStrikeLeast).to_string(),
                worth => texts::hint_now_points(lang(), points(worth.into())),
            }),
        }
    }

    fn supply(_: &LiveGame<Self>, _: Seat) -> AnyView {
        ().into_any()
    }

    fn scoring(live: &LiveGame<Self>, seat: Seat) -> Vec<ScorePart> {
        let (sheet, options) = (live.table.state.sheet(seat), live_options(live));
        let (upper, bonus) = (sheet.upper_sum(), sheet.bonus(options));
        let lower = sheet.total(options) - upper - bonus;
        vec![
            ScorePart::new(texts::end_yatzy_upper(lang(), points(upper.into())), upper.into()),
            ScorePart::new(texts::end_yatzy_bonus(lang(), points(bonus.into())), bonus.into()),
            ScorePart::new(texts::end_yatzy_lower(lang(), points(lower.into())), lower.into()),
        ]
    }

    fn table(play: Play<Self>) -> AnyView {
        table(play)
    }
}

fn live_options(live: &LiveGame<Yatzy>) -> &spieltisch_rules::yatzy::Options {
    use spieltisch_rules::Game;
    live.table.game.options()
}

fn dice_of(state: &State) -> (Hand, u8) {
    (state.dice(), state.rolls())
}

/// The boxes that kept dice lead to, of those still free.
fn goals(kept: Hand, free: impl Fn(BoxName) -> bool) -> Vec<BoxName> {
    use BoxName::*;
    let wanted: &[BoxName] = match aim(kept) {
        Aim::Anew => &[],
        Aim::Equal { face, count } => {
            let number = BoxName::ALL[usize::from(face) - 1];
            let kinds: &[BoxName] = if count > 2 {
                &[Yatzy, FourOfAKind, FullHouse, ThreeOfAKind]
            } else {
                &[ThreeOfAKind, FourOfAKind, Yatzy, FullHouse, Pair]
            };
            return [number].iter().chain(kinds).copied().filter(|&name| free(name)).take(2).collect();
        }
        Aim::Straight => &[LargeStraight, SmallStraight],
        Aim::TwoKinds => &[FullHouse, TwoPairs],
        Aim::Mixed => &[Chance],
    };
    wanted.iter().copied().filter(|&name| free(name)).collect()
}

fn keeping_purpose(live: &LiveGame<Yatzy>, kept: Hand) -> Option<String> {
    if kept.is_empty() {
        return Some(tr(Key::HintStartOver).to_string());
    }
    let sheet = live.table.state.sheet(live.table.state.seat());
    let goals: Vec<&str> = goals(kept, |name| sheet.points(name).is_none()).into_iter().map(box_name).collect();
    (!goals.is_empty()).then(|| texts::hint_goes_for(lang(), texts::list(lang(), &goals)))
}

fn kept_by(mv: Move) -> Option<Hand> {
    match mv {
        Move::Keep(kept) => Some(kept),
        Move::Score(_) => None,
    }
}

fn table(play: Play<Yatzy>) -> AnyView {
    let chosen = frame::chosen::<_, BoxName>(play);
    let keeping = dice::keeping(play, dice_of, ROLLS, chosen, kept_by);
    let tray = keeping.tray;
    let felt = view! {
        <p class="rolls">{move || play.with(rolls_text)}</p>
        {dice::show(keeping)}
        <p class="rail" aria-hidden="true">{tr(Key::PlayKept)}</p>
    };
    let controls = Controls {
        label: Signal::derive(move || label(play, tray.read().kept.iter().filter(|kept| !**kept).count(), chosen.get())),
        ready: Signal::derive(move || play.with(|live| next(live, &tray.read(), chosen.get())) != Next::Nothing),
        press: Callback::new(move |()| match play.live.with_untracked(|live| next(live, &tray.read_untracked(), chosen.get_untracked())) {
            Next::Nothing => {}
            Next::Roll => play.throw(),
            Next::Keep(kept) => {
                if play.decide(Move::Keep(kept)) {
                    play.throw();
                }
            }
            Next::Write(name) => drop(play.decide(Move::Score(name))),
        }),
        asks: Signal::stored(false),
        way_out: Signal::stored(None),
        prompt: Signal::derive(move || play.with(|live| prompt(live, &tray.read(), chosen.get()))),
        chosen: Signal::derive(move || chosen.get().is_some()),
        let_go: Callback::new(move |()| chosen.set(None)),
        digit: keeping.toggle,
    };
    let parts = Parts { board: felt.into_any(), tray: ().into_any(), aside: sheet::show(play, chosen).into_any() };
    frame(play, parts, controls)
}

/// What the main button does.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Next {
    Nothing,
    Roll,
    Keep(Hand),
    Write(BoxName),
}

fn next(live: &LiveGame<Yatzy>, tray: &dice::Tray, chosen: Option<BoxName>) -> Next {
    if !live.person_acts() {
        return Next::Nothing;
    }
    match (live.to_act(), chosen) {
        (ToAct::Roll { .. }, _) => Next::Roll,
        (_, Some(name)) => Next::Write(name),
        _ if live.table.state.rolls() == ROLLS || tray.kept_hand().is_full() => Next::Nothing,
        _ => Next::Keep(tray.kept_hand()),
    }
}

fn deciding(live: &LiveGame<Yatzy>) -> bool {
    matches!(live.to_act(), ToAct::Move(_))
}

fn label(play: Play<Yatzy>, to_roll: usize, chosen: Option<BoxName>) -> String {
    play.with(|live| {
        let state = &live.table.state;
        match chosen {
            Some(name) if deciding(live) => match name.points(state.dice(), live_options(live)) {
                0 => texts::format_labelled(lang(), tr(Key::ButtonStrike), box_name(name)),
                worth => format!("{} · {worth}", box_name(name)),
            },
            _ if !deciding(live) || to_roll == 5 || to_roll == 0 || state.rolls() == ROLLS => tr(Key::ButtonRoll).to_string(),
            _ => format!("{} · {}", tr(Key::ButtonRoll), texts::count_dice(lang(), to_roll as i64)),
        }
    })
}

fn prompt(live: &LiveGame<Yatzy>, tray: &dice::Tray, chosen: Option<BoxName>) -> String {
    let state = &live.table.state;
    match chosen {
        Some(name) if deciding(live) && name.points(state.dice(), live_options(live)) == 0 => {
            texts::yatzy_play_strike_ask(lang(), box_name(name))
        }
        _ if !deciding(live) => your_turn(live),
        _ if state.rolls() == ROLLS => tr(Key::YatzyPlayMustChooseBox).to_string(),
        _ if tray.kept_hand().is_full() => tr(Key::YatzyPlayAllKept).to_string(),
        _ => tr(Key::YatzyPlayChooseBox).to_string(),
    }
}

fn rolls_text(live: &LiveGame<Yatzy>) -> String {
    match live.table.state.rolls() {
        0 => String::new(),
        used => texts::play_rolls_used(lang(), used, ROLLS),
    }
}

/// The box written last, with whose sheet it is on.
fn last_written(live: &LiveGame<Yatzy>) -> Option<(Seat, BoxName)> {
    live.past.iter().rev().find_map(|past| match past.event {
        Event::Move(Move::Score(name)) => Some((past.seat, name)),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_dice_lead_to_free_boxes() {
        let goals = |kept: &str, filled: &[BoxName]| goals(kept.parse().unwrap(), |name| !filled.contains(&name));
        assert_eq!(goals("6 6 6", &[]), [BoxName::Sixes, BoxName::Yatzy]);
        assert_eq!(goals("6 6", &[BoxName::Sixes]), [BoxName::ThreeOfAKind, BoxName::FourOfAKind]);
        assert_eq!(goals("2 3 4 5", &[BoxName::SmallStraight]), [BoxName::LargeStraight]);
        assert_eq!(goals("2 2 5 5", &[]), [BoxName::FullHouse, BoxName::TwoPairs]);
        assert_eq!(goals("5 6", &[BoxName::Chance]), []);
    }
}
