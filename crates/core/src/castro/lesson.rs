//! The first game of Castro, which teaches it.

use spieltisch_rules::Game;
use spieltisch_rules::castro::Castro;
use spieltisch_texts::Key;

use crate::lesson::{Lesson, from_the_start, step};

/// Roll and keep, build, height by rolls, cover, and the three ways to win.
pub const LESSON: Lesson = Lesson {
    game: Castro::INFO.name,
    players: 2,
    chapters: &[from_the_start(&[
        step(Key::LessonCastro1, "roll 1 2 4 6 6", &[]),
        step(Key::LessonCastro2, "keep 6 6", &["roll 3 5 6 6 6"]),
        step(Key::LessonCastro3, "place c4", &["roll 1 2 5 6 6", "place d4"]),
        step(Key::LessonCastro4, "roll 2 3 5 6 6", &[]),
        step(Key::LessonCastro5, "place d4", &["roll 1 1 2 3 4", "place e6"]),
        step(Key::LessonCastro6, "roll 2 2 5 5 5", &[]),
        step(Key::LessonCastro7, "place b4", &["roll 1 2 3 4 4", "place f3"]),
        step(Key::LessonCastro8, "roll 1 2 3 5 5", &[]),
        step(Key::LessonCastro9, "keep 5 5", &["roll 4 5 5 5 6"]),
        step(Key::LessonCastro10, "place a4", &[]),
    ])],
    ends: Key::LessonCastroEnd,
};
