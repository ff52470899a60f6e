//! A button just after its meaning has changed: the second tap of a double tap was meant for what it said before.

/// For so long a button whose meaning has just changed does not fire, in milliseconds.
pub const SETTLES: f64 = 500.0;

/// What a button means, and since when.
#[derive(Clone, Debug, PartialEq)]
pub struct Settling<T> {
    meaning: T,
    since: f64,
}

impl<T: PartialEq> Settling<T> {
    /// A button that has just appeared.
    pub fn new(meaning: T, now: f64) -> Settling<T> {
        Settling { meaning, since: now }
    }

    /// Notes what the button means at this moment.
    pub fn note(&mut self, meaning: T, now: f64) {
        if self.meaning != meaning {
            *self = Settling::new(meaning, now);
        }
    }

    /// Whether a press at this moment is meant for what the button means.
    pub fn is_over(&self, now: f64) -> bool {
        now - self.since >= SETTLES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_meaning_waits_half_a_second_and_an_old_one_does_not() {
        let mut roll = Settling::new("roll", 1000.0);
        assert!(!roll.is_over(1200.0), "it has only just appeared");
        assert!(roll.is_over(1500.0));
        roll.note("roll", 1600.0);
        assert!(roll.is_over(1600.0), "the same meaning");
        roll.note("place none", 1700.0);
        assert!(!roll.is_over(1900.0), "the second tap of a double tap");
        assert!(roll.is_over(2200.0));
    }
}
