//! A roll that is half typed in, kept in the browser: a closed tab or an empty battery loses nothing of it.

use serde::{Deserialize, Serialize};

use crate::store::{self, TYPED};

#[derive(Serialize, Deserialize)]
struct Typed {
    which: String,
    faces: Vec<u8>,
}

/// What was typed for this roll so far.
pub fn read(game: &str, which: &str, most: usize) -> Vec<u8> {
    let typed = store::read(&format!("{TYPED}{game}")).and_then(|text| serde_json::from_str::<Typed>(&text).ok());
    let fits = |typed: &Typed| typed.which == which && typed.faces.len() <= most && typed.faces.iter().all(|face| (1..=6).contains(face));
    typed.filter(fits).map(|typed| typed.faces).unwrap_or_default()
}

/// Keeps what is typed for this roll.
pub fn write(game: &str, which: &str, faces: &[u8]) {
    if faces.is_empty() {
        return forget(game);
    }
    let typed = Typed { which: which.to_string(), faces: faces.to_vec() };
    store::write(&format!("{TYPED}{game}"), &serde_json::to_string(&typed).unwrap_or_default());
}

/// Forgets what was typed: the roll is taken.
pub fn forget(game: &str) {
    store::remove(&format!("{TYPED}{game}"));
}
