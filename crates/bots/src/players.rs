//! Players by name: who sits at a seat in a simulation or an arena.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rand::Rng;
use spieltisch_rules::{Game, Seat, ToAct};

use crate::computer::{decide, objection};
use crate::expert::{Expert, Level};
use crate::experts::unlearned;
use crate::handicap::Handicap;
use crate::random::random_move;

/// A player that can be named.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayerName {
    /// Any legal move, each with the same chance.
    Random,
    /// What looks best at once, no thought of later.
    Greedy,
    /// One of the five levels.
    Level(Level),
    /// The exact solution, where a game is solved.
    Optimal,
    /// The top level giving away this many expected points a game, as in `level5-20`.
    Handicapped(u16),
}

/// What a name may be.
pub const KNOWN: &str = "random, greedy, level1, level2, level3, level4, level5, optimal (Yatzy), \
                         or level5-N, the top level giving away N points a game";

impl FromStr for PlayerName {
    type Err = UnknownPlayer;

    fn from_str(text: &str) -> Result<PlayerName, UnknownPlayer> {
        let unknown = || UnknownPlayer { name: text.to_string() };
        match text {
            "random" => Ok(PlayerName::Random),
            "greedy" => Ok(PlayerName::Greedy),
            "optimal" => Ok(PlayerName::Optimal),
            _ => {
                let rest = text.strip_prefix("level").ok_or_else(unknown)?;
                if let Some(points) = rest.strip_prefix("5-") {
                    return points.parse().map(PlayerName::Handicapped).map_err(|_| unknown());
                }
                let level = Level::ALL.into_iter().find(|level| level.number().to_string() == rest);
                level.map(PlayerName::Level).ok_or_else(unknown)
            }
        }
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerName::Random => f.write_str("random"),
            PlayerName::Greedy => f.write_str("greedy"),
            PlayerName::Level(level) => write!(f, "level{}", level.number()),
            PlayerName::Optimal => f.write_str("optimal"),
            PlayerName::Handicapped(points) => write!(f, "level5-{points}"),
        }
    }
}

/// A name that no player has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPlayer {
    /// The name.
    pub name: String,
}

impl fmt::Display for UnknownPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: no such player; known are {KNOWN}", self.name)
    }
}

impl std::error::Error for UnknownPlayer {}

/// A named player of one game as set up.
pub struct NamedPlayer<G: Game> {
    name: PlayerName,
    game: G,
    expert: Arc<dyn Expert<G>>,
}

impl<G: Game> NamedPlayer<G> {
    /// Seats a player; `None` for `optimal` where the game is not solved.
    pub fn new(name: PlayerName, game: &G, expert: &Arc<dyn Expert<G>>) -> Option<NamedPlayer<G>> {
        if name == PlayerName::Optimal && !expert.is_solved() {
            return None;
        }
        Some(NamedPlayer { name, game: game.clone(), expert: expert.clone() })
    }

    /// Seats all of these players. The expert is made at most once, and not at all where no player asks
    /// it: some solve or learn their game first. `None` for `optimal` where the game is not solved.
    pub fn all(names: &[PlayerName], game: &G, expert: impl FnOnce() -> Arc<dyn Expert<G>>) -> Option<Vec<NamedPlayer<G>>> {
        let asked = names.iter().any(|&name| name != PlayerName::Random);
        let expert = if asked { expert() } else { unlearned(game) };
        names.iter().map(|&name| NamedPlayer::new(name, game, &expert)).collect()
    }

    /// The move this player makes; `None` where no move is due.
    pub fn choose(&self, state: &G::State, rng: &mut dyn Rng) -> Option<G::Move> {
        if self.name == PlayerName::Random {
            return random_move(&self.game, state, rng);
        }
        decide(&self.game, state, || self.think(state, rng))
    }

    fn think(&self, state: &G::State, rng: &mut dyn Rng) -> Option<G::Move> {
        match self.name {
            PlayerName::Random => random_move(&self.game, state, rng),
            PlayerName::Greedy => Some(self.expert.greedy(state, rng)),
            PlayerName::Level(level) => Some(self.expert.choose(state, level, rng)),
            PlayerName::Optimal => self.expert.optimal(state),
            PlayerName::Handicapped(points) => Handicap::new(f64::from(points)).choose(&self.game, &*self.expert, state, rng),
        }
    }

    /// Whether this player notices that the last move broke a rule, where players watch each other.
    fn notices_fault(&self, state: &G::State, rng: &mut dyn Rng) -> bool {
        match self.name {
            PlayerName::Random | PlayerName::Greedy => false,
            PlayerName::Level(level) => self.expert.notices_fault(state, level, rng),
            PlayerName::Optimal | PlayerName::Handicapped(_) => self.expert.notices_fault(state, Level::Five, rng),
        }
    }
}

/// What the players at a table do next: an objection of those who may, in seat order, else the
/// move of the player to move; `None` where no move is due.
pub fn next_move<G: Game>(
    game: &G,
    state: &G::State,
    player_at: impl Fn(Seat) -> usize,
    players: &[NamedPlayer<G>],
    rng: &mut dyn Rng,
) -> Option<G::Move> {
    let ToAct::Move(seat) = game.to_act(state) else { return None };
    next_objection(game, state, &player_at, players, rng).or_else(|| players[player_at(seat)].choose(state, rng))
}

/// The objection of the first player in seat order who may object and does, where players watch each other.
pub fn next_objection<G: Game>(
    game: &G,
    state: &G::State,
    player_at: impl Fn(Seat) -> usize,
    players: &[NamedPlayer<G>],
    rng: &mut dyn Rng,
) -> Option<G::Move> {
    objection(game, state, |seat| players[player_at(seat)].notices_fault(state, rng))
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::yatzy::Yatzy;

    use super::*;

    #[test]
    fn an_expert_is_made_only_for_those_who_ask_it() {
        let game = Yatzy::new(2, Default::default(), Default::default()).unwrap();
        let players = NamedPlayer::all(&[PlayerName::Random; 2], &game, || unreachable!("random players need no expert")).unwrap();
        assert_eq!(players.len(), 2);
        let mut made = 0;
        let make = || {
            made += 1;
            unlearned(&game)
        };
        NamedPlayer::all(&[PlayerName::Random, PlayerName::Greedy, PlayerName::Level(Level::One)], &game, make).unwrap();
        assert_eq!(made, 1);
    }

    #[test]
    fn names_read_back_as_they_are_written() {
        for name in ["random", "greedy", "level1", "level5", "optimal", "level5-12"] {
            assert_eq!(name.parse::<PlayerName>().unwrap().to_string(), name);
        }
        for name in ["", "level0", "level6", "level", "level5-", "level5-x", "Level1", "expert"] {
            let error = name.parse::<PlayerName>().unwrap_err().to_string();
            assert!(error.contains("known are random, greedy, level1"), "{error}");
        }
    }
}
