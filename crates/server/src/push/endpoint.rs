//! Where messages are sent. The address comes from a client, so it must not lead into the local network.

use std::net::IpAddr;

use axum::http::Uri;
use axum::http::uri::{Authority, Scheme};
use spieltisch_protocol::limits;

use super::address::is_public;
use crate::config::Reach;
use crate::http::has_possible_port;

/// An address that no message is sent to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadEndpoint {
    /// It is too long, or no address.
    #[error("The address for messages cannot be read.")]
    Unreadable,
    /// It is not encrypted.
    #[error("Messages are sent over https only.")]
    Unencrypted,
    /// It leads elsewhere than to a push service.
    #[error("Messages are sent to push services on the internet only.")]
    NotPublic,
}

/// Where messages to one browser are handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// The host, as it is looked up and as its certificate says.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Whether the connection is encrypted.
    pub encrypted: bool,
    /// Host and port, as a request names them.
    pub authority: Authority,
    /// What is asked for there.
    pub path: String,
}

impl Endpoint {
    /// Reads an address that messages may be sent to.
    pub fn read(text: &str, reach: Reach) -> Result<Endpoint, BadEndpoint> {
        if text.len() > limits::ENDPOINT {
            return Err(BadEndpoint::Unreadable);
        }
        let uri: Uri = text.parse().map_err(|_| BadEndpoint::Unreadable)?;
        let (Some(scheme), Some(authority)) = (uri.scheme(), uri.authority()) else { return Err(BadEndpoint::Unreadable) };
        let host = authority.host().trim_start_matches('[').trim_end_matches(']').to_ascii_lowercase();
        if host.is_empty() || authority.as_str().contains('@') || !has_possible_port(authority) {
            return Err(BadEndpoint::Unreadable);
        }
        let encrypted = *scheme == Scheme::HTTPS;
        let literal = host.parse::<IpAddr>().ok();
        let is_this_machine = literal.is_some_and(|address| address.is_loopback());
        let within = reach == Reach::Anywhere && *scheme == Scheme::HTTP && is_this_machine;
        if !encrypted && !within {
            return Err(BadEndpoint::Unencrypted);
        }
        let port = authority.port_u16().unwrap_or(if encrypted { 443 } else { 80 });
        let is_public = port == 443 && literal.is_none_or(is_public);
        if reach != Reach::Anywhere && !is_public {
            return Err(BadEndpoint::NotPublic);
        }
        let path = uri.path_and_query().map_or("/", |path| path.as_str()).to_string();
        Ok(Endpoint { host, port, encrypted, authority: authority.clone(), path })
    }

    /// The push service, as a signature names it.
    pub fn origin(&self) -> String {
        let scheme = if self.encrypted { "https" } else { "http" };
        let host = self.authority.host().to_ascii_lowercase();
        match (self.encrypted, self.port) {
            (true, 443) | (false, 80) => format!("{scheme}://{host}"),
            (_, port) => format!("{scheme}://{host}:{port}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_lead_to_push_services_only() {
        let read = |text: &str| Endpoint::read(text, Reach::Public);
        let found = read("https://Updates.Push.example/wpush/v2/abc?d=e").expect("a push service");
        assert_eq!((found.host.as_str(), found.port, found.path.as_str()), ("updates.push.example", 443, "/wpush/v2/abc?d=e"));
        assert_eq!(found.origin(), "https://updates.push.example");
        for (text, why) in [
            ("http://push.example/a", BadEndpoint::Unencrypted),
            ("http://127.0.0.1/a", BadEndpoint::Unencrypted),
            ("ftp://push.example/a", BadEndpoint::Unencrypted),
            ("https://push.example:8443/a", BadEndpoint::NotPublic),
            ("https://127.0.0.1/a", BadEndpoint::NotPublic),
            ("https://[::1]/a", BadEndpoint::NotPublic),
            ("https://169.254.169.254/latest/meta-data", BadEndpoint::NotPublic),
            ("https://168.63.129.16/machine", BadEndpoint::NotPublic),
            ("https://push.example@10.0.0.1/a", BadEndpoint::Unreadable),
            ("https://push.example:99999/a", BadEndpoint::Unreadable),
            ("https://push.example:/a", BadEndpoint::Unreadable),
            ("push.example/a", BadEndpoint::Unreadable),
            ("/a", BadEndpoint::Unreadable),
            ("", BadEndpoint::Unreadable),
            ("https://push.example/\r\nHost: x", BadEndpoint::Unreadable),
        ] {
            assert_eq!(read(text), Err(why), "{text}");
        }
        assert_eq!(read(&format!("https://push.example/{}", "a".repeat(limits::ENDPOINT))), Err(BadEndpoint::Unreadable));
        let anywhere = |text: &str| Endpoint::read(text, Reach::Anywhere);
        assert_eq!(anywhere("http://127.0.0.1:4711/a").expect("this machine").origin(), "http://127.0.0.1:4711");
        assert!(anywhere("https://push.lan:8443/a").is_ok());
        assert_eq!(anywhere("http://push.lan/a"), Err(BadEndpoint::Unencrypted), "in the house it is encrypted too");
    }
}
