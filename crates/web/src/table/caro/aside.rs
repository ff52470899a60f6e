//! Caro explained and set up.

use leptos::prelude::*;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::caro::Colour::{Black, Grey, Red, White};
use spieltisch_rules::games::Of;

use super::tile;
use crate::games::Aside;
use crate::i18n::{Key, colour_name, texts};
use crate::pages::rules::drawn;
use crate::pages::setup::{Editor, Switch};

impl Aside for Of<Caro> {
    fn rules(&self) -> &'static [texts::Section] {
        texts::games::caro::RULES
    }

    fn tips(&self) -> &'static [Key] {
        texts::games::caro::TIPS
    }

    fn figure(&self, heading: Key) -> Option<AnyView> {
        if heading != Key::PageScoring {
            return None;
        }
        let pairs = [(Red, Black), (Red, Grey), (Red, White), (Black, Grey), (Black, White), (Grey, White)];
        let rows = pairs.map(|(one, other)| {
            let name = format!("{}, {}", colour_name(one), colour_name(other));
            view! { <li aria-label=name><span class="pair">{drawn(tile::markup(one))}{drawn(tile::markup(other))}</span><b>{one.edge(other)}</b></li> }
        });
        Some(view! { <ul class="figures">{rows.into_iter().collect::<Vec<_>>()}</ul> }.into_any())
    }

    fn switches(&self) -> &'static [Switch] {
        &[Switch { name: "open_table", title: Key::OptionOpenTable, help: Key::OptionOpenTableHelp, only_alone: false }]
    }

    fn editor(&self) -> Option<&'static dyn Editor> {
        None
    }

    fn has_dice(&self) -> bool {
        false
    }
}
