//! Dice that were seen and taken back, in the browser's storage.

use spieltisch_core::{RollId, TakenBack, faces, together};

use crate::{browser, store};

fn name(game: &str, RollId { seat, turn, roll }: RollId) -> String {
    format!("{}{game}/{seat}.{turn}.{roll}", store::SEEN)
}

/// What a roll has shown before, in the order in which dice are taken from it.
fn shown(game: &str, roll: RollId) -> Vec<u8> {
    faces(&store::read(&name(game, roll)).unwrap_or_default())
}

/// Throws dice: first those that this roll has shown before.
pub fn throw(game: &str, roll: RollId, dice: usize) -> Vec<u8> {
    let mut thrown = shown(game, roll);
    thrown.truncate(dice);
    thrown.extend(browser::throw_dice(dice - thrown.len()));
    thrown
}

/// Puts aside what a roll has shown.
pub fn keep(game: &str, TakenBack { roll, faces }: TakenBack) {
    let before = shown(game, roll);
    let all = together(before.clone(), faces, |dice| browser::random_u64() as usize % dice);
    if all != before {
        let text: String = all.iter().map(|&face| char::from(b'0' + face)).collect();
        store::write(&name(game, roll), &text);
    }
}
