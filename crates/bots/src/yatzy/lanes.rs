//! A handful of numbers that go through the same steps at once; the compiler turns them into vector registers.

/// What a position may be worth: all that rolling, choosing and scoring do with it.
pub trait Worth: Copy + Send + Sync {
    /// Worth nothing.
    const NOTHING: Self;
    /// Worth less than everything.
    const LOWEST: Self;
    /// The better of two.
    fn or_better(self, other: &Self) -> Self;
    /// The sum, as a step of a mean.
    fn plus(self, other: &Self) -> Self;
    /// Weighed by a chance.
    fn times(self, chance: f64) -> Self;
    /// With more points.
    fn with_points(self, points: f64) -> Self;
}

impl Worth for f64 {
    const NOTHING: Self = 0.0;
    const LOWEST: Self = f64::NEG_INFINITY;

    #[inline(always)]
    fn or_better(self, other: &Self) -> Self {
        if self > *other { self } else { *other }
    }

    #[inline(always)]
    fn plus(self, other: &Self) -> Self {
        self + other
    }

    #[inline(always)]
    fn times(self, chance: f64) -> Self {
        self * chance
    }

    #[inline(always)]
    fn with_points(self, points: f64) -> Self {
        self + points
    }
}

/// `N` numbers side by side.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
pub struct Lanes<T, const N: usize>(pub [T; N]);

macro_rules! lanes_of {
    ($number:ty) => {
        impl<const N: usize> Worth for Lanes<$number, N> {
            const NOTHING: Self = Self([0.0; N]);
            const LOWEST: Self = Self([<$number>::NEG_INFINITY; N]);

            #[inline(always)]
            fn or_better(mut self, other: &Self) -> Self {
                for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
                    // Not `max`: its care for NaN costs two more instructions.
                    *mine = if *mine > *theirs { *mine } else { *theirs };
                }
                self
            }

            #[inline(always)]
            fn plus(mut self, other: &Self) -> Self {
                for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
                    *mine += *theirs;
                }
                self
            }

            #[inline(always)]
            fn times(mut self, chance: f64) -> Self {
                for mine in &mut self.0 {
                    *mine *= chance as $number;
                }
                self
            }

            #[inline(always)]
            fn with_points(mut self, points: f64) -> Self {
                for mine in &mut self.0 {
                    *mine += points as $number;
                }
                self
            }
        }
    };
}

lanes_of!(f64);
lanes_of!(f32);
