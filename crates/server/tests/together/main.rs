//! Tables over real sockets, on SQLite and on PostgreSQL alike.

mod faults;
mod playing;
mod postgres;
mod safety;
mod table;
