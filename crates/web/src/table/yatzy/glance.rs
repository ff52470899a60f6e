//! Yatzy at a glance: three rolls, and what the boxes need and give.

use leptos::prelude::*;
use spieltisch_rules::dice::Hand;
use spieltisch_rules::yatzy::{BONUS, BoxName, Options};

use crate::i18n::{Key, texts};
use crate::pages::rules::{Part, example, lettered, picture, rolls};
use crate::pieces::{die, put};

/// Dice for each of the boxes that are shown, and how many of them, from the left, the box needs.
const EXAMPLES: [([u8; 5], usize); 10] = [
    ([4, 4, 4, 2, 6], 3),
    ([6, 6, 1, 3, 4], 2),
    ([5, 5, 3, 3, 1], 4),
    ([5, 5, 5, 2, 6], 3),
    ([2, 2, 2, 2, 5], 4),
    ([1, 2, 3, 4, 6], 4),
    ([2, 3, 4, 5, 6], 5),
    ([3, 3, 3, 5, 5], 5),
    ([1, 3, 4, 6, 6], 0),
    ([6, 6, 6, 6, 6], 5),
];

/// The picture of a step.
pub fn drawing(step: Key, names: Vec<String>) -> Option<AnyView> {
    match step {
        Key::GlanceYatzyRoll => Some(rolls(&[([5, 5, 2, 3, 6], 2), ([5, 5, 5, 1, 4], 3), ([5, 5, 5, 5, 2], 0)])),
        Key::GlanceYatzyBoxes => Some(boxes(names)),
        Key::GlanceYatzyBonus => Some(bonus()),
        _ => None,
    }
}

/// The six number boxes with what they may hold, their sum and the bonus.
fn bonus() -> AnyView {
    let held = [4, 6, 9, 12, 15, 18];
    let boxes = (1..).zip(held).map(|(face, points): (u8, u8)| {
        let x = 112.0 * f64::from(face - 1);
        put(x, 0.0, 100.0, 0.0, die::markup(face)) + &lettered(x + 50.0, 156.0, 46.0, &points.to_string())
    });
    let sum: u8 = held.iter().sum();
    picture(1000.0, 164.0, boxes.collect::<String>() + &lettered(830.0, 156.0, 46.0, &format!("= {sum} → +{BONUS}")))
}

fn boxes(names: Vec<String>) -> AnyView {
    let rows = texts::games::yatzy::SHOWN.into_iter().zip(EXAMPLES).zip(names).map(|((place, (faces, needed)), name)| {
        let of_sheet = BoxName::ALL[place];
        let fixed_by_four = of_sheet == BoxName::SmallStraight;
        let others = if of_sheet.is_upper() || fixed_by_four { Part::Pale } else { Part::Counted };
        let points = Hand::from_faces(&faces).map(|dice| of_sheet.points(dice, &Options::default()));
        view! { <li>{example(faces, needed, others)}<span>{name}</span><b>{points}</b></li> }
    });
    view! { <ul class="examples">{rows.collect::<Vec<_>>()}</ul> }.into_any()
}
