//! What all files of learned values and of halted training have in common: numbers one after another, little-endian, and
//! at the end a check sum of everything before it.

use crate::value_store::fingerprint;

/// Ends a file with its check sum: it finds damage, not intent.
pub(crate) fn seal(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = fingerprint(bytes.iter().copied());
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Appends numbers as they are.
pub(crate) fn put_numbers(bytes: &mut Vec<u8>, numbers: &[f32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

/// What is wrong with a file, whatever it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// It ends too early or goes on after its end.
    Length,
    /// Its check sum is wrong: some byte was changed.
    Damaged,
    /// It holds a non-finite number.
    NoNumber,
}

/// Reads a file from its beginning to its end.
pub(crate) struct Reader<'a> {
    whole: &'a [u8],
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Nothing has been read yet.
    pub(crate) fn new(whole: &'a [u8]) -> Reader<'a> {
        Reader { whole, rest: whole }
    }

    /// The next bytes.
    pub(crate) fn take<const N: usize>(&mut self) -> Result<[u8; N], Broken> {
        let (taken, rest) = self.rest.split_first_chunk().ok_or(Broken::Length)?;
        self.rest = rest;
        Ok(*taken)
    }

    /// The next bytes, as many as these.
    pub(crate) fn take_bytes(&mut self, count: usize) -> Result<&'a [u8], Broken> {
        let (taken, rest) = self.rest.split_at_checked(count).ok_or(Broken::Length)?;
        self.rest = rest;
        Ok(taken)
    }

    /// The next numbers, none of them infinite.
    pub(crate) fn take_numbers(&mut self, count: usize) -> Result<Vec<f32>, Broken> {
        let finite = |number: f32| if number.is_finite() { Ok(number) } else { Err(Broken::NoNumber) };
        (0..count).map(|_| finite(f32::from_le_bytes(self.take()?))).collect()
    }

    /// Looks whether the whole file is as it was sealed; this can be asked before everything is read.
    pub(crate) fn check(&self) -> Result<(), Broken> {
        let (_, sum) = self.rest.split_last_chunk().ok_or(Broken::Length)?;
        let before = &self.whole[..self.whole.len() - sum.len()];
        if u64::from_le_bytes(*sum) == fingerprint(before.iter().copied()) { Ok(()) } else { Err(Broken::Damaged) }
    }

    /// Looks whether everything but the check sum has been read.
    pub(crate) fn end(&self) -> Result<(), Broken> {
        if self.rest.len() == size_of::<u64>() { Ok(()) } else { Err(Broken::Length) }
    }
}
