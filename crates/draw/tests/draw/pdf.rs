//! The files as a reader of PDF sees them: whole, searchable, drawn with the letters they bring, and with a code that a
//! phone can read from the picture.

use lopdf::Document;
use serde_json::{Map, Value, json};
use spieltisch_draw::sheets::{Lang, MARGIN, Page, Paper, PrintJob, link, sheets};
use spieltisch_records::SetUp;
use spieltisch_rules::games;

use crate::pdf_page::{self, Picture};

const ADDRESS: &str = "https://games.example.org";

fn usual(players: usize) -> SetUp {
    SetUp { players, options: Map::new(), board: Value::Null }
}

fn drawn(game: &str, set_up: &SetUp, lang: Lang, paper: Paper) -> Vec<Page> {
    sheets(game, &PrintJob { set_up, lang, paper, address: Some(ADDRESS) }).expect("a set-up")
}

fn read(pages: &[Page], lang: Lang) -> Document {
    let pdf = spieltisch_draw::pdf::write(pages, "Sheets", lang.code()).expect("the font is there");
    Document::load_mem(&pdf).expect("a PDF that others can read")
}

#[test]
fn every_sheet_is_drawn_as_it_was_laid_out() {
    for (game, lang) in games::names().into_iter().zip(Lang::ALL.into_iter().rev()) {
        let players = *games::info(game).expect("a game of the list").players.end();
        let paper = Paper::ALL[usize::from(players > 4)];
        let set_up = usual(players);
        let pages = drawn(game, &set_up, lang, paper);
        // To be looked at: `target/tmp/crowns-fr.pdf` and so on.
        let file = format!("{}/{game}-{}.pdf", env!("CARGO_TARGET_TMPDIR"), lang.code());
        std::fs::write(file, spieltisch_draw::pdf::write(&pages, game, lang.code()).expect("the font is there"))
            .expect("a place for files");
        let document = read(&pages, lang);
        assert_eq!(document.get_pages().len(), pages.len());
        for (page, &id) in pages.iter().zip(document.get_pages().values()) {
            let picture = Picture::of(&document, id);
            let place = format!("{game} in {} on {}", lang.code(), paper.name());
            assert!(picture.is_blank_beyond(MARGIN - 3.0), "{place}: nothing is drawn where printers do not print");
            for text in page.texts() {
                let bounds = text.bounds();
                assert!(text.text.trim().is_empty() || !picture.is_even(bounds), "{place}: “{}” is not to be seen", text.text);
            }
            let opens = link(ADDRESS, game, &set_up);
            assert_eq!(picture.code(), opens, "{place}: what a phone reads");
        }
    }
}

#[test]
fn texts_can_be_searched_in_every_language() {
    for lang in Lang::ALL {
        let pages = drawn("yatzy", &usual(2), lang, Paper::A4);
        let document = read(&pages, lang);
        for (page, &id) in pages.iter().zip(document.get_pages().values()) {
            let wanted: Vec<&str> = page.texts().map(|text| text.text.as_str()).collect();
            assert_eq!(pdf_page::texts(&document, id), wanted, "{}", lang.code());
        }
    }
}

#[test]
fn a_board_of_ones_own_is_in_the_code() {
    let board = json!(["1 2 3 4 5 6", "Y Y Y T T T", "F F F F F F", "S S S S S S", "H H H H H H", "T T T T T T"]);
    let set_up = SetUp { board, ..usual(4) };
    let pages = drawn("castro", &set_up, Lang::De, Paper::Letter);
    let document = read(&pages, Lang::De);
    let first = *document.get_pages().values().next().expect("a page");
    let code = Picture::of(&document, first).code().expect("a code");
    let read_back = code.strip_prefix("https://games.example.org/#/setup/castro/").and_then(SetUp::from_code);
    assert_eq!(read_back, Some(set_up));
}

#[test]
fn letters_the_font_lacks_do_no_harm() {
    let mut pages = drawn("caro", &usual(2), Lang::En, Paper::A4);
    for item in &mut pages[0].items {
        if let spieltisch_draw::sheets::Item::Text(text) = item {
            text.text = "漢字 \u{1f600}\u{0}".to_string();
        }
    }
    assert_eq!(read(&pages, Lang::En).get_pages().len(), pages.len());
}
