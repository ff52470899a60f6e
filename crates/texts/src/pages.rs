//! How the rules page of a game is put together: the game at a glance, then what that leaves out. A printed card, which has no pictures,
//! holds all of it in words.

use crate::{Key, Lang};

/// One step of a game at a glance: what the page shows at once, with a picture.
#[derive(Clone, Copy, Debug)]
pub struct GlanceStep {
    /// A few sentences.
    pub text: Key,
    /// The rules that it tells, with its picture.
    pub rules: &'static [&'static str],
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
    /// Plain text for a printed card; the page shows it in pictures.
    OnPaper(Key),
    /// The rule of this id, which is also the paragraph's anchor: its sentence
    /// ([`crate::rule_sentence`]) and what is added to it ([`crate::rule_detail`]).
    Rule(&'static str),
}

impl Paragraph {
    /// Whether it stands on a page that begins with this glance.
    pub fn is_left_after(&self, glance: &[GlanceStep]) -> bool {
        match self {
            Paragraph::Text(_) => true,
            Paragraph::OnPaper(_) => false,
            Paragraph::Rule(id) => !glance.iter().any(|step| step.rules.contains(id)),
        }
    }
}

pub(crate) const fn section(heading: Key, paragraphs: &'static [Paragraph]) -> Section {
    Section { heading, paragraphs }
}

pub(crate) const fn step(text: Key, rules: &'static [&'static str]) -> GlanceStep {
    GlanceStep { text, rules, names: |_| Vec::new() }
}
