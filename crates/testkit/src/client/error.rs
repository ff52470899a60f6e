//! What can go wrong on the way to the server.

use spieltisch_protocol::{Refused, ReplayError};

/// Why something over the connection failed.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The connection broke or was never there.
    #[error("the connection broke: {0}")]
    Connection(String),
    /// The server refused.
    #[error("refused: {0}")]
    Refused(Refused),
    /// The server said something that cannot be understood.
    #[error("the server said something unreadable: {0}")]
    Unreadable(String),
    /// Nothing came within the time allowed.
    #[error("nothing came within the time allowed")]
    TooLate,
}

impl From<ReplayError> for ClientError {
    fn from(replay_error: ReplayError) -> ClientError {
        ClientError::Unreadable(replay_error.to_string())
    }
}

impl From<std::io::Error> for ClientError {
    fn from(error: std::io::Error) -> ClientError {
        ClientError::Connection(error.to_string())
    }
}

impl From<tokio_tungstenite::tungstenite::Error> for ClientError {
    fn from(error: tokio_tungstenite::tungstenite::Error) -> ClientError {
        ClientError::Connection(error.to_string())
    }
}
