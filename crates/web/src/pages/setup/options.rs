//! House rules, and what helps while a game is played, as switches.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::Setup;
use super::fold::fold;
use crate::app::settings;
use crate::browser::is_ticked;
use crate::i18n::{Key, tr};
use crate::live::Kind;

/// An option that is on or off.
pub struct Switch {
    /// Its name in records.
    pub name: &'static str,
    /// What it is called.
    pub title: Key,
    /// What it does.
    pub help: Key,
    /// Whether it means something only to a player who plays alone.
    pub only_alone: bool,
}

/// The option that two games share.
pub const FULL_HOUSE_FROM_YATZY: Switch = Switch {
    name: "full_house_from_yatzy",
    title: Key::OptionFullHouseFromYatzy,
    help: Key::OptionFullHouseFromYatzyHelp,
    only_alone: false,
};

/// The options that differ from the default and have a meaning at this table.
pub fn in_force(setup: Setup) -> Map<String, Value> {
    let alone = setup.seats.with(Vec::len) == 1;
    let means = |name: &str| alone || !setup.aside.switches().iter().any(|switch| switch.name == name && switch.only_alone);
    setup.options.get().into_iter().filter(|(name, value)| *value != Value::Bool(false) && means(name)).collect()
}

/// What differs from the rulebook, in a few words.
fn rules_now(setup: Setup) -> String {
    let in_force = in_force(setup);
    let switches =
        setup.aside.switches().iter().filter(|switch| in_force.contains_key(switch.name)).map(|switch| tr(switch.title).to_string());
    let all: Vec<String> = setup.aside.other_options_now(&in_force).into_iter().chain(switches).collect();
    if all.is_empty() { tr(Key::SetupByTheBook).to_string() } else { all.join(", ") }
}

/// The rules a company makes for itself, folded.
pub fn house_rules(setup: Setup) -> AnyView {
    let switch = move |&Switch { name, title, help, only_alone }: &Switch| {
        let on = move || setup.options.with(|options| options.get(name) == Some(&Value::Bool(true)));
        let change =
            move |event: web_sys::Event| setup.options.update(|options| drop(options.insert(name.into(), is_ticked(&event).into())));
        let off = move || only_alone && setup.seats.with(Vec::len) > 1;
        row(name, tr(title), tr(help), on, off, change)
    };
    let switches = setup.aside.switches().iter().map(switch).collect::<Vec<_>>();
    fold("fold-rules", Key::SetupOptions, move || rules_now(setup), view! { {setup.aside.other_options(setup)}{switches} })
}

/// What helps while a game is played, and what is shown beside it: its name in the set-up, its texts, and whether it is on.
type Help = (&'static str, Key, Key, RwSignal<bool>);

fn helps(setup: Setup) -> [Help; 6] {
    [
        ("hints", Key::OptionHints, Key::OptionHintsHelp, setup.hints),
        ("undo", Key::OptionUndo, Key::OptionUndoHelp, setup.undo),
        ("marks", Key::OptionMarks, Key::OptionMarksHelp, setup.marks),
        ("chances", Key::OptionChances, Key::OptionChancesHelp, setup.chances),
        ("coach", Key::CoachOption, Key::CoachOptionHelp, setup.coach),
        ("hand-over", Key::OptionHandOver, Key::OptionHandOverHelp, setup.hand_over),
    ]
}

/// Whether a help means nothing at this table: there are no hints at a table by link, and a device is handed over only where
/// several people share it.
fn is_off(setup: Setup, name: &str) -> bool {
    match name {
        "undo" => false,
        "coach" => super::is_by_link(setup) || !setup.hints.get(),
        "hand-over" => setup.seats.with(|seats| seats.iter().filter(|player| player.kind == Kind::Person).count() < 2),
        _ => super::is_by_link(setup),
    }
}

/// What helps and what is shown, folded.
pub fn help(setup: Setup) -> AnyView {
    let voice = RwSignal::new(settings::get().voice.is_some());
    let now = move || {
        let on = helps(setup).into_iter().filter(|(name, .., on)| on.get() && !is_off(setup, name)).map(|(_, title, ..)| tr(title));
        let on: Vec<&str> = on.chain(voice.get().then(|| tr(Key::VoiceOption))).collect();
        if on.is_empty() { tr(Key::SetupNone).to_string() } else { on.join(", ") }
    };
    let allowed = helps(setup).map(|(name, title, help, on)| {
        row(name, tr(title), tr(help), move || on.get(), move || is_off(setup, name), move |event| on.set(is_ticked(&event)))
    });
    let speak = move |event| {
        change_voice(&event);
        voice.set(is_ticked(&event));
    };
    let spoken = row("voice", tr(Key::VoiceOption), tr(Key::VoiceOptionHelp), move || voice.get(), || false, speak);
    fold("fold-help", Key::SetupHelp, now, view! { {allowed.into_iter().collect::<Vec<_>>()}{spoken} })
}

fn change_voice(event: &web_sys::Event) {
    settings::change(|settings| settings.voice = is_ticked(event).then(|| "on".to_string()));
}

fn row(
    name: &'static str,
    title: &'static str,
    help: &'static str,
    on: impl Fn() -> bool + Send + Sync + 'static,
    off: impl Fn() -> bool + Send + Sync + 'static,
    change: impl Fn(web_sys::Event) + 'static,
) -> AnyView {
    view! {
        <label class="option">
            <input type="checkbox" id=format!("option-{name}") prop:checked=on disabled=off on:change=change/>
            <span><strong>{title}</strong><small>{help}</small></span>
        </label>
    }
    .into_any()
}
