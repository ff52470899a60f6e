//! Every picture in every language, with many players and long names.

use spieltisch_draw::pictures::{LARGEST, PREVIEW, finished, outcome, small};
use spieltisch_draw::sheets::{Ink, Item, Lang, Page, Rect, Shape, svg};
use spieltisch_records::Record;
use spieltisch_rules::games;

use crate::previews::{self, golden};
use crate::raster::{self, Pixels};

/// As long as a name can be, and in letters without a measured width.
const NAMES: [&str; 8] = [
    "Maximiliane-Wilhelmina-W",
    "Bartholomäus Übermüller",
    "Ben",
    "<script>&\"'",
    "Жозефина Павловна",
    "Grandma Wilhelmine",
    "W",
    "Æthelstan Œuvre-Brontë",
];

/// A golden game of every number of players, with names.
fn records() -> Vec<Record> {
    let all = games::names().into_iter().filter_map(games::info);
    let with_names = |mut record: Record| {
        for (name, seat) in record.players.iter_mut().zip(NAMES) {
            *name = seat.to_string();
        }
        record
    };
    all.flat_map(|info| info.players.map(move |players| with_names(golden(info.name, players)))).collect()
}

/// Texts that leave their room, and items that leave the picture.
fn astray(page: &Page) -> Vec<String> {
    let (width, height) = page.paper.size();
    let all = Rect::new(0.0, 0.0, width, height);
    let leaves = |text: &&spieltisch_draw::sheets::Text| !text.room.holds(text.bounds()) || !all.holds(text.bounds());
    page.texts().filter(leaves).map(|text| text.text.clone()).collect()
}

#[test]
fn every_finished_game_is_drawn_in_every_language() {
    let records = records();
    assert!(records.len() > 15, "games of all sizes");
    for record in &records {
        for lang in Lang::ALL {
            let page = finished(record, lang, "16.11.2026").expect("a finished game");
            let (width, height) = page.paper.size();
            assert_eq!(width, f64::from(LARGEST.0));
            assert!(height <= f64::from(LARGEST.1) && (record.game == "crowns" || height == f64::from(LARGEST.1)), "{height}");
            assert_eq!(astray(&page), Vec::<String>::new(), "{} with {}, {lang:?}", record.game, record.players.len());
            let outcome = outcome(record, lang).expect("a finished game");
            let written: Vec<&str> = page.texts().map(|text| text.text.as_str()).collect();
            for placed in &outcome.players {
                assert!(written.contains(&placed.player.name.as_str()), "{written:?}");
                let points = placed.points.map(|points| points.to_string());
                assert!(points.is_none_or(|points| written.contains(&points.as_str())), "{written:?}");
            }
            let headline = outcome.headline.replace('\u{ad}', "");
            assert!(written.contains(&headline.as_str()), "{headline} is not in {written:?}");
        }
    }
}

#[test]
fn every_game_has_a_small_picture_that_goes_along_with_it() {
    for mut record in records() {
        let page = small(&record).expect("a picture");
        assert_eq!(astray(&page), Vec::<String>::new(), "{}", record.game);
        let over = svg(&page);
        assert!(over.len() < 40_000, "{} with {}: {}", record.game, record.players.len(), over.len());
        record.events.truncate(record.events.len() / 2);
        record.result = Default::default();
        let half = small(&record).expect("a picture of a game that goes on");
        assert_ne!(svg(&half), over, "{}", record.game);
    }
    let mut strange = golden("castro", 2);
    strange.events = vec!["hop".into()];
    assert!(small(&strange).is_none());
}

#[test]
fn names_are_written_as_text_and_never_as_markup() {
    let mut record = golden("castro", 2);
    record.players = vec!["<script>&\"'".into(), "Жозефина".into()];
    let svg = svg(&finished(&record, Lang::En, "").expect("a finished game"));
    assert!(!svg.contains("<script"), "{svg}");
    assert!(svg.contains("&lt;script&gt;&amp;"), "{svg}");
    assert!(svg.contains("Жозефина</text>"), "{svg}");
}

#[test]
fn a_line_of_four_shines() {
    let shining = |record: &Record| {
        let page = finished(record, Lang::En, "").expect("a finished game");
        let is_brass = |item: &&Item| matches!(item, Item::Shape(Shape { stroke: Some(line), .. }) if line.ink == Ink::Rgb(217, 164, 65));
        page.items.iter().filter(is_brass).count()
    };
    let by_row = |record: &Record| outcome(record, Lang::En).is_some_and(|outcome| outcome.reason.is_some());
    let (rows, points): (Vec<Record>, Vec<Record>) = previews::goldens("castro", 3).into_iter().partition(by_row);
    assert_eq!(rows.iter().map(shining).collect::<Vec<_>>(), [4], "one of the golden games ends with four in a row");
    assert_eq!(points.iter().map(shining).collect::<Vec<_>>(), [0]);
}

#[test]
fn a_game_that_is_not_over_has_no_picture() {
    let mut record = golden("yatzy", 2);
    record.events.pop();
    assert_eq!(finished(&record, Lang::En, ""), None);
    assert_eq!(outcome(&record, Lang::En), None);
    record.game = "whist".into();
    assert_eq!(finished(&record, Lang::En, ""), None);
}

/// The files of the server are what the drawings give; `cargo run -p spieltisch-draw --example previews` renews them.
#[test]
fn invitations_carry_the_pictures_that_are_drawn() {
    for (name, page) in previews::all() {
        assert_eq!(astray(&page), Vec::<String>::new(), "{name}");
        let file = std::fs::read(previews::folder().join(format!("{name}.png"))).expect("the server has a picture");
        let kept = raster::from_png(&file).expect("a PNG");
        assert_eq!((kept.width, kept.height), (usize::from(PREVIEW.0), usize::from(PREVIEW.1)));
        assert!(differing(&kept, &raster::few_colours(&raster::draw(&page))) < 0.001, "{name}.png is not what is drawn now");
    }
}

/// Which part of two pictures differs by more than rounding.
fn differing(one: &Pixels, other: &Pixels) -> f64 {
    let far = one.rgb.iter().zip(&other.rgb).filter(|(a, b)| a.abs_diff(**b) > 8).count();
    far as f64 / one.rgb.len().max(1) as f64
}

#[test]
fn what_is_written_as_png_is_read_again() {
    let page = finished(&records()[0], Lang::De, "").expect("a finished game");
    let pixels = raster::draw(&page);
    assert_eq!(raster::from_png(&raster::to_png(&pixels)), Some(raster::few_colours(&pixels)));
}
