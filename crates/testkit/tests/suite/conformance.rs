//! Every game passes the one suite, for every number of players and every option.

use spieltisch_testkit::conformance::GAMES;

macro_rules! one_test_for_each {
    ($($folder:ident: $game:ty),* $(,)?) => {
        $(#[test]
        fn $folder() {
            GAMES.find(stringify!($folder)).expect("a folder is called as its game").conform();
        })*
    };
}
spieltisch_rules::for_each_game!(one_test_for_each);
