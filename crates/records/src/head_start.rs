//! The head start among a record's options: one number for each seat, so it turns with the seats.

use serde_json::{Map, Value};

/// The option's name.
const NAME: &str = "head_start";

/// What a seat is given; 0 where the options say nothing of it.
pub fn of(options: &Map<String, Value>, seat: usize) -> u8 {
    let given = options.get(NAME).and_then(|list| list.get(seat)?.as_u64());
    given.and_then(|given| given.try_into().ok()).unwrap_or(0)
}

/// Writes what each seat is given, as the rules write it: without the zeros at the end, and not at all where no seat is given anything.
pub fn write(options: &mut Map<String, Value>, given: &[u8]) {
    match given.iter().rposition(|&given| given > 0) {
        Some(last) => drop(options.insert(NAME.into(), given[..=last].into())),
        None => drop(options.shift_remove(NAME)),
    }
}

/// The same options with the seats in another order: first what the first of `order` is given, and so on.
pub fn reordered(options: &Map<String, Value>, order: &[usize]) -> Map<String, Value> {
    let mut options = options.clone();
    if options.contains_key(NAME) {
        let given: Vec<u8> = order.iter().map(|&seat| of(&options, seat)).collect();
        write(&mut options, &given);
    }
    options
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn options(text: Value) -> Map<String, Value> {
        text.as_object().cloned().expect("an object")
    }

    #[test]
    fn it_turns_with_the_seats_and_back() {
        let table = options(json!({"head_start": [0, 30], "bonus_at_least": 63}));
        let played = reordered(&table, &[2, 0, 1]);
        assert_eq!(json!(played), json!({"head_start": [0, 0, 30], "bonus_at_least": 63}));
        assert_eq!(reordered(&played, &[1, 2, 0]), table);
        let plain = options(json!({"open_table": true}));
        assert_eq!(reordered(&plain, &[1, 0]), plain);
    }

    #[test]
    fn nothing_given_is_not_written() {
        let mut all = options(json!({"head_start": [0, 2]}));
        assert_eq!((of(&all, 1), of(&all, 0), of(&all, 5)), (2, 0, 0));
        write(&mut all, &[0, 0, 0]);
        assert!(all.is_empty());
    }
}
