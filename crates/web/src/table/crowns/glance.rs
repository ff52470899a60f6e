//! Crowns at a glance: which fields the dice give, how they are turned down, and what scores.

use leptos::prelude::*;
use spieltisch_rules::crowns::{Board, CHIPS, Field, FieldSet, lines};

use super::chips;
use crate::i18n::Key;
use crate::pages::rules::{Part, RING, arrow, dice, dice_width, lettered, picture};
use crate::pieces::{put, square};

/// The picture of a step.
pub fn drawing(step: Key) -> Option<AnyView> {
    Some(match step {
        Key::GlanceCrownsRoll => rolled(),
        Key::GlanceCrownsLower => lowered(),
        Key::GlanceCrownsCount => counted(),
        Key::GlanceCrownsEnd => placed(),
        _ => return None,
    })
}

/// A field in a square of 100, named, with its crowns or with a chip on them.
fn field(field: Field, chip: bool) -> String {
    let crowns = Board::default().crowns(field);
    let inside = if chip { chips::chip(0, crowns) } else { chips::crowns(crowns) };
    let name = format!(
        r##"<text x="50" y="24" text-anchor="middle" font-size="22" font-weight="700" fill="#2a211a">{}×{}</text>"##,
        field.count(),
        field.number()
    );
    put(0.0, 0.0, 200.0, 0.0, square(0.0, 0.0)) + &put(6.0, 8.0, 88.0, 0.0, inside) + &name
}

/// Fields under the dice that give them: their middle, their count and their number.
fn fields(y: f64, given: &[(f64, u8, u8)]) -> String {
    let drawn = given.iter().filter_map(|&(x, count, number)| Some(put(x - 55.0, y, 110.0, 0.0, field(Field::new(count, number)?, true))));
    drawn.collect()
}

fn rolled() -> AnyView {
    let down = |x: f64| arrow((x, 112.0), (x, 150.0));
    let dice = dice(&[5, 5, 5, 3, 3, 4], |_| Part::Counted);
    let given = [(162.0, 3, 5), (442.0, 2, 3), (610.0, 1, 4)];
    picture(665.0, 275.0, dice + &given.map(|(x, ..)| down(x)).concat() + &fields(164.0, &given))
}

fn lowered() -> AnyView {
    let before = dice(&[6, 6, 4, 4, 2, 1], |_| Part::Counted);
    let after = dice(&[4, 4, 4, 4, 2, 1], |i| if i < 2 { Part::Needed } else { Part::Counted });
    let turned = [50.0, 162.0].map(|x| arrow((x, 112.0), (x, 146.0))).concat();
    let given = [(218.0, 4, 4)];
    let inside = before + &turned + &put(0.0, 166.0, 100.0, 0.0, after) + &arrow((218.0, 280.0), (218.0, 316.0)) + &fields(330.0, &given);
    picture(dice_width(6), 440.0, inside)
}

/// A board with a full row and two chips on the edge, and what each of them counts.
fn counted() -> AnyView {
    let (board, row) = (Board::default(), lines()[3]);
    let on_edge: FieldSet = [(2, 6), (6, 3)].into_iter().filter_map(|(count, number)| Field::new(count, number)).collect();
    let y = |number: u8| 70.0 * f64::from(6 - number);
    let cells = Field::all().map(|at| {
        let shade = if at.is_edge() { r##"<rect width="100" height="100" rx="16" fill="#8a6a2f" opacity="0.4"/>"## } else { "" };
        let chip = if row.or(on_edge).contains(at) { put(6.0, 8.0, 88.0, 0.0, chips::chip(0, board.crowns(at))) } else { String::new() };
        let lit = if row.contains(at) { RING } else { "" };
        put(70.0 * f64::from(at.count() - 1), y(at.number()), 66.0, 0.0, field(at, !chip.is_empty()) + shade + &chip + lit)
    });
    let sums = [(6, on_edge.and(row_of(6))), (4, row), (3, on_edge.and(row_of(3)))]
        .map(|(number, fields)| lettered(482.0, y(number) + 48.0, 44.0, &format!("= {}", board.crowns_of(fields))));
    picture(536.0, 416.0, cells.collect::<String>() + &sums.concat())
}

/// All chips of a player, the last one ringed.
fn placed() -> AnyView {
    let chips = (0..CHIPS).map(|chip| {
        let last = if chip + 1 == CHIPS { RING } else { "" };
        put(72.0 * f64::from(chip % 9), 72.0 * f64::from(chip / 9), 64.0, 0.0, chips::chip(0, 0) + last)
    });
    picture(640.0, 136.0, chips.collect())
}

/// All fields of a number, the edge included.
fn row_of(number: u8) -> FieldSet {
    Field::all().filter(|field| field.number() == number).collect()
}
