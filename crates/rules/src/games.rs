//! The one list of games. A new game is one folder beside the others and one line here; what is then still missing in
//! the other crates, the compiler says.

use std::marker::PhantomData;
use std::sync::{PoisonError, RwLock};

use crate::game::{Game, GameInfo};

/// Hands all games, as `folder: Type`, in the order of the start page, to a macro of the caller. Whatever a crate needs
/// of every game it asks for through this, so that a game that lacks it does not compile.
#[macro_export]
macro_rules! for_each_game {
    ($then:ident) => {
        $then! {
            yatzy: $crate::yatzy::Yatzy,
            castro: $crate::castro::Castro,
            caro: $crate::caro::Caro,
            crowns: $crate::crowns::Crowns,
        }
    };
}

/// A game known by its name: an entry of a [`Registry`].
pub trait GameEntry: Sync {
    /// What is known of it before it is set up.
    fn info(&self) -> GameInfo;
}

/// The game `G` as an entry of lists. Each crate implements for it what it asks of a game by name.
pub struct Entry<G>(PhantomData<fn() -> G>);

impl<G> Entry<G> {
    /// The entry.
    pub const ENTRY: Entry<G> = Entry(PhantomData);
}

impl<G: Game> GameEntry for Entry<G> {
    fn info(&self) -> GameInfo {
        G::INFO
    }
}

/// The games as one crate sees them: those of [`for_each_game`], and those that a test invites.
pub struct Registry<E: ?Sized + 'static> {
    own: &'static [&'static E],
    invited: RwLock<Vec<&'static E>>,
}

impl<E: ?Sized + GameEntry> Registry<E> {
    /// A list of these games.
    pub const fn new(own: &'static [&'static E]) -> Registry<E> {
        Registry { own, invited: RwLock::new(Vec::new()) }
    }

    /// All games, in the order of the start page.
    pub fn all(&self) -> Vec<&'static E> {
        let invited = self.invited.read().unwrap_or_else(PoisonError::into_inner);
        self.own.iter().chain(invited.iter()).copied().collect()
    }

    /// The game of this name.
    pub fn find(&self, name: &str) -> Option<&'static E> {
        let own = self.own.iter().find(|game| game.info().name == name).copied();
        own.or_else(|| self.all().into_iter().find(|game| game.info().name == name))
    }

    /// Adds a game for as long as this process runs: for tests, whose games the program does not have.
    pub fn invite(&self, game: &'static E) {
        if self.find(game.info().name).is_none() {
            self.invited.write().unwrap_or_else(PoisonError::into_inner).push(game);
        }
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn GameEntry> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets this process know a game that is not in the list; see [`Registry::invite`].
pub fn invite<G: Game>() {
    GAMES.invite(&Entry::<G>::ENTRY);
}

/// The names of all games, in the order of the start page.
pub fn names() -> Vec<&'static str> {
    GAMES.all().into_iter().map(|game| game.info().name).collect()
}

/// What is known of the game of that name before it is set up; `None` for an unknown name.
pub fn info(name: &str) -> Option<GameInfo> {
    GAMES.find(name).map(GameEntry::info)
}
