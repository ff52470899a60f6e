//! The server's small API beside the WebSocket.

use spieltisch_protocol::{
    Addresses, HeardCode, Invitation, Links, NewTable, PushKey, Refused, SpokenCode, Subscription, Summary, Unsubscription,
};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

use crate::browser;

/// Why a request came to nothing.
pub enum Failure {
    /// The server did not answer.
    Unreachable,
    /// The server said no.
    Refused(Refused),
}

/// Sets a table up.
pub async fn create(table: &NewTable) -> Result<Links, Failure> {
    let text = call("POST", "api/tables", None, serde_json::to_string(table).ok()).await?;
    serde_json::from_str(&text).map_err(|_| Failure::Unreachable)
}

/// A table in a list: whose turn it is.
pub async fn summary(table: &str, token: &str) -> Result<Summary, Failure> {
    let text = call("GET", &format!("api/tables/{table}"), Some(token), None).await?;
    serde_json::from_str(&text).map_err(|_| Failure::Unreachable)
}

/// A code for the telephone.
pub async fn spoken_code(table: &str, invite: &str) -> Result<SpokenCode, Failure> {
    let text = call("POST", &format!("api/tables/{table}/code"), Some(invite), None).await?;
    serde_json::from_str(&text).map_err(|_| Failure::Unreachable)
}

/// Under which addresses others can open the page.
pub async fn addresses() -> Result<Addresses, Failure> {
    let text = call("GET", "api/addresses", None, None).await?;
    serde_json::from_str(&text).map_err(|_| Failure::Unreachable)
}

/// Where a spoken code leads.
pub async fn by_code(code: &str) -> Result<Invitation, Failure> {
    let heard = HeardCode { code: code.to_string() };
    let text = call("POST", "api/codes", None, serde_json::to_string(&heard).ok()).await?;
    serde_json::from_str(&text).map_err(|_| Failure::Unreachable)
}

/// All games of a table as records, one per line.
pub async fn records(table: &str, token: &str) -> Result<String, Failure> {
    call("GET", &format!("api/tables/{table}/records"), Some(token), None).await
}

/// The key that this browser takes messages of the server by.
pub async fn push_key() -> Result<PushKey, Failure> {
    let text = call("GET", "api/push", None, None).await?;
    serde_json::from_str(&text).map_err(|_| Failure::Unreachable)
}

/// Has this browser told when it is the turn of the token's seat.
pub async fn subscribe(table: &str, token: &str, subscription: &Subscription) -> Result<(), Failure> {
    call("PUT", &format!("api/tables/{table}/push"), Some(token), serde_json::to_string(subscription).ok()).await.map(drop)
}

/// Has it told no more.
pub async fn unsubscribe(table: &str, token: &str, endpoint: &str) -> Result<(), Failure> {
    let end = Unsubscription { endpoint: endpoint.to_string() };
    call("DELETE", &format!("api/tables/{table}/push"), Some(token), serde_json::to_string(&end).ok()).await.map(drop)
}

/// Deletes a table for everyone.
pub async fn delete(table: &str, host: &str) -> Result<(), Failure> {
    call("DELETE", &format!("api/tables/{table}"), Some(host), None).await.map(drop)
}

async fn call(method: &str, path: &str, token: Option<&str>, body: Option<String>) -> Result<String, Failure> {
    let (well, text) = fetch(method, path, token, body).await.ok_or(Failure::Unreachable)?;
    if well {
        return Ok(text);
    }
    Err(serde_json::from_str(&text).map_or(Failure::Unreachable, Failure::Refused))
}

async fn fetch(method: &str, path: &str, token: Option<&str>, body: Option<String>) -> Option<(bool, String)> {
    let options = web_sys::RequestInit::new();
    options.set_method(method);
    if let Some(body) = body {
        options.set_body(&body.into());
    }
    let request = web_sys::Request::new_with_str_and_init(path, &options).ok()?;
    request.headers().set("content-type", "application/json").ok()?;
    if let Some(token) = token {
        request.headers().set("authorization", &format!("Bearer {token}")).ok()?;
    }
    let response = JsFuture::from(browser::window().fetch_with_request(&request)).await.ok()?;
    let response: web_sys::Response = response.dyn_into().ok()?;
    let text = JsFuture::from(response.text().ok()?).await.ok()?;
    Some((response.ok(), text.as_string()?))
}
