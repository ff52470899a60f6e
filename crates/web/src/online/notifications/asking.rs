//! Asking to be told, and taking it back.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::{RefusalCode, Subscription};

use super::browser_side::{self, Permission};
use super::kept;
use crate::i18n::{Key, game_name, lang, texts};
use crate::online::api::{self, Failure};
use crate::online::table::{LinkedTable, NotificationState};

/// The switch was turned.
pub fn turn(online: LinkedTable) {
    let was_on = online.notifications.get_untracked() == NotificationState::On;
    online.told.set(None);
    if !was_on && let Some(why) = browser_side::cannot() {
        return end(online, NotificationState::Off, Some(why));
    }
    online.notifications.set(NotificationState::Asking);
    spawn_local(async move {
        let (notifications, told) = if was_on { switch_off(online).await } else { switch_on(online).await };
        end(online, notifications, told);
    });
}

fn end(online: LinkedTable, notifications: NotificationState, told: Option<Key>) {
    // A switch that was pressed shows what came of it, even where nothing has changed.
    let _ = online.notifications.try_set(NotificationState::Asking);
    let _ = online.notifications.try_set(notifications);
    let _ = online.told.try_set(told);
}

async fn switch_on(online: LinkedTable) -> (NotificationState, Option<Key>) {
    match browser_side::ask_permission().await {
        Permission::Granted => {}
        Permission::Denied => return (NotificationState::Off, Some(Key::TellDenied)),
        Permission::Open => return (NotificationState::Off, None),
    }
    let Some(table) = online.try_name() else { return (NotificationState::Off, None) };
    match subscribe(online).await {
        Ok(()) => {
            kept::set(&table, true);
            (NotificationState::On, Some(Key::TellOn))
        }
        Err(why) => (NotificationState::Off, Some(why)),
    }
}

/// Has the server tell this browser, in the language in use.
async fn subscribe(online: LinkedTable) -> Result<(), Key> {
    let failed = |failure: Failure| match failure {
        Failure::Refused(refused) if refused.code == RefusalCode::SwitchedOff => Key::TellSwitchedOff,
        _ => Key::TellFailed,
    };
    let key = api::push_key().await.map_err(failed)?.key;
    let address = browser_side::subscribe(&key).await.ok_or(Key::TellFailed)?;
    // A player who has gone elsewhere in the meantime has not asked for it.
    let (table, token) = online.try_name().zip(online.try_token()).ok_or(Key::TellFailed)?;
    let game = online.with_state_untracked(|table_state| table_state.game.clone());
    let words = texts::tell_words(lang(), game_name(&game));
    let subscription = Subscription { endpoint: address.endpoint, keys: address.keys, words };
    api::subscribe(&table, &token, &subscription).await.map_err(failed)
}

async fn switch_off(online: LinkedTable) -> (NotificationState, Option<Key>) {
    let Some((table, token)) = online.try_name().zip(online.try_token()) else { return (NotificationState::Off, None) };
    let last = !kept::has_others(&table);
    if let Some(endpoint) = browser_side::endpoint().await {
        let told_no_more = api::unsubscribe(&table, &token, &endpoint).await.is_ok();
        // Where the server cannot be reached, the browser refuses what comes; but then it would refuse for other tables too.
        if !told_no_more && !last {
            return (NotificationState::On, Some(Key::TellFailed));
        }
        if last {
            browser_side::unsubscribe().await;
        }
    }
    kept::set(&table, false);
    (NotificationState::Off, None)
}

/// A browser that was told before is told again: its address may have changed, or the language, or the server's key.
pub fn renew(online: LinkedTable) {
    let sits = Memo::new(move |_| online.my_seat().is_some());
    Effect::new(move |sat: Option<bool>| {
        let (sits, table) = (sits.get(), online.name());
        match (sat.unwrap_or(false), sits) {
            (false, true) if kept::has(&table) => look(online),
            // The server has forgotten players who left.
            (true, false) => {
                kept::set(&table, false);
                online.notifications.set(NotificationState::Off);
            }
            _ => {}
        }
        sits
    });
}

fn look(online: LinkedTable) {
    if browser_side::cannot().is_some() || browser_side::permission() != Permission::Granted {
        kept::set(&online.name(), false);
        return;
    }
    online.notifications.set(NotificationState::On);
    spawn_local(async move {
        // What was agreed before holds where the server cannot be reached now.
        if subscribe(online).await == Err(Key::TellSwitchedOff) {
            end(online, NotificationState::Off, Some(Key::TellSwitchedOff));
        }
    });
}
