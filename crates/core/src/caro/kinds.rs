//! The kinds of decisions that reviews tell apart.

use spieltisch_texts::Key;

/// Each kind by the name that reviews give it.
pub const KINDS: &[(&str, Key)] = &[
    ("tile", Key::OwnKindCaroTile),
    ("place", Key::OwnKindCaroPlace),
    ("object", Key::OwnKindCaroObject),
    ("wrong", Key::OwnKindCaroWrong),
];
