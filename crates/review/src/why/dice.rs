//! What five dice can become in the rolls that are left of a turn, for Yatzy and Castro.

use spieltisch_rules::dice::{FACES, Hand};

/// The most that can be had on average by keeping these dice after `used` of `rolls` rolls, where `worth` says what stopping with
/// five dice after so many rolls brings.
pub fn most(kept: Hand, used: u8, rolls: u8, worth: impl Fn(Hand, u8) -> f64) -> f64 {
    let mut values = vec![0.0; Hand::NODES];
    for now in (used + 1..=rolls).rev() {
        let rolled: Vec<f64> = Hand::all_full()
            .map(|dice| {
                let stop = worth(dice, now);
                if now == rolls {
                    return stop;
                }
                dice.proper_parts().iter().map(|part| values[part.index()]).fold(stop, f64::max)
            })
            .collect();
        values[Hand::NODES - Hand::FULL..].copy_from_slice(&rolled);
        for part in Hand::all().rev().filter(|part| !part.is_full()) {
            let sum: f64 = (1..=FACES as u8).map(|face| values[part.with(face).index()]).sum();
            values[part.index()] = sum / FACES as f64;
        }
    }
    values[kept.index()]
}
