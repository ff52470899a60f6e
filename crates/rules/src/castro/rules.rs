//! The rules of Castro, each with its id.

crate::refusal::rules! {
    START = "castro.start", "A roll-off decides who starts: the highest number, ties roll again. Play goes clockwise.";
    TURN_ROLLS = "castro.turn.rolls", "A turn has up to five rolls of the five dice. Before each further roll any dice may be kept and the others rolled, also dice that were kept before. Nothing is announced.";
    TURN_LAST = "castro.turn.last", "Only the dice as they lie after the latest roll count.";
    TURN_PLACE = "castro.turn.place", "After any roll the player may stop and put one roof on a square whose symbol the dice fit and whose height the rolls used allow. Stopping means placing.";
    TURN_LOSE = "castro.turn.lose", "Where the fifth roll leaves no legal square, one roof is lost from the supply. Where it leaves one, the player must place.";
    SYMBOL_LOWER = "castro.symbol.lower", "Dice that make a higher combination may be used for any lower one they contain.";
    SYMBOL_PAIR = "castro.symbol.pair", "A pair goes on the one square of its number.";
    BUILD_HEIGHT = "castro.build.height", "A roof may be put on a stack of at most five minus the rolls used: after one roll on up to four roofs, after five only on an empty square.";
    BUILD_SAFE = "castro.build.safe", "A stack of five is closed: its top roof can never be covered.";
    END_ROW = "castro.end.row", "A player whose roofs are on top of four adjacent squares in a line, across, down or diagonal, wins at once.";
    END_YATZY = "castro.end.yatzy", "A player with a roof at any level on each of the three Yatzy squares wins at once.";
    END_POINTS = "castro.end.points", "Otherwise the game ends after 15 rounds. Every square a player tops counts the height of its stack. Most points win; equal points share the win.";
}
