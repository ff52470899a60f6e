//! Under which addresses others can open the page.

use std::net::SocketAddr;

use serde_json::{Value, json};
use spieltisch_testkit::client::request;

use crate::table::{TestServer, sqlite};

async fn told(server: SocketAddr) -> Value {
    let answer = request(server, "GET", "/api/addresses", "", "").await.expect("an answer");
    assert_eq!(answer.status, 200);
    serde_json::from_str(&answer.body).expect("JSON")
}

#[tokio::test]
async fn an_address_for_others_is_told_only_where_they_can_use_it() {
    let place = sqlite();
    let alone = TestServer::start(place.database.clone()).await;
    assert_eq!(told(alone.address).await, json!({"network": []}), "it listens on this machine alone");
    alone.stop().await;

    let everywhere = |config: &mut spieltisch_server::Config| {
        config.listen = "0.0.0.0:0".parse().expect("an address");
        config.base_path = "/games".into();
    };
    let open = TestServer::start_with(place.database.clone(), everywhere).await;
    let here = SocketAddr::from(([127, 0, 0, 1], open.address.port()));
    let answer = request(here, "GET", "/games/api/addresses", "", "").await.expect("an answer");
    let addresses: Value = serde_json::from_str(&answer.body).expect("JSON");
    for address in addresses["network"].as_array().expect("a list") {
        let address = address.as_str().unwrap_or_default();
        let (host, path) = address.strip_prefix("http://").and_then(|rest| rest.split_once('/')).expect("an address");
        assert_eq!(path, "games/", "{address}");
        // What was told leads here, and a client from there is told nothing of this network.
        let reached = request(host.parse().expect("an address"), "GET", "/games/api/addresses", "", "").await.expect("an answer");
        assert_eq!(serde_json::from_str::<Value>(&reached.body).expect("JSON"), json!({"network": []}), "{address}");
    }
    open.stop().await;

    let given = TestServer::start_with(place.database.clone(), |config| {
        config.public_url = Some("https://games.example.org/".into());
        config.behind_proxy = true;
    });
    let given = given.await;
    assert_eq!(told(given.address).await, json!({"public": "https://games.example.org/", "network": []}));
    given.stop().await;
}
