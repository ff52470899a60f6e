//! The rules of Yatzy, each with its id.

crate::refusal::rules! {
    START = "yatzy.start", "A roll-off decides who begins: the highest sum, ties roll again. Then everyone plays in turn.";
    TURN_ROLLS = "yatzy.turn.rolls", "A turn has up to three rolls. After the first and the second any dice may be set aside and the others rolled again, also dice that were set aside before.";
    TURN_SCORE = "yatzy.turn.score", "A turn ends by writing the dice into one free box. Where they do not fit it, the box is struck and gives 0.";
    END = "yatzy.end", "The game ends when every box of every sheet is filled. The highest total wins; equal totals share the win.";
}
