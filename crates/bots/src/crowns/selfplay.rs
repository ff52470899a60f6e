//! Learning the habits of multiplayer from self-play.

use super::habits::{Habits, Watcher};
use super::multiplayer::{Outlook, Seat, standings};
use super::play::{best_index, legal_patterns, play_multiplayer};
use super::train::{Config, stream};
use super::turn::turns;
use super::values::{HORIZON, Mode, Values};
use crate::parallel::in_order;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Games that one watcher sees. Fixed, so that sums do not depend on the number of cores.
const GAMES_A_WATCHER: u32 = 16;

/// Plays the games of one turn of self-play with the habits so far and returns those seen.
pub(crate) fn watch(config: &Config, values: &Values, turn: u32) -> Habits {
    let guess = Habits::default();
    let habits = values.habits().unwrap_or(&guess);
    let games = config.effort.games;
    let watchers = in_order(games.div_ceil(GAMES_A_WATCHER) as usize, 1, |part| {
        let first = part as u32 * GAMES_A_WATCHER;
        let mut watcher = Watcher::default();
        for game in first..games.min(first + GAMES_A_WATCHER) {
            let mut rng = stream(config, config.effort.rounds + turn, 4_000_000 + u64::from(game));
            watch_game(values, habits, PLAYERS[game as usize % PLAYERS.len()], &mut rng, &mut watcher);
        }
        watcher
    });
    let mut all = Watcher::default();
    for watcher in &watchers {
        all.join(watcher);
    }
    all.habits()
}

/// Numbers of players that take turns in self-play.
const PLAYERS: [usize; 4] = [2, 3, 2, 4];

/// Plays one game of equal players and tells the watcher all about it.
fn watch_game(values: &Values, habits: &Habits, players: usize, rng: &mut Xoshiro256PlusPlus, watcher: &mut Watcher) {
    let mut after: Vec<(usize, Seat)> = Vec::new();
    let ends = play_multiplayer(players, rng, &mut |seats, mover, roll| {
        let seat = seats[mover];
        let patterns = legal_patterns(Mode::Several, seat.covered, seat.chips, roll);
        let prospects = Outlook::new(values, habits, seats, mover).prospects(&patterns, false);
        let wins: Vec<f32> = prospects.iter().map(|prospect| prospect.win + prospect.points * 1e-4).collect();
        let mask = turns().mask(patterns[best_index(&wins)]);
        let placed = mask.count_ones() as u8;
        watcher.saw_placing(standings(values, seats)[mover], seat.chips, placed);
        after.push((mover, seat.placing(mask)));
        mask
    });
    let rounds = after.len() / players;
    for (index, (mover, seat)) in after.iter().enumerate() {
        let turns = rounds - 1 - index / players;
        if turns > 0 && turns <= HORIZON && seat.chips > 0 {
            let points = f32::from(values.board().score(ends[*mover].covered));
            watcher.saw_end(turns, seat.chips, points - values.value(seat.covered, seat.chips, turns));
        }
    }
}
