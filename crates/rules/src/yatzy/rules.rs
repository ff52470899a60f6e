//! The rules of Yatzy, each with its id.

crate::refusal::rules! {
    START = "yatzy.start";
    TURN_ROLLS = "yatzy.turn.rolls";
    TURN_SCORE = "yatzy.turn.score";
    END = "yatzy.end";
}
