//! Under which addresses others can open the page: an invitation made on the server's own machine would else lead to that machine only.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::time::Duration;

use axum::Json;
use axum::extract::{ConnectInfo, State};
use spieltisch_protocol::Addresses;
use tokio::net::TcpStream;
use tokio::time::timeout;

use super::Shared;

/// How long an address of this machine may take to answer before it counts as one that is not listened on.
const ANSWER: Duration = Duration::from_millis(500);

/// The addresses an invitation can have. Those in the network are told to this machine only: they are none of the internet's
/// business, and a page that was opened from elsewhere has an address that works there.
pub async fn tell(State(shared): State<Shared>, ConnectInfo(peer): ConnectInfo<SocketAddr>) -> Json<Addresses> {
    let config = &shared.config;
    let is_here = peer.ip().to_canonical().is_loopback() && !config.behind_proxy;
    let network = if is_here { in_network(config.listen).await } else { Vec::new() };
    let whole = |address: SocketAddr| format!("http://{address}{}/", config.base_path);
    Json(Addresses { public: config.public_url.clone(), network: network.into_iter().map(whole).collect() })
}

/// The addresses in the network that a server is reached by which listens here; none where it listens on this machine alone.
pub async fn in_network(listen: SocketAddr) -> Vec<SocketAddr> {
    let ip = listen.ip().to_canonical();
    if ip.is_loopback() {
        return Vec::new();
    }
    if !ip.is_unspecified() {
        return vec![SocketAddr::new(ip, listen.port())];
    }
    let mut answering = Vec::new();
    for address in own_addresses() {
        let address = SocketAddr::new(address, listen.port());
        // Whether `[::]` takes IPv4, too, is up to the system: only what answers is told.
        if matches!(timeout(ANSWER, TcpStream::connect(address)).await, Ok(Ok(_))) {
            answering.push(address);
        }
    }
    answering
}

/// The addresses that this machine sends from, the usual ones of a home first: on the way to the internet, and to each kind of private network.
fn own_addresses() -> Vec<IpAddr> {
    // None of these is ever sent anything: connecting a UDP socket only chooses the way.
    let far: [IpAddr; 5] = [
        Ipv4Addr::new(203, 0, 113, 1).into(),
        Ipv4Addr::new(192, 168, 0, 1).into(),
        Ipv4Addr::new(10, 0, 0, 1).into(),
        Ipv4Addr::new(172, 16, 0, 1).into(),
        Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into(),
    ];
    let mut found = Vec::new();
    for address in far.into_iter().filter_map(|far| sent_from(far).ok()) {
        if is_reachable(address) && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

fn sent_from(far: IpAddr) -> std::io::Result<IpAddr> {
    let any: IpAddr = if far.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
    let socket = UdpSocket::bind((any, 0))?;
    socket.connect((far, 9))?;
    Ok(socket.local_addr()?.ip())
}

/// Whether another machine could use it: not this machine's own, and none that means something else on every link.
fn is_reachable(address: IpAddr) -> bool {
    let link_local = match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.is_unicast_link_local(),
    };
    !address.is_loopback() && !address.is_unspecified() && !link_local
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_what_is_listened_on_is_told() {
        for here in ["127.0.0.1:8000", "127.0.0.2:80", "[::1]:8000", "[::ffff:127.0.0.1]:8000"] {
            assert_eq!(in_network(here.parse().expect("an address")).await, [], "{here}");
        }
        let one: SocketAddr = "192.168.1.5:8000".parse().expect("an address");
        assert_eq!(in_network(one).await, [one], "one address was asked for");
        let listener = tokio::net::TcpListener::bind("0.0.0.0:0").await.expect("a port");
        let listen = listener.local_addr().expect("an address");
        for address in in_network(listen).await {
            assert!(is_reachable(address.ip()) && address.port() == listen.port(), "{address}");
        }
        drop(listener);
        assert_eq!(in_network(listen).await, [], "it has stopped listening");
    }

    #[test]
    fn what_others_cannot_use_is_left_out() {
        for (address, reachable) in [
            ("192.168.1.5", true),
            ("10.1.2.3", true),
            ("2001:db8::5", true),
            ("127.0.0.1", false),
            ("::1", false),
            ("0.0.0.0", false),
            ("169.254.3.4", false),
            ("fe80::1", false),
        ] {
            assert_eq!(is_reachable(address.parse().expect("an address")), reachable, "{address}");
        }
    }
}
