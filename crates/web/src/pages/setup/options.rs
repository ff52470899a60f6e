//! The options of each game, as switches.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::Setup;
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

/// The switches of the game, and what the company allows itself.
pub fn show(setup: Setup) -> impl IntoView {
    let switch = move |&Switch { name, title, help, only_alone }: &Switch| {
        let on = move || setup.options.with(|options| options.get(name) == Some(&Value::Bool(true)));
        let change =
            move |event: web_sys::Event| setup.options.update(|options| drop(options.insert(name.into(), is_ticked(&event).into())));
        let off = move || only_alone && setup.seats.with(Vec::len) > 1;
        row(name, tr(title), tr(help), on, off, change)
    };
    let alone_here = move || setup.seats.with(|seats| seats.iter().filter(|player| player.kind == Kind::Person).count() < 2);
    // Nobody asks the program at a table by link, and a device is handed over only where several people share it.
    let off = move |name: &str| match name {
        "undo" => false,
        "coach" => super::is_by_link(setup) || !setup.hints.get(),
        "hand-over" => alone_here(),
        _ => super::is_by_link(setup),
    };
    let allowed = |name: &'static str, title: Key, help: Key, on: RwSignal<bool>| {
        row(name, tr(title), tr(help), move || on.get(), move || off(name), move |event| on.set(is_ticked(&event)))
    };
    view! {
        <section>
            <h2>{tr(Key::SetupOptions)}</h2>
            {setup.aside.other_options(setup)}
            {setup.aside.switches().iter().map(switch).collect::<Vec<_>>()}
            {allowed("undo", Key::OptionUndo, Key::OptionUndoHelp, setup.undo)}
            {allowed("hints", Key::OptionHints, Key::OptionHintsHelp, setup.hints)}
            {allowed("marks", Key::OptionMarks, Key::OptionMarksHelp, setup.marks)}
            {allowed("chances", Key::OptionChances, Key::OptionChancesHelp, setup.chances)}
            {allowed("coach", Key::CoachOption, Key::CoachOptionHelp, setup.coach)}
            {allowed("hand-over", Key::OptionHandOver, Key::OptionHandOverHelp, setup.hand_over)}
            {row("voice", tr(Key::VoiceOption), tr(Key::VoiceOptionHelp), || settings::get().voice.is_some(), || false, change_voice)}
        </section>
    }
}

fn change_voice(event: web_sys::Event) {
    settings::change(|settings| settings.voice = is_ticked(&event).then(|| "on".to_string()));
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
