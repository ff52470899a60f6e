//! Every rule the engine can name has a sentence in every language.

use spieltisch_rules::{caro, castro, crowns, yatzy};
use spieltisch_texts::{Lang, rule_sentence};

#[test]
fn every_rule_of_the_engine_has_a_sentence() {
    for rule in [yatzy::rules::ALL, castro::rules::ALL, caro::rules::ALL, crowns::rules::ALL].concat() {
        for lang in Lang::ALL {
            assert!(rule_sentence(lang, rule.id).is_some_and(|text| text.len() > 10), "{} in {}", rule.id, lang.code());
        }
    }
}
