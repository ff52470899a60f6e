//! What can go wrong on the way to the server.

use std::fmt;

use spieltisch_protocol::{Misstep, Refused};

/// Why something over the line failed.
#[derive(Debug)]
pub enum ClientError {
    /// The line broke or was never there.
    Line(String),
    /// The server refused.
    Refused(Refused),
    /// The server said something that cannot be understood.
    Unreadable(String),
    /// Nothing came within the time allowed.
    TooLate,
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Line(message) => write!(f, "the line broke: {message}"),
            ClientError::Refused(refused) => write!(f, "refused: {refused}"),
            ClientError::Unreadable(message) => write!(f, "the server said something unreadable: {message}"),
            ClientError::TooLate => f.write_str("nothing came within the time allowed"),
        }
    }
}

impl std::error::Error for ClientError {}

impl From<Misstep> for ClientError {
    fn from(misstep: Misstep) -> ClientError {
        ClientError::Unreadable(misstep.to_string())
    }
}

impl From<std::io::Error> for ClientError {
    fn from(error: std::io::Error) -> ClientError {
        ClientError::Line(error.to_string())
    }
}

impl From<tokio_tungstenite::tungstenite::Error> for ClientError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> ClientError {
        ClientError::Line(error.to_string())
    }
}
