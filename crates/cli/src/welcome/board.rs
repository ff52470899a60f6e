//! The board of Castro as text: each square's symbol, and the top roof's owner with the height.

use spieltisch_rules::castro::{Castro, SIDE, Square, State};
use spieltisch_rules::{Game, Seat};

/// The letter that stands for a seat: A, B, C…
pub fn letter(seat: Seat) -> char {
    (b'A' + seat as u8) as char
}

/// The position as several lines of text, each ended by a line break.
pub fn draw(game: &Castro, state: &State) -> String {
    let edge = format!("    +{}\n", "------+".repeat(SIDE as usize));
    let mut text = edge.clone();
    for row in (0..SIDE).rev() {
        let squares = (0..SIDE).filter_map(|column| Square::new(column, row));
        let cells: String = squares.map(|square| cell(game, state, square)).collect();
        text += &format!("  {} |{cells}\n{edge}", row + 1);
    }
    text + "       a      b      c      d      e      f\n"
}

fn cell(game: &Castro, state: &State, square: Square) -> String {
    let symbol = game.board().symbol(square).letter();
    match state.stacks().top(square) {
        Some(owner) => format!(" {symbol} {}{} |", letter(owner), state.stacks().height(square)),
        None => format!(" {symbol}    |"),
    }
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::castro::{Board, Options};

    use super::*;

    #[test]
    fn a_square_shows_symbol_owner_and_height() {
        let game = Castro::new(2, Options::default(), Board::default()).unwrap();
        let mut state = game.start();
        for event in ["roll 2 2 5 5 5", "place b6", "roll 1 1 1 2 3", "place b6"] {
            game.take(&mut state, event.parse().unwrap()).unwrap();
        }
        let text = draw(&game, &state);
        assert!(text.contains("  6 | S    | T B2 | H    |"), "{text}");
        assert_eq!(text.lines().count(), 14);
    }
}
