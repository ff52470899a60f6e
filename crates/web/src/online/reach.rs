//! Under which address others open the page: an invitation that leads to `127.0.0.1` leads no one here.

use leptos::prelude::*;
use leptos::task::spawn_local;
use spieltisch_protocol::Addresses;

use super::api;
use crate::browser;

/// Where an invitation leads.
#[derive(Clone, Debug, PartialEq)]
pub enum Reach {
    /// The server is being asked.
    Asking,
    /// To the page at this address, with a slash or the like at its end.
    Others(String),
    /// To this device alone, since the server listens on it alone.
    OnlyHere,
}

impl Reach {
    /// The address of the page, followed by this.
    pub fn address(&self, place: &str) -> String {
        match self {
            Reach::Others(page) => format!("{page}{place}"),
            Reach::Asking | Reach::OnlyHere => browser::whole_address(place),
        }
    }

    /// The address of the page as people say it to each other.
    pub fn spoken(&self) -> String {
        let whole = self.address("");
        let short = whole.split_once("://").map_or(whole.as_str(), |(_, rest)| rest);
        short.trim_end_matches('/').to_string()
    }
}

/// Asks the server where invitations made on this page lead.
pub fn ask() -> RwSignal<Reach> {
    let reach = RwSignal::new(Reach::Asking);
    spawn_local(async move {
        // An older server does not know the question.
        let told = api::addresses().await.unwrap_or_default();
        let host = browser::window().location().hostname().unwrap_or_default();
        let _ = reach.try_set(decide(told, &host, browser::whole_address("")));
    });
    reach
}

fn decide(told: Addresses, host: &str, own: String) -> Reach {
    match (told.public, is_loopback(host)) {
        (Some(public), _) => Reach::Others(public),
        (None, false) => Reach::Others(own),
        (None, true) => told.network.into_iter().next().map_or(Reach::OnlyHere, Reach::Others),
    }
}

/// Whether a host is the very device that asks for it.
fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || host == "[::1]" || host.starts_with("127.")
}

/// The command that lets others in, at the port of this page.
pub fn command() -> String {
    let port = browser::window().location().port().ok().filter(|port| !port.is_empty());
    format!("spieltisch serve --listen 0.0.0.0:{}", port.unwrap_or_else(|| "80".into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_leads_where_others_can_follow() {
        let told = |public: Option<&str>, network: &[&str]| Addresses {
            public: public.map(str::to_string),
            network: network.iter().map(|address| address.to_string()).collect(),
        };
        let (public, lan, own) = ("https://games.example.org/", "http://192.168.1.5:8000/", "http://127.0.0.1:8000/");
        let others = |address: &str| Reach::Others(address.to_string());
        assert_eq!(decide(told(Some(public), &[lan]), "127.0.0.1", own.into()), others(public));
        assert_eq!(decide(told(Some(public), &[]), "192.168.1.5", lan.into()), others(public));
        assert_eq!(decide(told(None, &[lan]), "127.0.0.1", own.into()), others(lan));
        for here in ["127.0.0.1", "127.1.2.3", "localhost", "games.localhost", "[::1]"] {
            assert_eq!(decide(told(None, &[]), here, own.into()), Reach::OnlyHere, "{here}");
        }
        assert_eq!(decide(told(None, &[]), "table.example", "http://table.example/".into()), others("http://table.example/"));
        assert_eq!(others(lan).spoken(), "192.168.1.5:8000");
        assert_eq!(others("https://example.org/games/").spoken(), "example.org/games");
    }
}
