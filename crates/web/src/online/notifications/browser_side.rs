//! What the browser does to take messages: its permission, its subscription, what it shows.

use spieltisch_protocol::BrowserKeys;

use crate::by_name::Named;
use crate::i18n::Key;

/// Whether notifications are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Permission {
    /// They do.
    Granted,
    /// They do not.
    Denied,
    /// They have not said.
    Open,
}

/// Where messages to this browser are handed in, and what they are encrypted with.
pub struct Address {
    /// Where.
    pub endpoint: String,
    /// With what.
    pub keys: BrowserKeys,
}

/// Why this browser cannot take messages; nothing where it can.
pub fn cannot() -> Option<Key> {
    let window = Named::window();
    let has = |name: &str| window.get(name).is_some();
    if has("Notification") && has("PushManager") && Named::navigator().get("serviceWorker").is_some() {
        return None;
    }
    // Only on an iPhone or iPad does a page know whether it stands on the home screen, and only there can it take messages.
    if Named::navigator().get("standalone").is_some_and(|standalone| standalone.0.is_falsy()) {
        return Some(Key::TellInstall);
    }
    let secure = window.get("isSecureContext").is_some_and(|secure| secure.0.is_truthy());
    Some(if secure { Key::TellUnsupported } else { Key::TellInsecure })
}

fn read(permission: Option<String>) -> Permission {
    match permission.as_deref() {
        Some("granted") => Permission::Granted,
        Some("denied") => Permission::Denied,
        _ => Permission::Open,
    }
}

/// Whether messages are allowed, without asking.
pub fn permission() -> Permission {
    read(Named::window().get("Notification").and_then(|notification| notification.text("permission")))
}

/// Asks whether messages are allowed; only a tap may lead here.
pub async fn ask_permission() -> Permission {
    let Some(notification) = Named::window().get("Notification") else { return Permission::Open };
    read(notification.ask("requestPermission", &[]).await.and_then(|answer| answer.0.as_string()))
}

/// The worker that takes messages, once it is there.
async fn registration() -> Option<Named> {
    let container = Named::navigator().get("serviceWorker")?;
    container.ask("register", &["sw.js".into()]).await?;
    container.get("ready")?.answer().await
}

async fn subscription() -> Option<Named> {
    let found = registration().await?.get("pushManager")?.ask("getSubscription", &[]).await?;
    found.0.is_object().then_some(found)
}

/// Has this browser take messages of the server with this key.
pub async fn subscribe(key: &str) -> Option<Address> {
    let manager = registration().await?.get("pushManager")?;
    let options = Named::object(&[("userVisibleOnly", true.into()), ("applicationServerKey", key.into())]);
    let made = match manager.ask("subscribe", std::slice::from_ref(&options.0)).await {
        Some(made) => made,
        None => {
            // Messages of a server with another key were taken before: of one that was set up anew, perhaps.
            subscription().await?.ask("unsubscribe", &[]).await?;
            manager.ask("subscribe", &[options.0]).await?
        }
    };
    let keys = made.call("toJSON", &[])?.get("keys")?;
    Some(Address { endpoint: made.text("endpoint")?, keys: BrowserKeys { p256dh: keys.text("p256dh")?, auth: keys.text("auth")? } })
}

/// Where messages to this browser are handed in, where it takes any.
pub async fn endpoint() -> Option<String> {
    subscription().await?.text("endpoint")
}

/// Has this browser take no messages any more.
pub async fn unsubscribe() {
    if let Some(subscription) = subscription().await {
        subscription.ask("unsubscribe", &[]).await;
    }
}

/// Takes away what was shown of a table, and the mark at the page's icon.
pub async fn take_away(table: &str) {
    badge(false);
    let shown = async {
        let registered = Named::navigator().get("serviceWorker")?.ask("getRegistration", &[]).await?;
        let filter = Named::object(&[("tag", table.into())]);
        registered.ask("getNotifications", &[filter.0]).await
    };
    let Some(shown) = shown.await else { return };
    for place in 0..shown.number("length").unwrap_or(0.0) as usize {
        shown.get(&place.to_string()).and_then(|notification| notification.call("close", &[]));
    }
}

/// Marks the page's icon, or takes the mark away.
pub fn badge(on: bool) {
    let promise = Named::navigator().call(if on { "setAppBadge" } else { "clearAppBadge" }, &[]);
    if let Some(promise) = promise {
        // It may be refused; then there is no mark.
        leptos::task::spawn_local(async move {
            promise.answer().await;
        });
    }
}
