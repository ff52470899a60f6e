//! The kinds of decisions that reviews tell apart.

use spieltisch_texts::Key;

/// Each kind by the name that reviews give it.
pub const KINDS: &[(&str, Key)] = &[("square", Key::OwnKindCastroSquare), ("keep", Key::OwnKindCastroKeep), ("stop", Key::OwnKindStop)];
