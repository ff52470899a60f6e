//! Which sets of fields a roll can cover.
//!
//! A placement is a set of dice: `2x6 1x4` is the dice 6 6 4. Each number gives one field,
//! so all placements are the 924 multisets of up to six dice, and every roll offers some
//! of them, once and for all.

use std::sync::LazyLock;

use super::fields::{Field, FieldSet};
use crate::dice::{FACES, SixDice};

/// The fields covered by a placement.
pub fn fields_of(placement: SixDice) -> FieldSet {
    FIELDS[placement.index()]
}

/// All placements that a roll offers, dice turned down as needed; the empty one first.
pub fn offered_by(roll: SixDice) -> &'static [Offer] {
    let table = &*OFFERS;
    &table.offers[table.starts[roll.full_index()] as usize..table.starts[roll.full_index() + 1] as usize]
}

/// One placement a roll offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The dice used.
    pub placement: SixDice,
    /// How many chips it takes.
    pub chips: u8,
    /// The fields it covers.
    pub fields: FieldSet,
}

struct Offers {
    offers: Vec<Offer>,
    starts: Vec<u32>,
}

static FIELDS: LazyLock<Vec<FieldSet>> = LazyLock::new(|| {
    let fields = |placement: SixDice| (1..=FACES as u8).filter_map(|number| Field::new(placement.count(number), number)).collect();
    SixDice::all().map(fields).collect()
});

static OFFERS: LazyLock<Offers> = LazyLock::new(|| {
    let mut table = Offers { offers: Vec::new(), starts: vec![0] };
    for roll in SixDice::all_full() {
        let mut offered = [false; SixDice::NODES];
        turn_down(roll, &mut [false; SixDice::NODES], &mut |dice| offer_parts(dice, &mut offered));
        let placements = SixDice::all().filter(|placement| offered[placement.index()]);
        table.offers.extend(placements.map(|placement| {
            let fields = fields_of(placement);
            Offer { placement, chips: fields.len() as u8, fields }
        }));
        table.starts.push(table.offers.len() as u32);
    }
    table
});

/// Visits these dice and everything they can be turned down to (crowns.turn.lower). One
/// die at a time, to the next lower number that another die shows: repeated, that is
/// every way to turn.
fn turn_down(dice: SixDice, seen: &mut [bool; SixDice::NODES], visit: &mut impl FnMut(SixDice)) {
    if std::mem::replace(&mut seen[dice.index()], true) {
        return;
    }
    visit(dice);
    let numbers: Vec<u8> = (1..=FACES as u8).filter(|&number| dice.count(number) > 0).collect();
    for pair in numbers.windows(2) {
        let mut turned = SixDice::EMPTY;
        let mut faces: Vec<u8> = dice.faces().collect();
        if let Some(die) = faces.iter_mut().find(|face| **face == pair[1]) {
            *die = pair[0];
        }
        for face in faces {
            turned = turned.with(face);
        }
        turn_down(turned, seen, visit);
    }
}

/// Any, all or none of the numbers that the dice show may be used (crowns.turn.place).
fn offer_parts(dice: SixDice, offered: &mut [bool; SixDice::NODES]) {
    for used in 0..1u8 << FACES {
        let part = dice.faces().filter(|face| used >> (face - 1) & 1 != 0).fold(SixDice::EMPTY, SixDice::with);
        offered[part.index()] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The slow way: every die to every number of the roll not above its own.
    fn by_brute_force(roll: SixDice) -> BTreeSet<SixDice> {
        let faces: Vec<u8> = roll.faces().collect();
        let mut ends = vec![SixDice::EMPTY];
        for &face in &faces {
            let lower = faces.iter().copied().filter(|&other| other <= face).collect::<BTreeSet<u8>>();
            ends = ends.iter().flat_map(|end| lower.iter().map(|&to| end.with(to)).collect::<Vec<_>>()).collect();
        }
        let mut all = BTreeSet::new();
        for end in ends.into_iter().collect::<BTreeSet<_>>() {
            for used in 0..64u8 {
                all.insert(end.faces().filter(|face| used >> (face - 1) & 1 != 0).fold(SixDice::EMPTY, SixDice::with));
            }
        }
        all
    }

    #[test]
    fn every_roll_offers_what_turning_dice_one_by_one_gives() {
        for roll in SixDice::all_full() {
            let offered: BTreeSet<SixDice> = offered_by(roll).iter().map(|offer| offer.placement).collect();
            assert_eq!(offered, by_brute_force(roll), "{roll}");
        }
    }
}
