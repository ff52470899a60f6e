//! What the generated access gives.

use super::*;

#[test]
fn plain_texts_stand_under_their_keys() {
    assert_eq!(t(Lang::De, Key::ButtonRoll), "Würfeln");
    assert_eq!(t(Lang::Es, Key::ButtonObject), "¡Protesto!");
    assert_eq!(t(Lang::Nl, Key::YatzyBoxFullHouse), "Full house");
}

#[test]
fn plurals_follow_each_language() {
    let points = |lang, n| count_points(lang, n);
    assert_eq!([points(Lang::De, 0), points(Lang::De, 1), points(Lang::De, 2)], ["0 Punkte", "1 Punkt", "2 Punkte"]);
    assert_eq!([points(Lang::Fr, 0), points(Lang::Fr, 1), points(Lang::Fr, 2)], ["0 point", "1 point", "2 points"]);
    assert_eq!([points(Lang::It, 0), points(Lang::It, 1), points(Lang::It, -10)], ["0 punti", "1 punto", "−10 punti"]);
    assert_eq!([count_roofs(Lang::Nl, 1), count_roofs(Lang::Nl, 21)], ["1 dak", "21 daken"]);
}

#[test]
fn arguments_stand_where_each_language_wants_them() {
    assert_eq!(play_turn_of(Lang::En, "Anna"), "Anna’s turn");
    assert_eq!(play_turn_of(Lang::It, "Anna".to_string()), "Tocca a Anna");
    let roofs = |n| count_roofs(Lang::De, n);
    assert_eq!(
        castro_refusal_too_high(Lang::De, "c4", roofs(4), 4, roofs(1)),
        "c4 hat schon 4 Dächer. Nach Wurf 4 darfst du auf höchstens 1 Dach bauen."
    );
    let symbol = t(Lang::En, Key::CastroSymbolThreeOfAKind);
    assert_eq!(grid_castro_stack(Lang::En, "c4", symbol, count_roofs(Lang::En, 2), "Anna"), "c4, three of a kind, 2 roofs, top: Anna");
    assert_eq!(caro_refusal_own_colour(Lang::Fr, "rouge"), "Deux caros de même couleur ne se touchent pas\u{a0}: rouge contre rouge.");
}

#[test]
fn an_argument_is_never_read_as_a_placeholder() {
    assert_eq!(play_turn_of(Lang::En, "{name}\u{1}"), "{name}\u{1}’s turn");
}

#[test]
fn languages_are_found_by_what_a_browser_prefers() {
    assert_eq!(Lang::from_preferred(&["de-CH", "en"]), Lang::De);
    assert_eq!(Lang::from_preferred(&["pl", "nl-BE", "fr"]), Lang::Nl);
    assert_eq!(Lang::from_preferred(&["ja".to_string()]), Lang::En);
    assert_eq!(Lang::from_preferred::<&str>(&[]), Lang::En);
    assert_eq!(Lang::from_code("ES_es.UTF-8"), Some(Lang::Es));
    assert_eq!(Lang::from_code("frisian"), None);
    for lang in Lang::ALL {
        assert_eq!(Lang::from_code(lang.code()), Some(lang));
    }
}

#[test]
fn numbers_and_lists_are_written_as_each_language_does() {
    assert_eq!([tenths(Lang::De, 34), tenths(Lang::En, -5), hundredths(Lang::Fr, 307)], ["3,4", "−0.5", "3,07"]);
    assert_eq!([signed(5), signed(0), signed(-12)], ["+5", "0", "−12"]);
    assert_eq!([format_percent(Lang::De, 12), format_percent(Lang::En, 12)], ["12\u{a0}%", "12%"]);
    assert_eq!(
        [format_labelled(Lang::De, "Streichen", "Einser"), format_labelled(Lang::Fr, "Barrer", "As")],
        ["Streichen: Einser", "Barrer\u{a0}: As"]
    );
    assert_eq!(list::<&str>(Lang::De, &[]), "");
    assert_eq!(list(Lang::De, &["Anna"]), "Anna");
    assert_eq!(list(Lang::De, &["Anna", "Ben", "Cleo"]), "Anna, Ben und Cleo");
    assert_eq!(list(Lang::Es, &["Ana", "Inés"]), "Ana e Inés");
}

#[test]
fn details_belong_to_rules() {
    assert!(rule_detail(Lang::Fr, "castro.build.height").is_some_and(|detail| detail.contains("jusqu’à 4")));
    assert_eq!(rule_detail(Lang::Fr, "crowns.field.one"), None);
    assert!(generated::details().iter().all(|(id, _)| rule_sentence(Lang::En, id).is_some()));
}
