//! The page's own dialogs: over everything else, which takes neither taps nor keys meanwhile.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::browser;
use crate::by_name::Named;
use crate::i18n::{Key, tr};

/// A dialog while `open` holds. Escape and a tap beside it close it, as `close` says.
pub fn modal(
    id: &'static str,
    title: &'static str,
    open: Signal<bool>,
    close: Callback<()>,
    content: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        browser::after(0, move || {
            if dialog.is_connected() && !dialog.has_attribute("open") {
                Named(dialog.clone().into()).call("showModal", &[]);
            }
        });
    });
    // What lies beside the dialog is its backdrop, and the dialog itself hears of it.
    let beside = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        if target.is_some_and(|target| target.id() == id) {
            close.run(());
        }
    };
    let open = Memo::new(move |_| open.get());
    give_focus_back(open);
    (move || {
        open.get().then(|| {
            view! {
                <dialog class="dialog card" id=id aria-label=title node_ref=dialog on:click=beside on:close=move |_| close.run(())>
                    <div class="within">{content()}</div>
                </dialog>
            }
        })
    })
    .into_any()
}

/// A player at the keyboard goes on where the dialog was opened.
fn give_focus_back(open: Memo<bool>) {
    let before = StoredValue::new(None::<String>);
    Effect::new(move |was: Option<bool>| {
        let is = open.get();
        match (was.unwrap_or(false), is) {
            (false, true) => before.set_value(browser::focused_id()),
            (true, false) => {
                let before = before.get_value();
                browser::after(0, move || {
                    if let (None, Some(before)) = (browser::focused_id(), before) {
                        browser::focus(&before);
                    }
                });
            }
            _ => {}
        }
        is
    });
}

/// Something that is asked before it is done.
#[derive(Clone)]
struct Confirmation {
    text: String,
    yes: String,
    act: Arc<dyn Fn() + Send + Sync>,
}

thread_local! {
    static ASKED: ArcRwSignal<Option<Confirmation>> = ArcRwSignal::new(None);
}

/// Asks before something that cannot be undone; `yes` says what is done.
pub fn ask(text: impl Into<String>, yes: impl Into<String>, act: impl Fn() + Send + Sync + 'static) {
    let question = Confirmation { text: text.into(), yes: yes.into(), act: Arc::new(act) };
    ASKED.with(|asked| asked.set(Some(question)));
}

/// Nothing is asked any more: the page has gone elsewhere.
pub fn forget() {
    ASKED.with(|asked| {
        if asked.with_untracked(Option::is_some) {
            asked.set(None);
        }
    });
}

/// Where questions are asked, once on the page.
pub fn questions() -> AnyView {
    let asked = ASKED.with(ArcRwSignal::clone);
    let open = asked.clone();
    let content = move || {
        let Some(Confirmation { text, yes, act }) = asked.get() else { return ().into_any() };
        let agree = move |_| {
            forget();
            act();
        };
        view! {
            <p id="ask-text">{text}</p>
            <div class="buttons">
                <button class="main" id="ask-yes" on:click=agree>{yes}</button>
                <button class="quiet" id="ask-no" on:click=|_| forget()>{tr(Key::ButtonCancel)}</button>
            </div>
        }
        .into_any()
    };
    modal("ask", tr(Key::ConfirmTitle), Signal::derive(move || open.with(Option::is_some)), Callback::new(|()| forget()), content)
}
