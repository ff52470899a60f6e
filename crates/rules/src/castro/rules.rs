//! The rules of Castro, each with its id.

crate::refusal::rules! {
    START = "castro.start";
    TURN_ROLLS = "castro.turn.rolls";
    TURN_LAST = "castro.turn.last";
    TURN_PLACE = "castro.turn.place";
    TURN_LOSE = "castro.turn.lose";
    SYMBOL_LOWER = "castro.symbol.lower";
    SYMBOL_PAIR = "castro.symbol.pair";
    BUILD_HEIGHT = "castro.build.height";
    BUILD_SAFE = "castro.build.safe";
    END_ROW = "castro.end.row";
    END_YATZY = "castro.end.yatzy";
    END_POINTS = "castro.end.points";
}
