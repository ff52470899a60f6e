//! Bytes as hexadecimal text.

/// Text that is not hexadecimal of the length asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {} hexadecimal digits", .bytes * 2)]
pub struct NotHex {
    /// How many bytes it should hold.
    pub bytes: usize,
}

/// Bytes as lower-case hexadecimal digits.
pub fn to_hex(bytes: &[u8]) -> String {
    hex::encode(bytes)
}

/// Exactly `N` bytes from hexadecimal digits.
pub fn from_hex<const N: usize>(text: &str) -> Result<[u8; N], NotHex> {
    let mut bytes = [0; N];
    hex::decode_to_slice(text, &mut bytes).map_err(|_| NotHex { bytes: N })?;
    Ok(bytes)
}
