//! Whole games through taps and presses alone, as a person plays them at a screen.

use spieltisch_core::{
    Choose, DiceChoice, FiveDice, Kind, LocalGame, Next, Player, TableChoice, Tapped, all_events, announce_last, headline, prompt, scoring,
    write_seats,
};
use spieltisch_records::Record;
use spieltisch_rules::caro::{self, Caro, Colour};
use spieltisch_rules::castro::{self, Castro};
use spieltisch_rules::crowns::{self, Crowns, fields_of};
use spieltisch_rules::yatzy::{self, Yatzy};
use spieltisch_rules::{Event, Game, Reason, Refusal, ToAct};
use spieltisch_texts::Lang;

const LANGUAGES: [Lang; 2] = [Lang::En, Lang::De];
const NAMES: [&str; 3] = ["Anna", "Ben", "Cleo"];

/// Numbers that look random and are the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn faces(&mut self, dice: usize) -> Vec<u8> {
        (0..dice).map(|_| self.below(6) as u8 + 1).collect()
    }
}

/// How a move is put together by taps; the main button makes it.
trait Operated: Choose {
    fn tap_together(choice: &mut Self::Choice, game: &LocalGame<Self>, mv: Self::Move);
}

/// Keeps exactly these dice: those that are kept and not wanted are freed, the others are kept.
fn keep<G: FiveDice, T: Copy + PartialEq>(choice: &mut DiceChoice<T>, game: &LocalGame<G>, mv: G::Move)
where
    DiceChoice<T>: TableChoice<G>,
{
    let wanted = G::kept_by(mv).expect("a move that keeps dice");
    for (place, kept) in choice.tray.places_of(wanted).into_iter().enumerate() {
        if choice.tray.kept[place] != kept {
            assert_eq!(TableChoice::<G>::tap_piece(choice, game, place), Tapped::Chosen);
        }
    }
}

impl Operated for Yatzy {
    fn tap_together(choice: &mut Self::Choice, game: &LocalGame<Self>, mv: yatzy::Move) {
        match mv {
            yatzy::Move::Keep(_) => keep(choice, game, mv),
            yatzy::Move::Score(name) => assert_eq!(choice.tap(game, name), Tapped::Chosen),
        }
    }
}

impl Operated for Castro {
    fn tap_together(choice: &mut Self::Choice, game: &LocalGame<Self>, mv: castro::Move) {
        match mv {
            castro::Move::Keep(_) => keep(choice, game, mv),
            castro::Move::Place(square) => assert_eq!(choice.tap(game, square), Tapped::Chosen),
            castro::Move::Lose => {}
        }
    }
}

impl Operated for Caro {
    fn tap_together(choice: &mut Self::Choice, game: &LocalGame<Self>, mv: caro::Move) {
        if let caro::Move::Lay(colour, place) = mv {
            let tile = Colour::ALL.iter().position(|&other| other == colour).expect("one of four");
            assert_eq!(choice.tap_piece(game, tile), Tapped::Chosen);
            assert_eq!(choice.tap(game, place), Tapped::Chosen);
        }
    }
}

impl Operated for Crowns {
    fn tap_together(choice: &mut Self::Choice, game: &LocalGame<Self>, mv: crowns::Move) {
        if let crowns::Move::Place(placement) = mv {
            for field in fields_of(placement).iter() {
                assert_eq!(choice.tap(game, field), Tapped::Chosen);
            }
        }
    }
}

fn begin<G: Game>(kinds: &[Kind]) -> LocalGame<G> {
    let players: Vec<Player> = kinds.iter().enumerate().map(|(seat, &kind)| Player::new(NAMES[seat], seat, kind)).collect();
    let mut record = Record::new(G::INFO.name, Vec::new());
    write_seats(&mut record, &players);
    LocalGame::open("game", record).expect("a new game")
}

fn roll<G: Game>(game: &mut LocalGame<G>, chance: &mut Chance) {
    let ToAct::Roll { dice, .. } = game.to_act() else { panic!("no roll is due") };
    let rolled = game.position.game.outcome(&game.position.state, &chance.faces(dice)).expect("as many dice as are due");
    game.take(Event::Roll(rolled)).unwrap_or_else(|refusal| panic!("{refusal}"));
}

/// What stands at the main button is there in every language.
fn assert_said<G: Choose>(game: &LocalGame<G>, choice: &G::Choice) {
    for lang in LANGUAGES {
        assert!(!prompt(lang, game, choice).is_empty(), "a prompt after {:?}", game.record().events);
        assert!(!choice.label(lang, game).is_empty(), "a label after {:?}", game.record().events);
    }
}

/// A move that happened before and cannot be made now is refused with a sentence.
fn assert_refused_in_words<G: Choose>(game: &LocalGame<G>) {
    for past in &game.past {
        if let Event::Move(mv) = past.event
            && let Err(refusal) = game.position.game.check(&game.position.state, mv)
        {
            let [english, german] = LANGUAGES.map(|lang| G::refusal_text(lang, game, &refusal));
            assert!(!english.is_empty() && english != german, "{mv}, by {}: {english} / {german}", refusal.rule().id);
        }
    }
}

/// Makes a move by taps and the main button.
fn operate<G: Operated>(game: &mut LocalGame<G>, choice: &mut G::Choice, mv: G::Move) {
    G::tap_together(choice, game, mv);
    assert_said(game, choice);
    let mut pressed = choice.press(game);
    if pressed == Next::Ask {
        assert!(choice.asks(), "the question stands");
        assert_said(game, choice);
        pressed = choice.press(game);
    }
    match pressed {
        Next::Play(made) | Next::PlayAndRoll(made) => assert_eq!(made, mv),
        other => panic!("{mv} was tapped together, and the button gives {other:?}"),
    }
    game.take(Event::Move(mv)).unwrap_or_else(|refusal| panic!("{refusal}"));
}

fn whole_game<G: Operated>(players: usize, seed: u64) {
    let mut chance = Chance(seed);
    let mut game = begin::<G>(&vec![Kind::Person; players]);
    let mut choice = G::Choice::default();
    let mut handed_over = 0;
    while game.to_act() != ToAct::Over {
        choice.follow(&game);
        assert_said(&game, &choice);
        if let Some(next) = game.handed_to() {
            assert_eq!(next.name, NAMES[game.seat_to_act()]);
            handed_over += 1;
        }
        if matches!(game.to_act(), ToAct::Roll { .. }) {
            assert_eq!(choice.press(&game), Next::Roll);
            roll(&mut game, &mut chance);
            continue;
        }
        let moves = game.position.game.moves(&game.position.state);
        let mv = moves[chance.below(moves.len())];
        let before = (game.record(), game.position.state.clone());
        operate(&mut game, &mut choice, mv);
        for lang in LANGUAGES {
            if let Some(line) = game.past.last().and_then(|past| G::history_line(lang, &game, past, mv)) {
                assert!(!line.is_empty() && !announce_last(lang, &game).is_empty(), "{mv}");
            }
        }
        if game.can_undo() && chance.below(8) == 0 {
            assert!(game.take_back().is_empty(), "a decision among several people goes back without dice");
            assert_eq!((game.record(), game.position.state.clone()), before);
            choice.follow(&game);
            operate(&mut game, &mut choice, mv);
        }
        if chance.below(16) == 0 {
            assert_refused_in_words(&game);
        }
    }
    choice.follow(&game);
    assert_eq!(choice.next(&game), Next::Nothing);
    assert_eq!(handed_over > 0, players > 1);
    assert_refused_in_words(&game);
    assert_ended_in_words(&game);
}

fn assert_ended_in_words<G: Choose>(game: &LocalGame<G>) {
    let result = game.position.game.result(&game.position.state).expect("a game that is over has a result");
    let [english, german] = LANGUAGES.map(|lang| headline(lang, game, &result));
    assert!(!english.is_empty() && english != german, "{english} / {german}");
    if result.reason == Reason::Points {
        for (seat, name) in NAMES.iter().enumerate().take(game.seats.len()) {
            let steps = scoring(Lang::En, game, seat, result.reason);
            assert_eq!(steps.iter().map(|step| step.points).sum::<i32>(), result.scores[seat], "{name}: {steps:?}");
        }
    }
    let told = LANGUAGES.map(|lang| all_events::<G>(lang, game.record(), &[]));
    for events in &told {
        assert_eq!(events.len(), game.past.len());
        assert!(events.iter().all(|event| !event.what.is_empty()));
    }
    assert_ne!(told[0], told[1]);
    let again = LocalGame::<G>::open("again", game.record()).expect("the record can be opened");
    assert_eq!(again.position.state, game.position.state);
}

#[test]
fn whole_games_of_yatzy() {
    (0..3).for_each(|seed| whole_game::<Yatzy>(1 + seed as usize, seed));
}

#[test]
fn whole_games_of_castro() {
    (0..4).for_each(|seed| whole_game::<Castro>(2, seed));
}

#[test]
fn whole_games_of_caro() {
    (0..4).for_each(|seed| whole_game::<Caro>(2 + seed as usize % 2, seed));
}

#[test]
fn whole_games_of_crowns() {
    (0..3).for_each(|seed| whole_game::<Crowns>(1 + seed as usize, seed));
}

/// Computers roll and decide without anything being chosen; meanwhile the main button rests and the prompt names them.
fn against_a_computer<G: Operated>() {
    let mut chance = Chance(7);
    let mut game = begin::<G>(&[Kind::Computer(1), Kind::Person]);
    let mut choice = G::Choice::default();
    let mut waited = 0;
    while game.to_act() != ToAct::Over {
        choice.follow(&game);
        if !game.person_acts() {
            assert_eq!(choice.next(&game), Next::Nothing);
            assert!(prompt(Lang::En, &game, &choice).contains(NAMES[0]));
            assert!(game.handed_to().is_none(), "one person keeps the device");
            waited += 1;
        }
        match game.to_act() {
            ToAct::Roll { .. } => roll(&mut game, &mut chance),
            _ => {
                let moves = game.position.game.moves(&game.position.state);
                let mv = moves[chance.below(moves.len())];
                if game.person_acts() {
                    operate(&mut game, &mut choice, mv);
                } else {
                    game.take(Event::Move(mv)).unwrap_or_else(|refusal| panic!("{refusal}"));
                }
            }
        }
    }
    assert!(waited > 0);
}

#[test]
fn a_person_against_a_computer() {
    against_a_computer::<Yatzy>();
    against_a_computer::<Castro>();
    against_a_computer::<Caro>();
    against_a_computer::<Crowns>();
}

#[test]
fn one_person_takes_back_a_decision_with_the_dice_and_the_answer_after_it() {
    let mut chance = Chance(11);
    let mut game = begin::<Yatzy>(&[Kind::Person, Kind::Computer(1)]);
    let mut choice: <Yatzy as Choose>::Choice = DiceChoice::default();
    roll(&mut game, &mut chance);
    let (before, first) = (game.record(), game.position.game.moves(&game.position.state));
    let score = first.into_iter().find(|mv| matches!(mv, yatzy::Move::Score(_))).expect("a free box");
    TableChoice::<Yatzy>::follow(&mut choice, &game);
    operate(&mut game, &mut choice, score);
    roll(&mut game, &mut chance);
    let answer = game.position.game.moves(&game.position.state).into_iter().find(|mv| matches!(mv, yatzy::Move::Score(_)));
    game.take(Event::Move(answer.expect("a free box"))).unwrap_or_else(|refusal| panic!("{refusal}"));
    roll(&mut game, &mut chance);
    let shown = game.take_back();
    assert_eq!(game.record(), before);
    let thrown: Vec<(usize, usize)> = shown.iter().map(|taken_back| (taken_back.roll.seat, taken_back.faces.len())).collect();
    assert_eq!(thrown, [(1, 5), (0, 5)], "the answer's dice, and the person's own next ones");
}

#[test]
fn a_second_tap_makes_the_move_and_a_wrong_one_says_why() {
    let mut game = begin::<Castro>(&[Kind::Person, Kind::Person]);
    let mut choice: <Castro as Choose>::Choice = DiceChoice::default();
    game.take("roll 6 6 6 6 6".parse().expect("a roll")).unwrap_or_else(|refusal| panic!("{refusal}"));
    TableChoice::<Castro>::follow(&mut choice, &game);
    let moves = game.position.game.moves(&game.position.state);
    let square =
        moves.iter().find_map(|mv| if let castro::Move::Place(square) = mv { Some(*square) } else { None }).expect("five equal dice fit");
    assert_eq!(choice.tap(&game, square), Tapped::Chosen);
    assert_eq!(choice.tap(&game, square), Tapped::Play(castro::Move::Place(square)));
    let wrong = castro::Square::all().find(|&square| !moves.contains(&castro::Move::Place(square))).expect("not all squares fit");
    assert_eq!(choice.tap(&game, wrong), Tapped::Play(castro::Move::Place(wrong)), "to be refused");
    assert_eq!(choice.chosen, Some(square), "and what was chosen stays");
}
