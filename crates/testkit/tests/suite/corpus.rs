//! The seeds of the fuzz targets, read by the functions that the targets call. Names say what is expected: what begins with `good`
//! can be read, what begins with `bad` cannot.

#[path = "../../../../fuzz/parsers.rs"]
mod parsers;

use std::fs;
use std::path::Path;

#[track_caller]
fn read_seeds(target: &str, parse: fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(target);
    let (mut good, mut bad) = (0, 0);
    for seed in fs::read_dir(folder).expect("seeds") {
        let path = seed.expect("a seed").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let expected = name.starts_with("good");
        assert!(expected || name.starts_with("bad"), "{target}/{name}: a seed is called good or bad");
        assert_eq!(parse(&fs::read(&path).expect("a seed")), expected, "{target}/{name}");
        if expected { good += 1 } else { bad += 1 }
    }
    assert!(good > 0 && bad > 0, "{target}: {good} good and {bad} bad seeds");
}

#[test]
fn notation() {
    read_seeds("notation", parsers::notation);
}

#[test]
fn records() {
    read_seeds("records", parsers::records);
}

#[test]
fn messages() {
    read_seeds("messages", parsers::messages);
}

#[test]
fn board_files() {
    read_seeds("board_files", parsers::board_files);
}

#[test]
fn values() {
    read_seeds("values", parsers::values);
}

/// The values that come with the program are too large for seeds.
#[test]
fn values_of_the_program() {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bots/src");
    for name in ["castro/castro-2.values", "crowns/crowns-alone.values", "crowns/crowns-duel.values"] {
        let bytes = fs::read(bots.join(name)).expect("values");
        assert!(parsers::values(&bytes), "{name}");
        assert!(parsers::values(&bytes[..bytes.len() - 8]), "{name}: the check sum is added");
        assert!(!parsers::values(&bytes[..bytes.len() / 2]), "{name}: half of it");
    }
}
