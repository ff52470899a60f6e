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

/// Some steps at one table.
pub struct Chapter {
    /// Whether the players themselves watch for wrong moves there.
    pub open_table: bool,
    /// What happened at that table before.
    pub before: &'static [&'static str],
    /// What is taught, in order.
    pub steps: &'static [Step],
}

/// A first game that teaches.
pub struct Lesson {
    /// The game's name.
    pub game: &'static str,
    /// How many play; the person sits first.
    pub players: usize,
    /// One table after another.
    pub chapters: &'static [Chapter],
    /// What is said at the end.
    pub ends: Key,
}

impl Lesson {
    /// All steps, with the number of their chapter.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &'static Step)> {
        self.chapters.iter().enumerate().flat_map(|(chapter, of)| of.steps.iter().map(move |step| (chapter, step)))
    }

    /// The chapter after so many steps; the last one at the end.
    pub fn chapter_after(&self, steps: usize) -> usize {
        self.steps().nth(steps).map_or(self.chapters.len() - 1, |(chapter, _)| chapter)
    }

    /// The events at the table of a chapter after so many steps of the lesson.
    pub fn events(&self, chapter: usize, steps: usize) -> Vec<String> {
        let done = self.steps().take(steps).filter(|(of, _)| *of == chapter);
        let done = done.flat_map(|(_, step)| [step.does].into_iter().chain(step.then.iter().copied()));
        self.chapters[chapter].before.iter().copied().chain(done).map(str::to_string).collect()
    }
}

const fn step(says: Key, does: &'static str, then: &'static [&'static str]) -> Step {
    Step { says, does, then }
}

const fn from_the_start(steps: &'static [Step]) -> Chapter {
    later(&[], steps)
}

const fn later(before: &'static [&'static str], steps: &'static [Step]) -> Chapter {
    Chapter { open_table: false, before, steps }
}

/// Roll and keep, build, height by rolls, cover, and the three ways to win.
const CASTRO: Lesson = Lesson {
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

/// Keep, boxes, bonus, strike.
const YATZY: Lesson = Lesson {
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

/// Edges and pairs, corners; the area and doubling in mid-game; objecting at an open table.
const CARO: Lesson = Lesson {
    game: Caro::INFO.name,
    players: 2,
    chapters: &[
        from_the_start(&[
            step(Key::LessonCaro1, "lay red 0,0", &["lay black 1,0"]),
            step(Key::LessonCaro2, "lay grey 0,1", &["lay white 1,1"]),
            step(Key::LessonCaro3, "lay red 2,0", &["lay grey -1,0"]),
            step(Key::LessonCaro4, "lay black 2,1", &["lay black -1,1"]),
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
            &[step(Key::LessonCaro5, "lay red 1,1", &["lay grey -3,-1"])],
        ),
        Chapter {
            open_table: true,
            before: &["lay red 0,0", "lay black 1,0"],
            steps: &[step(Key::LessonCaro6, "lay grey 0,1", &["lay grey -1,1"]), step(Key::LessonCaro7, "object 0", &["lay grey -1,0"])],
        },
    ],
    ends: Key::LessonCaroEnd,
};

/// Fields and the edge, dice that turn down; then a line that is completed, and the race.
const CROWNS: Lesson = Lesson {
    game: Crowns::INFO.name,
    players: 2,
    chapters: &[
        from_the_start(&[
            step(Key::LessonCrowns1, "roll 1 2 4 4 6 6", &[]),
            step(Key::LessonCrowns2, "place 2x6 2x4 1x2 1x1", &["roll 1 1 3 3 5 5", "place 2x5 2x3 2x1"]),
            step(Key::LessonRoll, "roll 3 4 4 4 6 6", &[]),
            step(Key::LessonCrowns3, "place 5x4 1x3", &["roll 2 2 2 6 6 6", "place 3x6 3x2"]),
            step(Key::LessonRoll, "roll 1 1 1 2 2 2", &[]),
            step(Key::LessonCrowns4, "place 3x2 3x1", &["roll 4 4 5 5 6 6", "place 2x6 2x4"]),
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

/// All lessons.
const LESSONS: [&Lesson; 4] = [&YATZY, &CASTRO, &CARO, &CROWNS];

/// The lesson of a game, where there is one.
pub fn of(game: &str) -> Option<&'static Lesson> {
    LESSONS.into_iter().find(|lesson| lesson.game == game)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use spieltisch_records::{Session, open_table};
    use spieltisch_rules::ToAct;

    use super::*;

    fn table(lesson: &Lesson, chapter: &Chapter) -> Box<dyn Session> {
        let options = if chapter.open_table { json!({"open_table": true}) } else { json!({}) };
        let options = options.as_object().expect("options");
        let mut table = open_table(lesson.game, lesson.players, options, &Value::Null).expect("the usual set-up");
        for event in chapter.before {
            assert_eq!(table.take(event).unwrap_or_else(|refused| panic!("{event}: {refused}")), *event);
        }
        table
    }

    /// Every event is legal and written as the page writes it, and whatever a step asks for is the person's to do.
    #[test]
    fn every_lesson_is_played_by_the_rules() {
        for lesson in LESSONS {
            for (number, chapter) in lesson.chapters.iter().enumerate() {
                let mut table = table(lesson, chapter);
                for (i, step) in chapter.steps.iter().enumerate() {
                    let place = format!("{}, chapter {}, step {}", lesson.game, number + 1, i + 1);
                    match table.to_act() {
                        ToAct::Move(_) => assert!(table.decider(step.does) == Some(0) && !step.does.starts_with("roll"), "{place}"),
                        ToAct::Roll { seat, .. } => assert!(seat == 0 && step.does.starts_with("roll"), "{place}"),
                        ToAct::Over => panic!("{place}: the game is over"),
                    }
                    for event in [&step.does].into_iter().chain(step.then) {
                        let taken = table.take(event).unwrap_or_else(|refused| panic!("{place}, {event}: {refused}"));
                        assert_eq!(taken, *event, "{place}");
                    }
                }
            }
        }
    }

    /// The table at the end of a lesson.
    fn end(lesson: &Lesson) -> Box<dyn Session> {
        let chapter = lesson.chapters.last().expect("a chapter");
        let mut table = table(lesson, chapter);
        for event in &lesson.events(lesson.chapters.len() - 1, usize::MAX)[chapter.before.len()..] {
            table.take(event).expect("legal");
        }
        table
    }

    #[test]
    fn what_is_promised_happens() {
        let result = end(&CASTRO).result().expect("it is over");
        assert_eq!((result.winners.iter().collect::<Vec<_>>(), result.reason), (vec![0], spieltisch_rules::Reason::FourInARow));
        let result = end(&CROWNS).result().expect("the last chip ends the round");
        assert_eq!(result.winners.iter().collect::<Vec<_>>(), [0]);
        let mut caro = table(&CARO, &CARO.chapters[1]);
        let before = caro.scores()[0];
        caro.take("lay red 1,1").expect("legal");
        assert_eq!(caro.scores()[0] - before, 40, "two edges of 10, doubled");
        let scores = end(&CARO).scores();
        assert_eq!(scores[1], 8, "10 for an edge, 10 lost by the objection, 8 for the tile laid again");
    }
}
