//! Exactness against brute force, search, learning and play, game by game.

mod caro_expert;
mod caro_search;
mod crowns_duel;
mod crowns_exact;
mod crowns_learning;
mod crowns_playing;
mod crowns_shipped;
mod shipped;
mod yatzy_solver;
mod yatzy_win;
