//! The tables whose turns this browser asked to be told of.

use crate::store;

const NAME: &str = "spieltisch/told";

fn all() -> Vec<String> {
    store::read(NAME).and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Whether this table is one of them.
pub fn has(table: &str) -> bool {
    all().iter().any(|kept| kept == table)
}

/// Whether any other table is.
pub fn has_others(table: &str) -> bool {
    all().iter().any(|kept| kept != table)
}

/// Takes a table in, or out.
pub fn set(table: &str, on: bool) {
    let mut tables = all();
    tables.retain(|kept| kept != table);
    if on {
        tables.push(table.to_string());
    }
    store::write(NAME, &serde_json::to_string(&tables).unwrap_or_default());
}
