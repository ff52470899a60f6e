//! Tables over real sockets, on SQLite and on PostgreSQL alike.

mod agreement;
mod fairness;
mod faults;
mod healing;
mod playing;
mod preview;
mod proxy;
mod push;
mod rights;
mod safety;
mod table;
