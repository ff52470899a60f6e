//! What a page offers behind the name of its game in the bar.

use leptos::prelude::*;

thread_local! {
    static OFFERED: ArcRwSignal<Option<RwSignal<bool>>> = ArcRwSignal::new(None);
}

/// Offers a menu, which is shown while `open` holds, as long as the part of the page that calls this is there.
pub fn offer(open: RwSignal<bool>) {
    OFFERED.with(|offered| offered.set(Some(open)));
    on_cleanup(move || {
        OFFERED.with(|offered| {
            // Another page may have taken its place already.
            if offered.get_untracked() == Some(open) {
                offered.set(None);
            }
        });
    });
}

/// What opens the menu, where the page offers one. Reactive: the caller follows every change.
pub fn offered() -> Option<RwSignal<bool>> {
    OFFERED.with(|offered| offered.get())
}
