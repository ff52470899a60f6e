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
        faces.extend(bytes.iter().filter_map(|&byte| spieltisch_records::fair::face(byte)));
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

/// Whether there is a source that is good enough for dice. Asked before the page is shown: nothing else stands in for it.
pub fn has_randomness() -> bool {
    try_fill_random(&mut [0])
}

fn fill_random(bytes: &mut [u8]) {
    assert!(try_fill_random(bytes), "the page is shown only where the browser has random numbers");
}

fn try_fill_random(bytes: &mut [u8]) -> bool {
    // In a worker there is no window, but the same source under `self`.
    let source =
        js_sys::Reflect::get(&js_sys::global(), &"crypto".into()).ok().and_then(|crypto| crypto.dyn_into::<web_sys::Crypto>().ok());
    source.is_some_and(|crypto| crypto.get_random_values_with_u8_array(bytes).is_ok())
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

/// Asks `is_none` before every click: where it says so, the click is swallowed.
pub fn before_clicks(mut is_none: impl FnMut(&web_sys::Event) -> bool + 'static) -> BeforeClicks {
    let heard = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
        if is_none(&event) {
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

/// Whether an event happened to something inside an element that a selector finds.
pub fn is_inside(event: &web_sys::Event, selector: &str) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.and_then(|target| target.closest(selector).ok()).flatten().is_some()
}

/// Whether the device or its person prefers something, as style sheets ask for it.
pub fn prefers(what: &str) -> bool {
    window().match_media(what).ok().flatten().is_some_and(|query| query.matches())
}

/// The moment in milliseconds since 1970.
pub fn now() -> f64 {
    js_sys::Date::now()
}

/// Milliseconds since the page was opened, by a monotonic clock.
pub fn ticks() -> f64 {
    window().performance().map_or_else(now, |performance| performance.now())
}

/// Now, as records write it.
pub fn time() -> Time {
    Time(now() as u64)
}

/// A day as the person writes it, the month by its name where that is usual: “17 Nov 2026”.
pub fn local_date(Time(milliseconds): Time, language: &str) -> String {
    let date = js_sys::Date::new(&(milliseconds as f64).into());
    date.to_locale_date_string(&locale(language), &style("dateStyle", "medium")).into()
}

/// The time of day of a moment, as the person writes it.
pub fn local_time(Time(milliseconds): Time, language: &str) -> String {
    let date = js_sys::Date::new(&(milliseconds as f64).into());
    let write = js_sys::Reflect::get(&date, &"toLocaleTimeString".into()).ok().and_then(|write| write.dyn_into::<js_sys::Function>().ok());
    let written = write.and_then(|write| write.call2(&date, &locale(language).into(), &style("timeStyle", "short")).ok()?.as_string());
    written.unwrap_or_default()
}

fn style(name: &str, style: &str) -> JsValue {
    let options = js_sys::Object::new();
    let _ = js_sys::Reflect::set(&options, &name.into(), &style.into());
    options.into()
}

/// The page's language with the person's region, for dates and times.
fn locale(language: &str) -> String {
    let preferred: Vec<String> = window().navigator().languages().iter().filter_map(|code| code.as_string()).collect();
    spieltisch_core::with_region(language, &preferred)
}

/// A day as files are named by it, by this device's calendar: “2026-11-17”.
pub fn iso_day(Time(milliseconds): Time) -> String {
    let date = js_sys::Date::new(&(milliseconds as f64).into());
    format!("{:04}-{:02}-{:02}", date.get_full_year(), date.get_month() + 1, date.get_date())
}

/// When today ends, by this device's calendar.
pub fn end_of_today() -> Time {
    let now = js_sys::Date::new_0();
    let midnight = js_sys::Date::new_with_year_month_day(now.get_full_year(), now.get_month() as i32, now.get_date() as i32 + 1);
    Time(midnight.get_time() as u64)
}

/// Puts the keyboard focus on the element with this id, and brings it into sight: the player has asked for it.
pub fn focus(id: &str) {
    if let Some(element) = html_element(id) {
        let _ = element.focus();
    }
}

/// Puts the keyboard focus on the element with this id without being asked: the page stays where it is.
pub fn focus_in_place(id: &str) {
    if let Some(element) = html_element(id) {
        focus_without_scrolling(&element);
    }
}

fn focus_without_scrolling(element: &web_sys::HtmlElement) {
    let options = web_sys::FocusOptions::new();
    options.set_prevent_scroll(true);
    let _ = element.focus_with_options(&options);
}

fn html_element(id: &str) -> Option<web_sys::HtmlElement> {
    document().get_element_by_id(id).and_then(|element| element.dyn_into().ok())
}

/// Puts the keyboard focus on the square of a board where the cursor stands; the page stays where it is.
pub fn focus_board() {
    let square = document().query_selector("[role=grid] [tabindex='0']").ok().flatten();
    if let Some(square) = square.and_then(|square| square.dyn_into().ok()) {
        focus_without_scrolling(&square);
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

/// Unfolds the group with this id.
pub fn unfold(id: &str) {
    if let Some(element) = document().get_element_by_id(id) {
        let _ = element.set_attribute("open", "");
    }
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
    spieltisch_records::fair::to_hex(&bytes)
}

/// Whether the address bar shows this place or one below it.
pub fn is_at(place: &str) -> bool {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
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

/// Whether the visitor has tapped or pressed a key on this page; where the browser does not tell, it may be so.
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

/// How many minutes today still has, by this device's clock.
pub fn minutes_left_today() -> u32 {
    let now = js_sys::Date::new_0();
    24 * 60 - now.get_hours() * 60 - now.get_minutes()
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
