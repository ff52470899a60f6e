//! Under which address others open the page: an invitation that leads to `127.0.0.1` leads no one here.

use spieltisch_protocol::Addresses;

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
    /// Where invitations lead that are made on a page which has the address `own`, at this host.
    pub fn decide(told: Addresses, host: &str, own: String) -> Reach {
        match (told.public, is_loopback(host)) {
            (Some(public), _) => Reach::Others(public),
            (None, false) => Reach::Others(own),
            (None, true) => told.network.into_iter().next().map_or(Reach::OnlyHere, Reach::Others),
        }
    }

    /// The address of the page for others; `own` is the one it has here.
    pub fn page<'a>(&'a self, own: &'a str) -> &'a str {
        match self {
            Reach::Others(page) => page,
            Reach::Asking | Reach::OnlyHere => own,
        }
    }

    /// The same as people say it to each other.
    pub fn spoken(&self, own: &str) -> String {
        let whole = self.page(own);
        let short = whole.split_once("://").map_or(whole, |(_, rest)| rest);
        short.trim_end_matches('/').to_string()
    }
}

/// Whether a host is the very device that asks for it.
fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || host == "[::1]" || host.starts_with("127.")
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
        assert_eq!(Reach::decide(told(Some(public), &[lan]), "127.0.0.1", own.into()), others(public));
        assert_eq!(Reach::decide(told(Some(public), &[]), "192.168.1.5", lan.into()), others(public));
        assert_eq!(Reach::decide(told(None, &[lan]), "127.0.0.1", own.into()), others(lan));
        for here in ["127.0.0.1", "127.1.2.3", "localhost", "games.localhost", "[::1]"] {
            assert_eq!(Reach::decide(told(None, &[]), here, own.into()), Reach::OnlyHere, "{here}");
        }
        assert_eq!(Reach::decide(told(None, &[]), "table.example", "http://table.example/".into()), others("http://table.example/"));
        assert_eq!(others(lan).spoken(own), "192.168.1.5:8000");
        assert_eq!(others("https://example.org/games/").spoken(own), "example.org/games");
    }
}
