//! Every game against the suite and the second reading, properties of all of them, and what the architecture promises.

mod architecture;
mod conformance;
mod corpus;
mod counts;
mod experts;
mod properties;
mod reference;
mod second_reading;
