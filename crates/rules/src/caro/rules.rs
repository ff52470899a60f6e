//! The rules of Caro, each with its id.

crate::refusal::rules! {
    FIRST = "caro.first";
    LAY_ADJACENT = "caro.lay.adjacent";
    LAY_AREA = "caro.lay.area";
    LAY_COLOUR = "caro.lay.colour";
    LAY_TWO = "caro.lay.two";
    LAY_DIAGONAL = "caro.lay.diagonal";
    LAY_FIXED = "caro.lay.fixed";
    SCORE_EDGES = "caro.score.edges";
    SCORE_LAST = "caro.score.last";
    SCORE_OPEN = "caro.score.open";
    START = "caro.start";
    TURN_PASS = "caro.turn.pass";
    END = "caro.end";
    OPEN_WRONG = "caro.open.wrong";
    OPEN_OBJECT = "caro.open.object";
    OPEN_LATE = "caro.open.late";
    OPEN_NOWHERE = "caro.open.nowhere";
    OPEN_PASS = "caro.open.pass";
    OPEN_END = "caro.open.end";
}
