//! What the files of values and of halted training have in common: a beginning that says what
//! they are, numbers one after the other, a checksum (FNV-1a, u64) of all before at the end.

use super::values::ValuesError;

/// Begins a file.
pub(super) fn begin(magic: &[u8; 8], version: u16) -> Vec<u8> {
    [&magic[..], &version.to_le_bytes()].concat()
}

/// Appends numbers as they are.
pub(super) fn put_numbers(bytes: &mut Vec<u8>, numbers: &[f32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// Ends a file with its checksum.
pub(super) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let check = checksum(&bytes);
    bytes.extend(check.to_le_bytes());
    bytes
}

/// Reads a file from its beginning to its end.
pub(super) struct Reader<'a> {
    whole: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Reads the beginning.
    pub(super) fn open(whole: &'a [u8], magic: &[u8; 8], version: u16) -> Result<Reader<'a>, ValuesError> {
        let mut reader = Reader { whole, rest: whole };
        if reader.take::<8>() != Ok(*magic) {
            return Err(ValuesError::NotValues);
        }
        match u16::from_le_bytes(reader.take()?) {
            found if found == version => Ok(reader),
            found => Err(ValuesError::Version(found)),
        }
    }

    /// The next bytes.
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], ValuesError> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(ValuesError::Length)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// A number of players there can be values for.
    pub(super) fn take_players(&mut self) -> Result<usize, ValuesError> {
        let [players] = self.take()?;
        if (2..=4).contains(&players) { Ok(players.into()) } else { Err(ValuesError::Nonsense) }
    }

    /// Numbers as they are.
    pub(super) fn take_numbers(&mut self, count: usize) -> Result<Vec<f32>, ValuesError> {
        (0..count).map(|_| self.take().map(f32::from_le_bytes)).collect()
    }

    /// Reads the end, and looks whether what was read are numbers.
    pub(super) fn close<'n>(mut self, mut numbers: impl Iterator<Item = &'n [f32]>) -> Result<(), ValuesError> {
        let before_check = self.whole.len() - self.rest.len();
        let check = u64::from_le_bytes(self.take()?);
        if !self.rest.is_empty() {
            return Err(ValuesError::Length);
        }
        if check != checksum(&self.whole[..before_check]) {
            return Err(ValuesError::Damaged);
        }
        if numbers.all(|numbers| numbers.iter().all(|number| number.is_finite())) { Ok(()) } else { Err(ValuesError::Nonsense) }
    }
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| (hash ^ byte as u64).wrapping_mul(0x100_0000_01B3))
}
