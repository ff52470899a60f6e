//! How the rules page of a game is put together: headings, paragraphs and rules with anchors.

use crate::Key;

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
