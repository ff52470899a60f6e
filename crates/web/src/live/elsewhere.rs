//! One game in several tabs: the one looked at last is in charge of what happens by itself, the others follow.

use leptos::prelude::*;
use wasm_bindgen::prelude::*;
use web_sys::BroadcastChannel;

use super::{GameView, LocalGame, Notice, follow};
use crate::i18n::{Key, tr};
use crate::table::TableGame;
use crate::{browser, store};

/// Where tabs tell each other who is in charge of which game.
const CHANNEL: &str = "spieltisch";

/// A way to the other tabs; closed when it is let go.
struct Tabs {
    channel: BroadcastChannel,
    _heard: Closure<dyn FnMut(web_sys::MessageEvent)>,
}

impl Drop for Tabs {
    fn drop(&mut self) {
        self.channel.set_onmessage(None);
        self.channel.close();
    }
}

impl Tabs {
    /// Calls `heard` with the id of each game that another tab takes charge of; a browser that cannot has one tab only.
    fn open(mut heard: impl FnMut(String) + 'static) -> Option<Tabs> {
        let channel = BroadcastChannel::new(CHANNEL).ok()?;
        let heard = Closure::<dyn FnMut(_)>::new(move |message: web_sys::MessageEvent| {
            heard(message.data().as_string().unwrap_or_default());
        });
        channel.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        Some(Tabs { channel, _heard: heard })
    }
}

/// Takes charge of the game, and goes on from what other tabs have made of it.
pub fn run<G: TableGame>(play: GameView<G>) {
    let id = play.live.with_untracked(|live| live.id.clone());
    let own = id.clone();
    let tabs = Tabs::open(move |game| {
        if game == own {
            let _ = play.in_charge.try_set(false);
        }
    });
    let tabs = StoredValue::new_local(tabs);
    let game = id.clone();
    let claim = move || {
        catch_up(play);
        tabs.try_with_value(|tabs| tabs.as_ref().map(|tabs| tabs.channel.post_message(&id.as_str().into())));
        if play.in_charge.try_get_untracked() == Some(false) {
            play.in_charge.set(true);
        }
    };
    claim();
    let (seen, focused, touched) = (claim.clone(), claim.clone(), claim);
    let handles = [
        window_event_listener_untyped("storage", move |event| {
            let key = event.dyn_ref::<web_sys::StorageEvent>().and_then(web_sys::StorageEvent::key);
            if key.is_none_or(|key| store::is_of_game(&key, &game)) {
                catch_up(play);
            }
        }),
        window_event_listener_untyped("visibilitychange", move |_| {
            if !browser::document().hidden() {
                seen();
            }
        }),
        window_event_listener_untyped("focus", move |_| focused()),
        // A player who acts here is here, whatever the browser thinks of windows beside each other.
        window_event_listener_untyped("pointerdown", move |_| {
            if play.in_charge.try_get_untracked() == Some(false) {
                touched();
            }
        }),
    ];
    on_cleanup(move || handles.into_iter().for_each(WindowListenerHandle::remove));
}

/// Goes on from what another tab has made of the game, if it has.
pub fn catch_up<G: TableGame>(play: GameView<G>) {
    let Some(id) = play.live.try_with_untracked(|live| live.id.clone()) else { return };
    let Some(version) = play.version.try_get_value() else { return };
    let Some(saved) = Some(id).filter(|id| store::has_changed(id, version)).and_then(|id| store::load_game(&id)) else { return };
    follow::catch_up(play, &saved.record.events);
    if play.live.with_untracked(LocalGame::clock) == saved.record.events.len() {
        play.version.set_value(saved.version);
    }
}

/// Another tab was faster: this one shows what it made of the game, and says so.
pub fn yield_to<G: TableGame>(play: GameView<G>) {
    catch_up(play);
    let sentence = tr(Key::KeepingElsewhere).to_string();
    play.spoken.set(sentence.clone());
    play.notice.set(Some(Notice { sentence, rule: None }));
}
