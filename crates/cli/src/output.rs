//! Writing to standard output.

use std::io::{self, BufWriter, StdoutLock};

/// Standard output, buffered, as it may be millions of lines.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(64 * 1024, io::stdout().lock())
}
