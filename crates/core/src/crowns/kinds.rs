//! The kinds of decisions that reviews tell apart.

use spieltisch_texts::Key;

/// Each kind by the name that reviews give it.
pub const KINDS: &[(&str, Key)] =
    &[("more-chips", Key::OwnKindCrownsMoreChips), ("fewer-chips", Key::OwnKindCrownsFewerChips), ("fields", Key::OwnKindCrownsFields)];
