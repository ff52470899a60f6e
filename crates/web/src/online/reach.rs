//! Under which address others open the page: an invitation that leads to `127.0.0.1` leads no one here.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_core::Reach;

use super::api;
use crate::browser;

/// Asks the server where invitations made on this page lead.
pub fn ask() -> RwSignal<Reach> {
    let reach = RwSignal::new(Reach::Asking);
    spawn_local(async move {
        // An older server does not know the question.
        let told = api::addresses().await.unwrap_or_default();
        let host = browser::window().location().hostname().unwrap_or_default();
        let _ = reach.try_set(Reach::decide(told, &host, browser::whole_address("")));
    });
    reach
}

/// The command that lets others in, at the port of this page.
pub fn command() -> String {
    let port = browser::window().location().port().ok().filter(|port| !port.is_empty());
    format!("spieltisch serve --listen 0.0.0.0:{}", port.unwrap_or_else(|| "80".into()))
}
