//! Every game of the list has its texts, and every rule of it a sentence and one place on its page.

use spieltisch_rules::{Game, GameInfo, for_each_game};
use spieltisch_texts::{GlanceStep, Key, Lang, Paragraph, Section, games, page_title, rule_detail, rule_sentence, t};

macro_rules! check_each {
    ($($folder:ident: $game:ty),* $(,)?) => {
        $(check(&<$game>::INFO, games::$folder::RULES, games::$folder::TIPS);)*
    };
}

macro_rules! count_each {
    ($($folder:ident: $game:ty),* $(,)?) => {
        $(count(<$game>::INFO.name, games::$folder::GLANCE, games::$folder::RULES);)*
    };
}

/// The most words on a rules page: at once, its pictures' names included, and in all.
const AT_ONCE: usize = 150;
const IN_ALL: usize = 300;

#[test]
fn rules_pages_stay_short() {
    for_each_game!(count_each);
}

fn count(game: &str, glance: &[GlanceStep], rules: &[Section]) {
    for lang in Lang::ALL {
        let is_word = |word: &&str| word.chars().any(char::is_alphabetic);
        let words = |texts: Vec<String>| texts.iter().map(|text| text.split_whitespace().filter(is_word).count()).sum::<usize>();
        let shown = glance.iter().flat_map(|step| [vec![t(lang, step.text).to_string()], (step.names)(lang)].concat());
        let shown = words(shown.collect());
        let left = rules.iter().flat_map(|section| section.paragraphs).filter(|paragraph| paragraph.is_left_after(glance));
        let left = left.flat_map(|paragraph| match paragraph {
            Paragraph::Text(key) | Paragraph::OnPaper(key) => vec![t(lang, *key).to_string()],
            Paragraph::Rule(id) => [rule_sentence(lang, id), rule_detail(lang, id)].into_iter().flatten().map(str::to_string).collect(),
        });
        let headings = rules.iter().map(|section| t(lang, section.heading).to_string());
        let around =
            [Key::PageAll, Key::PageTips, Key::StartLearn, Key::ButtonBack, Key::ButtonPrintSheets].map(|key| t(lang, key).to_string());
        let title = page_title(lang, game);
        let all = shown + words(left.chain(headings).chain(around).chain([title]).collect());
        assert!(shown <= AT_ONCE && all <= IN_ALL, "{game} in {}: {shown} words at once, {all} in all", lang.code());
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
