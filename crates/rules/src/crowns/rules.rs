//! The rules of Crowns, each with its id.

crate::refusal::rules! {
    START = "crowns.start";
    TURN_ROLL = "crowns.turn.roll";
    TURN_LOWER = "crowns.turn.lower";
    TURN_PLACE = "crowns.turn.place";
    FIELD_ONE = "crowns.field.one";
    END = "crowns.end";
    SCORE_EDGE = "crowns.score.edge";
    SCORE_LINE = "crowns.score.line";
    SOLO_MUST = "crowns.solo.must";
    SOLO_HARD = "crowns.solo.hard";
    SOLO_END = "crowns.solo.end";
}
