//! From the start to the result: luck, own slips, the others' slips. What the estimate itself was off by stands among all numbers.
//!
//! The picture is the table: each row has its name, a bar and its number.

use leptos::prelude::*;
use spieltisch_review::Ledger;

use super::Looked;
use super::numbers;
use crate::i18n::{Key, tr};

/// A row: from where to where its bar goes.
struct Row {
    name: Key,
    from: f64,
    to: f64,
    /// Whether it is where things stand; else what changed that.
    is_stand: bool,
}

/// The table with its bars.
pub fn show(looked: Looked) -> AnyView {
    let rows = move || {
        let game = looked.game();
        let is_chance = game.review.is_chance();
        let seat = looked.seat.get();
        let losses = if game.you == Some(seat) { Key::ReviewYourLosses } else { Key::ReviewLosses };
        let rows = rows(&game.review.ledger(seat), losses, game.players.len() > 1, game.review.over);
        let (low, high) = range(&rows, is_chance);
        rows.into_iter().map(|row| show_row(&row, is_chance, low, high)).collect::<Vec<_>>()
    };
    view! { <table class="waterfall"><caption class="visually-hidden">{tr(Key::ReviewHow)}</caption><tbody>{rows}</tbody></table> }
        .into_any()
}

fn rows(ledger: &Ledger, losses: Key, in_company: bool, over: bool) -> Vec<Row> {
    let mut at = ledger.start;
    let mut rows = vec![Row { name: Key::ReviewStart, from: 0.0, to: at, is_stand: true }];
    let changes = [
        // Where no dice fall there is no luck to speak of.
        (Key::ReviewLuck, ledger.luck, ledger.luck.abs() > 1e-9),
        (losses, ledger.losses, true),
        (Key::ReviewOthers, ledger.gifts, in_company),
    ];
    for (name, change, _) in changes.into_iter().filter(|(_, _, shown)| *shown) {
        rows.push(Row { name, from: at, to: at + change, is_stand: false });
        at += change;
    }
    let end = if over { Key::ReviewEnd } else { Key::ReviewEndLeft };
    rows.push(Row { name: end, from: 0.0, to: ledger.end, is_stand: true });
    rows
}

/// What the bars lie between: chances from nothing to all, points only where they are.
fn range(rows: &[Row], is_chance: bool) -> (f64, f64) {
    let ends = || rows.iter().flat_map(|row| if row.is_stand { [row.to, row.to] } else { [row.from, row.to] });
    let (least, most) = (ends().fold(f64::MAX, f64::min), ends().fold(f64::MIN, f64::max));
    if is_chance {
        return (least.min(0.0), most.max(1.0));
    }
    let room = 0.15 * (most - least).max(1.0);
    (least - room, most + room)
}

fn show_row(row: &Row, is_chance: bool, low: f64, high: f64) -> AnyView {
    let place = |number: f64| 100.0 * (number.clamp(low, high) - low) / (high - low);
    // Chances begin at nothing, points where the picture does.
    let from = if row.is_stand && !is_chance { 0.0 } else { place(row.from) };
    let to = place(row.to);
    let (left, width) = (from.min(to), (to - from).abs().max(0.6));
    let class = match (row.is_stand, row.to >= row.from) {
        (true, _) => "total",
        (false, true) => "gain",
        (false, false) => "loss",
    };
    let number = if row.is_stand { numbers::value(is_chance, row.to) } else { numbers::signed(is_chance, row.to - row.from) };
    view! {
        <tr class=class>
            <th scope="row">{tr(row.name)}</th>
            <td class="bar-cell">
                <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
                    <line class="whole" x1="0" x2="100" y1="5" y2="5"/>
                    <rect x=format!("{left:.2}") y="1" width=format!("{width:.2}") height="8"/>
                </svg>
            </td>
            <td class="number">{number}</td>
        </tr>
    }
    .into_any()
}
