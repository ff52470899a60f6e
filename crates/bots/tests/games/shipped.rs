//! The values that a game asks for lie where the page's build looks for them.

use std::path::Path;

use spieltisch_bots::Bots;
use spieltisch_rules::for_each_game;

fn check<G: Bots>(folder: &str) {
    for players in G::INFO.players {
        let game = G::new(players, G::Options::default(), G::Board::default()).expect("as many as can play");
        for name in game.needs().values().into_iter().chain(game.further_needs()) {
            let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder).join(name).with_extension("values");
            assert!(file.is_file(), "{folder} for {players} asks for {}", file.display());
        }
    }
}

macro_rules! check_each {
    ($($folder:ident: $game:ty),* $(,)?) => {
        $(check::<$game>(stringify!($folder));)*
    };
}

#[test]
fn values_lie_where_the_page_finds_them() {
    for_each_game!(check_each);
}
