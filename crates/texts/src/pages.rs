//! How the rules page of a game is put together: the game at a glance, then headings, paragraphs and rules with anchors.

use crate::{Key, Lang};

/// One step of a game at a glance: what the page shows at once, with a picture.
#[derive(Clone, Copy, Debug)]
pub struct GlanceStep {
    /// A sentence or two.
    pub text: Key,
    /// The names that stand in its picture, in their order.
    pub names: fn(Lang) -> Vec<String>,
}

/// One part of a rules page.
#[derive(Clone, Copy, Debug)]
pub struct Section {
    /// Its heading.
    pub heading: Key,
    /// What stands below.
    pub paragraphs: &'static [Paragraph],
}

/// A paragraph of a rules page.
#[derive(Clone, Copy, Debug)]
pub enum Paragraph {
    /// Plain text.
    Text(Key),
    /// The rule of this id, which is also the paragraph's anchor: its sentence
    /// ([`crate::rule_sentence`]) and what is added to it ([`crate::rule_detail`]).
    Rule(&'static str),
}

pub(crate) const fn section(heading: Key, paragraphs: &'static [Paragraph]) -> Section {
    Section { heading, paragraphs }
}

pub(crate) const fn step(text: Key) -> GlanceStep {
    GlanceStep { text, names: |_| Vec::new() }
}
