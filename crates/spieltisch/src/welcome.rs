//! What a newcomer sees first: a short guide and a sample game.

use std::io::Write;

use crate::errors::Failure;
use crate::output::stdout;

/// Shows the guide.
pub fn show() -> Result<(), Failure> {
    let mut out = stdout();
    writeln!(out, "Spieltisch: Yatzy, Castro, Caro and Crowns. See spieltisch --help.")?;
    Ok(out.flush()?)
}
