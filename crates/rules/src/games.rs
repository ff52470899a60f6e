//! The one list of games. A new game is one folder beside the others and one line here.

use crate::caro::Caro;
use crate::castro::Castro;
use crate::crowns::Crowns;
use crate::game::{Game, GameInfo};
use crate::yatzy::Yatzy;

/// Something to be done with a game that is known by name only at run time.
pub trait GameVisitor {
    /// What comes out of it.
    type Output;
    /// Does it for the game `G`.
    fn visit<G: Game>(self) -> Self::Output;
}

macro_rules! games {
    ($($game:ty),* $(,)?) => {
        /// The names of all games, in the order of the start page.
        pub const NAMES: &[&str] = &[$(<$game as Game>::INFO.name),*];

        /// Calls the visitor for the game of that name; `None` for an unknown name.
        pub fn with_game<V: GameVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $(if name == <$game as Game>::INFO.name {
                return Some(visitor.visit::<$game>());
            })*
            None
        }
    };
}

games![Yatzy, Castro, Caro, Crowns];

/// What is known of the game of that name before it is set up; `None` for an unknown name.
pub fn info(name: &str) -> Option<GameInfo> {
    struct Tell;
    impl GameVisitor for Tell {
        type Output = GameInfo;
        fn visit<G: Game>(self) -> GameInfo {
            G::INFO
        }
    }
    with_game(name, Tell)
}
