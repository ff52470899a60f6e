//! Where a request comes from.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::http::uri::Authority;
use axum::http::{HeaderMap, Uri, header};

/// Whether a request comes from a page of this very server. Programs other than browsers send no origin; one that cannot
/// be read, or a second one, is a foreign one.
pub fn is_same_origin(headers: &HeaderMap, behind_proxy: bool) -> bool {
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let Some(origin) = origins.next() else { return true };
    if origins.next().is_some() {
        return false;
    }
    let Some(authority) = origin.to_str().ok().and_then(|origin| origin.parse::<Uri>().ok()?.into_parts().authority) else {
        return false;
    };
    if !has_possible_port(&authority) {
        return false;
    }
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let forwarded = behind_proxy.then(|| text("x-forwarded-host")).flatten();
    forwarded.or_else(|| text(header::HOST.as_str())).is_some_and(|host| host.eq_ignore_ascii_case(authority.as_str()))
}

/// The address that this request reached the server by, as `https://table.example`; `None` where the request does not tell. Behind a
/// proxy that does not say otherwise it is an encrypted one.
pub fn own_address(headers: &HeaderMap, behind_proxy: bool) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let forwarded = |name: &str| behind_proxy.then(|| text(name)).flatten();
    let host: Authority = forwarded("x-forwarded-host").or_else(|| text(header::HOST.as_str()))?.parse().ok()?;
    let scheme = match forwarded("x-forwarded-proto") {
        Some("http") => "http",
        None if !behind_proxy => "http",
        _ => "https",
    };
    (!host.as_str().contains('@') && has_possible_port(&host)).then(|| format!("{scheme}://{host}"))
}

/// Whether the port of an address, where it names one, is one that there is: 99999 is none, and does not mean the usual one.
pub fn has_possible_port(authority: &Authority) -> bool {
    let after_host = authority.as_str().rsplit('@').next().unwrap_or_default().strip_prefix(authority.host());
    after_host == Some("") || authority.port_u16().is_some_and(|port| port > 0)
}

/// The client's address: the connection's own, or behind a proxy the last one it tells. A proxy that adds a line of its
/// own adds it last; whatever stands before it the client may have made up.
pub fn client_address(peer: IpAddr, headers: &HeaderMap, behind_proxy: bool) -> IpAddr {
    let told = || {
        let list = headers.get_all("x-forwarded-for").iter().next_back()?.to_str().ok()?;
        let last = list.rsplit(',').next()?.trim();
        last.parse().ok().or_else(|| last.parse::<SocketAddr>().ok().map(|address| address.ip()))
    };
    behind_proxy.then(told).flatten().unwrap_or(peer)
}

/// What an address is counted as. One household has a whole /64 of IPv6 addresses, and an IPv4 address is the same one
/// when it is written as IPv6.
pub fn counted_as(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        old => old,
    }
}

/// A network that limits are counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClientNetwork {
    address: IpAddr,
    /// How many leading bits of the address belong to the network.
    bits: u8,
}

/// The largest network that an address is counted in.
pub fn household(address: IpAddr) -> ClientNetwork {
    let smallest = ClientNetwork { address: address.to_canonical(), bits: 128 };
    networks(address).last().map_or(smallest, |(network, _)| network)
}

/// The networks that an address is counted in, the smallest first, each with how many times the allowance of one address it has.
/// An IPv6 household has a /64, but providers hand out a /56 or a /48 just as readily: one household must not count as 256 or
/// 65,536 households.
pub fn networks(address: IpAddr) -> impl Iterator<Item = (ClientNetwork, u32)> + Clone {
    let address = address.to_canonical();
    let sizes: &[(u8, u32)] = if address.is_ipv6() { &[(64, 1), (56, 2), (48, 4)] } else { &[(32, 1)] };
    sizes.iter().map(move |&(bits, allowance)| {
        let address = match address {
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - u32::from(bits))))),
            whole => whole,
        };
        (ClientNetwork { address, bits }, allowance)
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn only_pages_of_this_server_may_connect() {
        assert!(is_same_origin(&headers(&[("host", "table.example:8000"), ("origin", "http://table.example:8000")]), false));
        assert!(is_same_origin(&headers(&[("host", "table.example")]), false), "no browser");
        assert!(!is_same_origin(&headers(&[("host", "table.example"), ("origin", "https://evil.example")]), false));
        assert!(!is_same_origin(&headers(&[("host", "table.example"), ("origin", "null")]), false));
        let proxied = headers(&[("host", "127.0.0.1:8000"), ("x-forwarded-host", "table.example"), ("origin", "https://table.example")]);
        assert!(is_same_origin(&proxied, true));
        assert!(!is_same_origin(&proxied, false), "what a proxy says counts only where there is one");
    }

    #[test]
    fn an_origin_that_cannot_be_read_or_comes_twice_is_foreign() {
        let mut unreadable = headers(&[("host", "table.example")]);
        unreadable.insert("origin", HeaderValue::from_bytes(b"http://\xe9vil.example").unwrap());
        assert!(!is_same_origin(&unreadable, false));
        let mut twice = headers(&[("host", "table.example"), ("origin", "http://table.example")]);
        twice.append("origin", HeaderValue::from_static("http://evil.example"));
        assert!(!is_same_origin(&twice, false));
    }

    #[test]
    fn a_port_out_of_range_is_refused() {
        for (host, is_possible) in [
            ("table.example", true),
            ("table.example:1", true),
            ("table.example:65535", true),
            ("[2001:db8::1]:8000", true),
            ("[2001:db8::1]", true),
            ("table.example:65536", false),
            ("table.example:99999", false),
            ("table.example:0", false),
            ("table.example:", false),
        ] {
            assert_eq!(has_possible_port(&host.parse().unwrap()), is_possible, "{host}");
            let same = headers(&[("host", host), ("origin", &format!("http://{host}"))]);
            assert_eq!(is_same_origin(&same, false), is_possible, "{host}");
            assert_eq!(own_address(&same, false).is_some(), is_possible, "{host}");
        }
    }

    #[test]
    fn the_address_a_client_makes_up_does_not_count() {
        let peer: IpAddr = "127.0.0.1".parse().unwrap();
        let told = headers(&[("x-forwarded-for", "1.2.3.4, 9.8.7.6")]);
        assert_eq!(client_address(peer, &told, false), peer);
        assert_eq!(client_address(peer, &told, true).to_string(), "9.8.7.6");
        let mut lines = told;
        lines.append("x-forwarded-for", HeaderValue::from_static("5.6.7.8"));
        assert_eq!(client_address(peer, &lines, true).to_string(), "5.6.7.8", "the last line is the proxy's");
        lines.append("x-forwarded-for", HeaderValue::from_static("[2001:db8::1]:4711"));
        assert_eq!(client_address(peer, &lines, true).to_string(), "2001:db8::1");
        lines.append("x-forwarded-for", HeaderValue::from_static("somebody"));
        assert_eq!(client_address(peer, &lines, true), peer, "no address at all");
    }

    #[test]
    fn the_servers_own_address_is_what_it_was_reached_by() {
        let address = |pairs: &[(&'static str, &str)], behind_proxy| own_address(&headers(pairs), behind_proxy);
        assert_eq!(address(&[("host", "127.0.0.1:8000")], false).as_deref(), Some("http://127.0.0.1:8000"));
        let proxied = [("host", "127.0.0.1:8000"), ("x-forwarded-host", "table.example")];
        assert_eq!(address(&proxied, true).as_deref(), Some("https://table.example"));
        assert_eq!(address(&proxied, false).as_deref(), Some("http://127.0.0.1:8000"), "no proxy, nothing to believe");
        let plain = [("x-forwarded-host", "table.example"), ("x-forwarded-proto", "http")];
        assert_eq!(address(&plain, true).as_deref(), Some("http://table.example"));
        for wrong in ["", "somebody@table.example", "table.example/\"><script>", "two words"] {
            assert_eq!(address(&[("host", wrong)], false), None, "{wrong}");
        }
        assert_eq!(address(&[], false), None);
    }

    #[test]
    fn an_address_counts_in_its_networks() {
        let of = |address: &str| {
            networks(address.parse().unwrap())
                .map(|(network, times)| (network.address.to_string(), network.bits, times))
                .collect::<Vec<_>>()
        };
        let network = |address: &str, bits, times| (address.to_string(), bits, times);
        let six = [network("2001:db8:1:2ff::", 64, 1), network("2001:db8:1:200::", 56, 2), network("2001:db8:1::", 48, 4)];
        assert_eq!(of("2001:db8:1:2ff:3:4:5:6"), six);
        assert_eq!(of("9.8.7.6"), [network("9.8.7.6", 32, 1)]);
        assert_eq!(of("::ffff:9.8.7.6"), of("9.8.7.6"));
    }

    #[test]
    fn a_household_counts_once() {
        let counted = |address: &str| counted_as(address.parse().unwrap()).to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("2001:db8:1:2::1"), "2001:db8:1:2::");
        assert_ne!(counted("2001:db8:1:3::1"), "2001:db8:1:2::");
        assert_eq!(counted("::ffff:9.8.7.6"), "9.8.7.6");
        assert_eq!(counted("9.8.7.6"), "9.8.7.6");
    }
}
