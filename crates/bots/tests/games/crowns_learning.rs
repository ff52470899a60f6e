//! Learning: the same values from the same seed, also after a pause, and bytes that are read back or refused.

use spieltisch_bots::crowns::blob::BlobError;
use spieltisch_bots::crowns::board::{DEFAULT_CROWNS, SolverBoard};
use spieltisch_bots::crowns::train::{Checkpoint, Config, Effort, train};
use spieltisch_bots::crowns::values::{Mode, Values};

fn small(mode: Mode) -> Checkpoint {
    let effort = Effort { rounds: 2, examples: 40, passes: 2, games: 2 };
    Checkpoint::start(Config { crowns: DEFAULT_CROWNS, mode, seed: 5, effort })
}

fn learned(mode: Mode) -> Values {
    train(small(mode), &|_, _| true).finished().expect("not stopped").clone()
}

#[test]
fn a_pause_changes_nothing() {
    for mode in [Mode::HardAlone, Mode::Several] {
        let straight = learned(mode);
        let mut at = small(mode);
        let mut pauses = 0;
        while at.finished().is_none() {
            let layers = std::cell::Cell::new(0);
            at = train(at, &|_, _| {
                layers.set(layers.get() + 1);
                layers.get() < 5
            });
            at = Checkpoint::from_bytes(&at.to_bytes()).expect("just written");
            pauses += 1;
        }
        assert!(pauses > 3);
        let paused = at.finished().expect("finished");
        assert_eq!(paused.nets(), straight.nets(), "{mode:?}");
        assert_eq!(paused.habits(), straight.habits(), "{mode:?}");
    }
}

#[test]
fn progress_rises_to_one() {
    let seen = std::cell::RefCell::new(Vec::new());
    train(small(Mode::Several), &|_, progress| {
        seen.borrow_mut().push(progress.done);
        true
    });
    let seen = seen.into_inner();
    assert!(seen.is_sorted());
    assert_eq!(seen.last(), Some(&1.0));
    assert!(seen[seen.len() - 2] < 1.0);
}

#[test]
fn bytes_give_the_values_back() {
    for mode in [Mode::Alone, Mode::HardAlone, Mode::Several] {
        let values = learned(mode);
        let bytes = values.to_bytes();
        let back = Values::from_bytes(&bytes).expect("just written");
        assert_eq!(back.mode(), mode);
        assert_eq!(back.board(), &SolverBoard::default());
        assert_eq!(back.habits(), values.habits());
        for (covered, chips) in [(0, 18), (0b1011_0001_0110, 12), (0b11_1010_0000_0110_0010_0000_1011, 8)] {
            let layer = usize::from(chips).min(mode.nets());
            let (one, other) = (values.value(covered, chips, layer), back.value(covered, chips, layer));
            // Weights are rounded to steps: a few hundredths of a point, far below what a move matters.
            assert!((one - other).abs() < 0.2, "{mode:?}: {one} and {other}");
        }
        assert_eq!(back.to_bytes(), bytes, "reading and writing again changes nothing");
    }
}

#[test]
fn damaged_bytes_are_refused_with_the_reason() {
    let checkpoint = train(small(Mode::Alone), &|_, _| true);
    let bytes = checkpoint.finished().expect("finished").to_bytes();
    let refused = |bytes: &[u8]| Values::from_bytes(bytes).err();
    assert_eq!(refused(&[]), Some(BlobError::NotCrowns));
    assert_eq!(refused(b"PNG and more"), Some(BlobError::NotCrowns));
    assert_eq!(refused(&bytes[..bytes.len() - 1]), Some(BlobError::Damaged));
    assert_eq!(refused(&bytes[..10]), Some(BlobError::Length));
    assert_eq!(refused(&checkpoint.to_bytes()), Some(BlobError::OtherKind));
    let mut other_version = bytes.clone();
    other_version[4] = 99;
    assert_eq!(refused(&other_version), Some(BlobError::Version(99)));
    for at in (6..bytes.len()).step_by(997).chain([6, bytes.len() - 1]) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert_eq!(refused(&damaged), Some(BlobError::Damaged), "byte {at}");
    }
}
