//! What was learned in this browser stays in it, beside the page's own files.

use js_sys::Uint8Array;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

const NAME: &str = "learned";

/// The cache, where the browser has one; a page from elsewhere without encryption has none.
async fn open() -> Option<web_sys::Cache> {
    // In a worker there is no window, but the same storage under `self`.
    let storage = js_sys::Reflect::get(&js_sys::global(), &"caches".into()).ok()?;
    let storage = storage.dyn_into::<web_sys::CacheStorage>().ok()?;
    JsFuture::from(storage.open(NAME)).await.ok()?.dyn_into().ok()
}

fn address(key: &str) -> String {
    format!("learned/{key}")
}

/// The values kept under this key.
pub async fn find(key: &str) -> Option<Vec<u8>> {
    let found = JsFuture::from(open().await?.match_with_str(&address(key))).await.ok()?;
    let response = found.dyn_into::<web_sys::Response>().ok()?;
    let bytes = JsFuture::from(response.array_buffer().ok()?).await.ok()?;
    Some(Uint8Array::new(&bytes).to_vec())
}

/// Keeps values; `None` where the browser cannot.
pub async fn keep(key: &str, bytes: &[u8]) -> Option<()> {
    let response = web_sys::Response::new_with_opt_js_u8_array(Some(&Uint8Array::from(bytes))).ok()?;
    JsFuture::from(open().await?.put_with_str(&address(key), &response)).await.ok().map(drop)
}
