//! A set-up in one short word, for an address: `4;solo_hard=true;board=n.001232.001343.…`

use serde_json::{Map, Value};

/// How many play, by which options, on which board: both as they stand in a record.
#[derive(Clone, Debug, PartialEq)]
pub struct SetUp {
    /// How many play.
    pub players: usize,
    /// Options that differ from the default.
    pub options: Map<String, Value>,
    /// The board; null for the usual one.
    pub board: Value,
}

/// No code of a set-up is longer.
const LONGEST: usize = 300;
const BOARD: &str = "board";
/// Marks a board whose rows are numbers; each has one digit.
const NUMBERS: char = 'n';
/// Marks a board whose rows are words of one letter with spaces between.
const WORDS: char = 'w';

impl SetUp {
    /// The set-up as a word that needs no escapes in an address; `None` where it holds something that has no short form.
    pub fn code(&self) -> Option<String> {
        let mut code = self.players.to_string();
        for (name, value) in &self.options {
            if !is_name(name) || name == BOARD || !(value.is_boolean() || value.is_u64()) {
                return None;
            }
            code.push_str(&format!(";{name}={value}"));
        }
        if !self.board.is_null() {
            code.push_str(&format!(";{BOARD}={}", board_code(&self.board)?));
        }
        (code.len() <= LONGEST).then_some(code)
    }

    /// The set-up of such a word. Whether a game can be played like this, the game says.
    pub fn from_code(code: &str) -> Option<SetUp> {
        if code.len() > LONGEST {
            return None;
        }
        let mut parts = code.split(';');
        let players = parts.next()?.parse().ok()?;
        let mut set_up = SetUp { players, options: Map::new(), board: Value::Null };
        for part in parts {
            let (name, value) = part.split_once('=')?;
            if name == BOARD {
                set_up.board = read_board_code(value)?;
            } else if is_name(name) {
                let value: Value = serde_json::from_str(value).ok().filter(|value: &Value| value.is_boolean() || value.is_u64())?;
                set_up.options.insert(name.to_string(), value);
            } else {
                return None;
            }
        }
        Some(set_up)
    }
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

fn board_code(board: &Value) -> Option<String> {
    let rows = board.as_array()?;
    let kind = if rows.first()?.is_string() { WORDS } else { NUMBERS };
    let mut code = kind.to_string();
    for row in rows {
        code.push('.');
        if kind == WORDS {
            for word in row.as_str()?.split(' ') {
                code.push(only(word).filter(char::is_ascii_alphanumeric)?);
            }
        } else {
            for number in row.as_array()? {
                code.push(char::from_digit(u32::try_from(number.as_u64()?).ok()?, 10)?);
            }
        }
    }
    Some(code)
}

/// The one letter of a word.
fn only(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|_| letters.next().is_none())
}

fn read_board_code(code: &str) -> Option<Value> {
    let mut rows = code.split('.');
    let kind = only(rows.next()?)?;
    let row = |row: &str| match kind {
        NUMBERS => row.chars().map(|digit| digit.to_digit(10).map(Value::from)).collect::<Option<Vec<Value>>>().map(Value::from),
        WORDS => Some(Value::from(row.chars().map(String::from).collect::<Vec<_>>().join(" "))),
        _ => None,
    };
    rows.map(row).collect::<Option<Vec<Value>>>().map(Value::from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn there_and_back(players: usize, options: Value, board: Value, code: &str) {
        let Value::Object(options) = options else { panic!("options are an object") };
        let set_up = SetUp { players, options, board };
        assert_eq!(set_up.code().as_deref(), Some(code));
        assert_eq!(SetUp::from_code(code), Some(set_up));
    }

    #[test]
    fn a_set_up_comes_back_from_its_code() {
        there_and_back(4, json!({}), Value::Null, "4");
        there_and_back(1, json!({"solo_hard": true}), Value::Null, "1;solo_hard=true");
        there_and_back(2, json!({"bonus_at_least": 63}), Value::Null, "2;bonus_at_least=63");
        there_and_back(2, json!({}), json!([[0, 1], [9, 3]]), "2;board=n.01.93");
        // A row of pairs only is still a row of words.
        there_and_back(3, json!({}), json!(["1 2 3", "S Y H"]), "3;board=w.123.SYH");
    }

    #[test]
    fn what_has_no_short_form_has_no_code() {
        let with = |options: Value, board: Value| match options {
            Value::Object(options) => SetUp { players: 2, options, board }.code(),
            _ => None,
        };
        assert_eq!(with(json!({"name": "Anna"}), Value::Null), None);
        assert_eq!(with(json!({"Ü": true}), Value::Null), None);
        assert_eq!(with(json!({}), json!([[10]])), None);
        assert_eq!(with(json!({}), json!(["ab c"])), None);
        assert_eq!(with(json!({}), json!({})), None);
    }

    #[test]
    fn whatever_the_code_nothing_breaks() {
        for code in ["", ";", "x", "4;", "4;board", "4;board=", "4;board=z.1", "4;board=n.x", "4;a=[]", "4;a=\"b\"", "4;B=1", "-1", "4;é=1"]
        {
            assert_eq!(SetUp::from_code(code), None, "{code:?}");
        }
        assert_eq!(SetUp::from_code(&"1".repeat(400)), None);
    }
}
