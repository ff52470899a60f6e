//! Dice: from the system's random numbers, or from a seed where the same dice are wanted again.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::errors::Failure;

/// Where dice come from.
pub struct Chance {
    rng: Option<Xoshiro256PlusPlus>,
}

impl Chance {
    /// The system's random numbers, or those of a seed; fails where the system has none.
    pub fn new(seed: Option<u64>) -> Result<Chance, Failure> {
        let chance = Chance { rng: seed.map(Xoshiro256PlusPlus::seed_from_u64) };
        if chance.rng.is_none() {
            getrandom::u64().map_err(|error| Failure::Wrong(format!("this system has no random numbers for dice: {error}")))?;
        }
        Ok(chance)
    }

    /// A random number.
    pub fn number(&mut self) -> u64 {
        match &mut self.rng {
            Some(rng) => rng.next_u64(),
            // It had some when the program began; what it has since lost it cannot throw dice with.
            None => getrandom::u64().unwrap_or_else(|error| panic!("the system has no random numbers any more: {error}")),
        }
    }

    /// A number below `end`, each as likely as any other.
    pub fn below(&mut self, end: usize) -> usize {
        let end = end.max(1) as u64;
        let fair = u64::MAX - u64::MAX % end;
        loop {
            let number = self.number();
            if number < fair {
                return (number % end) as usize;
            }
        }
    }

    /// Throws dice.
    pub fn throw(&mut self, dice: usize) -> Vec<u8> {
        (0..dice).map(|_| self.below(6) as u8 + 1).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_dice_and_all_faces_come() {
        let thrown = |seed| Chance::new(Some(seed)).unwrap().throw(200);
        assert_eq!(thrown(7), thrown(7));
        assert_ne!(thrown(7), thrown(8));
        for faces in [thrown(7), Chance::new(None).unwrap().throw(200)] {
            assert!((1..=6).all(|face| faces.contains(&face)) && faces.iter().all(|face| (1..=6).contains(face)));
        }
    }
}
