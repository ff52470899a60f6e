//! One's own record: digests of games, added up, put together, and exercises that come again.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_bots::value_store::EmptyValueStore;
use spieltisch_records::header::{BOTS, SAVED};
use spieltisch_records::{Record, Time, replay};
use spieltisch_review::own::{Decided, Digest, Due, Opponent, OwnRecord, Point, SPACING, Tally, accepts, fingerprint, kinds_of, tally_by};
use spieltisch_review::{Review, reviewer_for};
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::{Event, Game};

const SEED: u64 = 20_261_118;
const DAY: u64 = 24 * 3_600_000;
/// The first of the games was played then.
const START: u64 = 1_790_000_000_000;

/// A random game of Crowns by Anna against a computer, played on a day.
fn played(day: u64, players: usize) -> Record {
    let game = Crowns::new(players, Default::default(), Default::default()).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(SEED + day);
    let (mut state, mut record) = (game.start(), Record::new("crowns", vec!["Anna".into(), "Otto".into()][..players].to_vec()));
    play_out(&game, &mut state, &mut rng, random_move, |_, event: Event<Crowns>| record.events.push(event.to_string()));
    record.more = json!({"seats": [{"colour": 0}, {"colour": 1, "computer": 3}]}).as_object().cloned().unwrap();
    SAVED.write(&mut record, &Time(START + day * DAY));
    replay(&mut record).unwrap();
    record
}

fn reviewed(record: &Record) -> Review {
    let reviewer = reviewer_for(record, &EmptyValueStore).unwrap();
    reviewer.review(record, &mut |_| true).unwrap().unwrap()
}

fn digest(record: &Record, seat: usize) -> Digest {
    let review = reviewed(record);
    let ledger = review.ledger(review.measure()).unwrap()[seat];
    Digest::new(record, seat, &ledger, review.seats[seat].level, &Decided::all_of(&review)).unwrap_or_else(|| panic!("seed {SEED}"))
}

fn own(days: std::ops::Range<u64>) -> OwnRecord {
    let mut own = OwnRecord::default();
    days.for_each(|day| own.add(digest(&played(day, 2), 0)));
    own
}

#[test]
fn a_digest_is_small_and_holds_what_the_review_says() {
    let record = played(0, 2);
    let (review, digest) = (reviewed(&record), digest(&record, 0));
    let seat = review.seats[0];
    let near = |a: f64, b: f64| (a - b).abs() < 1e-5;
    assert_eq!(digest.decisions as usize, seat.decisions, "seed {SEED}");
    assert!(
        near(digest.loss, seat.loss) && near(digest.luck, review.ledgers[0].1[0].luck) && near(digest.result, review.ledgers[0].1[0].end)
    );
    assert!(near(digest.kinds.values().map(|cost| cost.loss).sum(), seat.loss), "the kinds add up: {:?}", digest.kinds);
    assert_eq!(digest.kinds.values().map(|cost| cost.decisions).sum::<u32>(), digest.decisions);
    let worst: Vec<usize> = review.worst_decisions(100).iter().filter(|step| step.seat == 0).take(3).map(|step| step.event).collect();
    assert_eq!(digest.mistakes.iter().map(|mistake| mistake.event).collect::<Vec<_>>(), worst);
    assert_eq!(digest.opponents(), [Opponent::Computer(3)]);
    let size = serde_json::to_string(&digest).unwrap().len();
    assert!(size < 700, "{size} bytes");
}

#[test]
fn only_people_are_kept_a_record_of() {
    let mut record = played(0, 2);
    assert_eq!(Digest::seats_of_people(&record), [0]);
    BOTS.write(&mut record, &vec!["level1".to_string(), "level2".to_string()]);
    assert!(Digest::seats_of_people(&record).is_empty());
    assert_eq!(Digest::seats_of_people(&played(0, 1)), [0]);
}

#[test]
fn what_does_not_fit_the_record_has_no_digest() {
    let record = played(1, 2);
    let other = Decided::all_of(&reviewed(&played(2, 2)));
    assert_eq!(kinds_of(&record, &[Decided { event: 1, seat: 0, best: None, loss: 0.0 }]), None, "event 1 is a roll");
    assert_eq!(kinds_of(&record, &[Decided { event: 2, seat: 0, best: Some("place nothing".into()), loss: 0.0 }]), None);
    assert_eq!(kinds_of(&Record::new("chess", vec!["Anna".into()]), &other), None);
    let ledger = Default::default();
    assert_eq!(Digest::new(&Record { result: json!(null), ..record }, 0, &ledger, None, &[]), None);
}

#[test]
fn records_are_put_together_without_counting_twice() {
    let (mut here, mut there) = (own(0..4), own(2..6));
    let exercise = here.exercises("Anna").into_iter().next().expect("a random player makes mistakes");
    here.note(&exercise.id, exercise.event, true, START + 10 * DAY);
    there.note(&exercise.id, exercise.event, false, START + 11 * DAY);
    let read = |own: &OwnRecord| OwnRecord::read(&own.to_text()).expect("what was written is read");
    let (mut one, mut other) = (read(&here), read(&there));
    one.merge(there.clone());
    other.merge(here.clone());
    assert_eq!(one.to_text(), other.to_text(), "in either order, seed {SEED}");
    let once = one.to_text();
    one.merge(here);
    one.merge(there);
    assert_eq!(one.to_text(), once, "a second time changes nothing");
    assert_eq!(one.of("Anna").len(), 6);
    assert_eq!(one.names(), [("Anna".to_string(), 6)]);
    let known = one.exercises("Anna").into_iter().find(|one| (&one.id, one.event) == (&exercise.id, exercise.event));
    assert_eq!(known.map(|known| known.progress.right), Some(0), "the later answer counts");
    assert!(one.has(&fingerprint(&played(5, 2))) && !one.has(&fingerprint(&played(6, 2))));
    for wrong in ["", "{}", "[1]", "{\"format\":\"spieltisch/1\"}"] {
        assert_eq!(OwnRecord::read(wrong), None, "{wrong}");
    }
}

#[test]
fn a_game_has_the_same_fingerprint_wherever_it_is_kept() {
    let record = played(3, 2);
    let mut renamed = Record::from_json(record.to_json().as_bytes()).unwrap();
    renamed.players[0] = "Anne".into();
    SAVED.write(&mut renamed, &Time(5));
    assert_eq!(fingerprint(&record), fingerprint(&renamed));
    renamed.events.pop();
    assert_ne!(fingerprint(&record), fingerprint(&renamed));
}

#[test]
fn games_are_added_up_by_game_opponent_and_players() {
    let mut own = own(0..5);
    own.add(digest(&played(7, 1), 0));
    let all = own.of("Anna");
    assert!(all.is_sorted_by_key(|digest| digest.time));
    let with_others: Vec<&Digest> = all.iter().copied().filter(|digest| !digest.is_alone()).collect();
    let tally = Tally::of(with_others.iter().copied());
    assert_eq!((tally.games, tally.decisions), (5, with_others.iter().map(|digest| digest.decisions).sum()));
    let each = |digest: &Digest| digest.loss / f64::from(digest.decisions);
    assert!(with_others.iter().all(|digest| each(tally.best.unwrap()) <= each(digest) && each(digest) <= each(tally.worst.unwrap())));
    let kinds = tally.costliest_kinds();
    assert!(kinds.is_sorted_by(|(_, a), (_, b)| a.loss >= b.loss), "{kinds:?}");
    assert!((kinds.iter().map(|(_, cost)| cost.loss).sum::<f64>() - tally.loss).abs() < 1e-4);
    let by_players = tally_by(&all, |digest| vec![digest.names.len()]);
    assert_eq!(by_players.iter().map(|(players, tally)| (*players, tally.games)).collect::<Vec<_>>(), [(1, 1), (2, 5)]);
    assert_eq!(tally_by(&with_others, Digest::opponents).len(), 1);
    let losses = Point::losses(&with_others, 3);
    assert!((losses[0].value - each(with_others[0])).abs() < 1e-12 && losses.len() == 5);
    let last = Point::lucks(&with_others).last().unwrap().value;
    assert!((last - with_others.iter().map(|digest| digest.luck).sum::<f64>()).abs() < 1e-9);
    assert!(Point::losses(&[], 3).is_empty() && Tally::of([]).level().is_none());
}

#[test]
fn exercises_come_again_later_and_later_until_they_are_done() {
    let mut own = own(0..1);
    let first = own.exercises("Anna").remove(0);
    let (id, event) = (first.id.clone(), first.event);
    assert!(!first.is_due(START + DAY) && first.is_due(START + DAY + 1));
    let mut now = START + DAY;
    for days in &SPACING[1..] {
        own.note(&id, event, true, now);
        let known = own.exercises("Anna").into_iter().find(|one| one.event == event).unwrap();
        assert!(!known.is_due(now + days * DAY) && known.is_due(now + days * DAY + 1), "{days} days");
        now += days * DAY;
    }
    own.note(&id, event, true, now);
    let done = |own: &OwnRecord| own.exercises("Anna").into_iter().find(|one| one.event == event).unwrap();
    assert_eq!(done(&own).due, Due::Done);
    assert_eq!(own.exercises("Anna").last().map(|last| last.event), Some(event), "what is done comes last");
    own.note(&id, event, false, now);
    assert!(done(&own).is_due(now + DAY + 1), "a wrong answer begins anew");
}

#[test]
fn an_exercise_never_comes_again_on_the_day_it_was_answered() {
    const HOUR: u64 = 3_600_000;
    let mut own = own(0..1);
    let first = own.exercises("Anna").remove(0);
    let midnight = START + 30 * DAY;
    for answered in [1, 9, 14, 23] {
        own.note(&first.id, first.event, false, midnight + answered * HOUR);
        let known = own.exercises("Anna").into_iter().find(|one| one.event == first.event).unwrap();
        let (today_ends, tomorrow_ends) = (midnight + DAY, midnight + 2 * DAY);
        assert!(!known.is_due(today_ends) && known.is_due_next_day(today_ends), "answered at {answered}: it comes again tomorrow");
        assert!(known.is_due(tomorrow_ends) && !known.is_due_next_day(tomorrow_ends), "answered at {answered}: due all day");
    }
}

#[test]
fn an_answer_nearly_as_good_as_the_best_is_right() {
    assert!(accepts(0.0, 0.05, false) && accepts(0.004, 0.05, false) && !accepts(0.02, 0.05, false));
    assert!(!accepts(0.05, 0.05, false), "what was played then is never right");
    assert!(accepts(0.02, 0.3, false), "a tenth of a large mistake is");
    assert!(accepts(0.4, 2.0, true) && !accepts(1.5, 2.0, true));
}
