//! The rules of Caro, each with its id.

crate::refusal::rules! {
    FIRST = "caro.first", "The first tile may be any colour and scores 10. It stands at 0,0.";
    LAY_ADJACENT = "caro.lay.adjacent", "Every further tile touches at least one laid tile along an edge.";
    LAY_AREA = "caro.lay.area", "All tiles together must fit in a square of 6 by 6 with two players, 7 by 7 with three, 8 by 8 with four.";
    LAY_COLOUR = "caro.lay.colour", "No tile lies edge to edge with one of its own colour.";
    LAY_TWO = "caro.lay.two", "No tile may have more than two edge neighbours of one and the same colour.";
    LAY_DIAGONAL = "caro.lay.diagonal", "No unbroken diagonal of more than three tiles of one colour.";
    LAY_FIXED = "caro.lay.fixed", "A laid tile stays where it is.";
    SCORE_EDGES = "caro.score.edges", "A tile scores the sum over its edges with laid tiles: red-black 10, red-grey 8, red-white 6, black-grey 4, black-white 2, grey-white 1.";
    SCORE_LAST = "caro.score.last", "Laying one's last tile of a colour doubles the points of that turn.";
    SCORE_OPEN = "caro.score.open", "Scores are kept openly after every turn.";
    START = "caro.start", "The youngest begins; in the next game of the same company, the loser of the last one. Play goes clockwise.";
    TURN_PASS = "caro.turn.pass", "A player who cannot lay any tile by the rules passes.";
    END = "caro.end", "The game ends when all tiles are laid or nobody can lay one. Most points win; equal points share the win.";
    OPEN_WRONG = "caro.open.wrong", "On an open table the program does not watch colour, two and diagonal: a wrong tile lies there and scores, an edge between equal colours giving 0.";
    OPEN_OBJECT = "caro.open.object", "Until the next player has laid or passed, each other player may object once to the tile just laid. A wrong one is taken back with its points, costs 10 points and is laid again, rightly.";
    OPEN_LATE = "caro.open.late", "Once the next player has laid, a wrong tile stays, and its points too.";
    OPEN_NOWHERE = "caro.open.nowhere", "If the tile taken back fits nowhere, another may be laid instead, rightly; if none fits, the turn passes. The 10 points stay lost.";
    OPEN_PASS = "caro.open.pass", "Passing is refused while the player has a right place for a tile.";
    OPEN_END = "caro.open.end", "An open game ends when a player passes while nobody has a right place for a tile.";
}
