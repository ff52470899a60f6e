//! Reading the fields of a record's header that every game has.

use serde_json::Value;

/// The number of players, checked against what the game allows.
pub fn players(header: &Value, least: usize, most: usize) -> Result<usize, String> {
    let Some(names) = header["players"].as_array() else {
        return Err("The record has no list of players.".to_string());
    };
    if !names.iter().all(Value::is_string) {
        return Err("Every player needs a name in quotes.".to_string());
    }
    if names.len() < least || names.len() > most {
        return Err(format!("This game is for {least} to {most} players, not for {}.", names.len()));
    }
    Ok(names.len())
}

/// Refuses options that the game does not have; options left out are fine.
pub fn only_options(header: &Value, known: &[&str]) -> Result<(), String> {
    match &header["options"] {
        Value::Null => Ok(()),
        Value::Object(options) => match options.keys().find(|name| !known.contains(&name.as_str())) {
            Some(name) => Err(format!("This game has no option {name:?}.")),
            None => Ok(()),
        },
        _ => Err("The options must be an object.".to_string()),
    }
}

/// A yes-or-no option; left out it is false.
pub fn flag(header: &Value, name: &str) -> Result<bool, String> {
    match &header["options"][name] {
        Value::Null => Ok(false),
        Value::Bool(value) => Ok(*value),
        _ => Err(format!("The option {name:?} must be true or false.")),
    }
}

/// An option that is a whole number of at least 0.
pub fn number(header: &Value, name: &str, default: i64) -> Result<i64, String> {
    match &header["options"][name] {
        Value::Null => Ok(default),
        value => match value.as_i64() {
            Some(number) if number >= 0 => Ok(number),
            _ => Err(format!("The option {name:?} must be a whole number of at least 0.")),
        },
    }
}

/// What each seat is given before the first turn: nothing for a player alone, nothing for seats that are not there.
pub fn head_start(header: &Value, players: usize, most: i64) -> Result<Vec<i64>, String> {
    let given = match &header["options"]["head_start"] {
        Value::Null => Vec::new(),
        Value::Array(given) => given.clone(),
        _ => return Err("A head start is a list of numbers.".to_string()),
    };
    let mut all = vec![0; players];
    for (seat, value) in given.iter().enumerate() {
        match value.as_i64() {
            Some(number) if (0..=most).contains(&number) && seat < 8 => {
                if players > 1 && seat < players {
                    all[seat] = number;
                }
            }
            _ => return Err(format!("A head start is a list of numbers from 0 to {most}.")),
        }
    }
    Ok(all)
}

/// For the games that have no board to choose.
pub fn no_board(header: &Value) -> Result<(), String> {
    match header["board"] {
        Value::Null => Ok(()),
        _ => Err("This game has no board to choose.".to_string()),
    }
}
