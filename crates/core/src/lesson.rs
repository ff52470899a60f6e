//! What is taught in a first game: prepared dice and moves, one idea at a time. The rules referee them; a test replays them.

use spieltisch_texts::Key;

/// One idea. After the last one of a chapter it is another player's turn: nothing is asked for until the next table stands there.
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

pub(crate) const fn step(says: Key, does: &'static str, then: &'static [&'static str]) -> Step {
    Step { says, does, then }
}

pub(crate) const fn from_the_start(steps: &'static [Step]) -> Chapter {
    later(&[], steps)
}

pub(crate) const fn later(before: &'static [&'static str], steps: &'static [Step]) -> Chapter {
    Chapter { before, steps }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use spieltisch_records::{DynGame, open_table};
    use spieltisch_rules::{ToAct, games};

    use super::*;
    use crate::game_text::lesson;

    fn of(game: &str) -> &'static Lesson {
        lesson(game).expect("a game of the list")
    }

    fn table(game: &str, chapter: &Chapter) -> Box<dyn DynGame> {
        let lesson = of(game);
        let mut table = open_table(game, lesson.players, &Default::default(), &Value::Null).expect("the usual set-up");
        for event in chapter.before {
            assert_eq!(table.take(event).unwrap_or_else(|refused| panic!("{event}: {refused}")), *event);
        }
        table
    }

    /// Every event is legal and written as the page writes it, and whatever a step asks for is the person's to do.
    #[test]
    fn every_lesson_is_played_by_the_rules() {
        for game in games::names() {
            let lesson = of(game);
            for (number, chapter) in lesson.chapters.iter().enumerate() {
                let mut table = table(game, chapter);
                for (i, step) in chapter.steps.iter().enumerate() {
                    let place = format!("{}, chapter {}, step {}", game, number + 1, i + 1);
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
                let is_last = number + 1 == lesson.chapters.len();
                let next = match table.to_act() {
                    ToAct::Move(seat) | ToAct::Roll { seat, .. } => Some(seat),
                    ToAct::Over => None,
                };
                assert!(
                    is_last || next != Some(0),
                    "{}, chapter {}: nothing is asked for, so it is not the person's turn",
                    game,
                    number + 1
                );
            }
        }
    }

    /// The table at the end of a lesson.
    fn end(game: &str) -> Box<dyn DynGame> {
        let lesson = of(game);
        let chapter = lesson.chapters.last().expect("a chapter");
        let mut table = table(game, chapter);
        for event in &lesson.events(lesson.chapters.len() - 1, usize::MAX)[chapter.before.len()..] {
            table.take(event).expect("legal");
        }
        table
    }

    #[test]
    fn what_is_promised_happens() {
        let result = end("castro").result().expect("it is over");
        assert_eq!((result.winners.iter().collect::<Vec<_>>(), result.reason), (vec![0], spieltisch_rules::Reason::FourInARow));
        let result = end("crowns").result().expect("the last chip ends the round");
        assert_eq!(result.winners.iter().collect::<Vec<_>>(), [0]);
        let mut caro = table("caro", &of("caro").chapters[1]);
        let before = caro.scores()[0];
        caro.take("lay red 1,1").expect("legal");
        assert_eq!(caro.scores()[0] - before, 40, "two edges of 10, doubled");
    }
}
