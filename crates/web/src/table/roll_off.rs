//! Who begins: everyone rolls before the game, people by a tap, computers by themselves.

use leptos::ev;
use leptos::prelude::*;
use spieltisch_core::{Flight, HeldRollOff, flights, roll_off_text, settle, several_here, sum};

use super::airborne;
use super::frame::{face, mark};
use super::press::{guarded, once_a_press};
use crate::app::settings;
use crate::browser;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::live::Kind;
use crate::parts;
use crate::real::{RollPrompt, typed};
use crate::store::{self, Saved};

/// The page; `then` is called once the game can begin.
pub fn page(saved: Saved, held: HeldRollOff, then: Callback<()>) -> AnyView {
    let game = game_name(&saved.record.game);
    let saved = StoredValue::new(saved);
    let held = RwSignal::new(held);
    // Another tab may have gone on with it.
    let catch_up = move || {
        let Some(now) = saved.try_with_value(|saved| store::load_game(&saved.id)).flatten() else { return };
        match HeldRollOff::read(&now.record) {
            Some(now_held) => {
                saved.set_value(now);
                held.set(now_held);
            }
            None => then.run(()),
        }
    };
    // The throw that is entered anew, by its place.
    let changing = RwSignal::new(None::<usize>);
    let land = move |faces: Option<Vec<u8>>| {
        let before = held.with_untracked(|held| held.rolls.len());
        catch_up();
        if held.try_with_untracked(|held| held.rolls.len()) != Some(before) {
            return;
        }
        let thrown = saved.try_update_value(|saved| {
            let held = held.get_untracked();
            match (faces, changing.get_untracked()) {
                (Some(faces), Some(place)) => held.change(&mut saved.record, place, faces),
                (Some(faces), None) => held.enter(&mut saved.record, faces),
                (None, _) => held.enter(&mut saved.record, browser::throw_dice(held.dice())),
            }
            store::save_game(&saved.id, &saved.record);
            HeldRollOff::read(&saved.record)
        });
        if let Some(now_held) = thrown.flatten() {
            held.set(now_held);
            changing.set(None);
        }
    };
    // A throw that was mistyped is entered anew, the last one first; what was typed stands there to be mended.
    let change = move |place: usize| {
        saved.with_value(|saved| {
            let faces = held.with_untracked(|held| held.rolls[place].1.clone());
            typed::write(&saved.id, &which(place, true), &faces);
        });
        changing.set(Some(place));
    };
    let changeable = move || held.with(|held| held.entered_before(changing.get().unwrap_or(held.rolls.len())));
    let elsewhere = window_event_listener_untyped("storage", move |_| catch_up());
    on_cleanup(move || elsewhere.remove());
    let (shown, flying) = follow_dice(held);
    // Computers roll by themselves, and everyone does once one tap has rolled for all.
    let for_all = RwSignal::new(false);
    let by_itself =
        move || held.with(|held| is_a_computers_turn(held) || for_all.get() && held.next().is_some() && held.enters().is_none());
    Effect::new(move |_| {
        let so_far = held.with(|held| held.rolls.len());
        if by_itself() && flying.read().is_none() && changing.get().is_none() {
            browser::after(settings::pace().roll, move || {
                let waits = held.try_with_untracked(|held| held.rolls.len()) == Some(so_far);
                if waits && flying.with_untracked(Option::is_none) && changing.get_untracked().is_none() {
                    land(None);
                }
            });
        }
    });
    let ready = move || !by_itself() && flying.read().is_none() && held.with(|held| held.enters().is_none());
    let press = Callback::new(move |()| {
        if held.with_untracked(|held| held.winner().is_some()) {
            saved.update_value(|saved| {
                settle(&mut saved.record);
                store::save_game(&saved.id, &saved.record);
            });
            then.run(());
        } else if untrack(ready) {
            land(None);
        }
    });
    let entering = Memo::new(move |_| match changing.get() {
        Some(place) => held.with(|held| held.rolls.get(place).map(|(seat, _)| (*seat, place, true))),
        None => held.with(|held| held.enters().map(|seat| (seat, held.rolls.len(), false))),
    });
    let main = guarded(Signal::derive(move || (held.with(|held| held.rolls.len()), flying.read().is_some())), press);
    let can_roll_for_all = move || ready() && held.with(|held| held.winner().is_none() && several_here(&held.seats));
    let keys = window_event_listener(ev::keydown, move |event| {
        if matches!(event.key().as_str(), "r" | "R") && !event.repeat() && untrack(ready) {
            main.press.run(event.is_trusted());
        }
    });
    on_cleanup(move || keys.remove());
    browser::after(0, || browser::focus_in_place("main-button"));
    let rows = move || shown.with(|held| (0..held.seats.len()).map(|seat| row(held, seat, flying)).collect::<Vec<_>>());
    let label = move || tr(if shown.with(|held| held.winner().is_some()) { Key::ButtonStart } else { Key::ButtonRoll });
    view! {
        <div class="card page roll-off">
            <h1>{texts::format_labelled(lang(), game, tr(Key::BeginTitle))}</h1>
            <ol class="felt">{rows}</ol>
            <p class="said" role="status">{move || shown.with(|held| roll_off_text(lang(), held))}</p>
            {move || match entering.get() {
                Some((seat, place, again)) => {
                    let undo = untrack(changeable).map(|place| Callback::new(move |()| change(place)));
                    let take = Callback::new(move |faces| land(Some(faces)));
                    parts::keypad(held.with_untracked(|held| RollPrompt { undo, ..asked(&game_id(saved), held, seat, which(place, again), take) }))
                }
                None => view! {
                    <button
                        class="main" id="main-button" class:settling=move || main.settling.get() disabled=move || !ready()
                        on:click=move |event| main.press.run(event.is_trusted()) on:keydown=move |event| once_a_press(&event)
                    >{label}</button>
                    {move || can_roll_for_all().then(|| view! { <button class="quiet" id="roll-for-all" on:click=move |_| for_all.set(true)>{tr(Key::ButtonRollForAll)}</button> })}
                    {move || changeable().map(|place| view! { <button class="quiet" id="undo-throw" on:click=move |_| change(place)>{tr(Key::ButtonUndo)}</button> })}
                }.into_any(),
            }}
        </div>
    }
    .into_any()
}

/// Dice of the roll-off in the air: whose, what they will show, and how they fly.
#[derive(Clone, PartialEq)]
struct Flying {
    seat: usize,
    faces: Vec<u8>,
    flights: [Option<Flight>; MOST_DICE],
}

/// A roll-off is thrown with so many dice at most.
const MOST_DICE: usize = 6;

/// The roll-off as it is shown: what dice in the air will show comes once they lie.
fn follow_dice(held: RwSignal<HeldRollOff>) -> (RwSignal<HeldRollOff>, RwSignal<Option<Flying>>) {
    let (shown, flying) = (RwSignal::new(held.get_untracked()), RwSignal::new(None));
    Effect::new(move |before: Option<usize>| {
        let now = held.get();
        let rolled = now.rolls.len();
        let thrown = now.rolls.last().filter(|(seat, _)| before.is_some_and(|before| before + 1 == rolled) && !now.is_entered(*seat));
        match thrown.filter(|_| !settings::is_calm() && !browser::document().hidden()).cloned() {
            Some((seat, faces)) => {
                let pace = settings::pace();
                let lasts = if now.seats[seat].kind == Kind::Person { pace.tumble } else { pace.tumble_of_computers };
                let flights = flights(std::array::from_fn(|die| die < faces.len()), lasts, js_sys::Math::random);
                flying.set(Some(Flying { seat, faces, flights }));
                browser::after(lasts, move || {
                    if held.try_with_untracked(|held| held.rolls.len()) == Some(rolled) {
                        shown.set(held.get_untracked());
                        flying.set(None);
                    }
                });
            }
            None => {
                shown.set(now);
                flying.set(None);
            }
        }
        rolled
    });
    (shown, flying)
}

fn is_a_computers_turn(held: &HeldRollOff) -> bool {
    held.enters().is_none() && held.next().is_some_and(|seat| held.seats[seat].kind != Kind::Person)
}

fn game_id(saved: StoredValue<Saved>) -> String {
    saved.with_value(|saved| saved.id.clone())
}

/// Which throw is typed: what was typed for another is not taken for this one.
fn which(place: usize, again: bool) -> String {
    format!("roll-off {place}{}", if again { " again" } else { "" })
}

/// The throw that somebody enters.
fn asked(game: &str, held: &HeldRollOff, seat: usize, which: String, take: Callback<Vec<u8>>) -> RollPrompt {
    let player = &held.seats[seat];
    RollPrompt {
        game: game.to_string(),
        which,
        dice: held.dice(),
        kept: Vec::new(),
        name: player.name.clone(),
        computer: player.kind != Kind::Person,
        take,
        undo: None,
        spoken: RwSignal::new(String::new()),
        coached: RwSignal::new(String::new()),
        listed: None,
    }
}

/// A player with the dice rolled last, or those in the air.
fn row(held: &HeldRollOff, seat: usize, flying: RwSignal<Option<Flying>>) -> impl IntoView + use<> {
    let player = &held.seats[seat];
    let thrown = held.rolls.iter().rev().find(|(of, _)| *of == seat).map(|(_, faces)| faces.clone());
    let total = thrown.as_deref().map(sum);
    let faces = thrown.unwrap_or_else(|| vec![0; held.dice()]);
    let die = move |(place, face): (usize, u8)| {
        let mine = move || flying.get().filter(|flying| flying.seat == seat);
        let face = move || mine().and_then(|flying| flying.faces.get(place).copied()).unwrap_or(face);
        view! { <span class="die lying" class:blank=move || face() == 0>{airborne::show(face, move || mine().and_then(|flying| flying.flights[place]))}</span> }
    };
    let dice = faces.into_iter().enumerate().map(die).collect::<Vec<_>>();
    let out = total.is_some() && !held.contenders().contains(&seat);
    view! {
        <li class:turn=held.next() == Some(seat) class:out=out class:first=held.winner() == Some(seat) aria-current=(held.next() == Some(seat)).then_some("true")>
            {mark(player.colour)}<span class="name">{face(player)}{player.name.clone()}</span><span class="thrown">{dice}</span><b>{total}</b>
        </li>
    }
}
