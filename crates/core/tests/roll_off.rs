//! Who begins: a roll-off with a tie, and what is said of it.

use spieltisch_core::{HeldRollOff, Kind, Player, roll_off_text, settle, write_seats};
use spieltisch_records::Record;
use spieltisch_records::header::ROLL_OFF;
use spieltisch_texts::Lang;

fn held(record: &Record) -> HeldRollOff {
    HeldRollOff::read(record).expect("a roll-off is being held")
}

#[test]
fn the_highest_begins_and_a_tie_is_rolled_again() {
    let mut record = Record::new("yatzy", Vec::new());
    write_seats(&mut record, &["Anna", "Ben", "Cleo"].map(|name| Player::new(name, 0, Kind::Person)));
    ROLL_OFF.write(&mut record, &1);
    let mut said = Vec::new();
    for (seat, face) in [(0, 3), (1, 5), (2, 5), (1, 2), (2, 6)] {
        assert_eq!(held(&record).next(), Some(seat));
        held(&record).enter(&mut record, vec![face]);
        let [english, german] = [Lang::En, Lang::De].map(|lang| roll_off_text(lang, &held(&record)));
        assert!(!english.is_empty() && english != german, "{english} / {german}");
        said.push(english);
    }
    assert!(said[2].contains("Ben") && said[2].contains("Cleo") && !said[2].contains("Anna"), "the tie: {}", said[2]);
    assert_eq!(held(&record).winner(), Some(2));
    assert!(said[4].contains("Cleo"), "{}", said[4]);
    settle(&mut record);
    assert!(HeldRollOff::read(&record).is_none());
    assert_eq!(record.players, ["Cleo", "Anna", "Ben"]);
}

#[test]
fn a_changed_throw_keeps_what_would_still_have_been_thrown() {
    let mut record = Record::new("castro", Vec::new());
    write_seats(&mut record, &["Anna", "Ben"].map(|name| Player::new(name, 0, Kind::Person)));
    ROLL_OFF.write(&mut record, &1);
    for face in [4, 4, 1, 6] {
        held(&record).enter(&mut record, vec![face]);
    }
    assert_eq!(held(&record).winner(), Some(1));
    held(&record).change(&mut record, 0, vec![5]);
    assert_eq!(held(&record).winner(), Some(0), "without the tie nothing was rolled again");
    assert_eq!(held(&record).rolls, [(0, vec![5]), (1, vec![4])]);
}
