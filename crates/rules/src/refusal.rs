//! Why something is refused: always a rule a player can read.

use std::fmt;

/// One rule by its id. The sentence a player reads is the text `rule.<id>` in `crates/texts`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The id, as in `castro.build.height`.
    pub id: &'static str,
}

/// A typed refusal. Its `Display` says what is wrong in this very case;
/// [`Refusal::rule`] is the general rule behind it.
pub trait Refusal: fmt::Debug + fmt::Display + Clone + PartialEq + Send + Sync + 'static {
    /// The rule that is broken.
    fn rule(&self) -> Rule;
}

/// Defines the rules of one game: a constant for each and the list of all.
macro_rules! rules {
    ($($name:ident = $id:literal;)*) => {
        $(#[doc = concat!("The rule `", $id, "`.")] pub const $name: $crate::Rule = $crate::Rule { id: $id };)*
        /// Every rule of this game, in the order of the rules file.
        pub const ALL: &[$crate::Rule] = &[$($name),*];
    };
}
pub(crate) use rules;
