//! The kinds of decisions that reviews tell apart.

use spieltisch_texts::Key;

/// Each kind by the name that reviews give it.
pub const KINDS: &[(&str, Key)] = &[
    ("box", Key::OwnKindYatzyBox),
    ("keep-first", Key::OwnKindYatzyKeepFirst),
    ("keep-second", Key::OwnKindYatzyKeepSecond),
    ("stop", Key::OwnKindStop),
];
