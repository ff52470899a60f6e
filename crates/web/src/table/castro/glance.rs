//! Castro at a glance: what symbols ask for, how high one may build, what wins.

use leptos::prelude::*;
use spieltisch_rules::castro::{ROLLS, Symbol};

use super::{roof, symbol};
use crate::i18n::Key;
use crate::pages::rules::{Part, drawn, example, lettered, picture, rolls};
use crate::pieces::{die, put, square};

/// The symbols that are shown, dice for each, and how many of them, from the left, it asks for.
const EXAMPLES: [(Symbol, [u8; 5], usize); 6] = [
    (Symbol::Pair(3), [3, 3, 1, 4, 6], 2),
    (Symbol::Three, [5, 5, 5, 2, 6], 3),
    (Symbol::Four, [2, 2, 2, 2, 6], 4),
    (Symbol::Straight, [1, 2, 3, 4, 5], 5),
    (Symbol::FullHouse, [4, 4, 4, 6, 6], 5),
    (Symbol::Yatzy, [6, 6, 6, 6, 6], 5),
];

/// The colours of one's own roofs and of another player's.
const OWN: usize = 0;
const OTHER: usize = 1;

/// The picture of a step.
pub fn drawing(step: Key, names: Vec<String>) -> Option<AnyView> {
    Some(match step {
        Key::GlanceCastroRoll => rolls(&[([3, 3, 6, 2, 5], 2), ([3, 3, 3, 1, 4], 0)]),
        Key::GlanceCastroPlace => symbols(names),
        Key::GlanceCastroHeight => heights(),
        Key::GlanceCastroWin => wins(),
        Key::GlanceCastroPoints => points(),
        _ => return None,
    })
}

fn symbols(names: Vec<String>) -> AnyView {
    let rows = EXAMPLES.into_iter().zip(names).map(|((shown, faces, needed), name)| {
        view! { <li><span class="square">{drawn(symbol::markup(shown))}</span>{example(faces, needed, Part::Pale)}<span>{name}</span></li> }
    });
    view! { <ul class="examples">{rows.collect::<Vec<_>>()}</ul> }.into_any()
}

/// A square of the board with its roofs, the lowest first.
fn stack(x: f64, y: f64, roofs: &[usize]) -> String {
    put(x, y, 200.0, 0.0, square(0.0, 0.0)) + &put(x, y, 100.0, 0.0, roof::stack(roofs))
}

/// A roof on the highest stack that each number of rolls allows.
fn heights() -> AnyView {
    let column = |rolls: u8| {
        let x = 112.0 * f64::from(rolls - 1);
        let mut roofs = vec![OTHER; usize::from(ROLLS - rolls)];
        roofs.push(OWN);
        stack(x, 0.0, &roofs) + &lettered(x + 30.0, 156.0, 40.0, &format!("{rolls}×")) + &put(x + 58.0, 120.0, 40.0, 0.0, die::markup(5))
    };
    picture(112.0 * f64::from(ROLLS) - 12.0, 162.0, (1..=ROLLS).map(column).collect())
}

/// Four in a row, and all three squares for Yatzy.
fn wins() -> AnyView {
    let roofs: [[&[usize]; 4]; 4] = [
        [&[OWN], &[], &[OTHER], &[]],
        [&[OTHER], &[OTHER, OWN], &[], &[]],
        [&[], &[], &[OWN], &[OTHER]],
        [&[], &[OTHER], &[], &[OTHER, OTHER, OWN]],
    ];
    let board = roofs.iter().enumerate().flat_map(|(row, squares)| {
        squares
            .iter()
            .enumerate()
            .map(move |(column, roofs)| put(84.0 * column as f64, 84.0 * row as f64, 80.0, 0.0, stack(0.0, 0.0, roofs)))
    });
    let star = symbol::markup(Symbol::Yatzy);
    let yatzy = (0..3).map(|i| {
        let roofs: &[usize] = if i == 1 { &[OWN, OTHER] } else { &[OWN] };
        put(420.0, 116.0 * f64::from(i), 100.0, 0.0, stack(0.0, 0.0, roofs) + &put(60.0, -4.0, 44.0, 0.0, star.clone()))
    });
    picture(524.0, 332.0, board.chain(yatzy).collect())
}

/// Stacks with one's own roof on top, and what each counts at the end.
fn points() -> AnyView {
    let stacks: [&[usize]; 3] = [&[OTHER, OWN, OTHER, OWN], &[OTHER, OWN], &[OWN]];
    let drawn = stacks.iter().enumerate().map(|(i, roofs)| {
        let x = 160.0 * i as f64;
        let sign = if i + 1 < stacks.len() { lettered(x + 130.0, 148.0, 40.0, "+") } else { String::new() };
        stack(x, 0.0, roofs) + &lettered(x + 50.0, 148.0, 40.0, &roofs.len().to_string()) + &sign
    });
    let sum: usize = stacks.iter().map(|roofs| roofs.len()).sum();
    picture(520.0, 154.0, drawn.collect::<String>() + &lettered(470.0, 148.0, 40.0, &format!("= {sum}")))
}
