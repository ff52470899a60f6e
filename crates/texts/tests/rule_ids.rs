//! Every game of the list has its texts, and every rule of it a sentence and one place on its page.

use spieltisch_rules::{Game, GameInfo, for_each_game};
use spieltisch_texts::{GlanceStep, Key, Lang, Paragraph, Section, games, rule_sentence, t};

macro_rules! check_each {
    ($($folder:ident: $game:ty),* $(,)?) => {
        $(check(&<$game>::INFO, games::$folder::RULES, games::$folder::TIPS);)*
    };
}

macro_rules! count_each {
    ($($folder:ident: $game:ty),* $(,)?) => {
        $(count(<$game>::INFO.name, games::$folder::GLANCE);)*
    };
}

/// The most words a rules page shows at once, its pictures' names included.
const MOST_WORDS: usize = 300;

#[test]
fn rules_at_a_glance_stay_short() {
    for_each_game!(count_each);
}

fn count(game: &str, glance: &[GlanceStep]) {
    for lang in Lang::ALL {
        let shown = glance.iter().flat_map(|step| [vec![t(lang, step.text).to_string()], (step.names)(lang)].concat());
        let words: usize = shown.map(|text| text.split_whitespace().count()).sum();
        assert!(words <= MOST_WORDS, "{game} in {}: {words} words at once", lang.code());
    }
}

#[test]
fn every_game_has_its_texts() {
    for_each_game!(check_each);
    assert_eq!(rule_sentence(Lang::De, "castro.build"), None);
}

fn check(info: &GameInfo, page: &[Section], tips: &[Key]) {
    let paragraphs = page.iter().flat_map(|section| section.paragraphs);
    let mut on_page: Vec<&str> =
        paragraphs.filter_map(|paragraph| if let Paragraph::Rule(id) = paragraph { Some(*id) } else { None }).collect();
    let mut rules: Vec<&str> = info.rules.iter().map(|rule| rule.id).collect();
    on_page.sort_unstable();
    rules.sort_unstable();
    assert_eq!(on_page, rules, "the rules page of {}", info.name);
    for rule in rules {
        for lang in Lang::ALL {
            assert!(rule_sentence(lang, rule).is_some_and(|text| text.len() > 10), "{rule} in {}", lang.code());
        }
    }
    assert!((4..=6).contains(&tips.len()), "tips for {}", info.name);
}
