//! Push notifications to a player who is away in their turn.

use serde::{Deserialize, Serialize};

/// What a browser needs to know before it takes messages of this server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PushKey {
    /// The server's public key, in the letters of Base64 for addresses.
    pub key: String,
}

/// A browser wants to be told when it is its person's turn: a browser's own `PushSubscription`, and the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subscription {
    /// Where messages to this browser are handed in.
    pub endpoint: String,
    /// What they are encrypted with.
    pub keys: BrowserKeys,
    /// What the browser is to show, in its person's language.
    pub words: String,
}

/// What messages to one browser are encrypted with, in the letters of Base64 for addresses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BrowserKeys {
    /// The browser's public key, 65 bytes.
    pub p256dh: String,
    /// A secret that browser and server share, 16 bytes.
    pub auth: String,
}

/// A browser does not want to be told any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsubscription {
    /// Where messages to this browser were handed in.
    pub endpoint: String,
}

/// The message itself, as the browser decrypts it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnMessage {
    /// The table.
    pub table: String,
    /// What is shown.
    pub words: String,
}
