//! What people at a table do: they come, want something, or make a sign.

use spieltisch_protocol::{Intention, RefusalCode, Refused, Role, ServerMessage, limits};

use super::Tending;
use crate::rooms::audience::MemberId;
use crate::rooms::room::Joined;
use crate::rooms::{as_text, no_such_table, not_stored};
use crate::store::{Shown, StoreError, TokenRow, Wanted};
use crate::table::Holder;
use crate::tokens;

/// How often something is decided again because another server stored a step first.
const TRIES: u32 = 16;

/// What of the log is still shown is looked up again when so many steps have come.
const LOOK_AGAIN: u64 = 1_000;

impl Tending {
    pub(super) async fn join(&mut self, id: MemberId, holder: Holder, last: u64, at: Option<u64>) -> Result<Joined, Refused> {
        if self.rooms.store.is_shared() {
            self.catch_up().await?;
        }
        self.know().await?;
        self.leave_out_what_is_long_over().await?;
        // Whoever knows the beginning of a game whose moves are left out starts over.
        let after = if self.is_known(last, at).await? && last >= self.shown.moves_from { last } else { 0 };
        let table = self.table.as_ref().ok_or_else(no_such_table)?;
        let (role, last) = (table.role_of(&holder), table.follower.evening.seq);
        let outbox = self.audience.join(id, holder, role);
        self.tell_who_is_here();
        let (here, watchers) = self.here();
        Ok(Joined { role, after, last, shown: self.shown, here, watchers, outbox })
    }

    /// Looks again what of the log is still shown when it has grown much since.
    async fn leave_out_what_is_long_over(&mut self) -> Result<(), Refused> {
        let end = self.table.as_ref().map_or(0, |table| table.follower.evening.seq);
        if end > self.shown_at + LOOK_AGAIN {
            self.shown = self.rooms.store.shown(&self.name).await.map_err(|error| not_stored(&error))?;
            self.shown_at = end;
        }
        Ok(())
    }

    /// Whether somebody who knows the steps up to this one, which happened at this time, knows this very table.
    async fn is_known(&mut self, last: u64, at: Option<u64>) -> Result<bool, Refused> {
        let end = self.table.as_ref().map_or(0, |table| table.follower.evening.seq);
        let Some(at) = at.filter(|_| last > 0 && last <= end) else { return Ok(last <= end) };
        let only = Wanted { after: last - 1, upto: last, shown: Shown::default(), most: 1 };
        let steps = self.rooms.store.steps(&self.name, only).await.map_err(|error| not_stored(&error))?;
        Ok(steps.first().is_some_and(|step| step.at == at))
    }

    pub(super) async fn want(&mut self, id: MemberId, intention: &Intention) -> Result<(), Refused> {
        let holder = self.audience.holder(id).cloned().ok_or_else(no_such_table)?;
        // Whoever takes a seat by an invitation gets a token of their own.
        let token = match intention {
            Intention::Sit { token: Some(token), .. } if !limits::is_token(token) => {
                return Err(Refused::new(RefusalCode::BadText, "A token has 32 hexadecimal digits."));
            }
            Intention::Sit { token: Some(token), .. } if holder.role == Role::Invited => Some(token.clone()),
            Intention::Sit { .. } if holder.role == Role::Invited => Some(tokens::new_token()),
            _ => None,
        };
        let decider = token.as_ref().map_or_else(|| holder.clone(), |token| Holder { key: tokens::key(token), role: holder.role });
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
                Err(error) => return Err(not_stored(&error)),
            }
        }
        Err(Refused::new(RefusalCode::Stale, "Something else happened first."))
    }

    /// Gives somebody the token of the seat they have just taken.
    fn seat(&mut self, id: MemberId, seated: Option<(u8, String)>) {
        let Some((seat, token)) = seated else { return };
        self.audience.seat(id, Holder { key: tokens::key(&token), role: Role::Seat(seat) });
        self.audience.send_to(id, &as_text(&ServerMessage::Seated { seat, token }));
        self.tell_who_is_here();
    }

    pub(super) fn react(&mut self, id: MemberId, with: String) -> Result<(), Refused> {
        let holder = self.audience.holder(id);
        let seat = holder.zip(self.table.as_ref()).and_then(|(holder, table)| table.seat_of(holder));
        let Some(seat) = seat else {
            return Err(Refused::new(RefusalCode::NotSeated, "Only someone with a seat at the table can do that."));
        };
        if !limits::REACTIONS.contains(&with.as_str()) {
            return Err(Refused::new(RefusalCode::BadText, "There is no such reaction."));
        }
        self.audience.send(&as_text(&ServerMessage::Reaction { seat, with }));
        Ok(())
    }
}
