//! Who begins: everyone rolls before the game, people by a tap, computers by themselves.

use leptos::ev;
use leptos::prelude::*;

use super::frame::{face, mark};
use super::press::{guarded, once_a_press};
use super::several_here;
use crate::app::settings;
use crate::browser;
use crate::i18n::{Key, game_name, lang, texts, tr};
use crate::live::Kind;
use crate::live::opening::{self, Held, sum};
use crate::real::{Asked, typed};
use crate::store::{self, Saved};
use crate::{parts, pieces};

/// The page; `then` is called once the game can begin.
pub fn page(saved: Saved, held: Held, then: Callback<()>) -> AnyView {
    let game = game_name(&saved.record.game);
    let saved = StoredValue::new(saved);
    let held = RwSignal::new(held);
    // Another tab may have gone on with it.
    let catch_up = move || {
        let Some(now) = saved.try_with_value(|saved| store::load_game(&saved.id)).flatten() else { return };
        match Held::read(&now.record) {
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
                (None, _) => held.throw(&mut saved.record),
            }
            store::save_game(&saved.id, &saved.record);
            Held::read(&saved.record)
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
    // Computers roll by themselves.
    Effect::new(move |_| {
        let so_far = held.with(|held| held.rolls.len());
        if held.with(is_a_computers_turn) && changing.get().is_none() {
            browser::after(settings::pace().roll, move || {
                if held.try_with_untracked(|held| held.rolls.len()) == Some(so_far) && changing.get_untracked().is_none() {
                    land(None);
                }
            });
        }
    });
    let ready = move || !held.with(|held| is_a_computers_turn(held) || held.enters().is_some());
    let press = Callback::new(move |()| {
        if held.with_untracked(|held| held.winner().is_some()) {
            saved.update_value(|saved| {
                opening::settle(&mut saved.record);
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
    let main = guarded(Signal::derive(move || held.with(|held| held.rolls.len())), press);
    let keys = window_event_listener(ev::keydown, move |event| {
        if matches!(event.key().as_str(), "r" | "R") && !event.repeat() && untrack(ready) {
            main.press.run(event.is_trusted());
        }
    });
    on_cleanup(move || keys.remove());
    browser::after(0, || browser::focus("main-button"));
    let rows = move || held.with(|held| (0..held.seats.len()).map(|seat| row(held, seat)).collect::<Vec<_>>());
    let label = move || tr(if held.with(|held| held.winner().is_some()) { Key::ButtonStart } else { Key::ButtonRoll });
    view! {
        <div class="card page roll-off">
            <h1>{texts::format_labelled(lang(), game, tr(Key::BeginTitle))}</h1>
            <ol class="felt">{rows}</ol>
            <p class="said" role="status">{move || held.with(text)}</p>
            {move || match entering.get() {
                Some((seat, place, again)) => {
                    let undo = untrack(changeable).map(|place| Callback::new(move |()| change(place)));
                    let take = Callback::new(move |faces| land(Some(faces)));
                    parts::keypad(held.with_untracked(|held| Asked { undo, ..asked(&game_id(saved), held, seat, which(place, again), take) }))
                }
                None => view! {
                    <button
                        class="main" id="main-button" class:settling=move || main.settling.get() disabled=move || !ready()
                        on:click=move |event| main.press.run(event.is_trusted()) on:keydown=move |event| once_a_press(&event)
                    >{label}</button>
                    {move || changeable().map(|place| view! { <button class="quiet" id="undo-throw" on:click=move |_| change(place)>{tr(Key::ButtonUndo)}</button> })}
                }.into_any(),
            }}
        </div>
    }
    .into_any()
}

fn is_a_computers_turn(held: &Held) -> bool {
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
fn asked(game: &str, held: &Held, seat: usize, which: String, take: Callback<Vec<u8>>) -> Asked {
    let player = &held.seats[seat];
    Asked {
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

/// A player with the dice rolled last.
fn row(held: &Held, seat: usize) -> impl IntoView + use<> {
    let player = &held.seats[seat];
    let thrown = held.rolls.iter().rev().find(|(of, _)| *of == seat).map(|(_, faces)| faces.clone());
    let total = thrown.as_deref().map(sum);
    let faces = thrown.unwrap_or_else(|| vec![0; held.dice()]);
    let tumble = if held.rolls.last().is_some_and(|(of, _)| *of == seat) { ["tumble-a", "tumble-b"][held.rolls.len() % 2] } else { "" };
    let dice = faces.into_iter().map(|face| {
        view! { <svg class=tumble class:blank=face == 0 viewBox="0 0 100 104" aria-hidden="true" inner_html=pieces::die::markup(face)></svg> }
    });
    let dice = dice.collect::<Vec<_>>();
    let out = total.is_some() && !held.contenders().contains(&seat);
    view! {
        <li class:turn=held.next() == Some(seat) class:out=out class:first=held.winner() == Some(seat) aria-current=(held.next() == Some(seat)).then_some("true")>
            {mark(player.colour)}<span class="name">{face(player)}{player.name.clone()}</span><span class="thrown">{dice}</span><b>{total}</b>
        </li>
    }
}

/// What just happened and what comes next.
fn text(held: &Held) -> String {
    let name = |seat: usize| held.seats[seat].name.as_str();
    let Some((seat, faces)) = held.rolls.last() else { return tr(Key::BeginRollOff).to_string() };
    let rolled = texts::begin_rolled(lang(), name(*seat), sum(faces));
    if let Some(first) = held.winner() {
        return format!("{rolled}. {}", texts::begin_starts(lang(), name(first)));
    }
    let contenders = held.contenders();
    // A round has ended without a winner when the next to roll is the first of those still in it.
    let again = held.rolls.len() >= held.seats.len() && held.next() == contenders.first().copied();
    if again {
        let names: Vec<&str> = contenders.iter().map(|&seat| name(seat)).collect();
        return texts::begin_tie(lang(), texts::list(lang(), &names));
    }
    let turn = |seat: usize| match held.seats[seat].kind {
        Kind::Person if !several_here(&held.seats) => tr(Key::PlayYourTurn).to_string(),
        _ => texts::play_turn_of(lang(), name(seat)),
    };
    let next = held.next().map(turn).unwrap_or_default();
    format!("{rolled}. {next}")
}
