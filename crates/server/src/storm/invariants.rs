//! What must hold, and how a schedule tells that it does not.

use std::fmt;

/// What must hold at every table, whatever happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Invariant {
    /// A refusal is true at the moment it is given.
    TrueRefusals,
    /// Every request is answered, or its connection is closed.
    Answered,
    /// What was acknowledged is kept.
    Kept,
    /// The log has no gap, and time never runs backwards in it.
    WholeLog,
    /// Steps come in order, and fit.
    InOrder,
    /// What was said once stands in the log once.
    TalkOnce,
    /// A player speaks for no seat that another owns.
    OwnWords,
    /// A seat has one owner, and the client that believes to be it is right.
    OneOwner,
    /// What happens at one table stays there.
    SeparateTables,
    /// The dice of finished games verify.
    FairDice,
    /// Every connected client knows the end of the log.
    Known,
    /// Whatever is due happens, and what is said is heard.
    GoesOn,
    /// A deleted table is gone for everyone, and no other is.
    Deleted,
}

/// An invariant that does not hold, and what was seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Which does not hold.
    pub invariant: Invariant,
    story: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.invariant, self.story)
    }
}

impl Invariant {
    /// Says what was seen that breaks it.
    pub fn broken(self, story: impl fmt::Display) -> Violation {
        Violation { invariant: self, story: story.to_string() }
    }
}

/// A fault that is planted in the simulation, to show that a check finds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Planted {
    /// The store does not find a table that is there.
    HiddenTable,
    /// The store never answers a step.
    SilentAppend,
    /// The store never answers who comes.
    SilentArrival,
    /// The store answers that it is out of order when it is not.
    FalseFailure,
    /// A connection that is open is told to connect again.
    FalseReconnect,
    /// The store acknowledges a step and does not keep it.
    LostStep,
    /// The store keeps a step under an earlier time.
    EarlierTime,
    /// A client misses a step that was sent to it.
    MissedStep,
    /// The store keeps a line twice.
    DoubledLine,
    /// A client signs as another.
    WrongSignature,
    /// A client does not hear that its seat was taken.
    UnheardRole,
    /// The store keeps a line at another table, too.
    MixedTables,
    /// The store hands out another secret than it was given.
    ChangedSecret,
    /// The store tells servers nothing of each other.
    SilentNews,
    /// Computers never answer.
    NoThought,
    /// The store acknowledges a deletion and keeps the table.
    UndeletedTable,
}

impl Planted {
    /// Every planted fault with the invariant that it breaks.
    pub const ALL: [(Planted, Invariant); 16] = [
        (Planted::HiddenTable, Invariant::TrueRefusals),
        (Planted::SilentAppend, Invariant::Answered),
        (Planted::SilentArrival, Invariant::Answered),
        (Planted::FalseFailure, Invariant::TrueRefusals),
        (Planted::FalseReconnect, Invariant::TrueRefusals),
        (Planted::LostStep, Invariant::Kept),
        (Planted::EarlierTime, Invariant::WholeLog),
        (Planted::MissedStep, Invariant::InOrder),
        (Planted::DoubledLine, Invariant::TalkOnce),
        (Planted::WrongSignature, Invariant::OwnWords),
        (Planted::UnheardRole, Invariant::OneOwner),
        (Planted::MixedTables, Invariant::SeparateTables),
        (Planted::ChangedSecret, Invariant::FairDice),
        (Planted::SilentNews, Invariant::Known),
        (Planted::NoThought, Invariant::GoesOn),
        (Planted::UndeletedTable, Invariant::Deleted),
    ];
}
