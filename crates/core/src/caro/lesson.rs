//! The first game of Caro, which teaches it.

use spieltisch_rules::Game;
use spieltisch_rules::caro::Caro;
use spieltisch_texts::Key;

use crate::lesson::{Lesson, from_the_start, later, step};

/// Edges and pairs, corners; the area and doubling in mid-game.
pub const LESSON: Lesson = Lesson {
    game: Caro::INFO.name,
    players: 2,
    chapters: &[
        from_the_start(&[
            step(Key::LessonCaro1, "lay red 0,0", &["lay black 1,0"]),
            step(Key::LessonCaro2, "lay grey 0,1", &["lay white 1,1"]),
            step(Key::LessonCaro3, "lay red 2,0", &["lay grey -1,0"]),
            step(Key::LessonCaro4, "lay black 2,1", &[]),
        ]),
        later(
            &[
                "lay red 0,0",
                "lay black 1,0",
                "lay grey -1,0",
                "lay black 0,1",
                "lay white -1,-1",
                "lay grey 2,0",
                "lay red -2,0",
                "lay black -3,0",
            ],
            &[step(Key::LessonCaro5, "lay red 1,1", &[])],
        ),
    ],
    ends: Key::LessonCaroEnd,
};
