//! Yatzy explained and set up.

use leptos::prelude::*;
use serde_json::{Map, Value};
use spieltisch_rules::games::Entry;
use spieltisch_rules::yatzy::Yatzy;

use super::glance;
use crate::browser::value_of;
use crate::games::Aside;
use crate::i18n::{Key, texts, tr};
use crate::pages::setup::{Editor, FULL_HOUSE_FROM_YATZY, Setup, Switch};

/// The name of the option in records.
const BONUS_AT_LEAST: &str = "bonus_at_least";

impl Aside for Entry<Yatzy> {
    fn rules(&self) -> &'static [texts::Section] {
        texts::games::yatzy::RULES
    }

    fn tips(&self) -> &'static [Key] {
        texts::games::yatzy::TIPS
    }

    fn glance(&self) -> &'static [texts::GlanceStep] {
        texts::games::yatzy::GLANCE
    }

    fn drawing(&self, step: Key, names: Vec<String>) -> Option<AnyView> {
        glance::drawing(step, names)
    }

    fn switches(&self) -> &'static [Switch] {
        const TWO_PAIRS: Switch = Switch {
            name: "two_pairs_from_four",
            title: Key::OptionTwoPairsFromFour,
            help: Key::OptionTwoPairsFromFourHelp,
            only_alone: false,
        };
        &[TWO_PAIRS, FULL_HOUSE_FROM_YATZY]
    }

    fn other_options(&self, setup: Setup) -> Option<AnyView> {
        Some(bonus(setup))
    }

    fn other_options_now(&self, options: &Map<String, Value>) -> Option<String> {
        options.get(BONUS_AT_LEAST).map(|points| format!("{} {points}", tr(Key::OptionBonusAtLeast)))
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        None
    }

    fn beside(&self) -> Option<(&'static str, Key)> {
        Some(("#/pad", Key::ButtonScorePad))
    }

    fn has_dice(&self) -> bool {
        true
    }
}

fn bonus(setup: Setup) -> AnyView {
    let now = setup.options.with_untracked(|options| options.get(BONUS_AT_LEAST).and_then(Value::as_u64)).unwrap_or(64);
    let change = move |event: web_sys::Event| {
        let value: u64 = value_of(&event).parse().unwrap_or(64);
        setup.options.update(|options| match value {
            64 => drop(options.shift_remove(BONUS_AT_LEAST)),
            value => drop(options.insert(BONUS_AT_LEAST.into(), value.into())),
        });
    };
    view! {
        <label class="option">
            <input type="number" min="0" max="105" prop:value=now.to_string() on:change=change/>
            <span><strong>{tr(Key::OptionBonusAtLeast)}</strong><small>{tr(Key::OptionBonusAtLeastHelp)}</small></span>
        </label>
    }
    .into_any()
}
