//! What people at a table do: they come, want something, or make a sign.

use spieltisch_protocol::{Intention, RefusalCode, Refused, Role, ServerMessage, limits};

use super::TableTask;
use crate::open_tables::audience::MemberId;
use crate::open_tables::table_handle::Joined;
use crate::open_tables::{as_text, no_such_table, not_stored};
use crate::store::{LogRange, LogWindow, StoreError, TokenRow};
use crate::table::Credential;
use crate::tokens;

/// How often something is decided again because another server stored a step first.
const TRIES: u32 = 64;

/// What of the log is still shown is looked up again when so many steps have come.
const LOOK_AGAIN: u64 = 1_000;

impl TableTask {
    pub(super) async fn join(&mut self, id: MemberId, credential: Credential, last: u64, at: Option<u64>) -> Result<Joined, Refused> {
        if self.open_tables.store.is_shared() {
            self.catch_up().await?;
        }
        self.know().await?;
        self.restore().await;
        self.leave_out_what_is_long_over().await?;
        // A client that knows the beginning of a game whose moves are left out starts over.
        let after = if self.is_known(last, at).await? && last >= self.shown.moves_from { last } else { 0 };
        let table = self.table.as_ref().ok_or_else(no_such_table)?;
        let (role, last) = (table.role_of(&credential), table.replica.table_state.seq);
        let outbox = self.audience.join(id, credential, role);
        self.tell_who_is_here();
        let (here, watchers) = self.here();
        Ok(Joined { role, after, last, shown: self.shown, here, watchers, outbox })
    }

    /// A table that a player opens is not deleted. Where that cannot be stored, nothing can be deleted either.
    async fn restore(&mut self) {
        if let Err(error) = self.open_tables.store.restore(&self.name).await {
            tracing::warn!(table = %self.name, %error, "a table could not be taken out of the trash");
        }
    }

    /// Looks again what of the log is still shown when it has grown much since.
    async fn leave_out_what_is_long_over(&mut self) -> Result<(), Refused> {
        let end = self.table.as_ref().map_or(0, |table| table.replica.table_state.seq);
        if end > self.shown_at + LOOK_AGAIN {
            self.shown = self.open_tables.store.shown(&self.name).await.map_err(|error| not_stored(&error))?;
            self.shown_at = end;
        }
        Ok(())
    }

    /// Whether a client that knows the steps up to this one, which happened at this time, knows this very table.
    async fn is_known(&mut self, last: u64, at: Option<u64>) -> Result<bool, Refused> {
        let end = self.table.as_ref().map_or(0, |table| table.replica.table_state.seq);
        let Some(at) = at.filter(|_| last > 0 && last <= end) else { return Ok(last <= end) };
        let only = LogRange { after: last - 1, upto: last, shown: LogWindow::default(), most: 1 };
        let steps = self.open_tables.store.steps(&self.name, only).await.map_err(|error| not_stored(&error))?;
        Ok(steps.first().is_some_and(|step| step.at == at))
    }

    pub(super) async fn want(&mut self, id: MemberId, intention: &Intention) -> Result<(), Refused> {
        let credential = self.credential(id)?;
        // A player who takes a seat by an invitation gets a token of their own.
        let token = match intention {
            Intention::Sit { token: Some(token), .. } if !limits::is_token(token) => {
                return Err(Refused::new(RefusalCode::BadText, "A token has 32 hexadecimal digits."));
            }
            Intention::Sit { token: Some(token), .. } if credential.role == Role::Invited => Some(token.clone()),
            Intention::Sit { .. } if credential.role == Role::Invited => Some(tokens::new_token()),
            _ => None,
        };
        let decider =
            token.as_ref().map_or_else(|| credential.clone(), |token| Credential { key: tokens::key(token), role: credential.role });
        for _ in 0..TRIES {
            self.know().await?;
            let decision = self.decide(|table| Some(table.decide(&decider, intention)))?;
            let seated = decision.seated.zip(token.clone());
            let rows = seated.iter().map(|(seat, token)| TokenRow { hash: tokens::hash(token), role: Role::Seat(*seat) }).collect();
            match self.keep(decision, rows).await {
                Ok(()) => {
                    self.seat(id, seated);
                    return Ok(());
                }
                // What was wanted may still be right after what others did.
                Err(StoreError::Stale) => {}
                Err(StoreError::Gone) => return Err(no_such_table()),
                Err(StoreError::TokenInUse) => {
                    return Err(Refused::new(RefusalCode::BadText, "That token is in use already; choose another one."));
                }
                Err(error) => return Err(not_stored(&error)),
            }
        }
        Err(Refused::new(RefusalCode::Stale, "Something else happened first."))
    }

    /// Gives a client the token of the seat they have just taken.
    fn seat(&mut self, id: MemberId, seated: Option<(u8, String)>) {
        let Some((seat, token)) = seated else { return };
        self.audience.seat(id, Credential { key: tokens::key(&token), role: Role::Seat(seat) });
        self.audience.send_to(id, &as_text(&ServerMessage::Seated { seat, token }));
        self.tell_who_is_here();
    }

    /// Who acts on a connection.
    fn credential(&self, id: MemberId) -> Result<Credential, Refused> {
        if self.gone { Err(no_such_table()) } else { self.audience.credential(id).cloned() }
    }

    pub(super) async fn react(&mut self, id: MemberId, with: String) -> Result<(), Refused> {
        let credential = self.credential(id)?;
        self.know().await?;
        let Some(seat) = self.table.as_ref().and_then(|table| table.seat_of(&credential)) else {
            return Err(Refused::new(RefusalCode::NotSeated, "Only someone with a seat at the table can do that."));
        };
        if !limits::REACTIONS.contains(&with.as_str()) {
            return Err(Refused::new(RefusalCode::BadText, "There is no such reaction."));
        }
        self.audience.send(&as_text(&ServerMessage::Reaction { seat, with }));
        Ok(())
    }
}
