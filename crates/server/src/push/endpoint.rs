//! Where messages are handed in. The address comes from whoever asks for them, so it must not lead into the house.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::Uri;
use axum::http::uri::{Authority, Scheme};
use spieltisch_protocol::limits;

use crate::config::Reach;

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
        if host.is_empty() || authority.as_str().contains('@') {
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

/// Whether an address is one on the internet: not this machine, not the house, not a network for special purposes.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let special = match address.octets() {
        [0 | 240.., ..] => true,
        [100, second, ..] => second & 0xc0 == 64,
        [192, 0, 0, _] | [192, 88, 99, _] => true,
        [198, 18 | 19, ..] => true,
        _ => false,
    };
    let local = address.is_loopback() || address.is_private() || address.is_link_local();
    !(special || local || address.is_documentation() || address.is_multicast())
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Networks without IPv4 reach it by these.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => is_public_v4(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))),
        // Addresses for protocols and documentation, and those that hide another.
        [0x2001, second, ..] if second < 0x200 || second == 0xdb8 => false,
        [0x2002 | 0x3fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_internet_is_public() {
        let public = ["8.8.8.8", "100.63.1.1", "172.32.0.1", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"];
        let house = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "192.0.0.8",
            "198.18.0.1",
            "203.0.113.9",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fd00::1",
            "ff02::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "64:ff9b::7f00:1",
            "::ffff:10.0.0.1",
            "::7f00:1",
        ];
        for (addresses, expected) in [(&public[..], true), (&house[..], false)] {
            for address in addresses {
                assert_eq!(is_public(address.parse().expect("an address")), expected, "{address}");
            }
        }
    }

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
            ("https://push.example@10.0.0.1/a", BadEndpoint::Unreadable),
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
