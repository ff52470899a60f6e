//! What is printed: nothing is clipped or lies on something else, and every number is that of the set-up.

use proptest::prelude::*;
use serde_json::{Map, Value, json};
use spieltisch_draw::sheets::{Item, Lang, MARGIN, Page, Paper, PrintJob, Rect, Text, link, sheets};
use spieltisch_records::SetUp;
use spieltisch_rules::caro::{Colour, EACH};
use spieltisch_rules::castro::{self, ROOFS, Symbol};
use spieltisch_rules::crowns::{self, CHIPS, Crowns};
use spieltisch_rules::yatzy::{BONUS, MOST_UPPER};
use spieltisch_rules::{Game, games};
use spieltisch_texts::{Key, castro_symbol_pair, t};

/// Letters smaller than five points cannot be read.
const SMALLEST: f64 = 5.0 * 25.4 / 72.0;
const ADDRESS: &str = "https://games.example.org/table";

fn set_up(players: usize, options: Value, board: Value) -> SetUp {
    let Value::Object(options) = options else { panic!("options are an object") };
    SetUp { players, options, board }
}

fn print(game: &str, set_up: &SetUp, lang: Lang, paper: Paper) -> Vec<Page> {
    let wanted = PrintJob { set_up, lang, paper, address: Some(ADDRESS) };
    sheets(game, &wanted).unwrap_or_else(|error| panic!("{game}: {error}"))
}

/// Every house rule of a game at once.
fn all_options(game: &str) -> Value {
    match game {
        "yatzy" => json!({"bonus_at_least": 63, "two_pairs_from_four": true, "full_house_from_yatzy": true}),
        "castro" => json!({"full_house_from_yatzy": true}),
        "caro" => json!({"open_table": true}),
        _ => json!({"solo_hard": true}),
    }
}

#[test]
fn no_text_is_clipped_too_small_or_on_another() {
    for game in games::names() {
        for players in games::info(game).expect("a game of the list").players {
            for options in [json!({}), all_options(game)] {
                let set_up = set_up(players, options, Value::Null);
                for (lang, paper) in Lang::ALL.into_iter().flat_map(|lang| Paper::ALL.map(|paper| (lang, paper))) {
                    for (number, page) in print(game, &set_up, lang, paper).iter().enumerate() {
                        let place = format!("{game} for {players}, {} on {}, page {}", lang.code(), paper.name(), number + 1);
                        check_texts(page, &place);
                    }
                }
            }
        }
    }
}

fn check_texts(page: &Page, place: &str) {
    let (width, height) = page.paper.size();
    let printable = Rect::new(0.0, 0.0, width, height).inset(MARGIN);
    let texts: Vec<&Text> = page.texts().collect();
    for (i, text) in texts.iter().enumerate() {
        let bounds = text.bounds();
        assert!(text.room.holds(bounds), "{place}: “{}” is wider or higher than its room", text.text);
        assert!(printable.holds(bounds), "{place}: “{}” stands where printers do not print", text.text);
        assert!(text.size >= SMALLEST, "{place}: “{}” is only {:.2} mm high", text.text, text.size);
        for other in &texts[..i] {
            assert!(!bounds.overlaps(other.bounds()), "{place}: “{}” lies on “{}”", text.text, other.text);
        }
    }
    for item in &page.items {
        if let Item::Shape(shape) = item {
            for point in shape.path.iter().flat_map(points) {
                let inside = point.x >= MARGIN - 0.1
                    && point.x <= width - MARGIN + 0.1
                    && point.y >= MARGIN - 2.1
                    && point.y <= height - MARGIN + 0.1;
                assert!(inside, "{place}: something is drawn at {point:?}, where printers do not print");
            }
        }
    }
}

fn points(segment: &spieltisch_draw::sheets::Segment) -> Vec<spieltisch_draw::sheets::Point> {
    use spieltisch_draw::sheets::Segment::*;
    match *segment {
        Move(p) | Line(p) | Curve(_, _, p) => vec![p],
        Close => Vec::new(),
    }
}

/// Texts as one reads them: line by line, each from the left.
fn as_read<'t>(texts: impl Iterator<Item = &'t Text>) -> Vec<&'t str> {
    const SAME_LINE: f64 = 8.0;
    let mut texts: Vec<&Text> = texts.collect();
    texts.sort_by(|one, other| one.at.y.total_cmp(&other.at.y));
    for line in texts.chunk_by_mut(|one, next| next.at.y - one.at.y < SAME_LINE) {
        line.sort_by(|one, other| one.at.x.total_cmp(&other.at.x));
    }
    texts.into_iter().map(|text| text.text.as_str()).collect()
}

fn is_number(text: &&Text) -> bool {
    text.text.parse::<i32>().is_ok()
}

/// What a board of Crowns says, line by line: the sixes first, behind each row of the core what it is worth, and at last
/// the rising diagonal, the columns and the falling diagonal.
fn crowns_as_read(game: &Crowns) -> Vec<String> {
    let rows = game.board().rows();
    let sum = |fields: &dyn Fn(usize) -> (usize, usize)| (0..5).map(|i| rows[fields(i).0][fields(i).1]).sum::<i64>();
    let mut read: Vec<i64> = rows[5].clone();
    for number in (0..5).rev() {
        read.extend(&rows[number]);
        read.push(sum(&|i| (number, i)));
    }
    read.push(sum(&|i| (i, i)));
    read.extend((0..5).map(|count| sum(&|i| (i, count))));
    read.push(sum(&|i| (4 - i, i)));
    read.iter().map(i64::to_string).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_crowns_board_of_ones_own_is_printed_as_it_is(rows in prop::collection::vec(prop::collection::vec(0i64..=9, 6), 6), players in 1usize..=6) {
        let board = crowns::Board::from_rows(&rows).expect("0 to 9");
        let game = Crowns::new(1, Default::default(), board.clone()).expect("a set-up");
        let printed = |players| print("crowns", &set_up(players, json!({}), json!(board)), Lang::De, Paper::A4);
        let alone = printed(1);
        prop_assert_eq!(as_read(alone[0].texts().filter(is_number)), crowns_as_read(&game));
        // Everyone has the same board.
        let numbers = |pages: &[Page]| -> Vec<String> { pages.iter().flat_map(Page::texts).filter(is_number).map(|text| text.text.clone()).collect() };
        let pages = printed(players);
        let boards: Vec<Page> = pages[..players.div_ceil(4)].to_vec();
        prop_assert_eq!(numbers(&boards), vec![numbers(&alone[..1]); players].concat());
    }

    #[test]
    fn a_castro_board_of_ones_own_is_printed_as_it_is(seed in any::<u64>()) {
        let board = shuffled_castro_board(seed);
        let names = |symbol: Symbol| match symbol {
            Symbol::Pair(number) => castro_symbol_pair(Lang::Fr, number),
            Symbol::Three => t(Lang::Fr, Key::CastroSymbolThreeOfAKind).to_string(),
            Symbol::Four => t(Lang::Fr, Key::CastroSymbolFourOfAKind).to_string(),
            Symbol::Straight => t(Lang::Fr, Key::CastroSymbolStraight).to_string(),
            Symbol::FullHouse => t(Lang::Fr, Key::CastroSymbolFullHouse).to_string(),
            Symbol::Yatzy => t(Lang::Fr, Key::CastroSymbolYatzy).to_string(),
        };
        let wanted: Vec<String> = board.rows().iter().flat_map(|row| row.split(' ').map(str::to_string).collect::<Vec<_>>())
            .map(|letter| names(Symbol::from_letter(letter.chars().next().expect("a letter")).expect("a symbol"))).collect();
        let pages = print("castro", &set_up(3, json!({}), json!(board)), Lang::Fr, Paper::Letter);
        let on_squares = pages[0].texts().filter(|text| wanted.contains(&text.text));
        prop_assert_eq!(as_read(on_squares), wanted.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn the_bonus_of_the_house_is_printed(at_least in 0u16..=120) {
        let pages = print("yatzy", &set_up(2, json!({"bonus_at_least": at_least}), Value::Null), Lang::En, Paper::A4);
        let expected = if at_least > MOST_UPPER { "–".to_string() } else { format!("≥{at_least}: {BONUS}") };
        prop_assert_eq!(pages[0].texts().filter(|text| text.text == expected).count(), 6);
        let card: Vec<&str> = pages[1].texts().map(|text| text.text.as_str()).collect();
        prop_assert!(card.join(" ").contains(&format!("{BONUS} points for at least {at_least} in the upper section")), "{card:?}");
    }
}

/// A board with all symbols somewhere else; the same seed gives the same one.
fn shuffled_castro_board(seed: u64) -> castro::Board {
    let mut letters: Vec<String> =
        castro::Board::default().rows().iter().flat_map(|row| row.split(' ').map(str::to_string).collect::<Vec<_>>()).collect();
    let mut state = seed;
    for last in (1..letters.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        letters.swap(last, (state >> 33) as usize % (last + 1));
    }
    castro::Board::from_rows(&letters.chunks(6).map(|row| row.join(" ")).collect::<Vec<_>>()).expect("the same symbols")
}

#[test]
fn yatzy_has_as_many_sheets_as_fit_and_says_what_boxes_give() {
    for (players, sheets) in [(1, 6), (2, 6), (3, 4), (5, 4), (6, 2), (8, 2)] {
        let pages = print("yatzy", &set_up(players, json!({}), Value::Null), Lang::En, Paper::A4);
        let count = |wanted: &str| pages[0].texts().filter(|text| text.text == wanted).count();
        for printed in ["Small straight", "30", "40", "25", "100", "≥64: 35"] {
            assert_eq!(count(printed), sheets, "{printed} for {players}");
        }
        assert_eq!(count("Σ"), 5 * sheets, "pair, two pairs, three, four and chance count all dice");
    }
}

#[test]
fn the_table_of_edges_is_that_of_the_rules() {
    for players in 2..=4 {
        let pages = print("caro", &set_up(players, json!({}), Value::Null), Lang::It, Paper::A4);
        let table = pages[0].texts().filter(is_number).filter(|text| text.size > 5.0);
        let wanted = Colour::ALL.into_iter().flat_map(|one| Colour::ALL.map(|other| one.edge(other))).filter(|&points| points > 0);
        assert_eq!(as_read(table), wanted.map(|points| points.to_string()).collect::<Vec<_>>());
        for letter in ["N", "B", "G", "R"] {
            let tiles = pages[1].texts().filter(|text| text.text == letter).count();
            assert_eq!(tiles, usize::from(EACH) * players, "{letter}");
        }
        assert!(pages[0].texts().any(|text| text.text.contains(&(4 + players).to_string())), "the area");
    }
}

/// In every language the tiles can be told apart by their letters.
#[test]
fn tiles_have_letters_of_their_own() {
    for lang in Lang::ALL {
        let pages = print("caro", &set_up(2, json!({}), Value::Null), lang, Paper::A4);
        let letters: std::collections::BTreeSet<&str> =
            pages[1].texts().map(|text| text.text.as_str()).filter(|text| text.chars().count() == 1).collect();
        assert_eq!(letters.len(), 4, "{}: {letters:?}", lang.code());
    }
}

#[test]
fn there_are_enough_pieces_to_cut_out() {
    let shapes = |pages: &[Page], wanted: fn(&spieltisch_draw::sheets::Shape) -> bool| {
        let items = pages.iter().flat_map(|page| &page.items);
        items.filter(|item| matches!(item, Item::Shape(shape) if wanted(shape))).count()
    };
    for players in 2..=4 {
        let pages = print("castro", &set_up(players, json!({}), Value::Null), Lang::Nl, Paper::Letter);
        let folds = shapes(&pages, |shape| shape.stroke.is_some_and(|stroke| stroke.dashed));
        assert_eq!(folds, usize::from(ROOFS) * players);
    }
    for players in 1..=6 {
        let pages = print("crowns", &set_up(players, json!({}), Value::Null), Lang::Nl, Paper::Letter);
        let cuts = shapes(&pages, |shape| shape.fill.is_none() && shape.stroke.is_some_and(|stroke| stroke.width < 0.2));
        assert_eq!(cuts, usize::from(CHIPS) * players);
    }
}

#[test]
fn house_rules_stand_on_the_card_and_others_do_not() {
    let card = |game: &str, players: usize, options: Value| {
        let pages = print(game, &set_up(players, options, Value::Null), Lang::En, Paper::A4);
        let last = pages.last().expect("pages").texts().map(|text| text.text.clone()).collect::<Vec<_>>();
        last.join(" ")
    };
    assert!(card("caro", 2, json!({"open_table": true})).contains("object once"));
    assert!(!card("caro", 2, json!({})).contains("object once"));
    assert!(card("crowns", 1, json!({"solo_hard": true})).contains("at least two chips"));
    assert!(!card("crowns", 1, json!({})).contains("at least two chips"));
    assert!(card("crowns", 1, json!({})).contains("genius"));
    assert!(!card("crowns", 4, json!({})).contains("genius"));
    assert!(card("yatzy", 4, json!({"full_house_from_yatzy": true})).contains("6 6 6 6 6"));
    assert!(!card("yatzy", 4, json!({})).contains("6 6 6 6 6"));
    for (game, options) in [("yatzy", json!({})), ("castro", json!({})), ("caro", json!({})), ("crowns", json!({}))] {
        let said = card(game, 2, options);
        assert!(!said.contains("program") && !said.contains("you can set") && !said.contains("You choose"), "{said}");
    }
}

#[test]
fn the_link_says_the_whole_set_up() {
    let board = json!(crowns::Board::default());
    let wanted = set_up(4, json!({"solo_hard": true}), board);
    let link = link("https://games.example.org/", "crowns", &wanted).expect("it has a short form");
    let code = link.strip_prefix("https://games.example.org/#/setup/crowns/").expect("the page's address");
    assert_eq!(SetUp::from_code(code), Some(wanted));
}

#[test]
fn a_wrong_set_up_is_refused_with_a_sentence() {
    let refused = |game: &str, set_up: &SetUp| {
        let wanted = PrintJob { set_up, lang: Lang::En, paper: Paper::A4, address: None };
        sheets(game, &wanted).map(|pages| pages.len()).expect_err("refused").to_string()
    };
    let usual = SetUp { players: 2, options: Map::new(), board: Value::Null };
    assert!(refused("chess", &usual).contains("the games are yatzy, castro, caro, crowns"));
    assert!(refused("caro", &SetUp { players: 5, ..usual.clone() }).contains("2 to 4 players"));
    assert!(refused("crowns", &SetUp { board: json!([[1]]), ..usual.clone() }).contains("six"));
    assert!(refused("yatzy", &set_up(2, json!({"bonus": 3}), Value::Null)).contains("bonus"));
}

#[test]
fn svg_says_what_the_page_says() {
    let pages = print("crowns", &set_up(2, json!({}), Value::Null), Lang::Fr, Paper::A4);
    let drawn = spieltisch_draw::sheets::svg(&pages[0]);
    assert!(drawn.starts_with("<svg") && drawn.ends_with("</svg>") && drawn.contains("210mm"));
    assert_eq!(drawn.matches("<text").count(), pages[0].texts().count());
    assert!(!drawn.contains("& "), "nothing unescaped");
}
