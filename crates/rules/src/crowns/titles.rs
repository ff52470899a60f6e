//! Titles for playing alone.

/// What a score alone is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Title {
    /// Up to 20.
    PlayAgain,
    /// 21 to 25.
    GoodForABeginner,
    /// 26 to 30.
    Advanced,
    /// 31 to 35.
    Expert,
    /// 36 to 39.
    Professional,
    /// 40 and more.
    Genius,
}

impl Title {
    /// The title of a score.
    pub fn of(points: i32) -> Title {
        match points {
            ..=20 => Title::PlayAgain,
            21..=25 => Title::GoodForABeginner,
            26..=30 => Title::Advanced,
            31..=35 => Title::Expert,
            36..=39 => Title::Professional,
            40.. => Title::Genius,
        }
    }
}
