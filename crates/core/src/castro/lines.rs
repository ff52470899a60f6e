//! Lines of four on the board: those that won, and those that nearly do.

use spieltisch_rules::Seat;
use spieltisch_rules::castro::{Castro, HIGHEST, SIDE, Square, SquareSet, State};

/// Every line of four squares.
fn fours() -> impl Iterator<Item = [Square; 4]> {
    let steps = [(1, 0), (0, 1), (1, 1), (1, -1)];
    let at = |column: i8, row: i8| {
        let inside = (0..SIDE as i8).contains(&column) && (0..SIDE as i8).contains(&row);
        inside.then(|| Square::new(column as u8, row as u8)).flatten()
    };
    Square::all().flat_map(move |first| {
        steps.into_iter().filter_map(move |(across, up)| {
            let square = |i: i8| at(first.column() as i8 + i * across, first.row() as i8 + i * up);
            Some([square(0)?, square(1)?, square(2)?, square(3)?])
        })
    })
}

/// The squares by which a seat has won: four tops in a line, or the three Yatzy squares.
pub fn winning(game: &Castro, state: &State, seat: Seat) -> SquareSet {
    let tops = state.stacks().tops(seat);
    let line: SquareSet = fours().filter(|four| four.iter().all(|&square| tops.contains(square))).flatten().collect();
    if line.is_empty() && state.stacks().present(seat).contains_all(game.yatzy_squares()) { game.yatzy_squares() } else { line }
}

/// The squares of lines in which a seat tops three and can still get the fourth.
pub fn three_of_four(state: &State, seat: Seat) -> SquareSet {
    let tops = state.stacks().tops(seat);
    let nearly = |four: &[Square; 4]| {
        let mut missing = four.iter().filter(|&&square| !tops.contains(square));
        matches!((missing.next(), missing.next()), (Some(&square), None) if state.stacks().height(square) < HIGHEST)
    };
    fours().filter(nearly).flatten().filter(|&square| tops.contains(square)).collect()
}

/// The Yatzy squares a seat is on, where only one is missing.
pub fn two_yatzy(game: &Castro, state: &State, seat: Seat) -> SquareSet {
    let on = state.stacks().present(seat).and(game.yatzy_squares());
    if on.len() == 2 { on } else { SquareSet::EMPTY }
}

#[cfg(test)]
mod tests {
    use super::*;
    use spieltisch_rules::Game;

    #[test]
    fn there_are_fifty_four_lines_of_four() {
        assert_eq!(fours().count(), 18 + 18 + 9 + 9);
    }

    #[test]
    fn three_tops_in_a_line_are_seen_until_the_fourth_square_is_closed() {
        let game = Castro::new(2, Default::default(), Default::default()).unwrap();
        let mut state = game.start();
        for square in ["a1", "c3", "b1", "c3", "c1"] {
            state.build_and_pass(&game, square.parse().unwrap());
        }
        let near: Vec<String> = three_of_four(&state, 0).iter().map(|square| square.to_string()).collect();
        assert_eq!(near, ["a1", "b1", "c1"]);
        assert!(three_of_four(&state, 1).is_empty());
    }
}
