//! Whole turns for sixteen neighbouring scores at once, where points do not simply add up to a worth.

use super::kernel::{Ends, SetValues, play_turn};
use super::lanes::Lanes;
use super::layout::SheetState;
#[cfg(target_arch = "x86_64")]
use super::work::{VectorWidth, vector_width};

/// Scores that are looked at side by side.
pub const SCORES: usize = 16;
/// A worth for each of them.
pub type Curve = Lanes<f32, SCORES>;

/// What the end of a turn is worth.
pub trait EndWorth {
    /// The worth of writing this many points into a free box. To be inlined always, for the vector registers' sake.
    fn worth(&self, box_index: usize, points: u8) -> Curve;
}

#[inline(always)]
fn turn_with<E: EndWorth>(ends: &Ends, state: SheetState, end: &E, values: &mut SetValues<Curve>) -> Curve {
    ends.fill_by(state, end, values);
    play(values)
}

/// The turn itself; where no vector registers are chosen at run time one copy of it is enough.
#[cfg_attr(target_arch = "x86_64", inline(always))]
#[cfg_attr(not(target_arch = "x86_64"), inline(never))]
fn play(values: &mut SetValues<Curve>) -> Curve {
    play_turn(values)
}

/// The worth of a whole turn from a state. `values` is room to work in.
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "vector registers that the processor was asked for: two to three times as fast")]
pub fn turn<E: EndWorth>(ends: &Ends, state: SheetState, end: &E, values: &mut SetValues<Curve>) -> Curve {
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,popcnt")]
    fn with_avx512<E: EndWorth>(ends: &Ends, state: SheetState, end: &E, values: &mut SetValues<Curve>) -> Curve {
        turn_with(ends, state, end, values)
    }
    #[target_feature(enable = "avx2,fma,popcnt")]
    fn with_avx2<E: EndWorth>(ends: &Ends, state: SheetState, end: &E, values: &mut SetValues<Curve>) -> Curve {
        turn_with(ends, state, end, values)
    }
    match vector_width() {
        // SAFETY: `vector_width` has detected the features.
        VectorWidth::Avx512 => unsafe { with_avx512(ends, state, end, values) },
        // SAFETY: as above.
        VectorWidth::Avx2 => unsafe { with_avx2(ends, state, end, values) },
        VectorWidth::Plain => turn_with(ends, state, end, values),
    }
}

/// The worth of a whole turn from a state. `values` is room to work in.
#[cfg(not(target_arch = "x86_64"))]
pub fn turn<E: EndWorth>(ends: &Ends, state: SheetState, end: &E, values: &mut SetValues<Curve>) -> Curve {
    turn_with(ends, state, end, values)
}
