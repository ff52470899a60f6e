//! A bot in Rust: it takes the first move that keeps nothing back, in any game.

use std::io::stdin;

use serde_json::{Value, json};

fn main() {
    for line in stdin().lines().map_while(Result::ok) {
        let Ok(asked) = serde_json::from_str::<Value>(&line) else { continue };
        let answer = match asked["do"].as_str() {
            Some("hello") => json!({"is": "ready", "name": "First come", "games": ["yatzy", "castro", "caro", "crowns"]}),
            Some("choose") => json!({"is": "move", "id": asked["id"], "move": choose(&asked["legal"])}),
            Some("bye") => return,
            _ => continue,
        };
        println!("{answer}");
    }
}

fn choose(legal: &Value) -> Option<&str> {
    let mut moves = legal.as_array()?.iter().filter_map(Value::as_str);
    moves.clone().find(|mv| !mv.starts_with("keep")).or_else(|| moves.next())
}
