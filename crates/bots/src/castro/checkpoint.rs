//! A halted training as a file.
//!
//! Layout, little-endian: `SPCASTCK`, version (u16), what is trained: set-up (fingerprint, u64), seed (u64), games in all
//! (u32), mixed boards (u8); how far it is: players (u8), warm (u8), games (u32), steps (u32), then weights, first and
//! second moments (f32 each); sealed as all such files are (`sealed.rs`).

use super::learner::Memory;
use super::learning;
use super::network::{Network, NetworkShape};
use super::train::{Boards, Checkpoint, TrainConfig};
use super::values::{ValuesError, begin, close, open, take_players};
use crate::sealed::{Broken, put_numbers, seal};
use crate::value_store::fingerprint;

const MAGIC: &[u8; 8] = b"SPCASTCK";
const VERSION: u16 = 2;

/// Why training cannot go on from some bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// They were written by another version.
    #[error("it is of version {0}, but this program reads version {VERSION}")]
    Version(u16),
    /// They are no checkpoint, or not whole.
    #[error("{0}")]
    Unreadable(ValuesError),
    /// They belong to another training; says what differs.
    #[error("it is for {}", .0.join(" and "))]
    Other(Vec<&'static str>),
}

impl From<ValuesError> for CheckpointError {
    fn from(error: ValuesError) -> CheckpointError {
        match error {
            ValuesError::Version(found) => CheckpointError::Version(found),
            other => CheckpointError::Unreadable(other),
        }
    }
}

impl From<Broken> for CheckpointError {
    fn from(broken: Broken) -> CheckpointError {
        ValuesError::from(broken).into()
    }
}

impl Checkpoint {
    /// Writes it, exactly, with what it belongs to.
    pub fn to_bytes(&self, config: &TrainConfig) -> Vec<u8> {
        let mut bytes = begin(MAGIC, VERSION);
        bytes.extend(set_up(config).to_le_bytes());
        bytes.extend(config.seed.to_le_bytes());
        bytes.extend(config.effort.to_le_bytes());
        bytes.push((config.boards == Boards::Mixed) as u8);
        bytes.extend([self.network.shape().players as u8, self.warm as u8]);
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.memory.steps.to_le_bytes());
        for numbers in [self.network.weights(), &self.memory.first, &self.memory.second] {
            put_numbers(&mut bytes, numbers);
        }
        seal(bytes)
    }

    /// Reads one that belongs to this training.
    pub fn from_bytes(bytes: &[u8], config: &TrainConfig) -> Result<Checkpoint, CheckpointError> {
        let mut reader = open(bytes, MAGIC, VERSION)?;
        let of = (u64::from_le_bytes(reader.take()?), u64::from_le_bytes(reader.take()?), u32::from_le_bytes(reader.take()?));
        let [mixed] = reader.take()?;
        let players = take_players(&mut reader)?;
        let [warm] = reader.take()?;
        if warm > 1 || mixed > 1 {
            return Err(ValuesError::Nonsense.into());
        }
        let games = u32::from_le_bytes(reader.take()?);
        let steps = u32::from_le_bytes(reader.take()?);
        let length = NetworkShape { players }.weights();
        let mut read_numbers = || reader.take_numbers(length);
        let (weights, first, second) = (read_numbers()?, read_numbers()?, read_numbers()?);
        close(&reader)?;
        let network = Network::from_weights(players, weights).ok_or(ValuesError::Length)?;
        belongs(of, mixed == 1, config)?;
        Ok(Checkpoint { network, memory: Memory { first, second, steps }, games, warm: warm == 1 })
    }
}

/// Whether what a checkpoint says of its training is this one.
fn belongs((set_up_then, seed, effort): (u64, u64, u32), mixed: bool, config: &TrainConfig) -> Result<(), CheckpointError> {
    let differs = [
        (set_up_then != set_up(config), "another board, other options or another number of players"),
        (seed != config.seed, "another seed"),
        (effort != config.effort, "another effort"),
        (mixed && config.boards != Boards::Mixed, "mixed boards"),
        (!mixed && config.boards == Boards::Mixed, "one board only"),
    ];
    let differs: Vec<&str> = differs.into_iter().filter_map(|(differs, what)| differs.then_some(what)).collect();
    if differs.is_empty() { Ok(()) } else { Err(CheckpointError::Other(differs)) }
}

/// A short fingerprint of players, board and options.
fn set_up(config: &TrainConfig) -> u64 {
    fingerprint(learning::key(&config.game).bytes())
}
