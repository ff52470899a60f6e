//! The coach after a person's turn: the decision that cost most, what would have been better, and by how much.

use leptos::prelude::*;
use spieltisch_records::Record;
use spieltisch_review::KeptStep;

use super::{Around, Line};
use crate::i18n::{lang, texts};
use crate::store;
use crate::worker::review::{self, Answer, Question};

/// From this much on a greater chance to win is worth a word.
const NOTABLE_WIN: f64 = 0.005;
/// From this much on more points on average are worth a word.
const NOTABLE_POINTS: f64 = 0.05;

/// Looks at every turn of a person that ends, where the coach is wanted.
pub fn run(around: Around) {
    if !around.coach {
        return;
    }
    Effect::new(move |before: Option<usize>| {
        let clock = around.clock.get();
        let gone_on = before.is_some_and(|before| before < clock);
        let told = untrack(|| around.told.run(()));
        if told.lines.last().is_none_or(|line| line.person) {
            around.coached.set(String::new());
        }
        let record = store::load_game(&around.game.get_value()).map(|saved| saved.record);
        if let Some(record) = record.filter(|_| gone_on && told.turn_over && around.in_charge.get_untracked()) {
            let decisions = decisions(&told.lines);
            judge(Turn { around, clock, record, company: told.company, worst: None }, decisions);
        }
        clock
    });
}

/// The decisions of the turn that has just ended, the last one first; none where a computer had it.
fn decisions(lines: &[Line]) -> Vec<usize> {
    let Some(seat) = lines.last().filter(|last| last.person && !last.roll).map(|last| last.seat) else { return Vec::new() };
    let mut decisions = Vec::new();
    for (i, line) in lines.iter().enumerate().rev() {
        if line.seat != seat || (line.begins && line.roll) {
            break;
        }
        if !line.roll {
            decisions.push(i);
        }
    }
    decisions
}

/// A turn being looked at.
struct Turn {
    around: Around,
    clock: usize,
    record: Record,
    company: bool,
    /// The decision that cost most so far, by its place.
    worst: Option<(usize, KeptStep)>,
}

/// Asks about one decision after the other, and then says what was found.
fn judge(mut turn: Turn, mut decisions: Vec<usize>) {
    let Some(index) = decisions.pop() else { return say(&turn) };
    let mut record = turn.record.clone();
    let Some(event) = record.events.drain(index..).next() else { return say(&turn) };
    review::ask(&record, &Question::Judge(event), move |answer| {
        let costlier = |step: &KeptStep| turn.worst.as_ref().is_none_or(|(_, worst)| step.loss() > worst.loss());
        if let Answer::Judged(step) = answer
            && costlier(&step)
        {
            turn.worst = Some((index, step));
        }
        judge(turn, decisions);
    });
}

fn say(turn: &Turn) {
    let Turn { around, clock, company, worst: Some((index, step)), .. } = turn else { return };
    let Some(told) = around.clock.try_get_untracked().map(|_| around.told.run(())) else { return };
    // Whoever has decided again meanwhile does not look back.
    let Some(name) = told.lines.get(*index).map(|line| &line.name) else { return };
    if told.lines.iter().skip(*clock).any(|line| line.person) {
        return;
    }
    let (cost, least) = (step.loss(), if *company { NOTABLE_WIN } else { NOTABLE_POINTS });
    let better = step.best.clone().filter(|_| cost >= least).and_then(|best| around.phrase.run((*index, best)));
    let sentence = match better {
        Some(better) if *company => texts::coach_better_wins(lang(), (100.0 * cost).round().max(1.0) as i64, name, better),
        Some(better) => texts::coach_better_points(lang(), name, better, texts::tenths(lang(), (10.0 * cost).round() as i64)),
        None => texts::coach_best(lang(), name),
    };
    around.coached.set(sentence.clone());
    let said = around.spoken.get_untracked();
    around.spoken.set(format!("{sentence} {said}"));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(seat: usize, roll: bool, begins: bool) -> Line {
        Line { colour: 0, name: String::new(), seat, said: String::new(), roll, begins, person: seat == 0, entered: true }
    }

    #[test]
    fn a_turn_is_all_its_decisions_and_no_others() {
        let turn = [line(0, true, true), line(0, false, false), line(0, true, false), line(0, false, false)];
        assert_eq!(decisions(&turn), [3, 1]);
        let twice: Vec<Line> = turn.iter().chain(&turn).cloned().collect();
        assert_eq!(decisions(&twice), [7, 5], "alone, turn follows turn");
        assert_eq!(decisions(&[line(0, false, false), line(1, false, false)]), [] as [usize; 0], "a computer's");
        assert_eq!(decisions(&[line(1, false, false), line(0, false, false)]), [1]);
    }
}
