//! The learned values as a file: versioned, checked, small.
//!
//! Layout, all numbers little-endian: `SPCASTRO`, version (u16), how many networks (u8); for
//! each the number of players (u8), one scale for each number of a row (f32), the rows as
//! i8 times scale, the other weights as f32; sealed as all such files are (`sealed.rs`).

use std::sync::LazyLock;

use super::features::ROWS;
use super::network::{Network, NetworkShape, WIDTH};
use crate::sealed::{Broken, Reader, put_numbers, seal};

const MAGIC: &[u8; 8] = b"SPCASTRO";
const VERSION: u16 = 1;
const STEPS: f32 = 127.0;

/// Why bytes are not a set of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValuesError {
    /// The file begins otherwise.
    #[error("this is no file of Castro values")]
    NotValues,
    /// Written by another version.
    #[error("these Castro values are of version {0}, but this program reads version {VERSION}")]
    Version(u16),
    /// The file ends too early or too late.
    #[error("the file of Castro values is cut off or has something after its end")]
    Length,
    /// The check sum is wrong.
    #[error("the file of Castro values is damaged: its check sum is wrong")]
    Damaged,
    /// Holds something that cannot be: a number of players twice or out of range, or a non-finite number.
    #[error("the file of Castro values holds something that cannot be")]
    Nonsense,
    /// There are no values for this number of players.
    #[error("there are no Castro values for {0} players")]
    NoPlayers(usize),
}

impl From<Broken> for ValuesError {
    fn from(broken: Broken) -> ValuesError {
        match broken {
            Broken::Length => ValuesError::Length,
            Broken::Damaged => ValuesError::Damaged,
            Broken::NoNumber => ValuesError::Nonsense,
        }
    }
}

/// Begins a file.
pub(super) fn begin(magic: &[u8; 8], version: u16) -> Vec<u8> {
    [&magic[..], &version.to_le_bytes()].concat()
}

/// Reads a file's beginning.
pub(super) fn open<'a>(bytes: &'a [u8], magic: &[u8; 8], version: u16) -> Result<Reader<'a>, ValuesError> {
    let mut reader = Reader::new(bytes);
    if reader.take() != Ok(*magic) {
        return Err(ValuesError::NotValues);
    }
    match u16::from_le_bytes(reader.take()?) {
        found if found == version => Ok(reader),
        found => Err(ValuesError::Version(found)),
    }
}

/// A number of players there can be values for.
pub(super) fn take_players(reader: &mut Reader<'_>) -> Result<usize, ValuesError> {
    let [players] = reader.take()?;
    if (2..=4).contains(&players) { Ok(players.into()) } else { Err(ValuesError::Nonsense) }
}

/// Reads a file's end.
pub(super) fn close(reader: &Reader<'_>) -> Result<(), ValuesError> {
    reader.end()?;
    Ok(reader.check()?)
}

/// Learned values for some numbers of players.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values {
    networks: Vec<Network>,
}

impl Values {
    /// The values that come with the program: for two, three and four players, on any board.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn shipped() -> &'static Values {
        const FILES: [&[u8]; 3] = [include_bytes!("castro-2.values"), include_bytes!("castro-3.values"), include_bytes!("castro-4.values")];
        static SHIPPED: LazyLock<Values> = LazyLock::new(|| {
            let read = |file| Values::from_bytes(file).expect("the project's own values are tested");
            Values::new(FILES.into_iter().flat_map(|file| read(file).networks))
        });
        &SHIPPED
    }

    /// In the browser no values come with the program: they are files of their own, fetched when
    /// Castro is played by so many and handed in through the value store.
    #[cfg(target_arch = "wasm32")]
    pub fn shipped() -> &'static Values {
        static NONE: LazyLock<Values> = LazyLock::new(Values::default);
        &NONE
    }

    /// Values of these networks; a later one replaces an earlier one for as many players.
    pub fn new(networks: impl IntoIterator<Item = Network>) -> Values {
        let mut values = Values::default();
        for network in networks {
            values.networks.retain(|known| known.shape() != network.shape());
            values.networks.push(network);
        }
        values.networks.sort_unstable_by_key(|network| network.shape().players);
        values
    }

    /// The values for this number of players.
    pub fn network(&self, players: usize) -> Result<&Network, ValuesError> {
        self.networks.iter().find(|network| network.shape().players == players).ok_or(ValuesError::NoPlayers(players))
    }

    /// All of them.
    pub fn networks(&self) -> &[Network] {
        &self.networks
    }

    /// Writes them; rows are rounded to 8 bits.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = begin(MAGIC, VERSION);
        bytes.push(self.networks.len() as u8);
        for network in &self.networks {
            bytes.push(network.shape().players as u8);
            let (rows, others) = network.weights().split_at(ROWS * WIDTH);
            let scales = column_scales(rows);
            put_numbers(&mut bytes, &scales);
            for row in rows.as_chunks::<WIDTH>().0 {
                bytes.extend(row.iter().zip(&scales).map(|(weight, scale)| (weight / scale).round().clamp(-STEPS, STEPS) as i8 as u8));
            }
            put_numbers(&mut bytes, others);
        }
        seal(bytes)
    }

    /// Reads what [`Values::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Values, ValuesError> {
        let mut reader = open(bytes, MAGIC, VERSION)?;
        let [count] = reader.take()?;
        let mut networks: Vec<Network> = Vec::new();
        for _ in 0..count {
            let network = read_network(&mut reader)?;
            if networks.iter().any(|known| known.shape() == network.shape()) {
                return Err(ValuesError::Nonsense);
            }
            networks.push(network);
        }
        close(&reader)?;
        Ok(Values::new(networks))
    }
}

fn read_network(reader: &mut Reader<'_>) -> Result<Network, ValuesError> {
    let shape = NetworkShape { players: take_players(reader)? };
    let mut weights = Vec::with_capacity(shape.weights());
    let scales = reader.take_numbers(WIDTH)?;
    for _ in 0..ROWS {
        let row: [u8; WIDTH] = reader.take()?;
        weights.extend(row.iter().zip(&scales).map(|(&step, scale)| step as i8 as f32 * scale));
    }
    weights.extend(reader.take_numbers(shape.weights() - ROWS * WIDTH)?);
    Network::from_weights(shape.players, weights).ok_or(ValuesError::Length)
}

fn column_scales(rows: &[f32]) -> [f32; WIDTH] {
    let mut most = [f32::MIN_POSITIVE; WIDTH];
    for row in rows.as_chunks::<WIDTH>().0 {
        for (most, weight) in most.iter_mut().zip(row) {
            *most = most.max(weight.abs());
        }
    }
    most.map(|most| most / STEPS)
}
