//! What is heard, felt and celebrated of a game: dice in a tray, wood, chips, a small fanfare.
//!
//! Here stands only when; what sounds and flies is a part of its own.

mod celebration;
mod sound;

use std::cell::Cell;

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_rules::{Event, Reason, ToAct};

use crate::app::settings;
use crate::live::{GameView, Kind, LocalGame};
use crate::table::TableGame;
use crate::{browser, parts};

/// Something that can be heard, felt or celebrated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Felt {
    /// Dice fall into the tray.
    Dice,
    /// A piece of wood is put down.
    Wood,
    /// Chips are put down.
    Chips,
    /// A person at this screen has won.
    Win,
    /// It is the turn of a person who looks elsewhere.
    Turn,
    /// Five equal dice.
    Yatzy,
    /// Four roofs in a line have won.
    Row,
    /// Roofs on all three Yatzy squares have won.
    ThreeSquares,
    /// The last tile of a colour was laid: it counts double.
    LastTile,
    /// A line of five chips is full.
    Line,
    /// The highest title of a person who plays alone.
    Genius,
}

/// So many milliseconds after a table is shown what sounds is fetched: the table itself comes first, the first roll later.
const PREPARE: i32 = 300;

thread_local! {
    static PREPARED: Cell<bool> = const { Cell::new(false) };
}

/// Follows a game.
pub fn follow<G: TableGame>(play: GameView<G>) {
    prepare();
    let ended = StoredValue::new(false);
    // Dice are heard while they tumble.
    Effect::new(move |before: Option<usize>| {
        let (clock, felt) = play.live.with(|live| (live.clock(), felt(live)));
        if before.is_some_and(|before| clock > before) {
            ended.set_value(play.live.with_untracked(|live| live.to_act() == ToAct::Over));
            felt.into_iter().for_each(let_feel);
        }
        clock
    });
    // What they bring is celebrated once they lie.
    Effect::new(move |before: Option<usize>| {
        let (clock, cheer) = play.with(|live| (live.clock(), cheer(live)));
        if before.is_some_and(|before| clock > before) {
            cheer.into_iter().for_each(let_feel);
        }
        clock
    });
    // And a win once its points are counted.
    Effect::new(move |_| {
        if play.settled.get() && ended.get_value() {
            play.live.with_untracked(win).into_iter().for_each(let_feel);
        }
    });
}

fn felt<G: TableGame>(live: &LocalGame<G>) -> Option<Felt> {
    match live.past.last()?.event {
        Event::Roll(_) => Some(Felt::Dice),
        // Dice that are kept lie where they are.
        Event::Move(_) if matches!(live.to_act(), ToAct::Roll { .. }) && !live.position.game.begins_turn(&live.position.state) => None,
        Event::Move(_) => Some(G::PIECE),
    }
}

/// What a person at this screen has just brought about.
fn cheer<G: TableGame>(live: &LocalGame<G>) -> Option<Felt> {
    let last = live.past.last().filter(|past| live.seats[past.seat].kind == Kind::Person)?;
    G::cheer(live, last)
}

/// How a game was won by a person at this screen.
fn win<G: TableGame>(live: &LocalGame<G>) -> Option<Felt> {
    let result = live.position.game.result(&live.position.state)?;
    let here = |seat: usize| live.seats[seat].kind == Kind::Person;
    result.winners.iter().any(here).then(|| match result.reason {
        Reason::FourInARow => Felt::Row,
        Reason::ThreeYatzy => Felt::ThreeSquares,
        Reason::Points => G::triumph(live),
    })
}

/// Fetches what sounds, and lets it sound: a browser allows that only from a press on, so the first press asks for it.
fn prepare() {
    if PREPARED.replace(true) {
        return;
    }
    browser::after(PREPARE, || {
        spawn_local(async {
            // Where it does not come now it is fetched when it is needed.
            let _ = parts::prepare_feel().await;
        });
    });
    for event in ["pointerdown", "keydown"] {
        // As long as the page: a phone that slept silences it again.
        let _ = window_event_listener_untyped(event, |_| unlock());
    }
}

fn unlock() {
    if settings::get().sound.as_deref() != Some("off") && !settings::is_calm() {
        sound::unlock();
    }
}

/// Nothing where no motion is wanted, and nothing that was switched off.
fn let_feel(felt: Felt) {
    if settings::is_calm() {
        return;
    }
    spawn_local(async move {
        // Without the part the game goes on in silence.
        let _ = parts::feel(felt).await;
    });
}

/// Lets a person hear, feel and see it, as they wish.
pub fn now(felt: Felt) {
    let settings = settings::get();
    let is_off = |choice: &Option<String>| choice.as_deref() == Some("off");
    // Before the first tap a browser would only complain.
    if !browser::was_tapped() {
        return;
    }
    if !is_off(&settings.sound) {
        sound::play(felt);
    }
    if !is_off(&settings.touch) {
        let pattern: &[u32] = match felt {
            Felt::Dice => &[12, 40, 8, 50, 14],
            Felt::Wood | Felt::Chips => &[10],
            Felt::Win | Felt::Row | Felt::ThreeSquares | Felt::Genius => &[30, 60, 30, 60, 90],
            Felt::Turn => &[40, 80, 40],
            Felt::Yatzy => &[20, 40, 20, 40, 20, 40, 60],
            Felt::LastTile | Felt::Line => &[20, 40, 30],
        };
        browser::vibrate(pattern);
    }
    if settings.speed.as_deref() != Some("fast") {
        celebration::show(felt);
    }
}
