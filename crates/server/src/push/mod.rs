//! Messages to people who are away that it is their turn: Web Push.
//!
//! When a message is due is decided where the table is looked after (`open_tables/turn_notice.rs`). Here it is told: a message is encrypted
//! for the one browser that asked for it, signed with the key of the database, and handed in at that browser's push service.

mod address;
mod delivery;
mod encryption;
mod endpoint;
mod queue;
mod signature;

use std::sync::Arc;
use std::time::Duration;

use base64::prelude::{BASE64_URL_SAFE_NO_PAD, Engine};
use sha2::{Digest, Sha256};
use spieltisch_protocol::{RefusalCode, Refused, Subscription, TurnMessage, limits};
use spieltisch_records::fair::to_hex;
use tokio::sync::OnceCell;
use tokio::task::JoinSet;

use crate::config::{Push, Reach};
use crate::metrics::Metrics;
use crate::store::{PushChange, SeatOf, SqlStore, StoreError, Subscriber};
use delivery::{Delivery, PushClient, PushRequest};
use endpoint::Endpoint;
use signature::SigningKey;

/// A turn that a player is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnNotice {
    /// Whose it is.
    pub of: SeatOf,
    /// The step it began with.
    pub began: u64,
    /// The public name of the token that owns the seat; `None` where the log does not say.
    pub owner: Option<String>,
    /// How long the message is worth something.
    pub lives: Duration,
}

/// Who did not hear of a turn, but may later.
#[derive(Default)]
pub struct Unheard {
    /// Browsers whose push services did not take the message.
    to: Vec<Subscriber>,
    /// Whether there may be others: the database did not answer.
    unread: bool,
}

impl Unheard {
    /// Whether everyone has heard of it who ever will.
    pub fn is_empty(&self) -> bool {
        self.to.is_empty() && !self.unread
    }
}

/// Tells people.
pub struct Messenger {
    store: Arc<SqlStore>,
    metrics: Arc<Metrics>,
    settings: Push,
    clock: fn() -> u64,
    push_client: PushClient,
    key: OnceCell<SigningKey>,
}

impl Messenger {
    /// The sender as configured; `None` where no messages are to be sent.
    pub fn new(settings: &Push, store: Arc<SqlStore>, metrics: Arc<Metrics>, clock: fn() -> u64) -> Option<Arc<Messenger>> {
        let push_client = PushClient::new(settings.reach);
        let messenger = Messenger { store, metrics, settings: settings.clone(), clock, push_client, key: OnceCell::new() };
        (settings.reach != Reach::Nowhere).then(|| Arc::new(messenger))
    }

    /// How long a player must be away before they are told.
    pub fn wait(&self) -> Duration {
        self.settings.wait
    }

    /// How long until a message is tried again that could not be handed in so often; `None` where it is given up.
    pub fn pause(&self, tries: usize) -> Option<Duration> {
        self.settings.again.get(tries).copied()
    }

    /// The public key that browsers take messages by.
    pub async fn public_key(&self) -> Result<String, Refused> {
        if self.settings.reach != Reach::Anywhere && !self.push_client.can_encrypt() {
            return Err(switched_off());
        }
        self.key().await.map(SigningKey::public).map_err(|error| not_kept(&error))
    }

    /// The key of this database; it is made when first needed.
    async fn key(&self) -> Result<&SigningKey, StoreError> {
        let key = self.key.get_or_try_init(async || {
            if self.store.push_key().await?.is_none() {
                let made = SigningKey::make().map_err(|_| StoreError::Unavailable("no key could be made".into()))?;
                self.store.change_push(PushChange::Key(made)).await?;
            }
            // Another server may have been faster; what is kept counts.
            let kept = self.store.push_key().await?;
            let read = kept.as_deref().and_then(SigningKey::read);
            read.ok_or_else(|| StoreError::Unavailable("the key for messages cannot be read".into()))
        });
        key.await
    }

    /// A browser wants to be told, whose person came with the token of this public name, from a page at this address.
    pub async fn subscribe(&self, of: SeatOf, owner: String, wish: Subscription, page: Option<String>) -> Result<(), Refused> {
        Endpoint::read(&wish.endpoint, self.settings.reach).map_err(|bad| Refused::new(RefusalCode::BadText, bad.to_string()))?;
        let is_key = |text: &str, bytes: usize| BASE64_URL_SAFE_NO_PAD.decode(unpadded(text)).is_ok_and(|key| key.len() == bytes);
        if !is_key(&wish.keys.p256dh, encryption::PUBLIC_KEY) || !is_key(&wish.keys.auth, encryption::AUTH) {
            return Err(Refused::new(RefusalCode::BadText, "The keys of a browser have 65 and 16 bytes."));
        }
        let Some(words) = limits::words(&wish.words) else {
            return Err(Refused::new(RefusalCode::BadText, format!("The words of a message have 1 to {} letters.", limits::WORDS)));
        };
        let subscriber = Subscriber {
            endpoint: wish.endpoint,
            owner,
            browser_key: unpadded(&wish.keys.p256dh).into(),
            auth: unpadded(&wish.keys.auth).into(),
            words,
            contact: page.filter(|page| page.starts_with("https://") && page.len() <= limits::ENDPOINT).unwrap_or_default(),
        };
        self.change(PushChange::Subscribe(of, subscriber, (self.clock)())).await
    }

    /// A browser does not want to be told any more.
    pub async fn unsubscribe(&self, of: SeatOf, endpoint: String) -> Result<(), Refused> {
        self.change(PushChange::Unsubscribe(of, endpoint)).await
    }

    /// No more messages for this seat: its person has left.
    pub async fn forget(&self, of: SeatOf) {
        if let Err(error) = self.store.change_push(PushChange::Forget(of)).await {
            // The recipient is compared with the owner of the seat, so nothing is told that should not be.
            tracing::warn!(%error, "a seat's wish to be told could not be forgotten");
        }
    }

    async fn change(&self, change: PushChange) -> Result<(), Refused> {
        self.store.change_push(change).await.map_err(|error| not_kept(&error))
    }

    /// Tables with a subscription.
    pub async fn tables(&self) -> Result<Vec<String>, StoreError> {
        self.store.tables_with_subscribers().await
    }

    /// Tells all browsers of a turn that were not told of it yet.
    pub async fn tell(self: &Arc<Messenger>, turn: &TurnNotice) -> Unheard {
        let found = match self.store.subscribers(&turn.of, turn.began).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(%error, "who is to be told of a turn could not be read");
                return Unheard { unread: true, ..Unheard::default() };
            }
        };
        let (mut claimed, mut unread) = (Vec::new(), false);
        for subscriber in found.into_iter().filter(|one| turn.owner.as_ref().is_none_or(|owner| *owner == one.owner)) {
            // Of several servers one tells.
            let claim = PushChange::Tell(turn.of.clone(), subscriber.endpoint.clone(), turn.began);
            match self.store.change_push(claim).await {
                Ok(()) => claimed.push(subscriber),
                Err(StoreError::Stale | StoreError::Gone) => {}
                Err(error) => {
                    tracing::warn!(%error, "a player could not be told of their turn");
                    unread = true;
                }
            }
        }
        Unheard { to: self.send_to(turn, claimed).await, unread }
    }

    /// Tells those once more who did not hear of a turn.
    pub async fn tell_again(self: &Arc<Messenger>, turn: &TurnNotice, unheard: Unheard) -> Unheard {
        let to = self.send_to(turn, unheard.to).await;
        let mut still = if unheard.unread { self.tell(turn).await } else { Unheard::default() };
        still.to.extend(to);
        still
    }

    /// Sends a message to each of these browsers at the same time. Returns those to which it may go better later.
    async fn send_to(self: &Arc<Messenger>, turn: &TurnNotice, to: Vec<Subscriber>) -> Vec<Subscriber> {
        let mut sending = JoinSet::new();
        for subscriber in to {
            let (messenger, turn) = (self.clone(), turn.clone());
            sending.spawn(async move { messenger.send_one(&turn, &subscriber).await.then_some(subscriber) });
        }
        sending.join_all().await.into_iter().flatten().collect()
    }

    /// Sends a message to one browser; `true` where it may go better later.
    async fn send_one(&self, turn: &TurnNotice, subscriber: &Subscriber) -> bool {
        match self.send(turn, subscriber).await {
            Delivery::Taken => drop(self.metrics.messages.inc()),
            Delivery::Gone => {
                let gone = PushChange::Unsubscribe(turn.of.clone(), subscriber.endpoint.clone());
                if let Err(error) = self.store.change_push(gone).await {
                    tracing::warn!(%error, "a browser that is gone could not be forgotten");
                }
            }
            Delivery::Later(reason) => {
                tracing::debug!(reason, "a message could not be handed in yet");
                return true;
            }
            Delivery::Never(reason) => {
                self.metrics.messages_failed.inc();
                tracing::warn!(reason, "a message could not be handed in");
            }
        }
        false
    }

    /// Messages that are given up.
    pub fn give_up(&self, unheard: &Unheard) {
        self.metrics.messages_failed.inc_by(unheard.to.len() as u64);
        tracing::warn!(messages = unheard.to.len(), "messages were given up: push services or the database cannot be reached");
    }

    async fn send(&self, turn: &TurnNotice, subscriber: &Subscriber) -> Delivery {
        let key = match self.key().await {
            Ok(key) => key,
            Err(error) => return Delivery::Later(error.to_string()),
        };
        let endpoint = match Endpoint::read(&subscriber.endpoint, self.settings.reach) {
            Ok(endpoint) => endpoint,
            Err(bad) => return Delivery::Never(bad.to_string()),
        };
        let message = TurnMessage { table: turn.of.table.clone(), words: subscriber.words.clone() };
        let message = serde_json::to_vec(&message).unwrap_or_default();
        let bytes = |text: &str| BASE64_URL_SAFE_NO_PAD.decode(text).unwrap_or_default();
        let contact = self.settings.contact.as_deref().unwrap_or(&subscriber.contact);
        let sealed = encryption::encrypt(&message, &bytes(&subscriber.browser_key), &bytes(&subscriber.auth));
        let authorization = key.authorization(&endpoint.origin(), contact, (self.clock)() / 1000);
        let (Ok(body), Ok(authorization)) = (sealed, authorization) else {
            return Delivery::Never("it cannot be encrypted for that browser".into());
        };
        let push_request = PushRequest { table: turn.of.table.clone(), authorization, topic: topic(&turn.of), lives: turn.lives, body };
        self.push_client.deliver(&endpoint, push_request).await
    }
}

/// The same for all messages of one seat, so that a push service keeps the last one only; it does not tell the table's name.
fn topic(of: &SeatOf) -> String {
    to_hex(&Sha256::digest(format!("topic {} {}", of.table, of.seat).as_bytes())[..16])
}

/// Some browsers fill their keys up with equals signs.
fn unpadded(text: &str) -> &str {
    text.trim_end_matches('=')
}

/// This server sends no messages.
pub fn switched_off() -> Refused {
    Refused::new(RefusalCode::SwitchedOff, "This server sends no messages to people who are away.")
}

fn not_kept(error: &StoreError) -> Refused {
    match error {
        StoreError::Gone => Refused::new(RefusalCode::NoSuchTable, "There is no such table, or the link does not belong to it."),
        error => crate::open_tables::not_stored(error),
    }
}
