//! The few things asked of the browser itself.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_records::Time;
use wasm_bindgen::prelude::*;

/// The window; there is one wherever the page is shown.
pub fn window() -> web_sys::Window {
    web_sys::window().expect("the page lives in a window")
}

/// The document.
pub fn document() -> web_sys::Document {
    window().document().expect("a window has a document")
}

/// Throws dice: fair faces 1 to 6 from the browser's source of randomness.
pub fn throw_dice(count: usize) -> Vec<u8> {
    let mut faces = Vec::with_capacity(count);
    let mut bytes = [0u8; 16];
    while faces.len() < count {
        fill_random(&mut bytes);
        faces.extend(bytes.iter().filter_map(|&byte| spieltisch_fair::face(byte)));
    }
    faces.truncate(count);
    faces
}

/// A random number, for whatever is no die.
pub fn random_u64() -> u64 {
    let mut bytes = [0u8; 8];
    fill_random(&mut bytes);
    u64::from_le_bytes(bytes)
}

/// A generator for computers' choices, seeded by the browser's own randomness.
pub fn rng() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(random_u64())
}

fn fill_random(bytes: &mut [u8]) {
    // In a worker there is no window, but the same source under `self`.
    let source =
        js_sys::Reflect::get(&js_sys::global(), &"crypto".into()).ok().and_then(|crypto| crypto.dyn_into::<web_sys::Crypto>().ok());
    if source.and_then(|crypto| crypto.get_random_values_with_u8_array(bytes).ok()).is_none() {
        bytes.fill_with(|| (js_sys::Math::random() * 256.0) as u8);
    }
}

/// Runs something after some milliseconds.
pub fn after(milliseconds: i32, what: impl FnOnce() + 'static) {
    let what = Closure::once_into_js(what);
    let _ = window().set_timeout_with_callback_and_timeout_and_arguments_0(what.unchecked_ref(), milliseconds);
}

/// Listens to clicks before anything they are for; ends when it is dropped.
pub struct BeforeClicks {
    heard: Closure<dyn FnMut(web_sys::Event)>,
}

/// Asks `is_none` before every click: where it says so, nobody hears of the click.
pub fn before_clicks(mut is_none: impl FnMut() -> bool + 'static) -> BeforeClicks {
    let heard = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        if is_none() {
            event.stop_propagation();
            event.prevent_default();
        }
    });
    let _ = window().add_event_listener_with_callback_and_bool("click", heard.as_ref().unchecked_ref(), true);
    BeforeClicks { heard }
}

impl Drop for BeforeClicks {
    fn drop(&mut self) {
        let _ = window().remove_event_listener_with_callback_and_bool("click", self.heard.as_ref().unchecked_ref(), true);
    }
}

/// Whether the device or its person prefers something, as style sheets ask for it.
pub fn prefers(what: &str) -> bool {
    window().match_media(what).ok().flatten().is_some_and(|query| query.matches())
}

/// The moment in milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Milliseconds since the page was opened, by a clock that nobody sets.
pub fn ticks() -> f64 {
    window().performance().map_or_else(now, |performance| performance.now())
}

/// Now, as records write it.
pub fn time() -> Time {
    Time(now() as u64)
}

/// A moment as the person writes dates.
pub fn local_date(Time(milliseconds): Time, language: &str) -> String {
    let date = js_sys::Date::new(&(milliseconds as f64).into());
    date.to_locale_date_string(language, &JsValue::UNDEFINED).into()
}

/// The time of day of a moment, as the person writes it.
pub fn local_time(Time(milliseconds): Time, language: &str) -> String {
    let date = js_sys::Date::new(&(milliseconds as f64).into());
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &"timeStyle".into(), &"short".into());
    let write = js_sys::Reflect::get(&date, &"toLocaleTimeString".into()).ok().and_then(|write| write.dyn_into::<js_sys::Function>().ok());
    write.and_then(|write| write.call2(&date, &language.into(), &options).ok()?.as_string()).unwrap_or_default()
}

/// Puts the keyboard focus on the element with this id.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id).and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(element) = element {
        let _ = element.focus();
    }
}

/// Puts the keyboard focus on the square of a board where the cursor stands.
pub fn focus_board() {
    let square = document().query_selector("[role=grid] [tabindex='0']").ok().flatten();
    if let Some(square) = square.and_then(|square| square.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = square.focus();
    }
}

/// The id of the element that has the keyboard focus; `None` where nothing has it.
pub fn focused_id() -> Option<String> {
    let element = document().active_element()?;
    (element.tag_name() != "BODY").then(|| element.id())
}

/// Hands a text to the person as a file.
pub fn download(name: &str, text: &str) {
    let Ok(blob) = web_sys::Blob::new_with_str_sequence(&js_sys::Array::of1(&text.into())) else { return };
    let Ok(address) = web_sys::Url::create_object_url_with_blob(&blob) else { return };
    save_as(name, &address);
    let _ = web_sys::Url::revoke_object_url(&address);
}

/// Hands what stands under an address to the person as a file.
pub fn save_as(name: &str, address: &str) {
    if let Some(link) = document().create_element("a").ok().and_then(|link| link.dyn_into::<web_sys::HtmlAnchorElement>().ok()) {
        link.set_href(address);
        link.set_download(name);
        link.click();
    }
}

/// Reads the file chosen in a file field and hands its text on.
pub fn read_chosen_file(event: &web_sys::Event, then: impl FnOnce(String) + 'static) {
    let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    let Some(field) = field else { return };
    let Some(file) = field.files().and_then(|files| files.get(0)) else { return };
    field.set_value("");
    leptos::task::spawn_local(async move {
        if let Ok(text) = wasm_bindgen_futures::JsFuture::from(file.text()).await {
            then(text.as_string().unwrap_or_default());
        }
    });
}

/// The value of the field an event came from.
pub fn value_of(event: &web_sys::Event) -> String {
    let Some(target) = event.target() else { return String::new() };
    if let Some(field) = target.dyn_ref::<web_sys::HtmlInputElement>() {
        return field.value();
    }
    target.dyn_ref::<web_sys::HtmlSelectElement>().map(web_sys::HtmlSelectElement::value).unwrap_or_default()
}

/// Whether the box an event came from is ticked.
pub fn is_ticked(event: &web_sys::Event) -> bool {
    let field = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok());
    field.is_some_and(|field| field.checked())
}

/// Brings the element with this id into view and into focus.
pub fn show(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        element.scroll_into_view();
    }
    focus(id);
}

/// Goes back to the page before.
pub fn back() {
    if let Ok(history) = window().history() {
        let _ = history.back();
    }
}

/// A random part for dice that are thrown elsewhere: 16 bytes as hexadecimal digits.
pub fn random_part() -> String {
    let mut bytes = [0u8; 16];
    fill_random(&mut bytes);
    spieltisch_fair::to_hex(&bytes)
}

/// Changes what the address bar shows, without going anywhere.
pub fn replace_address(address: &str) {
    if let Ok(history) = window().history() {
        let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(address));
    }
}

/// The whole address of a place on this page, as `#/t/…` is one.
pub fn whole_address(place: &str) -> String {
    let page = document().base_uri().ok().flatten().unwrap_or_default();
    format!("{}{place}", page.split(['#', '?']).next().unwrap_or_default())
}

/// Whether there is a network, as far as the browser knows.
pub fn is_online() -> bool {
    window().navigator().on_line()
}

/// Has the page of the address in the bar drawn again.
pub fn redraw() {
    let _ = web_sys::Event::new("hashchange").map(|event| window().dispatch_event(&event));
}

/// Whether somebody has tapped or pressed a key on this page; where the browser does not tell, it may be so.
pub fn was_tapped() -> bool {
    let told = js_sys::Reflect::get(&window().navigator(), &"userActivation".into()).ok();
    let active = told.filter(|told| told.is_object()).and_then(|told| js_sys::Reflect::get(&told, &"hasBeenActive".into()).ok());
    active.is_none_or(|active| active.is_truthy())
}

/// Lets the device tremble, where it can: on and off in turn, in milliseconds.
pub fn vibrate(pattern: &[u32]) {
    let navigator = window().navigator();
    let Some(vibrate) =
        js_sys::Reflect::get(&navigator, &"vibrate".into()).ok().and_then(|found| found.dyn_into::<js_sys::Function>().ok())
    else {
        return;
    };
    let pattern: js_sys::Array = pattern.iter().map(|&milliseconds| JsValue::from(milliseconds)).collect();
    let _ = vibrate.call1(&navigator, &pattern);
}

/// Today's number since 1970, by this device's calendar.
pub fn today() -> u32 {
    let now = js_sys::Date::new_0();
    let day = js_sys::Date::utc(f64::from(now.get_full_year()), f64::from(now.get_month()));
    (day / 86_400_000.0) as u32 + now.get_date() - 1
}

/// Reloads the page.
pub fn reload() {
    let _ = window().location().reload();
}

/// A text with a capital at its beginning. The browser knows all letters; here their tables would be fetched with the page.
pub fn capitalized(text: &str) -> String {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let (first, rest) = text.split_at(first);
    String::from(js_sys::JsString::from(first).to_upper_case()) + rest
}
