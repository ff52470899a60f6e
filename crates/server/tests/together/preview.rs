//! What messengers are shown of an invitation before anyone opens it.

use std::io::Write;
use std::net::SocketAddr;

use serde_json::json;
use spieltisch_protocol::Intention;
use spieltisch_server::Asset;
use spieltisch_testkit::client::{TableClient, request, set_up};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::table::{TestServer, company, new_table, sqlite};

const INDEX: &str = "<!doctype html><html><head><title>Spieltisch</title></head><body></body></html>";

/// A page of one file.
pub fn page() -> &'static [Asset] {
    let mut packed = brotli::CompressorWriter::new(Vec::new(), 4096, 5, 22);
    packed.write_all(INDEX.as_bytes()).expect("a list of bytes takes everything");
    let brotli: &'static [u8] = packed.into_inner().leak();
    vec![Asset { name: "index.html", hashed: false, brotli }].leak()
}

async fn get(server: SocketAddr, path: &str, fields: &str) -> (String, String) {
    let answer = request(server, "GET", path, fields, "").await.expect("an answer");
    assert_eq!(answer.status, 200, "{path}");
    (answer.head.to_lowercase(), answer.body)
}

/// The content of a tag.
#[track_caller]
fn tag<'b>(body: &'b str, name: &str) -> &'b str {
    let found = body.split_once(&format!("\"{name}\" content=\"")).and_then(|(_, rest)| rest.split('"').next());
    found.unwrap_or_else(|| panic!("no {name} in {body}"))
}

#[tokio::test]
async fn an_invitation_says_who_invites_to_what_in_the_readers_language() {
    let place = sqlite();
    let server = TestServer::start_with_page(place.database.clone(), page(), |_| {}).await;
    let links = set_up(server.address, &new_table("castro", json!([{}, {}]), json!({}))).await.expect("a table");
    let address = format!("/?t={}", links.table);
    let (_, body) = get(server.address, &address, "").await;
    assert_eq!(tag(&body, "og:title"), "A game of Castro", "no one sits there yet");

    // A default name is not shown as the host.
    let mut unnamed = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("a seat");
    let sit = Intention::Sit { seat: None, name: String::new(), part: "00ff".into(), token: None };
    unnamed.connection.want(sit).await.expect("sent");
    unnamed.until(|seen| seen.table_state.seats[0].name == "Player 1").await.expect("told");
    let (_, body) = get(server.address, &address, "Accept-Language: fr\r\n").await;
    assert!(!body.contains("Player") && tag(&body, "og:title").contains("Castro"), "{body}");
    unnamed.connection.want(Intention::Leave).await.expect("sent");
    unnamed.until(|seen| !seen.table_state.seats[0].taken).await.expect("told");

    // A name comes from outside, and is text.
    let mut anna = TableClient::join(server.address, &links.table, &links.seats[0]).await.expect("a seat");
    anna.sit("\"><script>Anna&'", "00ff").await.expect("seated");
    let name = "&quot;&gt;&lt;script&gt;Anna&amp;&#39;";
    let languages = [
        (
            "en",
            "invites you to Castro",
            "Roll, stop in time, put your roof on top: four in a row win. Open the link, type a name, and play.",
        ),
        ("de-AT,de;q=0.9,en;q=0.5", "lädt dich zu Castro ein", "Link öffnen, Namen eingeben, spielen."),
        ("fr", "t’invite à jouer à Castro", "Ouvre le lien"),
        ("it", "ti invita a giocare a Castro", "Apri il link"),
        ("es", "te invita a jugar a Castro", "Abre el enlace"),
        ("nl", "nodigt je uit voor Castro", "Open de link, typ"),
        ("pl", "invites you to Castro", "Open the link"),
    ];
    for (accepted, invites, how) in languages {
        let (head, body) = get(server.address, &address, &format!("Accept-Language: {accepted}\r\n")).await;
        assert_eq!(tag(&body, "og:title"), format!("{name} {invites}"));
        assert!(tag(&body, "og:description").contains(how), "{body}");
        assert!(!body.contains("<script") && !body.contains('\u{ad}'), "{body}");
        assert!(body.starts_with("<!doctype html><html><head><title>Spieltisch</title>") && body.ends_with("</body></html>"), "{body}");
        assert_eq!(tag(&body, "twitter:card"), "summary_large_image");
        assert_eq!(tag(&body, "og:image"), format!("http://{}/previews/castro.png", server.address));
        assert!(head.contains("vary: accept-language") && head.contains("cache-control: private, no-cache"), "{head}");
        assert!(head.contains("content-security-policy: default-src 'self'") && head.contains("text/html"), "{head}");
        for token in [&links.host, &links.invite, &links.watch, &links.seats[0], &links.seats[1]] {
            assert!(!body.contains(token.as_str()), "a preview has no token");
        }
    }
    let (head, body) = get(server.address, "/", "").await;
    assert_eq!((body.as_str(), head.contains("vary: accept-encoding")), (INDEX, true), "the page itself is as it was");
    server.stop().await;
}

#[tokio::test]
async fn a_full_table_tells_the_game_and_a_gone_one_nothing() {
    let place = sqlite();
    let server = TestServer::start_with_page(place.database.clone(), page(), |_| {}).await;
    let (links, _players) = company(&server, &new_table("caro", json!([{}, {}]), json!({})), &["Anna", "Ben"]).await;
    let address = format!("/?t={}", links.table);
    let (_, body) = get(server.address, &address, "").await;
    assert_eq!(tag(&body, "og:title"), "A game of Caro");
    assert_eq!(tag(&body, "og:description"), "Lay tiles side by side: every edge between two colours scores.");
    assert!(!body.contains("Anna") && !body.contains("Ben"), "{body}");
    let bearer = format!("Authorization: Bearer {}\r\n", links.host);
    let gone = request(server.address, "DELETE", &format!("/api/tables/{}", links.table), &bearer, "").await.expect("an answer");
    assert_eq!(gone.status, 204);
    for address in [address.as_str(), "/?t=0123456789abcdef", "/?t=", "/?t=%22%3E%3Cscript%3E", "/?t=../../etc/passwd"] {
        let (_, body) = get(server.address, address, "Accept-Language: de\r\n").await;
        assert_eq!(tag(&body, "og:title"), "Spieltisch", "{address}");
        assert!(tag(&body, "og:description").contains("Yatzy, Castro, Caro, Crowns"), "{body}");
        assert!(tag(&body, "og:image").ends_with("/previews/spieltisch.png"), "{body}");
        assert!(!body.contains("Anna") && !body.contains("<script"), "{body}");
    }
    server.stop().await;
}

/// Bytes as they come: a picture is no text.
async fn bytes(server: SocketAddr, path: &str) -> (String, Vec<u8>) {
    let mut stream = TcpStream::connect(server).await.expect("a connection");
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: {server}\r\nConnection: close\r\n\r\n").as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("the end of the head");
    (String::from_utf8_lossy(&answer[..end]).to_lowercase(), answer[end + 4..].to_vec())
}

#[tokio::test]
async fn the_pictures_are_where_the_tags_say_behind_a_proxy_and_under_a_path() {
    let place = sqlite();
    let server = TestServer::start_with_page(place.database.clone(), page(), |config| {
        config.base_path = "/games".into();
        config.behind_proxy = true;
    })
    .await;
    for (game, picture) in [("yatzy", "yatzy"), ("castro", "castro"), ("caro", "caro"), ("crowns", "crowns"), ("", "spieltisch")] {
        let mut address = "/games/?t=".to_string();
        if !game.is_empty() {
            let new = serde_json::to_string(&new_table(game, json!([{}, {}]), json!({}))).expect("JSON");
            let set_up = request(server.address, "POST", "/games/api/tables", "", &new).await.expect("an answer");
            let links: spieltisch_protocol::Links = serde_json::from_str(&set_up.body).expect("a table");
            address += &links.table;
        }
        let (_, body) = get(server.address, &address, "X-Forwarded-Host: table.example\r\n").await;
        let path = format!("/games/previews/{picture}.png");
        assert_eq!(tag(&body, "og:image"), format!("https://table.example{path}"));
        let (head, png) = bytes(server.address, &path).await;
        assert!(head.starts_with("http/1.1 200") && head.contains("content-type: image/png"), "{head}");
        assert!(head.contains("cache-control: public, max-age=86400"), "{head}");
        let (signature, size) = (&png[..8], &png[16..24]);
        assert_eq!(signature, b"\x89PNG\r\n\x1a\n");
        assert_eq!(size, [1200_u32, 630].map(u32::to_be_bytes).concat());
    }
    let (head, _) = bytes(server.address, "/games/previews/whist.png").await;
    assert!(head.starts_with("http/1.1 404"), "{head}");
    server.stop().await;
}

/// Pages are only read, and whatever is answered, its type is not guessed and nothing foreign runs in it.
#[tokio::test]
async fn pages_are_only_read_and_every_answer_has_the_security_headers() {
    let place = sqlite();
    for base in ["", "/games"] {
        let server = TestServer::start_with_page(place.database.clone(), page(), |config| config.base_path = base.into()).await;
        for (method, path, status) in [
            ("GET", "/", 200),
            ("HEAD", "/", 200),
            ("GET", "/?t=0123456789abcdef", 200),
            ("GET", "/previews/caro.png", 200),
            ("GET", "/nothing", 404),
            ("GET", "/api/tables/0123456789abcdef", 404),
            ("GET", "/api/nothing", 404),
            ("POST", "/", 405),
            ("PUT", "/index.html", 405),
            ("DELETE", "/?t=0123456789abcdef", 405),
            ("OPTIONS", "/previews/caro.png", 405),
            ("PATCH", "/nothing", 405),
            ("PUT", "/api/tables", 405),
        ] {
            let answer = request(server.address, method, &format!("{base}{path}"), "", "").await.expect("an answer");
            assert_eq!(answer.status, status, "{method} {base}{path}");
            let head = answer.head.to_lowercase();
            for field in ["x-content-type-options: nosniff", "referrer-policy: no-referrer", "content-security-policy: default-src 'self'"]
            {
                assert!(head.contains(field), "{field} of {method} {base}{path}: {head}");
            }
            if status == 405 {
                let allowed = if path == "/api/tables" { "allow: post" } else { "allow: get,head" };
                assert!(head.contains(allowed), "{method} {base}{path}: {head}");
            }
            if method == "HEAD" {
                assert_eq!(answer.body, "");
            }
        }
        let outside = request(server.address, "GET", "/elsewhere", "", "").await.expect("an answer");
        assert!(outside.status == 404 && outside.head.to_lowercase().contains("nosniff"), "{}", outside.head);
    }
}
