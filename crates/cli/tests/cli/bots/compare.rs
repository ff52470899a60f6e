//! `arena --duplicate` and `arena --luck`: the answers that are known.

use crate::tool::run;

/// What perfect play is worth alone, and to everyone who plays for points.
const OPTIMUM: f64 = 323.62;

/// Mean and half the interval of a player's wins and points, and how many games were saved.
struct Told {
    wins: (f64, f64),
    points: (f64, f64),
    text: String,
}

fn arena(game: &str, players: &str, bots: &str, games: &str, more: &[&str]) -> Told {
    let arguments = ["arena", "--game", game, "--players", players, "--bots", bots, "--games", games, "--seed", "5"];
    let text = run(&[&arguments[..], more].concat(), b"").good();
    let line = text.lines().nth(2).unwrap_or_else(|| panic!("{text}"));
    let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    let [_, win, win_off, points, points_off] = numbers[..] else { panic!("{text}") };
    Told { wins: (win, win_off), points: (points, points_off), text }
}

/// Whether two means agree: nine times in a thousand they would not by chance, and the seed is fixed.
fn agree(one: (f64, f64), other: (f64, f64)) -> bool {
    (one.0 - other.0).abs() <= 1.33 * (one.1 * one.1 + other.1 * other.1).sqrt() + 0.006
}

/// The exact player loses nothing, so all that differs from game to game is luck: without it every game is the optimum.
#[test]
fn without_luck_perfect_play_is_worth_the_optimum() {
    let alone = arena("yatzy", "1", "optimal", "10", &["--luck"]);
    assert_eq!(alone.points, (OPTIMUM, 0.0), "{}", alone.text);
    assert!(alone.text.contains("nothing in its points is left to chance"), "{}", alone.text);
    let others = arena("yatzy", "2", "optimal,random", "10", &["--luck"]);
    assert_eq!(others.points, (OPTIMUM, 0.0), "whatever the other does: {}", others.text);
    assert!(arena("yatzy", "1", "optimal", "10", &[]).points.1 > 5.0, "with it they differ");
}

/// A weaker player's mean stays what it is, and is known far sooner.
#[test]
fn taking_luck_out_changes_no_mean() {
    for (game, players, bots, games) in [("yatzy", "1", "greedy", "400"), ("yatzy", "2", "level2,greedy", "300")] {
        let (plain, corrected) = (arena(game, players, bots, games, &[]), arena(game, players, bots, games, &["--luck"]));
        assert!(agree(plain.points, corrected.points), "{}{}", plain.text, corrected.text);
        assert!(corrected.points.1 < 0.8 * plain.points.1, "{}{}", plain.text, corrected.text);
        assert!(agree(plain.wins, corrected.wins), "{}{}", plain.text, corrected.text);
        assert!(corrected.text.contains(" games saved"), "{}", corrected.text);
    }
    let (plain, corrected) = (arena("caro", "2", "random,random", "20", &[]), arena("caro", "2", "random,random", "20", &["--luck"]));
    assert_eq!((plain.wins, plain.points), (corrected.wins, corrected.points), "without dice there is no luck");
    assert!(corrected.text.contains("as sure as after 20 plain games: 0 games saved"), "{}", corrected.text);
}

/// Two players who play alike and the same dice: each wins as often as the other, to the last game.
#[test]
fn the_same_dice_make_equals_equal() {
    let equals = arena("yatzy", "2", "optimal,optimal", "40", &["--duplicate"]);
    assert_eq!(equals.wins, (50.0, 0.0), "{}", equals.text);
    let of_four = arena("yatzy", "4", "optimal,optimal", "10", &["--duplicate"]);
    assert!(of_four.wins == (25.0, 0.0) && of_four.text.contains("12 games") && of_four.text.contains("3 deals"), "{}", of_four.text);
}

/// The dice of deals are as fair as any: the optimum is reached with them, and results are those of plain games.
#[test]
fn the_same_dice_change_no_mean() {
    let alone = arena("yatzy", "1", "optimal", "2000", &["--duplicate"]);
    assert!(agree(alone.points, (OPTIMUM, 0.0)) && alone.points.1 < 3.0, "{}", alone.text);
    let (plain, deals) = (arena("yatzy", "2", "level2,greedy", "600", &[]), arena("yatzy", "2", "level2,greedy", "600", &["--duplicate"]));
    assert!(agree(plain.wins, deals.wins) && agree(plain.points, deals.points), "{}{}", plain.text, deals.text);
    assert!(deals.wins.1 < plain.wins.1, "{}{}", plain.text, deals.text);
    let both = arena("yatzy", "2", "level2,greedy", "200", &["--duplicate", "--luck"]);
    assert!(agree(plain.wins, both.wins) && agree(plain.points, both.points), "{}{}", plain.text, both.text);
}
