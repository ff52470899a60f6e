//! Screens as they are drawn, at the three sizes: the smallest, a large one, and one that is too small.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use spieltisch_bots::random::{play_out, random_move};
use spieltisch_core::{Allowed, Kind, Player, Starter, begin};
use spieltisch_records::{Record, Time};
use spieltisch_rules::caro::Caro;
use spieltisch_rules::castro::Castro;
use spieltisch_rules::crowns::Crowns;
use spieltisch_rules::yatzy::Yatzy;
use spieltisch_texts::Lang;

use super::app::draw;
use super::menu::Menu;
use super::table::{Table, TableSeat};
use super::{Desk, Pace, Screen, Step};
use crate::play::chance::Chance;
use crate::play::games::TerminalGame;
use crate::play::look::{Colours, Look};
use crate::play::seats::{Company, Wishes};
use crate::play::store::GameStore;
use crate::play::thinking::Thinker;
use crate::set_up::HouseArgs;

const FULL: Look = Look { colours: Colours::True, unicode: true, motion: false };
const PLAIN: Look = Look { colours: Colours::None, unicode: false, motion: false };

fn desk(look: Look, lang: Lang, folder: &std::path::Path) -> Desk {
    let thinker = Thinker::start(None, |_, _| {});
    let chance = Chance::new(Some(7)).expect("a seed needs no random numbers");
    Desk { lang, look, pace: Pace::of(0), chance, store: GameStore::new(Some(folder)), thinker }
}

/// A game of so many people after so many random events, all by seed 7.
fn record<G: TerminalGame>(players: usize, events: usize) -> Record {
    const NAMES: [&str; 8] = ["Anna", "Ben", "Cleo", "Dirk", "Edda", "Finn", "Gesa", "Hugo"];
    let seats: Vec<Player> = (0..players).map(|seat| Player::new(NAMES[seat], seat, Kind::Person)).collect();
    let set_up = Record::new(G::INFO.name, Vec::new());
    let mut record = begin(&set_up, &seats, Allowed::read(&set_up), Starter::Seat(0), Time(0));
    let game = G::new(players, Default::default(), Default::default()).expect("the usual set-up");
    let (mut state, mut rng) = (game.start(), Xoshiro256PlusPlus::seed_from_u64(7));
    play_out(&game, &mut state, &mut rng, random_move, |_, event| record.events.push(event.to_string()));
    record.events.truncate(events);
    record
}

fn picture(desk: &Desk, screen: &mut dyn Screen, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test's terminal");
    terminal.draw(|frame| draw(desk, screen, frame)).expect("a test's terminal");
    terminal.backend().to_string()
}

/// All sizes of one game: with the most players, with two, too small, and in ASCII.
fn pictures<G: TerminalGame>(events: usize, of_two: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let most = *G::INFO.players.end();
    let shown = |look: Look, players: usize, size: (u16, u16)| {
        let mut desk = desk(look, Lang::En, folder.path());
        let seat = TableSeat { id: "t".into(), record: record::<G>(players, if players == 2 { of_two } else { events }), claim: None };
        let mut table = Table::<G>::open(seat).expect("a game by the rules");
        table.arrive(&mut desk);
        picture(&desk, &mut table, size)
    };
    let name = G::INFO.name;
    insta::assert_snapshot!(format!("{name}_80x24"), shown(FULL, most, (80, 24)));
    insta::assert_snapshot!(format!("{name}_120x40"), shown(FULL, 2, (120, 40)));
    insta::assert_snapshot!(format!("{name}_60x20"), shown(FULL, 2, (60, 20)));
    let ascii = shown(PLAIN, most, (80, 24));
    assert!(ascii.is_ascii(), "{ascii}");
    insta::assert_snapshot!(format!("{name}_ascii"), ascii);
}

#[test]
fn yatzy_is_drawn() {
    pictures::<Yatzy>(201, 81);
}

#[test]
fn castro_is_drawn() {
    pictures::<Castro>(101, 141);
}

#[test]
fn caro_is_drawn() {
    pictures::<Caro>(30, 16);
}

#[test]
fn crowns_is_drawn() {
    pictures::<Crowns>(61, 21);
}

#[test]
fn the_start_is_drawn() {
    let folder = tempfile::tempdir().expect("a folder");
    let desk = desk(FULL, Lang::De, folder.path());
    desk.store.keep("a", &record::<Castro>(2, 9)).expect("it is kept");
    let house = HouseArgs { options: Vec::new(), board: None };
    let wishes = Wishes { company: Company::Level(3), names: Vec::new(), players: None, level: None, bot: None, entered: None, house };
    insta::assert_snapshot!("start_80x24", picture(&desk, &mut Menu::new(&desk, wishes), (80, 24)));
}

/// In every language each table and its help fit the smallest window, whatever the window's size does in between.
#[test]
fn every_language_fits_and_no_size_breaks_a_table() {
    let folder = tempfile::tempdir().expect("a folder");
    for lang in Lang::ALL {
        let mut desk = desk(FULL, lang, folder.path());
        let seat = TableSeat { id: "t".into(), record: record::<Castro>(4, 60), claim: None };
        let mut table = Table::<Castro>::open(seat).expect("a game by the rules");
        let whole = picture(&desk, &mut table, (80, 24));
        for size in [(1, 1), (2, 1), (79, 24), (80, 23), (300, 100), (80, 24)] {
            picture(&desk, &mut table, size);
        }
        assert_eq!(picture(&desk, &mut table, (80, 24)), whole, "{lang:?}");
        let last = whole.lines().last().expect("a row");
        assert!(last.contains("q ") && last.contains("? "), "{lang:?}: the last buttons find room: {last}");
        table.key(&mut desk, KeyEvent::new(KeyCode::Char('?'), KeyModifiers::NONE));
        picture(&desk, &mut table, (80, 24));
    }
}

/// Keys that mean nothing now change nothing, whoever presses them.
#[test]
fn stray_keys_do_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut desk = desk(FULL, Lang::En, folder.path());
    let seat = TableSeat { id: "t".into(), record: record::<Yatzy>(2, 201), claim: None };
    let mut table = Table::<Yatzy>::open(seat).expect("a game by the rules");
    let before = table.session.game.record();
    for letter in ('a'..='z').chain('A'..='Z').chain("0789!\"§$%&/()=-_.:,;#+*~<>|@".chars()).filter(|letter| *letter != 'q') {
        let step = table.key(&mut desk, KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        assert!(!matches!(step, Step::Leave | Step::To(_)), "{letter}");
        table.overlay = None;
    }
    for code in [KeyCode::F(1), KeyCode::Delete, KeyCode::Insert, KeyCode::Home, KeyCode::Backspace, KeyCode::Esc, KeyCode::CapsLock] {
        table.key(&mut desk, KeyEvent::new(code, KeyModifiers::NONE));
    }
    assert_eq!(table.session.game.record(), before);
}
