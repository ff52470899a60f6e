//! The transposition table: what the search found out about positions it met.

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Bound {
    /// The value is not above this.
    Upper,
    /// The value is not below this.
    Lower,
    /// The value is this.
    Exact,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub struct SearchEntry {
    key: u64,
    /// The value for the player to move.
    pub value: i16,
    /// How many tiles ahead was searched; 0 marks an empty entry.
    pub depth: u8,
    /// How the value is to be read.
    pub bound: Bound,
    /// The colour and the cell of the best tile.
    pub best: (u8, u8),
}

const EMPTY: SearchEntry = SearchEntry { key: 0, value: 0, depth: 0, bound: Bound::Upper, best: (u8::MAX, 0) };

/// A table of fixed size. Pairs of entries: the first keeps the deepest, the second the latest.
#[derive(Debug)]
pub struct Transpositions {
    pairs: Vec<[SearchEntry; 2]>,
}

impl Transpositions {
    /// A table of two to the power of `bits` entries, at least two.
    pub fn new(bits: u32) -> Transpositions {
        Transpositions { pairs: vec![[EMPTY; 2]; 1 << (bits.max(1) - 1)] }
    }

    #[inline]
    fn pair(&self, key: u64) -> usize {
        key as usize & (self.pairs.len() - 1)
    }

    /// What is known about the position with this key.
    #[inline]
    pub fn get(&self, key: u64) -> Option<SearchEntry> {
        self.pairs[self.pair(key)].into_iter().find(|known| known.key == key && known.depth > 0)
    }

    /// Remembers what was found out.
    #[inline]
    pub fn put(&mut self, key: u64, value: i16, depth: u8, bound: Bound, best: (u8, u8)) {
        let at = self.pair(key);
        let pair = &mut self.pairs[at];
        let keep_first = pair[0].key != key && pair[0].depth > depth;
        pair[keep_first as usize] = SearchEntry { key, value, depth, bound, best };
    }
}
