//! What decided a game for one seat, in one sentence: from the numbers of a review.

use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::words::points;

/// The account of one seat, in points or in chances to win: `end = start + luck + losses + gifts + drift`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Account {
    /// Whether the numbers are chances to win.
    pub is_chance: bool,
    /// Whether the game is over.
    pub over: bool,
    /// What the dice gave.
    pub luck: f64,
    /// What own decisions cost; never positive.
    pub losses: f64,
    /// What the others' decisions gave.
    pub gifts: f64,
    /// What came of it.
    pub end: f64,
}

impl Account {
    /// A number as people read it: whole points, or percent.
    fn whole(&self, number: f64) -> i64 {
        (if self.is_chance { 100.0 * number } else { number }).round() as i64
    }

    /// “Anna won: luck brought 9 points, mistakes cost 4 and the others’ mistakes brought 21.”
    pub fn sentence(&self, lang: Lang, name: &str, is_you: bool) -> String {
        let outcome = self.outcome(lang, name, is_you);
        let parts = self.parts(lang);
        if parts.is_empty() {
            return texts::review_sentence_even(lang, outcome);
        }
        texts::review_sentence(lang, outcome, texts::list(lang, &parts))
    }

    fn outcome(&self, lang: Lang, name: &str, is_you: bool) -> String {
        let of = |you: Key, other: fn(Lang, &str) -> String| if is_you { t(lang, you).to_string() } else { other(lang, name) };
        let worth = || points(lang, self.whole(self.end) as i32);
        let percent = || texts::format_percent(lang, self.whole(self.end));
        match (self.over, self.is_chance) {
            (true, false) if is_you => texts::review_you_reached(lang, worth()),
            (true, false) => texts::review_reached(lang, name, worth()),
            (false, false) if is_you => texts::review_you_so_far_points(lang, worth()),
            (false, false) => texts::review_so_far_points(lang, name, worth()),
            (false, true) if is_you => texts::review_you_so_far(lang, percent()),
            (false, true) => texts::review_so_far(lang, name, percent()),
            (true, true) if self.end >= 1.0 => of(Key::ReviewYouWon, |lang, name| texts::review_won(lang, name)),
            (true, true) if self.end > 0.0 => of(Key::ReviewYouShared, |lang, name| texts::review_shared(lang, name)),
            (true, true) => of(Key::ReviewYouLost, |lang, name| texts::review_lost(lang, name)),
        }
    }

    /// What is worth naming, each in a few words.
    fn parts(&self, lang: Lang) -> Vec<String> {
        let luck = match self.whole(self.luck) {
            0 => None,
            good @ 1.. => Some(texts::review_good_luck(lang, good)),
            bad => Some(texts::review_bad_luck(lang, -bad)),
        };
        let lost = Some(-self.whole(self.losses)).filter(|lost| *lost > 0);
        let given_away = lost.map(|lost| texts::review_given_away(lang, texts::number(lost)));
        let others = match self.whole(self.gifts) {
            0 => None,
            gifts @ 1.. => Some(texts::review_gifts(lang, texts::number(gifts))),
            harm => Some(texts::review_harm(lang, texts::number(-harm))),
        };
        [luck, given_away, others].into_iter().flatten().collect()
    }

    /// “It cost 3.4 points on average.”
    pub fn cost_text(lang: Lang, is_chance: bool, cost: f64) -> String {
        let tenths = |number: f64| texts::tenths(lang, (10.0 * number).round() as i64);
        if is_chance { texts::review_cost_chance(lang, tenths(100.0 * cost)) } else { texts::review_cost_points(lang, tenths(cost)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_and_mistakes_are_named_where_they_mattered() {
        let account = Account { is_chance: true, over: true, luck: 0.09, losses: -0.04, gifts: 0.21, end: 1.0 };
        let told = account.sentence(Lang::En, "Anna", false);
        assert!(told.starts_with("Anna won: ") && told.contains('9') && told.contains('4') && told.contains("21"), "{told}");
        let even = Account { luck: 0.001, losses: 0.0, gifts: 0.0, end: 0.0, ..account };
        assert_eq!(even.sentence(Lang::En, "Anna", true), texts::review_sentence_even(Lang::En, t(Lang::En, Key::ReviewYouLost)));
    }
}
