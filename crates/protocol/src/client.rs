//! What a client sends.

use serde::{Deserialize, Serialize};

use crate::agreement::Answers;

/// A message to the server.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// The first message: which table, as whom, and how much of it is known.
    Hello {
        /// The table.
        table: String,
        /// What the link carries.
        token: String,
        /// The number of the last step that is known; 0 for none.
        #[serde(default)]
        last: u64,
        /// When that step happened, as it was told. A table that was restored from a backup may have another step of that
        /// number; then everything is sent again.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<u64>,
    },
    /// A reaction, shown to everyone and then forgotten.
    React {
        /// One of [`crate::limits::REACTIONS`].
        with: String,
    },
    /// A sign of life is wanted: the answer is [`crate::ServerMessage::Pong`].
    Ping,
    /// Something a player wants.
    #[serde(untagged)]
    Want(Intention),
}

/// What a player wants to happen; the server decides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Intention {
    /// Take a seat, or come back to it.
    Sit {
        /// Which; left out for any free one, or the one of the link.
        #[serde(default)]
        seat: Option<u8>,
        /// Under which name; empty for one that each page shows in its own language, [`crate::GivenName`].
        name: String,
        /// A random part for the dice.
        #[serde(default)]
        part: String,
        /// A client that comes by an invitation may choose the token of their seat, 32 hexadecimal digits, and ask with the same
        /// one again when the answer was lost on the way; left out, the server chooses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<String>,
    },
    /// Be called by another name from now on; empty for a given one, as for [`Intention::Sit`].
    Name {
        /// The name.
        name: String,
    },
    /// Leave the seat.
    Leave,
    /// Begin now; computers take the free seats.
    Start {
        /// A random part for the dice, from a player who has given none yet.
        #[serde(default)]
        part: String,
    },
    /// Play the next game, with a new random part for its dice.
    Again {
        /// The random part of the dice.
        #[serde(default)]
        part: String,
    },
    /// A decision.
    Move {
        /// Which game of the table, from 0.
        round: u32,
        /// After how many events of it: a later one makes the decision stale.
        after: u32,
        /// As a record writes it.
        event: String,
    },
    /// Roll the dice that are due.
    Roll {
        /// Which game of the table, from 0.
        round: u32,
        /// After how many events of it.
        after: u32,
    },
    /// Take the last decision back.
    TakeBack,
    /// Answer someone who wants to take theirs back.
    Answer {
        /// Whether it may be.
        yes: bool,
    },
    /// Answer whether marks or chances may be shown while everyone agrees; taken back by another answer.
    Agree(Answers),
    /// Say something.
    Say {
        /// The words.
        text: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_may_bring_a_part() {
        let read = |text: &str| serde_json::from_str::<ClientMessage>(text).expect("a message");
        assert_eq!(read(r#"{"do":"start"}"#), ClientMessage::Want(Intention::Start { part: String::new() }));
        assert_eq!(read(r#"{"do":"start","part":"0a"}"#), ClientMessage::Want(Intention::Start { part: "0a".into() }));
    }
}
