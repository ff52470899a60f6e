//! The symbols of the squares and the dice that fit them.

use std::fmt;

use crate::dice::Hand;

/// What a square asks of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symbol {
    /// At least two of this number.
    Pair(u8),
    /// At least three equal.
    Three,
    /// At least four equal.
    Four,
    /// 1-2-3-4-5 or 2-3-4-5-6.
    Straight,
    /// Three of one number and two of another.
    FullHouse,
    /// Five equal.
    Yatzy,
}

impl Symbol {
    /// Every symbol, pairs first.
    pub const ALL: [Symbol; 11] = [
        Symbol::Pair(1),
        Symbol::Pair(2),
        Symbol::Pair(3),
        Symbol::Pair(4),
        Symbol::Pair(5),
        Symbol::Pair(6),
        Symbol::Three,
        Symbol::Four,
        Symbol::Straight,
        Symbol::FullHouse,
        Symbol::Yatzy,
    ];

    /// The letter in board files.
    pub fn letter(self) -> char {
        match self {
            Symbol::Pair(number) => (b'0' + number) as char,
            Symbol::Three => 'T',
            Symbol::Four => 'F',
            Symbol::Straight => 'S',
            Symbol::FullHouse => 'H',
            Symbol::Yatzy => 'Y',
        }
    }

    /// The symbol of a letter in board files.
    pub fn from_letter(letter: char) -> Option<Symbol> {
        Symbol::ALL.into_iter().find(|symbol| symbol.letter() == letter)
    }

    /// Whether five dice fit the symbol; higher combinations fit lower ones they contain.
    pub fn fits(self, dice: Hand, full_house_from_yatzy: bool) -> bool {
        let counts = dice.counts();
        let most = counts.iter().copied().max().unwrap_or(0);
        match self {
            Symbol::Pair(number) => dice.count(number) >= 2,
            Symbol::Three => most >= 3,
            Symbol::Four => most >= 4,
            Symbol::Straight => counts[..5].iter().all(|&count| count == 1) || counts[1..].iter().all(|&count| count == 1),
            Symbol::FullHouse => counts.contains(&3) && counts.contains(&2) || full_house_from_yatzy && most == 5,
            Symbol::Yatzy => most == 5,
        }
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Symbol::Pair(number) => write!(f, "pair of {number}s"),
            Symbol::Three => f.write_str("three of a kind"),
            Symbol::Four => f.write_str("four of a kind"),
            Symbol::Straight => f.write_str("straight"),
            Symbol::FullHouse => f.write_str("full house"),
            Symbol::Yatzy => f.write_str("Yatzy"),
        }
    }
}
