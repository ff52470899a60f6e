//! Which addresses messages may be sent to. The endpoint comes from a client, and a name may lead anywhere: so the address
//! that a connection is about to be made to is looked at.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};

use crate::config::Reach;

/// Addresses at which clouds tell a machine its secrets and that are not within a special network, or must not be reached even
/// where private networks may: AWS, Google and others; Oracle; Alibaba; Azure; AWS and Google over IPv6.
const METADATA: [IpAddr; 6] = [
    IpAddr::V4(Ipv4Addr::new(169, 254, 169, 254)),
    IpAddr::V4(Ipv4Addr::new(192, 0, 0, 192)),
    IpAddr::V4(Ipv4Addr::new(100, 100, 100, 200)),
    IpAddr::V4(Ipv4Addr::new(168, 63, 129, 16)),
    IpAddr::V6(Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254)),
    IpAddr::V6(Ipv6Addr::new(0xfd20, 0xce, 0, 0, 0, 0, 0, 0x254)),
];

/// Whether a message may be sent to this address.
pub fn may_be_reached(address: IpAddr, reach: Reach) -> bool {
    let address = address.to_canonical();
    match reach {
        Reach::Nowhere => false,
        Reach::Public => is_public(address) && !is_of_this_machine(address),
        Reach::Anywhere => !is_metadata(address),
    }
}

/// Whether an address is one on the internet: not the house, not a network for special purposes, no cloud's metadata.
pub fn is_public(address: IpAddr) -> bool {
    let address = address.to_canonical();
    !is_metadata(address)
        && match address {
            IpAddr::V4(address) => is_public_v4(address),
            IpAddr::V6(address) => is_public_v6(address),
        }
}

fn is_metadata(address: IpAddr) -> bool {
    let address = match address {
        IpAddr::V6(address) => behind_nat64(address).map_or(IpAddr::V6(address), IpAddr::V4),
        old => old,
    };
    METADATA.contains(&address) || matches!(address, IpAddr::V4(address) if address.is_link_local())
}

/// Whether this address is one of this machine's own, public ones too: the system would send to it from that very address, or
/// without leaving the machine. Nothing is sent to find out.
fn is_of_this_machine(address: IpAddr) -> bool {
    let any: IpAddr = if address.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let from = UdpSocket::bind((any, 0)).and_then(|socket| {
        socket.connect(SocketAddr::new(address, 443))?;
        socket.local_addr()
    });
    // Where there is no way to it, no connection will be made.
    from.is_ok_and(|from| from.ip() == address || from.ip().is_loopback())
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

/// The old address that networks without IPv4 reach by this one.
fn behind_nat64(address: Ipv6Addr) -> Option<Ipv4Addr> {
    match address.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => Some(Ipv4Addr::from_bits(u32::from(high) << 16 | u32::from(low))),
        _ => None,
    }
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(old) = behind_nat64(address) {
        return is_public_v4(old);
    }
    match address.segments() {
        // Addresses for protocols and documentation, and those that hide another.
        [0x2001, second, ..] if second < 0x200 || second == 0xdb8 => false,
        [0x2002 | 0x3fff, ..] => false,
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(address: &str) -> IpAddr {
        address.parse().expect("an address")
    }

    #[test]
    fn only_the_internet_is_public() {
        let public = ["8.8.8.8", "100.63.1.1", "172.32.0.1", "168.63.129.17", "2606:4700::1111", "64:ff9b::808:808", "::ffff:8.8.8.8"];
        let house = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "168.63.129.16",
            "::ffff:168.63.129.16",
            "64:ff9b::a83f:8110",
            "100.100.100.200",
            "192.0.0.192",
            "fd00:ec2::254",
            "fd20:ce::254",
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
                assert_eq!(is_public(ip(address)), expected, "{address}");
            }
        }
    }

    #[test]
    fn a_push_service_in_the_house_is_no_clouds_metadata() {
        for house in ["127.0.0.1", "192.168.1.1", "10.0.0.1", "fd00::1"] {
            assert!(may_be_reached(ip(house), Reach::Anywhere), "{house}");
            assert!(!may_be_reached(ip(house), Reach::Public), "{house}");
        }
        for metadata in ["169.254.169.254", "169.254.170.2", "fd00:ec2::254", "168.63.129.16", "100.100.100.200", "::ffff:169.254.169.254"]
        {
            assert!(!may_be_reached(ip(metadata), Reach::Anywhere), "{metadata}");
        }
    }

    /// Whatever address this machine has on its way out, it is known as its own; an address elsewhere is not.
    #[test]
    fn this_machine_knows_its_own_addresses() {
        assert!(is_of_this_machine(ip("127.0.0.1")));
        let elsewhere = ip("192.0.2.1");
        let own = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
            socket.connect((elsewhere, 443))?;
            socket.local_addr()
        });
        // A machine without a network has no other address.
        if let Ok(own) = own {
            assert!(is_of_this_machine(own.ip()), "{own}");
        }
        assert!(!is_of_this_machine(elsewhere));
    }
}
