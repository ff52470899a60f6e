//! Bytes as hexadecimal text.

use std::fmt;

/// Text that is not hexadecimal of the length asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotHex {
    /// How many bytes it should hold.
    pub bytes: usize,
}

impl fmt::Display for NotHex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {} hexadecimal digits", self.bytes * 2)
    }
}

impl std::error::Error for NotHex {}

/// Bytes as lower-case hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes.iter().flat_map(|byte| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]]).map(char::from).collect()
}

/// Exactly `N` bytes from hexadecimal digits.
pub fn from_hex<const N: usize>(text: &str) -> Result<[u8; N], NotHex> {
    let wrong = NotHex { bytes: N };
    if text.len() != 2 * N {
        return Err(wrong);
    }
    let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8).ok_or(wrong);
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Ok(bytes)
}
