//! The tables behind the numbered dice, computed at compile time.

use super::{FACES, Hand};

/// What is known of every multiset of up to `most` dice; `N` is how many there are.
pub(super) struct Tables<const N: usize> {
    pub counts: [[u8; FACES]; N],
    pub sizes: [u8; N],
    pub sums: [u8; N],
    /// The number of the set with one more die; 0 (the empty set) where it is full.
    pub plus: [[u16; FACES]; N],
    pub orders: [u16; N],
}

/// How many multisets of exactly `dice` dice there are: 1, 6, 21, 56, 126, 252, 462.
pub(super) const fn of_size(dice: usize) -> usize {
    let (mut ways, mut i) = (1, 1);
    while i < FACES {
        ways = ways * (dice + i) / i;
        i += 1;
    }
    ways
}

/// The number of a multiset among those of its size, plus all smaller ones.
///
/// Within a size the order is that of the sorted faces, so `1 1 1 1 1` comes first.
const fn rank(counts: &[u8; FACES]) -> u16 {
    let mut left = 0;
    let mut i = 0;
    while i < FACES {
        left += counts[i] as usize;
        i += 1;
    }
    let (mut rank, mut smaller) = (0, 0);
    while smaller < left {
        rank += of_size(smaller);
        smaller += 1;
    }
    // Before this one come all that have more of some face at the first difference.
    let mut face = 0;
    while face + 1 < FACES {
        let mut more = counts[face] as usize + 1;
        while more <= left {
            rank += spread(left - more, FACES - face - 1);
            more += 1;
        }
        left -= counts[face] as usize;
        face += 1;
    }
    rank as u16
}

/// In how many ways `dice` dice spread over `faces` faces.
const fn spread(dice: usize, faces: usize) -> usize {
    let (mut ways, mut i) = (1, 1);
    while i < faces {
        ways = ways * (dice + i) / i;
        i += 1;
    }
    ways
}

const fn factorial(n: u8) -> u16 {
    if n <= 1 { 1 } else { n as u16 * factorial(n - 1) }
}

impl<const N: usize> Tables<N> {
    pub const fn new(most: u8) -> Tables<N> {
        let mut tables = Tables { counts: [[0; FACES]; N], sizes: [0; N], sums: [0; N], plus: [[0; FACES]; N], orders: [0; N] };
        // Walk all count vectors as an odometer and put each where its rank says.
        let mut counts = [0u8; FACES];
        loop {
            tables.enter(&counts, most);
            let mut face = 0;
            loop {
                if face == FACES {
                    return tables;
                }
                if size(&counts) < most {
                    counts[face] += 1;
                    break;
                }
                counts[face] = 0;
                face += 1;
            }
        }
    }

    const fn enter(&mut self, counts: &[u8; FACES], most: u8) {
        let at = rank(counts) as usize;
        let dice = size(counts);
        let (mut sum, mut orders, mut face) = (0, factorial(dice), 0);
        while face < FACES {
            sum += counts[face] * (face as u8 + 1);
            orders /= factorial(counts[face]);
            if dice < most {
                let mut more = *counts;
                more[face] += 1;
                self.plus[at][face] = rank(&more);
            }
            face += 1;
        }
        self.counts[at] = *counts;
        self.sizes[at] = dice;
        self.sums[at] = sum;
        self.orders[at] = orders;
    }
}

const fn size(counts: &[u8; FACES]) -> u8 {
    counts[0] + counts[1] + counts[2] + counts[3] + counts[4] + counts[5]
}

/// All proper parts of every full hand, one after another.
pub(super) struct HandParts {
    pub parts: [Hand; PARTS],
    starts: [u16; Hand::FULL + 1],
}

/// The number of (roll, part) pairs with the whole roll left out.
const PARTS: usize = 4116;

pub(super) static HAND_PARTS: HandParts = HandParts::new();

impl HandParts {
    pub fn range(&self, roll: usize) -> std::ops::Range<usize> {
        self.starts[roll] as usize..self.starts[roll + 1] as usize
    }

    const fn new() -> HandParts {
        let hands: Tables<{ Hand::NODES }> = Tables::new(Hand::MOST as u8);
        let mut all = HandParts { parts: [Hand::EMPTY; PARTS], starts: [0; Hand::FULL + 1] };
        let first_full = Hand::NODES - Hand::FULL;
        let (mut filled, mut roll) = (0, 0);
        while roll < Hand::FULL {
            let mut part = 0;
            while part < first_full {
                if is_part(&hands.counts[part], &hands.counts[first_full + roll]) {
                    all.parts[filled] = Hand(part as u16);
                    filled += 1;
                }
                part += 1;
            }
            roll += 1;
            all.starts[roll] = filled as u16;
        }
        assert!(filled == PARTS);
        all
    }
}

const fn is_part(part: &[u8; FACES], whole: &[u8; FACES]) -> bool {
    let mut face = 0;
    while face < FACES {
        if part[face] > whole[face] {
            return false;
        }
        face += 1;
    }
    true
}
