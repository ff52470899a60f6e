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

/// The source of a handler, by its name as in `api::create`.
fn source(handler: &str) -> &'static str {
    let (module, name) = handler.split_once("::").expect("a module and a name");
    let file = match module {
        "api" => include_str!("api.rs"),
        "push" => include_str!("push.rs"),
        "addresses" => include_str!("addresses.rs"),
        "socket" => include_str!("socket.rs"),
        other => panic!("{other}: tell this test where its source is"),
    };
    let begin = file.find(&format!("pub async fn {name}(")).unwrap_or_else(|| panic!("{handler} is not found"));
    let rest = &file[begin..];
    &rest[..rest.find("\n}\n").expect("its end")]
}

/// What a handler calls tells with what it can answer.
const ANSWERS: &[(&str, &[&str])] = &[
    ("read_body(", &["400", "408", "413"]),
    ("is_same_origin(", &["403"]),
    ("RefusalCode::NotSeated", &["403"]),
    ("credential(", &["404", "503"]),
    ("take_look(", &["429"]),
    ("gate.may_", &["429"]),
    ("open_tables.", &["503"]),
    ("StatusCode::NO_CONTENT", &["204"]),
    ("StatusCode::CREATED", &["201"]),
    ("StatusCode::ACCEPTED", &["202"]),
];

#[test]
fn every_answer_is_described() {
    let described = description()["paths"].clone();
    let mut compared = 0;
    for rest in include_str!("mod.rs").split(".route(\"").skip(1) {
        let Some((path, after)) = rest.split_once("\", ") else { continue };
        let (method, handler) = after.split_once('(').expect("a method");
        let source = source(handler.split(')').next().expect("a handler"));
        let told = keys(&described[path][method]["responses"]);
        for (_, statuses) in ANSWERS.iter().filter(|(call, _)| source.contains(call)) {
            for status in *statuses {
                assert!(told.contains(*status) || path == "/metrics", "{method} {path} can answer {status}");
                compared += 1;
            }
        }
    }
    assert!(compared > 20, "the handlers are found: {compared}");
}

/// Limits say when there is room again, in the header and in the body.
#[test]
fn every_limit_says_when_to_come_back() {
    let description = description();
    for response in ["TooMuch", "Full"] {
        assert!(description["components"]["responses"][response]["headers"]["Retry-After"].is_object(), "{response}");
    }
    for (path, methods) in description["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let told = &operation["responses"]["429"]["$ref"];
            assert!(
                told.is_null() || told.as_str().is_some_and(|name| name.ends_with("/TooMuch") || name.ends_with("/Full")),
                "{method} {path}"
            );
        }
    }
}

#[test]
fn every_code_is_described() {
    use RefusalCode::*;
    let all = [
        Unreadable,
        NoSuchTable,
        BadSetUp,
        SeatTaken,
        BadText,
        NotSeated,
        NotYourTurn,
        Stale,
        Rule,
        NotNow,
        SwitchedOff,
        TooMuch,
        NotStored,
        Reconnect,
    ];
    for code in all {
        // A new code does not compile here until it is listed above, and then not pass until it is described.
        match code {
            Unreadable | NoSuchTable | BadSetUp | SeatTaken | BadText | NotSeated | NotYourTurn => {}
            Stale | Rule | NotNow | SwitchedOff | TooMuch | NotStored | Reconnect => {}
        }
    }
    assert_eq!(description()["components"]["schemas"]["Refused"]["properties"]["code"]["enum"], json!(all));
    let protocol = include_str!("../../../../docs/protocol.md");
    for code in all {
        let name = serde_json::to_value(code).expect("JSON");
        assert!(protocol.contains(&format!("`{}`", name.as_str().expect("a name"))), "docs/protocol.md does not tell {name}");
    }
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
    describes("Refused", Refused { code: RefusalCode::Rule, rule: Some(text()), message: text(), wait: Some(1) });
}
