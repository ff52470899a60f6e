//! Dice as sorted lists of numbers, and their place in event strings.

use std::collections::{BTreeMap, BTreeSet};

/// How many dice show this number.
pub fn count(dice: &[u8], number: u8) -> usize {
    dice.iter().filter(|&&die| die == number).count()
}

/// Whether some number is shown by at least this many dice.
pub fn some_equal(dice: &[u8], at_least: usize) -> bool {
    (1..=6).any(|number| count(dice, number) >= at_least)
}

/// Whether all these numbers are among the dice.
pub fn all_there(dice: &[u8], numbers: &[u8]) -> bool {
    numbers.iter().all(|number| dice.contains(number))
}

/// Whether exactly three dice show one number and exactly two another.
pub fn three_and_two(dice: &[u8]) -> bool {
    let shown = |times: usize| (1..=6).any(|number| count(dice, number) == times);
    shown(3) && shown(2)
}

/// Whether `part` can be picked out of `dice`.
pub fn contains(dice: &[u8], part: &[u8]) -> bool {
    (1..=6).all(|number| count(part, number) <= count(dice, number))
}

/// Every different choice of some, none or all of the dice.
pub fn choices(dice: &[u8]) -> BTreeSet<Vec<u8>> {
    let Some((first, rest)) = dice.split_first() else {
        return BTreeSet::from([Vec::new()]);
    };
    let mut found = BTreeSet::new();
    for without in choices(rest) {
        let mut with = without.clone();
        with.push(*first);
        with.sort();
        found.insert(with);
        found.insert(without);
    }
    found
}

/// An event of a word and dice: `roll 1 2 4 6 6`, `keep`.
pub fn event(word: &str, dice: &[u8]) -> String {
    let mut text = word.to_string();
    for die in dice {
        text += &format!(" {die}");
    }
    text
}

/// Reads the dice of an event: numbers 1 to 6, ascending.
pub fn read(words: &[&str]) -> Option<Vec<u8>> {
    let mut dice = Vec::new();
    for word in words {
        match *word {
            "1" => dice.push(1),
            "2" => dice.push(2),
            "3" => dice.push(3),
            "4" => dice.push(4),
            "5" => dice.push(5),
            "6" => dice.push(6),
            _ => return None,
        }
    }
    dice.is_sorted().then_some(dice)
}

/// Throws the dice that are not kept in every ordered way and counts how often each roll event comes.
pub fn outcomes(kept: &[u8], thrown: usize) -> Vec<(String, u64)> {
    let mut ways: BTreeMap<Vec<u8>, u64> = BTreeMap::new();
    throw_one_more(kept.to_vec(), thrown, &mut ways);
    ways.iter().map(|(dice, ways)| (event("roll", dice), *ways)).collect()
}

fn throw_one_more(dice: Vec<u8>, thrown: usize, ways: &mut BTreeMap<Vec<u8>, u64>) {
    if thrown == 0 {
        let mut dice = dice;
        dice.sort();
        *ways.entry(dice).or_default() += 1;
        return;
    }
    for number in 1..=6 {
        let mut more = dice.clone();
        more.push(number);
        throw_one_more(more, thrown - 1, ways);
    }
}
