//! A halted training as a file.
//!
//! Layout, little-endian: `SPCASTCK`, version (u16), players (u8), warm (u8), games (u32), steps (u32),
//! then weights, first and second moments (f32 each), and a checksum of all before (FNV-1a, u64).

use super::file::{self, Reader};
use super::learner::Memory;
use super::network::{Network, Shape};
use super::train::Checkpoint;
use super::values::ValuesError;

const MAGIC: &[u8; 8] = b"SPCASTCK";
const VERSION: u16 = 1;

impl Checkpoint {
    /// Writes it, exactly.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = file::begin(MAGIC, VERSION);
        bytes.extend([self.network.shape().players as u8, self.warm as u8]);
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.memory.steps.to_le_bytes());
        for numbers in [self.network.weights(), &self.memory.first, &self.memory.second] {
            file::put_numbers(&mut bytes, numbers);
        }
        file::seal(bytes)
    }

    /// Reads it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, ValuesError> {
        let mut reader = Reader::open(bytes, MAGIC, VERSION)?;
        let players = reader.take_players()?;
        let [warm] = reader.take()?;
        if warm > 1 {
            return Err(ValuesError::Nonsense);
        }
        let games = u32::from_le_bytes(reader.take()?);
        let steps = u32::from_le_bytes(reader.take()?);
        let length = Shape { players }.weights();
        let mut read_numbers = || reader.take_numbers(length);
        let (weights, first, second) = (read_numbers()?, read_numbers()?, read_numbers()?);
        reader.close([&weights, &first, &second].into_iter().map(|numbers| &numbers[..]))?;
        let network = Network::from_weights(players, weights).ok_or(ValuesError::Length)?;
        Ok(Checkpoint { network, memory: Memory { first, second, steps }, games, warm: warm == 1 })
    }
}
