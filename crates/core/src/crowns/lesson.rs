//! The first game of Crowns, which teaches it.

use spieltisch_rules::Game;
use spieltisch_rules::crowns::Crowns;
use spieltisch_texts::Key;

use crate::lesson::{Lesson, from_the_start, later, step};

/// Fields and the edge, dice that turn down; then a line that is completed, and the race.
pub const LESSON: Lesson = Lesson {
    game: Crowns::INFO.name,
    players: 2,
    chapters: &[
        from_the_start(&[
            step(Key::LessonCrowns1, "roll 1 2 4 4 6 6", &[]),
            step(Key::LessonCrowns2, "place 2x6 2x4 1x2 1x1", &["roll 1 1 3 3 5 5", "place 2x5 2x3 2x1"]),
            step(Key::LessonRoll, "roll 3 4 4 4 6 6", &[]),
            step(Key::LessonCrowns3, "place 5x4 1x3", &["roll 2 2 2 6 6 6", "place 3x6 3x2"]),
            step(Key::LessonRoll, "roll 1 1 1 2 2 2", &[]),
            step(Key::LessonCrowns4, "place 3x2 3x1", &[]),
        ]),
        later(
            &[
                "roll 1 2 4 4 6 6",
                "place 2x6 2x4 1x2 1x1",
                "roll 1 1 3 3 5 5",
                "place 2x5 2x3 2x1",
                "roll 3 4 4 4 6 6",
                "place 5x4 1x3",
                "roll 2 2 2 6 6 6",
                "place 3x6 3x2",
                "roll 1 1 1 2 2 2",
                "place 3x2 3x1",
                "roll 4 4 5 5 6 6",
                "place 2x6 2x4",
                "roll 4 4 4 5 5 6",
                "place 1x6 2x5 3x4",
                "roll 1 1 1 1 1 1",
                "place 6x1",
                "roll 1 1 4 6 6 6",
                "place 3x6 1x4 2x1",
                "roll 3 3 3 5 5 5",
                "place 3x5 3x3",
            ],
            &[
                step(Key::LessonCrowns5, "roll 3 3 4 4 4 4", &[]),
                step(Key::LessonCrowns6, "place 4x4 2x3", &["roll 2 2 4 4 6 6", "place 2x2"]),
                step(Key::LessonCrowns7, "roll 3 3 3 5 5 5", &[]),
                step(Key::LessonCrowns8, "place 3x5 3x3", &["roll 5 5 5 5 5 6", "place 1x6 5x5"]),
            ],
        ),
    ],
    ends: Key::LessonCrownsEnd,
};
