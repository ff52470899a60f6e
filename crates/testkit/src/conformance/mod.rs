//! What every game must keep, whatever its rules: [`conforms`] is called for every set-up of every game.
//!
//! The suite plays random games and looks at every position of them through the public
//! trait only. It prints the seed of a failing game.

mod caro;
mod castro;
mod crowns;
mod set_ups;
mod yatzy;

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use serde::{Serialize, de::DeserializeOwned};
use spieltisch_bots::random::{random_move, throw};
use spieltisch_records::Position;
use spieltisch_rules::games::{Entry, Registry};
use spieltisch_rules::{Event, Game, HeadStart, ToAct, for_each_game};

pub use set_ups::{Listed, TestSetUp, set_ups};

/// What the suite asks of a game: one file for each here.
pub trait Conforms: Game {
    /// The options it is tried with, the usual ones first.
    fn trials() -> Vec<Trial<Self>>;
    /// Every move that can be written down, or a broad choice where they are endless.
    fn every_move() -> Vec<Self::Move>;
    /// Every roll that can be written down.
    fn every_roll() -> Vec<Self::Roll>;
    /// Panics where pieces are lost or doubled after these events.
    fn assert_pieces(&self, state: &Self::State, events: &[Event<Self>]);
}

/// Options to be tried.
pub struct Trial<G: Game> {
    /// The options; the suite tries them with every number of players.
    pub options: G::Options,
    /// The numbers of players for which other tests play them.
    pub players: RangeInclusive<usize>,
    /// How many games the suite plays with each number of players.
    pub games: u64,
}

impl<G: Game> Trial<G> {
    /// The usual options, for everyone.
    pub fn usual(games: u64) -> Trial<G> {
        Trial { options: G::Options::default(), players: G::INFO.players, games }
    }
}

/// A head start for the first two seats.
fn head_start(first_two: [u8; 2]) -> HeadStart {
    HeadStart::try_from(first_two.to_vec()).expect("every game has two seats")
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        /// All games, as the suite tries them.
        pub static GAMES: Registry<dyn Listed> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// How many of these events are moves of one kind.
pub fn count_moves<G: Game>(events: &[Event<G>], is: impl Fn(G::Move) -> bool) -> usize {
    events.iter().filter(|event| matches!(event, Event::Move(mv) if is(*mv))).count()
}

/// Plays `games` random games of this set-up and checks every position.
pub fn conforms<G: Conforms>(game: &G, games: u64) {
    let everything = Everything { moves: G::every_move(), rolls: G::every_roll() };
    for seed in 0..games {
        let watched = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| conforming_game(game, &everything, seed)));
        if let Err(panic) = watched {
            eprintln!("{} for {} players, {:?}: failed in the game of seed {seed}", G::INFO.name, game.players(), game.options());
            std::panic::resume_unwind(panic);
        }
    }
}

/// All moves and rolls that can be written down, legal or not.
struct Everything<G: Game> {
    moves: Vec<G::Move>,
    rolls: Vec<G::Roll>,
}

fn conforming_game<G: Conforms>(game: &G, everything: &Everything<G>, seed: u64) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = game.start();
    let mut events: Vec<Event<G>> = Vec::new();
    loop {
        position_conforms(game, &state, everything);
        game.assert_pieces(&state, &events);
        let event = match game.to_act(&state) {
            ToAct::Over => break,
            ToAct::Move(_) => Event::Move(random_move(game, &state, &mut rng).expect("a player to move has a move")),
            ToAct::Roll { .. } => Event::Roll(throw(game, &state, &mut rng).expect("a roll that is due can be thrown")),
        };
        let mut trusted = state.clone();
        match event {
            Event::Move(mv) => game.play_trusted(&mut trusted, mv),
            Event::Roll(roll) => game.roll_trusted(&mut trusted, roll),
        }
        game.take(&mut state, event).expect("a legal event is taken");
        assert_eq!(state, trusted, "the checked and the trusted way differ after {event}");
        events.push(event);
    }
    assert_over(game, &state);
    assert_replays(game, &state, &events);
}

fn position_conforms<G: Game>(game: &G, state: &G::State, everything: &Everything<G>) {
    round_trips(state);
    let moves = game.moves(state);
    let legal: HashSet<G::Move> = moves.iter().copied().collect();
    assert_eq!(legal.len(), moves.len(), "a move is listed twice");
    assert_eq!(game.count_moves(state), moves.len());
    for (i, &mv) in moves.iter().enumerate() {
        assert_eq!(game.nth_move(state, i), Some(mv));
        assert_eq!(mv.to_string().parse::<G::Move>().as_ref(), Ok(&mv));
        round_trips(&mv);
    }
    assert_eq!(game.nth_move(state, moves.len()), None);
    let objectors = game.objectors(state).unwrap_or_default();
    for &mv in everything.moves.iter().chain(&moves) {
        let may = legal.contains(&mv) || objectors.iter().any(|seat| game.objection(seat) == Some(mv));
        let decider = game.decider(state, mv);
        match game.check(state, mv) {
            Ok(()) => assert!(may && decider.is_some_and(|seat| seat < game.players()), "{mv} passes the check but is not listed"),
            Err(refusal) => assert!(!may, "{mv} is listed but refused: {refusal}"),
        }
    }
    outcomes_conform(game, state, everything);
    assert_eq!(game.scores(state).len(), game.players());
    assert_eq!(game.result(state).is_some(), game.to_act(state) == ToAct::Over);
    assert_eq!(moves.is_empty(), !matches!(game.to_act(state), ToAct::Move(_)));
}

fn outcomes_conform<G: Game>(game: &G, state: &G::State, everything: &Everything<G>) {
    let mut weights = 0u64;
    let mut outcomes = HashSet::new();
    game.each_outcome(state, |roll, weight| {
        weights += weight as u64;
        assert!(outcomes.insert(roll), "{roll} comes twice");
        assert_eq!(roll.to_string().parse::<G::Roll>().as_ref(), Ok(&roll));
        round_trips(&roll);
    });
    let expected = match game.to_act(state) {
        ToAct::Roll { dice, .. } => 6u64.pow(dice as u32),
        ToAct::Move(_) | ToAct::Over => 0,
    };
    assert_eq!(weights, expected, "the weights of all outcomes");
    for &roll in &everything.rolls {
        assert_eq!(game.check_roll(state, roll).is_ok(), outcomes.contains(&roll), "{roll}");
    }
}

fn assert_over<G: Game>(game: &G, state: &G::State) {
    let result = game.result(state).expect("a finished game has a result");
    assert!(!result.winners.is_empty());
    assert_eq!(result.scores, game.scores(state));
    assert!(result.winners.iter().all(|seat| seat < game.players()));
    assert_eq!(game.outcome(state, &[1; 5]), None, "no roll after the end");
}

/// The events as strings rebuild the same state.
fn assert_replays<G: Game>(game: &G, state: &G::State, events: &[Event<G>]) {
    let mut table = Position::new(game.clone());
    for event in events {
        table.take_text(&event.to_string()).expect("an event that was taken is taken again");
    }
    assert_eq!(&table.state, state);
    assert_eq!(hash_of(&table.state), hash_of(state));
}

fn hash_of(value: &impl Hash) -> u64 {
    use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
    BuildHasherDefault::<DefaultHasher>::default().hash_one(value)
}

fn round_trips<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) {
    let json = serde_json::to_string(value).expect("serialises");
    let back: T = serde_json::from_str(&json).expect("deserialises");
    assert_eq!(&back, value, "through {json}");
}
