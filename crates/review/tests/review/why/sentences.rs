//! One sentence for every kind of reason.

use spieltisch_review::Why;
use spieltisch_review::why::caro::CaroWhy;
use spieltisch_review::why::castro::CastroWhy;
use spieltisch_review::why::crowns::CrownsWhy;
use spieltisch_review::why::yatzy::YatzyWhy;
use spieltisch_rules::caro::Colour;
use spieltisch_rules::crowns::Field;
use spieltisch_rules::yatzy::BoxName;

#[track_caller]
fn says(why: Why, sentence: &str) {
    assert_eq!(why.to_string(), sentence);
}

#[test]
fn of_yatzy() {
    let says = |why, sentence| says(Why::Yatzy(why), sentence);
    says(
        YatzyWhy::Sure { name: BoxName::LargeStraight, points: 40, chance: 0.309 },
        "large-straight is there already, for 40 points; after rolling on it is there again in 31 %",
    );
    says(YatzyWhy::Chance { name: BoxName::Yatzy, played: 0.012, best: 0.306 }, "the chance of yatzy in this turn is 31 % instead of 1 %");
    says(
        YatzyWhy::Mean { name: BoxName::Sixes, played: 9.94, best: 14.2 },
        "sixes brings 14.2 points on average in this turn instead of 9.9, going for it",
    );
    says(YatzyWhy::Now { points: 1 }, "it brings 1 point more at once");
    says(YatzyWhy::Now { points: 12 }, "it brings 12 points more at once");
    let later = |now| YatzyWhy::Later { kept: BoxName::Chance, used: BoxName::Ones, points: 9.26, now };
    says(later(-14), "it brings 14 points less at once, but chance left free instead of ones is worth 9.3 points later");
    says(later(0), "chance left free instead of ones is worth 9.3 points later");
    says(
        YatzyWhy::Bonus { points: 6.0, now: -2 },
        "it brings 2 points less at once, but the better chance of the bonus is worth 6.0 points",
    );
}

#[test]
fn of_castro() {
    let says = |why, sentence| says(Why::Castro(why), sentence);
    says(CastroWhy::WinsByRow, "it wins at once with four in a row");
    says(CastroWhy::WinsByYatzy, "it wins at once with the third Yatzy square");
    let (played, best) = (0.2, 0.456);
    says(CastroWhy::WinChance { played, best }, "the chance to win in this very turn is 46 % instead of 20 %");
    says(
        CastroWhy::OtherWins { seat: 1, played: best, best: played },
        "the chance of the next player to win at once is 20 % instead of 46 %",
    );
    says(CastroWhy::OwnNext { played, best }, "the chance to win with the next turn on the board left so is 46 % instead of 20 %");
    let square = "c4".parse().expect("a square");
    says(CastroWhy::Roof { square, played, best }, "the chance of a roof on c4 is 46 % instead of 20 %");
    says(CastroWhy::AnyRoof { played, best }, "the chance to place a roof at all is 46 % instead of 20 %");
    says(CastroWhy::Lead { played: -2, best: 3 }, "it leaves a lead of 3 points instead of -2");
}

#[test]
fn of_caro() {
    let says = |why, sentence| says(Why::Caro(why), sentence);
    says(CaroWhy::Points { played: 8, best: 20 }, "it brings 20 points at once instead of 8");
    says(
        CaroWhy::Doubled { colour: Colour::Grey, played: 18, best: 34 },
        "the last grey tile counts double: 34 points at once instead of 18",
    );
    let opens = |now| CaroWhy::Opens { seat: 1, played: 40, best: 18, now };
    says(opens(0), "the next player can get 18 points at most with the next tile instead of 40");
    says(opens(-4), "it brings 4 points less at once, but the next player can get 18 points at most with the next tile instead of 40");
    says(CaroWhy::Object, "the tile just laid is wrong: an objection takes its points and 10 more");
    says(CaroWhy::Wrong, "the tile is wrong there: an objection takes its points and 10 more");
}

#[test]
fn of_crowns() {
    let says = |why, sentence| says(Why::Crowns(why), sentence);
    says(CrownsWhy::EndsAhead, "it ends the game, and wins it");
    says(CrownsWhy::Points { played: 3, best: 12 }, "it brings 12 points at once instead of 3");
    says(CrownsWhy::LineChance { played: 0.1, best: 0.34 }, "the chance to fill a line with the next roll is 34 % instead of 10 %");
    let field = Field::new(1, 3).expect("a field");
    says(CrownsWhy::Wasted { field }, "the chip on 1x3 can count for nothing any more");
    says(CrownsWhy::Keeps { chips: 2 }, "it keeps 2 of these chips for other fields");
    says(CrownsWhy::Race { chips: 2, seat: 1, left: 3 }, "it places 2 more of the chips, while another player has only 3 left");
    let closer = |line| CrownsWhy::Closer { line, crowns: 16, played: 3, best: 1 };
    says(closer(4), "the row of 5s, worth 16 crowns, then lacks 1 of its five fields instead of 3");
    says(closer(7), "the column 3x, worth 16 crowns, then lacks 1 of its five fields instead of 3");
    says(closer(10), "the rising diagonal, worth 16 crowns, then lacks 1 of its five fields instead of 3");
    says(closer(11), "the falling diagonal, worth 16 crowns, then lacks 1 of its five fields instead of 3");
}
