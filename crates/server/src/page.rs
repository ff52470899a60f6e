//! The page's files and how they are sent.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::{Mutex, PoisonError};

use axum::body::{Body, Bytes};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;

/// Nothing from elsewhere, nothing inline; wasm may be compiled.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The name of the page itself.
const INDEX: &str = "index.html";

/// One file of the page.
#[derive(Clone, Copy, Debug)]
pub struct Asset {
    /// The name under the root.
    pub name: &'static str,
    /// Whether the name carries the content's hash, so that the file never changes.
    pub hashed: bool,
    /// The content, compressed.
    pub brotli: &'static [u8],
}

/// Sends the file that an address names.
pub(crate) fn answer(page: &[Asset], uri: &Uri, headers: &HeaderMap) -> Response<Body> {
    let name = match uri.path().trim_start_matches('/') {
        "" => INDEX,
        name => name,
    };
    match page.iter().find(|asset| asset.name == name) {
        Some(asset) => send(asset, headers),
        None => (StatusCode::NOT_FOUND, "There is no such page here.\n").into_response(),
    }
}

fn send(asset: &Asset, headers: &HeaderMap) -> Response<Body> {
    let mut response = if takes_brotli(headers) {
        let mut response = Response::new(Body::from(asset.brotli));
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
        response
    } else {
        match plain(asset) {
            Ok(content) => Response::new(Body::from(content)),
            Err(_) => return StatusCode::INTERNAL_SERVER_ERROR.into_response(),
        }
    };
    let kept = if asset.hashed { "public, max-age=31536000, immutable" } else { "no-cache" };
    add_fields(&mut response, asset.name, &[(header::CACHE_CONTROL, kept), (header::VARY, "accept-encoding")]);
    response
}

/// The page itself as text; nothing where there is no page.
pub(crate) fn index(page: &[Asset]) -> Option<String> {
    let index = page.iter().find(|asset| asset.name == INDEX)?;
    String::from_utf8(decompressed(index.brotli).ok()?).ok()
}

/// The page itself with more in its head, for one person in one language.
pub(crate) fn with_more_in_head(index: &str, more: &str) -> Response<Body> {
    let mut response = Response::new(Body::from(index.replacen("</title>", &format!("</title>\n{more}"), 1)));
    add_fields(&mut response, INDEX, &[(header::CACHE_CONTROL, "private, no-cache"), (header::VARY, "accept-language")]);
    response
}

/// A picture that a name without a hash stands for.
pub(crate) fn picture(png: &'static [u8]) -> Response<Body> {
    let mut response = Response::new(Body::from(png));
    add_fields(&mut response, ".png", &[(header::CACHE_CONTROL, "public, max-age=86400")]);
    response
}

fn add_fields(response: &mut Response<Body>, name: &str, more: &[(header::HeaderName, &'static str)]) {
    for (name, value) in [(header::CONTENT_TYPE, content_type(name))].iter().chain(more) {
        response.headers_mut().insert(name.clone(), HeaderValue::from_static(value));
    }
}

/// What every answer says, refusals and errors too: its type is never guessed, and a page does nothing that is not its own.
pub(crate) async fn with_security_headers(mut response: Response<Body>) -> Response<Body> {
    let fields =
        [(header::CONTENT_SECURITY_POLICY, POLICY), (header::X_CONTENT_TYPE_OPTIONS, "nosniff"), (header::REFERRER_POLICY, "no-referrer")];
    for (name, value) in fields {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn takes_brotli(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_refused = |part: &str| part.strip_prefix("q=").is_some_and(|quality| quality.parse() == Ok(0.0));
        parts.next() == Some("br") && !parts.any(is_refused)
    })
}

/// A file for a browser that takes it only as it is, unpacked once: otherwise a few such requests a second would keep every core busy.
fn plain(asset: &Asset) -> std::io::Result<Bytes> {
    static PLAIN: Mutex<BTreeMap<(usize, usize), Bytes>> = Mutex::new(BTreeMap::new());
    let key = (asset.brotli.as_ptr() as usize, asset.brotli.len());
    let known = PLAIN.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
    if let Some(known) = known {
        return Ok(known);
    }
    let content = Bytes::from(decompressed(asset.brotli)?);
    PLAIN.lock().unwrap_or_else(PoisonError::into_inner).insert(key, content.clone());
    Ok(content)
}

fn decompressed(brotli: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut content = Vec::new();
    brotli_decompressor::Decompressor::new(brotli, 1 << 16).read_to_end(&mut content)?;
    Ok(content)
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    /// “hello” as brotli stores it, uncompressed.
    const HELLO: &[u8] = &[0x0b, 0x02, 0x80, b'h', b'e', b'l', b'l', b'o', 0x03];
    static PAGE: &[Asset] =
        &[Asset { name: "index.html", hashed: false, brotli: HELLO }, Asset { name: "table-00.wasm", hashed: true, brotli: HELLO }];

    fn get(path: &str, encodings: &str) -> Response<Body> {
        let request = Request::get(path).header(header::ACCEPT_ENCODING, encodings).body(()).unwrap();
        answer(PAGE, request.uri(), request.headers())
    }

    async fn content(response: Response<Body>) -> Vec<u8> {
        axum::body::to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec()
    }

    #[tokio::test]
    async fn hashed_files_are_kept_for_ever_and_sent_as_they_lie() {
        let response = get("/table-00.wasm", "gzip, br");
        assert_eq!(response.headers()[header::CONTENT_TYPE], "application/wasm");
        assert_eq!(response.headers()[header::CONTENT_ENCODING], "br");
        assert!(response.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
        assert_eq!(content(response).await, HELLO);
    }

    #[tokio::test]
    async fn a_browser_without_brotli_gets_the_plain_file() {
        for (encodings, compressed) in [("br;q=0.5, gzip", true), ("gzip, br;q=0", false), ("brotli", false)] {
            assert_eq!(get("/", encodings).headers().contains_key(header::CONTENT_ENCODING), compressed, "{encodings}");
        }
        let response = get("/", "gzip");
        assert!(!response.headers().contains_key(header::CONTENT_ENCODING));
        assert_eq!(response.headers()[header::CACHE_CONTROL], "no-cache");
        assert_eq!(content(response).await, b"hello");
    }

    #[tokio::test]
    async fn the_policy_forbids_what_is_inline_or_foreign() {
        let response = with_security_headers(get("/", "br")).await;
        let policy = response.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe-inline"), "{policy}");
        assert_eq!(get("/nothing", "br").status(), StatusCode::NOT_FOUND);
    }
}
