//! A hint in words: the best move, what it is good for, and how much better it is than the second.

use serde::{Deserialize, Serialize};
use spieltisch_rules::Game;
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::{GameText, LocalGame};

/// From this much on a greater chance to win is worth a word.
const NOTABLE_WIN: f64 = 0.005;
/// From this much on more points on average are worth a word.
const NOTABLE_POINTS: f64 = 0.05;

/// The best and the second best move, as events, with what they are worth to the player to move.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Advice {
    /// The best move.
    pub best: String,
    /// The second best, where there is another.
    pub second: Option<String>,
    /// How many more points the best brings on average.
    pub points: f64,
    /// How much greater the chance to win is with it, from 0 to 1.
    pub win: f64,
}

impl<G: Game> LocalGame<G> {
    /// Whether a person must decide now and may ask. At a table shared by link the program is not asked.
    pub fn may_ask_for_hint(&self) -> bool {
        !self.by_link && self.allowed().hints && self.person_acts() && self.is_deciding()
    }
}

/// The move, what it is good for, and how much better it is than the next.
pub fn hint_text<G: GameText>(lang: Lang, game: &LocalGame<G>, advice: Option<(G::Move, &Advice)>) -> String {
    let Some((best, advice)) = advice else { return t(lang, Key::HintNone).to_string() };
    let phrase = texts::hint_best(lang, G::phrase(lang, game, best));
    let sentences = [Some(phrase), G::purpose(lang, game, best), Some(worth(lang, game, advice))];
    sentences.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

fn worth<G: Game>(lang: Lang, game: &LocalGame<G>, advice: &Advice) -> String {
    if advice.second.is_none() {
        t(lang, Key::HintOnly).to_string()
    } else if advice.win >= NOTABLE_WIN && game.seats.len() > 1 {
        texts::hint_better_wins(lang, (100.0 * advice.win).round().max(1.0) as i64)
    } else if advice.points >= NOTABLE_POINTS {
        texts::hint_better_points(lang, texts::tenths(lang, (10.0 * advice.points).round() as i64))
    } else {
        t(lang, Key::HintNearlyEqual).to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taking_back::tests::{ANSWERED, live};

    #[test]
    fn a_hint_says_how_much_better_the_best_move_is() {
        let alone = live(&[0], &ANSWERED[..1]);
        let company = live(&[0, 3], &ANSWERED[..1]);
        let best = "keep 6 6".parse().unwrap();
        let advice =
            |second: bool, points: f64, win: f64| Advice { best: "keep 6 6".into(), second: second.then(|| "keep".into()), points, win };
        for lang in [Lang::En, Lang::De] {
            let only = hint_text(lang, &company, Some((best, &advice(false, 0.0, 0.0))));
            assert!(only.contains("6 6") && only.ends_with(t(lang, Key::HintOnly)), "{only}");
            let wins = hint_text(lang, &company, Some((best, &advice(true, 3.0, 0.071))));
            assert!(wins.ends_with(&texts::hint_better_wins(lang, 7)), "{wins}");
            let points = hint_text(lang, &alone, Some((best, &advice(true, 3.04, 0.071))));
            assert!(points.ends_with(&texts::hint_better_points(lang, texts::tenths(lang, 30))), "alone only points count: {points}");
            let equal = hint_text(lang, &company, Some((best, &advice(true, 0.01, 0.001))));
            assert!(equal.ends_with(t(lang, Key::HintNearlyEqual)), "{equal}");
            assert_eq!(hint_text(lang, &company, None), t(lang, Key::HintNone));
        }
    }

    #[test]
    fn a_hint_is_for_the_person_who_decides() {
        assert!(live(&[0, 3], &ANSWERED[..1]).may_ask_for_hint());
        assert!(!live(&[0, 3], &[]).may_ask_for_hint(), "a roll is due");
        assert!(!live(&[0, 3], &ANSWERED[..5]).may_ask_for_hint(), "the computer decides");
        let mut linked = live(&[0, 0], &ANSWERED[..1]);
        linked.by_link = true;
        assert!(!linked.may_ask_for_hint());
    }
}
