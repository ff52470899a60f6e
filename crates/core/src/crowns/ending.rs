//! The end: chips that are in no full line fall away, then the edge and the full lines are counted.

use spieltisch_rules::crowns::{Crowns, FieldSet, Title};
use spieltisch_rules::{Game, Seat};
use spieltisch_texts::{self as texts, Key, Lang, t};

use super::line_name;
use crate::words::points;
use crate::{LocalGame, ScorePart};

/// A player's board at the end.
pub struct Ending {
    /// Chips of the core in no full line.
    pub fallen: FieldSet,
    /// Chips on the edge.
    pub edge: FieldSet,
    /// Full lines: which, its fields, its worth.
    pub lines: Vec<(usize, FieldSet, i32)>,
}

impl Ending {
    /// A player's board as it is counted.
    pub fn of(game: &LocalGame<Crowns>, seat: Seat) -> Ending {
        let covered = game.position.state.covered(seat);
        let full = game.position.game.lines().iter().enumerate().filter(|(_, (line, _))| covered.contains_all(*line));
        let lines: Vec<(usize, FieldSet, i32)> = full.map(|(i, (line, worth))| (i, *line, *worth)).collect();
        let in_line = lines.iter().fold(FieldSet::EMPTY, |all, (_, line, _)| all.or(*line));
        let edge: FieldSet = covered.iter().filter(|field| field.is_edge()).collect();
        let fallen = covered.iter().filter(|field| !field.is_edge() && !in_line.contains(*field)).collect();
        Ending { fallen, edge, lines }
    }

    /// What has fallen after so many steps.
    pub fn fallen_after(&self, steps: usize) -> FieldSet {
        if steps > 0 { self.fallen } else { FieldSet::EMPTY }
    }

    /// What lights up after so many steps: the edge, then line after line.
    pub fn lit_after(&self, steps: usize) -> FieldSet {
        let edge = if steps > 1 { self.edge } else { FieldSet::EMPTY };
        self.lines.iter().take(steps.saturating_sub(2)).fold(edge, |lit, (_, line, _)| lit.or(*line))
    }
}

/// The steps of the scoring, in the order in which the board shows them.
pub fn scoring(lang: Lang, playing: &LocalGame<Crowns>, seat: Seat) -> Vec<ScorePart> {
    let (game, ending) = (&playing.position.game, Ending::of(playing, seat));
    let fallen = ending.fallen.len() as i64;
    let edge = game.board().crowns_of(ending.edge);
    let mut steps = vec![
        ScorePart::new(if fallen > 0 { texts::end_crowns_fall(lang, fallen) } else { String::new() }, 0),
        ScorePart::new(texts::end_crowns_edge(lang, points(lang, edge)), edge),
    ];
    let line = |&(line, _, worth): &(usize, FieldSet, i32)| {
        ScorePart::new(texts::end_crowns_line(lang, line_name(lang, line), points(lang, worth)), worth)
    };
    steps.extend(ending.lines.iter().map(line));
    if ending.lines.is_empty() {
        steps.push(ScorePart::new(t(lang, Key::EndCrownsNoLine), 0));
    }
    if playing.seats.len() == 1 {
        let score = game.scores(&playing.position.state)[seat];
        steps.push(ScorePart::new(title_line(lang, score), 0));
    }
    steps
}

/// The title of a score; below the first one, how far that is away.
fn title_line(lang: Lang, score: i32) -> String {
    match Title::of(score) {
        Title::PlayAgain => {
            let first = (score..).find(|&points| Title::of(points) != Title::PlayAgain).unwrap_or(score);
            texts::end_next_title(lang, (first - score).into(), title(lang, Title::of(first)))
        }
        reached => texts::end_title_alone(lang, title(lang, reached)),
    }
}

fn title(lang: Lang, title: Title) -> &'static str {
    t(
        lang,
        match title {
            Title::PlayAgain => Key::CrownsTitlePlayAgain,
            Title::GoodForABeginner => Key::CrownsTitleGoodForABeginner,
            Title::Advanced => Key::CrownsTitleAdvanced,
            Title::Expert => Key::CrownsTitleExpert,
            Title::Professional => Key::CrownsTitleProfessional,
            Title::Genius => Key::CrownsTitleGenius,
        },
    )
}
