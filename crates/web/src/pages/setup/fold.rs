//! A group of choices, folded: one line says what is set.

use leptos::prelude::*;

use crate::i18n::{Key, tr};

/// The group with its title, what is set in it, and the choices below.
pub fn fold(id: &'static str, title: Key, now: impl Fn() -> String + Send + 'static, choices: impl IntoView + 'static) -> AnyView {
    view! {
        <details class="fold" id=id>
            <summary><h2>{tr(title)}</h2><span class="now">{now}</span></summary>
            <div class="choices">{choices}</div>
        </details>
    }
    .into_any()
}
