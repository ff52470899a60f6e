//! The first game of Yatzy, which teaches it.

use spieltisch_rules::Game;
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_texts::Key;

use crate::lesson::{Lesson, from_the_start, step};

/// Keep, boxes, bonus, strike.
pub const LESSON: Lesson = Lesson {
    game: Yatzy::INFO.name,
    players: 1,
    chapters: &[from_the_start(&[
        step(Key::LessonYatzy1, "roll 2 3 5 5 6", &[]),
        step(Key::LessonYatzy2, "keep 5 5", &["roll 1 5 5 5 6"]),
        step(Key::LessonYatzy3, "keep 5 5 5", &["roll 4 5 5 5 5"]),
        step(Key::LessonYatzy4, "score fives", &[]),
        step(Key::LessonRoll, "roll 2 2 3 3 3", &[]),
        step(Key::LessonYatzy5, "score full-house", &[]),
        step(Key::LessonRoll, "roll 1 1 2 4 6", &[]),
        step(Key::LessonYatzy6, "score ones", &[]),
    ])],
    ends: Key::LessonYatzyEnd,
};
