//! Whether `openapi.json` describes the API that there is: every route, every field.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};
use spieltisch_protocol::{
    Addresses, BrowserKeys, HeardCode, Invitation, Links, NewTable, PushKey, RefusalCode, Refused, SeatPlan, SpokenCode, Subscription,
    Summary, Terms, Unsubscription,
};

fn description() -> Value {
    serde_json::from_str(include_str!("../../openapi.json")).expect("JSON")
}

/// The keys of an object.
fn keys(object: &Value) -> BTreeSet<String> {
    object.as_object().map(|object| object.keys().cloned().collect()).unwrap_or_default()
}

#[test]
fn every_route_is_described() {
    let routes = include_str!("mod.rs").split(".route(\"").skip(1).filter_map(|rest| {
        let (path, after) = rest.split_once("\", ")?;
        Some((path.to_string(), after.split('(').next()?.to_string()))
    });
    let routes: BTreeSet<(String, String)> = routes.collect();
    assert!(routes.len() > 5, "the routes are found: {routes:?}");
    let described = description()["paths"].as_object().expect("paths").clone();
    let described = described.iter().flat_map(|(path, methods)| keys(methods).into_iter().map(move |method| (path.clone(), method)));
    let described: BTreeSet<(String, String)> = described.filter(|(_, method)| method != "parameters").collect();
    assert_eq!(described, routes);
}

/// Compares a schema with a value in which every field is present: the same fields, and those it cannot be read without.
#[track_caller]
fn describes<T: Serialize + DeserializeOwned>(name: &str, whole: T) {
    let schema = description()["components"]["schemas"][name].clone();
    let value = serde_json::to_value(whole).expect("JSON");
    assert_eq!(keys(&schema["properties"]), keys(&value), "{name}");
    let Some(required) = schema.get("required") else { return };
    for field in keys(&value) {
        let mut without = value.clone();
        without.as_object_mut().map(|object| object.remove(&field));
        let is_needed = serde_json::from_value::<T>(without).is_err();
        assert_eq!(required.as_array().expect("a list").contains(&json!(field)), is_needed, "{name}.{field}");
    }
}

#[test]
fn every_field_is_described() {
    let (text, seat) = (String::new, SeatPlan { name: String::new(), colour: 0, computer: Some(1) });
    let terms = Terms { stand_in: Some(1), turn: Some(1), ..Terms::default() };
    describes("SeatPlan", seat.clone());
    describes("Terms", terms.clone());
    describes("NewTable", NewTable { game: text(), options: Map::new(), board: Value::Null, seats: vec![seat], terms, youngest: 0 });
    describes("Links", Links { table: text(), host: text(), invite: text(), watch: text(), seats: Vec::new() });
    describes("SpokenCode", SpokenCode { code: text(), until: 0 });
    describes("Addresses", Addresses { public: Some(text()), network: Vec::new() });
    describes("HeardCode", HeardCode { code: text() });
    describes("Invitation", Invitation { table: text(), token: text() });
    let keys = BrowserKeys { p256dh: text(), auth: text() };
    describes("PushKey", PushKey { key: text() });
    describes("BrowserKeys", keys.clone());
    describes("Subscription", Subscription { endpoint: text(), keys, words: text() });
    describes("Unsubscription", Unsubscription { endpoint: text() });
    let summary = Summary { table: text(), game: text(), names: Vec::new(), seat: None, turn: None, finished: 0, changed: 0 };
    describes("Summary", summary);
    describes("Refused", Refused { code: RefusalCode::Rule, rule: Some(text()), message: text() });
}
