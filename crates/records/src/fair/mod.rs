//! Dice anyone can check.
//!
//! Before the first roll the side that throws the dice publishes a [commitment](Secret::commitment) to a
//! secret; then every player adds a random part. Each throw follows from secret, parts, game and
//! counter ([`FairDice`]), so neither side can choose it alone. At the end the secret stands in the
//! record's header, and [`verify`] recomputes every roll and checks whatever else the record states. `docs/fair-dice.md` says what this proves
//! and what it does not.

mod agreed;
mod counter;
mod dice;
mod entered;
mod hexadecimal;
pub mod real;
mod secret;
mod sheet;
mod verify;

pub use crate::{DiceSheet, SeatSheet};
pub use agreed::{Agreed, GameName};
pub use counter::{Counter, DiceDraw};
pub use dice::{FairDice, face};
pub use entered::{EnteredDice, entered_dice};
pub use hexadecimal::{NotHex, from_hex, to_hex};
pub use secret::Secret;
pub use sheet::{PART_DIGITS, SCHEME, is_part};
pub use verify::{Gap, Verified, Verifier, VerifyFault, verify};
