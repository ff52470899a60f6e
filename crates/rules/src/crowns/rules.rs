//! The rules of Crowns, each with its id.

crate::refusal::rules! {
    START = "crowns.start", "The youngest begins. Play goes clockwise.";
    TURN_ROLL = "crowns.turn.roll", "A turn has one roll of all six dice.";
    TURN_LOWER = "crowns.turn.lower", "Before placing, any dice may be turned down to a lower number that another die shows; never up, and never to a number not in the roll.";
    TURN_PLACE = "crowns.turn.place", "For each number that some dice show, one chip may be put on the field of exactly that count and number if it is free. Any, all or none of these fields may be used, never more than the chips left.";
    FIELD_ONE = "crowns.field.one", "One chip a field.";
    END = "crowns.end", "When a player has placed the last of 18 chips the round is played to its end. Most points win; equal points share the win.";
    SCORE_EDGE = "crowns.score.edge", "Every chip on an edge field scores its crowns.";
    SCORE_LINE = "crowns.score.line", "Every complete line of five core fields, across, down or diagonal, scores the crowns of its five fields. A field in several complete lines counts in each.";
    SOLO_MUST = "crowns.solo.must", "Alone, each roll must place at least one chip; where it allows none, one unplaced chip is removed.";
    SOLO_HARD = "crowns.solo.hard", "Harder alone: each roll must place at least two chips where possible.";
    SOLO_END = "crowns.solo.end", "Alone, the game ends when no chip is left.";
}
