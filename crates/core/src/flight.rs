//! Dice in the air: each flies in, tumbles and comes to rest in its own time and at a place of its own.

/// How one die flies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Flight {
    /// How many places beside its own it comes to rest before the dice are ordered.
    pub aside: i32,
    /// When it sets out, in milliseconds.
    pub delay: i32,
    /// How long it flies, in milliseconds.
    pub lasts: i32,
    /// Its turns about the three axes, in degrees.
    pub turns: [i32; 3],
    /// Where it comes from, in hundredths of its width.
    pub from: i32,
}

/// The flights of those dice that are thrown, all of which lie after `lasts` milliseconds; `chance` gives numbers from 0 up to 1.
pub fn flights<const DICE: usize>(thrown: [bool; DICE], lasts: i32, mut chance: impl FnMut() -> f64) -> [Option<Flight>; DICE] {
    let slots: Vec<usize> = (0..DICE).filter(|&slot| thrown[slot]).collect();
    let mut below = |count: usize| ((chance() * count as f64) as usize).min(count.saturating_sub(1));
    let mut places = slots.clone();
    for i in (1..places.len()).rev() {
        places.swap(i, below(i + 1));
    }
    let last = below(slots.len());
    let mut all = [None; DICE];
    for (i, (&slot, &place)) in slots.iter().zip(&places).enumerate() {
        // One die lies last of all; the others set out and come to rest when they like.
        let ends = if i == last { lasts } else { lasts * (62 + below(34) as i32) / 100 };
        let delay = lasts * below(16) as i32 / 100;
        let turn = |whole: i32, more: usize, left: bool| (360 * whole + more as i32) * if left { -1 } else { 1 };
        all[slot] = Some(Flight {
            aside: place as i32 - slot as i32,
            delay,
            lasts: ends - delay,
            turns: [turn(1, below(180), below(2) == 0), turn(1, below(270), below(2) == 0), turn(0, below(180), below(2) == 0)],
            from: below(240) as i32 - 120,
        });
    }
    all
}

/// The six sides of a die as a cube, `face` in front: front, back, right, left, above, below. Opposite sides add up to seven.
pub fn cube(face: u8) -> [u8; 6] {
    let other = |skip: usize| (1..=3).filter(|&low| low != face && low != 7 - face).nth(skip).unwrap_or(1);
    let (one, two) = (other(0), other(1));
    [face, 7 - face, one, 7 - one, two, 7 - two]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look thrown, the same each time.
    fn chance(mut seed: u64) -> impl FnMut() -> f64 {
        move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    #[test]
    fn dice_lie_one_after_another_and_the_last_in_time() {
        for seed in 0..200 {
            let all = flights([true; 5], 720, chance(seed));
            let lies: Vec<i32> = all.iter().flatten().map(|flight| flight.delay + flight.lasts).collect();
            assert_eq!(lies.iter().max(), Some(&720), "seed {seed}");
            assert!(lies.iter().any(|&lie| lie < 720), "seed {seed}: not in lockstep");
            assert!(all.iter().flatten().all(|flight| flight.lasts > 300), "seed {seed}: each is seen tumbling");
        }
    }

    #[test]
    fn thrown_dice_change_places_among_themselves_only() {
        let mut moved = 0;
        for seed in 0..200 {
            let thrown = [true, false, true, true, false, true];
            let all = flights(thrown, 720, chance(seed));
            let mut places: Vec<i32> = (0..6).filter_map(|slot| Some(slot as i32 + all[slot]?.aside)).collect();
            moved += usize::from(!places.is_sorted());
            places.sort_unstable();
            assert_eq!(places, [0, 2, 3, 5], "seed {seed}");
            assert!(all[1].is_none() && all[4].is_none(), "kept dice stay");
        }
        assert!(moved > 150, "most rolls lie in no order at first, not {moved} of 200");
    }

    #[test]
    fn no_dice_fly_where_all_are_kept() {
        assert_eq!(flights([false; 5], 720, chance(1)), [None; 5]);
    }

    #[test]
    fn opposite_sides_of_a_cube_add_up_to_seven_and_none_is_there_twice() {
        for face in 1..=6 {
            let mut all = cube(face);
            assert!(all[0] == face && all.chunks(2).all(|pair| pair[0] + pair[1] == 7), "{all:?}");
            all.sort_unstable();
            assert_eq!(all, [1, 2, 3, 4, 5, 6]);
        }
    }
}
