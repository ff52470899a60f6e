//! Training by self-play: seeded, resumable, the same on any number of cores.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_rules::Game;
use spieltisch_rules::castro::{Board, Castro, Options};

use super::features::ROWS;
use super::ground::Ground;
use super::learner::{self, Gradients, Memory};
use super::network::{HIDDEN, Network, NetworkShape, WIDTH};
use super::selfplay::{self, Sample};
use crate::parallel::in_order;

/// Games between two looks at the progress.
const GAMES_PER_ROUND: u32 = 256;
/// Games that share a board and a stream of random numbers.
const GAMES_PER_STREAM: u32 = 8;
const BATCH: usize = 512;
/// The learning rate falls from the first to the last.
const RATES: (f32, f32) = (2e-3, 5e-5);
/// The same where the network has already learned on other boards.
const WARM_RATES: (f32, f32) = (5e-4, 5e-5);
/// How much of what happened later counts falls from the first to the last.
const TRACES: (f32, f32) = (0.8, 0.4);

/// Which boards are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boards {
    /// Only the board of the game.
    This,
    /// The board of the game in half of the games, random boards in the others.
    Mixed,
}

/// What to train.
#[derive(Clone, Debug)]
pub struct TrainConfig {
    /// The game: players, options and board.
    pub game: Castro,
    /// The same seed gives the same values.
    pub seed: u64,
    /// How many games are played in all.
    pub effort: u32,
    /// Which boards are played.
    pub boards: Boards,
}

/// How far training has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CastroProgress {
    /// Games played.
    pub games: u32,
    /// Games to play in all.
    pub of: u32,
    /// Mean squared miss of the chances in the latest games.
    pub miss: f32,
}

/// Training that can be continued.
#[derive(Clone, Debug, PartialEq)]
pub struct Checkpoint {
    /// The network so far.
    pub network: Network,
    /// What the learner remembers.
    pub memory: Memory,
    /// Games played.
    pub games: u32,
    /// Whether the network had learned elsewhere before.
    pub warm: bool,
}

impl Checkpoint {
    /// Nothing learned yet.
    pub fn fresh(players: usize, seed: u64) -> Checkpoint {
        let shape = NetworkShape { players };
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut weights = vec![0.0; shape.weights()];
        // Line and square rows start at zero, so that what never occurs says nothing; the
        // rows of the clock tell the numbers of a row apart.
        let clock = (ROWS - 64) * WIDTH;
        let mut column: Vec<f32> = (0..WIDTH).map(|_| rng.random_range(0.1..1.0)).collect();
        column.shuffle(&mut rng);
        for (index, weight) in weights[clock..ROWS * WIDTH].iter_mut().enumerate() {
            *weight = column[index % WIDTH];
        }
        let spread = (3.0 / (shape.players * WIDTH) as f32).sqrt();
        for weight in &mut weights[shape.hidden_from()..shape.bias_from()] {
            *weight = rng.random_range(-spread..spread);
        }
        let spread = (1.0 / HIDDEN as f32).sqrt();
        for weight in &mut weights[shape.out_from()..shape.out_bias_from()] {
            *weight = rng.random_range(-spread..spread);
        }
        let network = Network::from_weights(players, weights).expect("as many weights as the shape says");
        Checkpoint { network, memory: Memory::new(shape.weights()), games: 0, warm: false }
    }

    /// Starts from a network that has learned on other boards.
    pub fn starting_from(network: Network) -> Checkpoint {
        let memory = Memory::new(network.shape().weights());
        Checkpoint { network, memory, games: 0, warm: true }
    }
}

/// Trains until the effort is spent or `progress` answers `false`; what came out can be
/// handed in again as `resume`, with the same configuration.
pub fn train(config: &TrainConfig, resume: Option<Checkpoint>, progress: &dyn Fn(CastroProgress) -> bool) -> Checkpoint {
    let players = config.game.players();
    let mut state = resume.unwrap_or_else(|| Checkpoint::fresh(players, config.seed));
    assert_eq!(state.network.shape().players, players, "the checkpoint is for another number of players");
    let home = Ground::new(&config.game);
    let mut gradients = Gradients::new(state.network.shape());
    while state.games < config.effort {
        let done = state.games as f32 / config.effort as f32;
        let trace = TRACES.0 + (TRACES.1 - TRACES.0) * done;
        let (from, to) = if state.warm { WARM_RATES } else { RATES };
        let rate = from * (to / from).powf(done);

        let streams = (GAMES_PER_ROUND / GAMES_PER_STREAM) as usize;
        let play = |stream: usize| play_stream(config, &state.network, state.games, stream as u32, trace, &home);
        let played = in_order(streams, 1, play);
        let mut samples: Vec<(&Ground, &Sample)> = Vec::new();
        for (ground, games) in &played {
            samples.extend(games.iter().map(|sample| (ground.as_ref().unwrap_or(&home), sample)));
        }
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(config.seed, state.games, u32::MAX));
        samples.shuffle(&mut rng);
        let mut miss = 0.0;
        for batch in samples.chunks(BATCH) {
            miss += learner::step(&mut state.network, &mut state.memory, &mut gradients, batch, rate) * batch.len() as f32;
        }
        miss /= samples.len() as f32;
        state.games += GAMES_PER_ROUND;
        if !progress(CastroProgress { games: state.games, of: config.effort, miss }) {
            break;
        }
    }
    state
}

/// A few games on one board; the board is told where it is not the one of the game.
fn play_stream(
    config: &TrainConfig,
    network: &Network,
    games: u32,
    stream: u32,
    trace: f32,
    home: &Ground,
) -> (Option<Ground>, Vec<Sample>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(mix(config.seed, games, stream));
    let away = (config.boards == Boards::Mixed && stream % 2 == 1).then(|| Ground::new(&random_game(config.game.players(), &mut rng)));
    let ground = away.as_ref().unwrap_or(home);
    let samples = (0..GAMES_PER_STREAM).flat_map(|_| selfplay::play(network, ground, trace, &mut rng)).collect();
    (away, samples)
}

fn mix(seed: u64, games: u32, stream: u32) -> u64 {
    seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (games as u64) << 32 ^ stream as u64
}

/// A game on a random board, sometimes with uncommon symbols and options.
pub fn random_game(players: usize, rng: &mut impl RngExt) -> Castro {
    let mut letters: Vec<&str> = "1 2 3 4 5 6 Y Y Y".split(' ').collect();
    if rng.random_bool(0.5) {
        letters.extend("T T T T T T T F F F F F F S S S S S S S H H H H H H H".split(' '));
    } else {
        letters.extend((0..27).map(|_| ["T", "F", "S", "H"][rng.random_range(0..4)]));
    }
    letters.shuffle(rng);
    let rows: Vec<String> = letters.chunks(6).map(|row| row.join(" ")).collect();
    let board = Board::from_rows(&rows).expect("each pair once and three Yatzy squares");
    let options = Options { full_house_from_yatzy: rng.random_bool(0.3), ..Default::default() };
    Castro::new(players, options, board).expect("two to four players")
}
