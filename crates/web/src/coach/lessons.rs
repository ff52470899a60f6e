//! What is taught in a first game: prepared dice and moves, one idea at a time. The rules referee them; a test replays them.

use spieltisch_rules::Game;
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;

use crate::i18n::Key;

/// One idea.
pub struct Step {
    /// What is said.
    pub says: Key,
    /// What the person does, as an event: a roll falls as it stands here.
    pub does: &'static str,
    /// What follows by itself.
    pub then: &'static [&'static str],
}

/// A first game that teaches.
pub struct Lesson {
    /// The game's name.
    pub game: &'static str,
    /// How many play; the person sits first.
    pub players: usize,
    /// What is taught, in order.
    pub steps: &'static [Step],
    /// What is said at the end.
    pub ends: Key,
}

const fn step(says: Key, does: &'static str, then: &'static [&'static str]) -> Step {
    Step { says, does, then }
}

/// Roll and keep, build, height by rolls, cover, and the three ways to win.
const CASTRO: Lesson = Lesson {
    game: Castro::INFO.name,
    players: 2,
    steps: &[
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
    ],
    ends: Key::LessonCastroEnd,
};

/// Keep, boxes, bonus, strike.
const YATZY: Lesson = Lesson {
    game: Yatzy::INFO.name,
    players: 1,
    steps: &[
        step(Key::LessonYatzy1, "roll 2 3 5 5 6", &[]),
        step(Key::LessonYatzy2, "keep 5 5", &["roll 1 5 5 5 6"]),
        step(Key::LessonYatzy3, "keep 5 5 5", &["roll 4 5 5 5 5"]),
        step(Key::LessonYatzy4, "score fives", &[]),
        step(Key::LessonRoll, "roll 2 2 3 3 3", &[]),
        step(Key::LessonYatzy5, "score full-house", &[]),
        step(Key::LessonRoll, "roll 1 1 2 4 6", &[]),
        step(Key::LessonYatzy6, "score ones", &[]),
    ],
    ends: Key::LessonYatzyEnd,
};

/// Edges and pairs, corners; the area, doubling and objecting are told at the end.
const CARO: Lesson = Lesson {
    game: Caro::INFO.name,
    players: 2,
    steps: &[
        step(Key::LessonCaro1, "lay red 0,0", &["lay black 1,0"]),
        step(Key::LessonCaro2, "lay grey 0,1", &["lay white 1,1"]),
        step(Key::LessonCaro3, "lay red 2,0", &["lay grey -1,0"]),
        step(Key::LessonCaro4, "lay black 2,1", &[]),
    ],
    ends: Key::LessonCaroEnd,
};

/// Fields and the edge, dice that turn down, lines, and the race.
const CROWNS: Lesson = Lesson {
    game: Crowns::INFO.name,
    players: 2,
    steps: &[
        step(Key::LessonCrowns1, "roll 1 2 4 4 6 6", &[]),
        step(Key::LessonCrowns2, "place 2x6 2x4 1x2 1x1", &["roll 1 1 3 3 5 5", "place 2x5 2x3 2x1"]),
        step(Key::LessonRoll, "roll 3 4 4 4 6 6", &[]),
        step(Key::LessonCrowns3, "place 5x4 1x3", &["roll 2 2 2 6 6 6", "place 3x6 3x2"]),
        step(Key::LessonRoll, "roll 1 1 1 2 2 2", &[]),
        step(Key::LessonCrowns4, "place 3x2 3x1", &["roll 4 4 5 5 6 6", "place 2x6 2x4"]),
    ],
    ends: Key::LessonCrownsEnd,
};

/// All lessons.
const LESSONS: [&Lesson; 4] = [&YATZY, &CASTRO, &CARO, &CROWNS];

/// The lesson of a game, where there is one.
pub fn of(game: &str) -> Option<&'static Lesson> {
    LESSONS.into_iter().find(|lesson| lesson.game == game)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use spieltisch_records::open_table;
    use spieltisch_rules::ToAct;

    use super::*;

    /// Every event is legal, and whatever a step asks for is the person's to do.
    #[test]
    fn every_lesson_is_played_by_the_rules() {
        for lesson in LESSONS {
            let mut table = open_table(lesson.game, lesson.players, &Default::default(), &Value::Null).expect("the usual set-up");
            for (number, step) in lesson.steps.iter().enumerate() {
                let place = format!("{}, step {}", lesson.game, number + 1);
                match table.to_act() {
                    ToAct::Move(seat) => assert!(seat == 0 && !step.does.starts_with("roll"), "{place}"),
                    ToAct::Roll { seat, .. } => assert!(seat == 0 && step.does.starts_with("roll"), "{place}"),
                    ToAct::Over => panic!("{place}: the game is over"),
                }
                for event in [&step.does].into_iter().chain(step.then) {
                    table.take(event).unwrap_or_else(|refused| panic!("{place}, {event}: {refused}"));
                }
            }
        }
    }

    #[test]
    fn castro_ends_with_four_in_a_row() {
        let mut table = open_table("castro", 2, &Default::default(), &Value::Null).expect("the usual set-up");
        for step in CASTRO.steps {
            for event in [&step.does].into_iter().chain(step.then) {
                table.take(event).expect("legal");
            }
        }
        let result = table.result().expect("it is over");
        assert_eq!((result.winners.iter().collect::<Vec<_>>(), result.reason), (vec![0], spieltisch_rules::Reason::FourInARow));
    }
}
