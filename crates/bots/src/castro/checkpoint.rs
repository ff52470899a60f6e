//! A halted training as a file.
//!
//! Layout, little-endian: `SPCASTCK`, version (u16), players (u8), warm (u8), games (u32), steps (u32),
//! then weights, first and second moments (f32 each), and a checksum of all before (FNV-1a, u64).

use super::learner::Memory;
use super::network::{Network, Shape};
use super::train::Checkpoint;
use super::values::{Reader, ValuesError, checksum};

const MAGIC: &[u8; 8] = b"SPCASTCK";
const VERSION: u16 = 1;

impl Checkpoint {
    /// Writes it, exactly.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([self.network.shape().players as u8, self.warm as u8]);
        bytes.extend(self.games.to_le_bytes());
        bytes.extend(self.memory.steps.to_le_bytes());
        for numbers in [self.network.weights(), &self.memory.first, &self.memory.second] {
            bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        }
        let check = checksum(&bytes);
        bytes.extend(check.to_le_bytes());
        bytes
    }

    /// Reads it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Checkpoint, ValuesError> {
        let mut reader = Reader(bytes);
        if reader.take::<8>() != Ok(*MAGIC) {
            return Err(ValuesError::NotValues);
        }
        let version = u16::from_le_bytes(reader.take()?);
        if version != VERSION {
            return Err(ValuesError::Version(version));
        }
        let [players, warm] = reader.take()?;
        if !(2..=4).contains(&players) || warm > 1 {
            return Err(ValuesError::Nonsense);
        }
        let games = u32::from_le_bytes(reader.take()?);
        let steps = u32::from_le_bytes(reader.take()?);
        let length = Shape { players: players as usize }.weights();
        let mut read_numbers = || (0..length).map(|_| reader.take().map(f32::from_le_bytes)).collect::<Result<Vec<f32>, _>>();
        let (weights, first, second) = (read_numbers()?, read_numbers()?, read_numbers()?);
        let before_check = bytes.len() - reader.0.len();
        let check = u64::from_le_bytes(reader.take()?);
        if !reader.0.is_empty() {
            return Err(ValuesError::Length);
        }
        if check != checksum(&bytes[..before_check]) {
            return Err(ValuesError::Damaged);
        }
        if [&weights, &first, &second].iter().any(|numbers| numbers.iter().any(|number| !number.is_finite())) {
            return Err(ValuesError::Nonsense);
        }
        let network = Network::from_weights(players as usize, weights).ok_or(ValuesError::Length)?;
        Ok(Checkpoint { network, memory: Memory { first, second, steps }, games, warm: warm == 1 })
    }
}
