//! Reviews of whole games: what they say, why, and what is kept of them.

mod kept;
mod ledger;
mod own;
mod why;
mod yatzy_points;
