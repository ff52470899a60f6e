//! An address as a code that a phone's camera reads. Only its part draws it: the code behind it is large.

use std::fmt::Write;

use leptos::prelude::*;
use qrcode::{Color, EcLevel, QrCode};

/// The light margin that cameras look for, in modules.
const MARGIN: usize = 4;

/// The code as a picture; nothing where the address is longer than a code can hold.
pub fn show(address: &str, label: String) -> AnyView {
    let Some((size, path)) = path(address) else { return ().into_any() };
    let side = size + 2 * MARGIN;
    view! {
        <div class="qr">
            <svg viewBox=format!("0 0 {side} {side}") role="img" aria-label=label shape-rendering="crispEdges">
                <rect width=side height=side fill="#fff"></rect>
                <path d=path fill="#000"></path>
            </svg>
        </div>
    }
    .into_any()
}

/// How many modules a side has, and the dark ones as a path, each run of them one stroke.
fn path(address: &str) -> Option<(usize, String)> {
    let code = QrCode::with_error_correction_level(address, EcLevel::M).ok()?;
    let (size, modules) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in modules.chunks(size).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, next| one == next) {
            if run[0] == Color::Dark {
                let _ = write!(path, "M{} {}h{}v1h-{}z", x + MARGIN, y + MARGIN, run.len(), run.len());
            }
            x += run.len();
        }
    }
    Some((size, path))
}
