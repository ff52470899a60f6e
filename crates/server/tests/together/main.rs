//! Tables over real sockets, on SQLite and on PostgreSQL alike.

mod addresses;
mod agreement;
mod clock;
mod crowd;
mod fairness;
mod faults;
mod healing;
mod lost_file;
mod playing;
mod preview;
mod proxy;
mod push;
mod quotas;
mod rights;
mod safety;
mod slow;
mod table;
