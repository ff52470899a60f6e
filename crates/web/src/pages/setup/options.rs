//! The options of each game, as switches.

use leptos::prelude::*;
use serde_json::{Map, Value};

use super::Setup;
use crate::browser::{is_ticked, value_of};
use crate::i18n::{Key, tr};

/// A switch: its name in records, what it is called, and what it does.
type Switch = (&'static str, Key, Key);

const TWO_PAIRS: Switch = ("two_pairs_from_four", Key::OptionTwoPairsFromFour, Key::OptionTwoPairsFromFourHelp);
const FULL_HOUSE: Switch = ("full_house_from_yatzy", Key::OptionFullHouseFromYatzy, Key::OptionFullHouseFromYatzyHelp);
const OPEN_TABLE: Switch = ("open_table", Key::OptionOpenTable, Key::OptionOpenTableHelp);
const SOLO_HARD: Switch = ("solo_hard", Key::OptionSoloHard, Key::OptionSoloHardHelp);

fn switches(game: &str) -> &'static [Switch] {
    match game {
        "yatzy" => &[TWO_PAIRS, FULL_HOUSE],
        "castro" => &[FULL_HOUSE],
        "caro" => &[OPEN_TABLE],
        _ => &[SOLO_HARD],
    }
}

/// The options that differ from the default and have a meaning at this table.
pub fn in_force(setup: Setup) -> Map<String, Value> {
    let alone = setup.seats.with(Vec::len) == 1;
    let means = |name: &str| name != "solo_hard" || alone;
    setup.options.get().into_iter().filter(|(name, value)| *value != Value::Bool(false) && means(name)).collect()
}

/// The switches of the game, and what the company allows itself.
pub fn show(setup: Setup) -> impl IntoView {
    let switch = move |&(name, title, help): &Switch| {
        let alone_only = name == "solo_hard";
        let on = move || setup.options.with(|options| options.get(name) == Some(&Value::Bool(true)));
        let change =
            move |event: web_sys::Event| setup.options.update(|options| drop(options.insert(name.into(), is_ticked(&event).into())));
        let off = move || alone_only && setup.seats.with(Vec::len) > 1;
        row(name, tr(title), tr(help), on, off, change)
    };
    // Nobody asks the program at a table by link.
    let off = move |name: &str| name == "hints" && super::is_by_link(setup);
    let allowed = |name: &'static str, title: Key, help: Key, on: RwSignal<bool>| {
        row(name, tr(title), tr(help), move || on.get(), move || off(name), move |event| on.set(is_ticked(&event)))
    };
    view! {
        <section>
            <h2>{tr(Key::SetupOptions)}</h2>
            {(setup.game == "yatzy").then(|| bonus(setup))}
            {switches(setup.game).iter().map(switch).collect::<Vec<_>>()}
            {allowed("undo", Key::OptionUndo, Key::OptionUndoHelp, setup.undo)}
            {allowed("hints", Key::OptionHints, Key::OptionHintsHelp, setup.hints)}
        </section>
    }
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

fn bonus(setup: Setup) -> impl IntoView {
    const NAME: &str = "bonus_at_least";
    let now = setup.options.with_untracked(|options| options.get(NAME).and_then(Value::as_u64)).unwrap_or(64);
    let change = move |event: web_sys::Event| {
        let value: u64 = value_of(&event).parse().unwrap_or(64);
        setup.options.update(|options| match value {
            64 => drop(options.shift_remove(NAME)),
            value => drop(options.insert(NAME.into(), value.into())),
        });
    };
    view! {
        <label class="option">
            <input type="number" min="0" max="105" prop:value=now.to_string() on:change=change/>
            <span><strong>{tr(Key::OptionBonusAtLeast)}</strong><small>{tr(Key::OptionBonusAtLeastHelp)}</small></span>
        </label>
    }
}
