//! RULES.md must name every rule id, and only tests that exist.

const INDEX: &str = include_str!("../../../src/reference/RULES.md");
const TESTS: [&str; 7] = [
    include_str!("yatzy.rs"),
    include_str!("castro.rs"),
    include_str!("caro.rs"),
    include_str!("caro_open.rs"),
    include_str!("crowns.rs"),
    include_str!("headers.rs"),
    include_str!("conformance.rs"),
];
const RULES: [&str; 47] = [
    "yatzy.start",
    "yatzy.turn.rolls",
    "yatzy.turn.score",
    "yatzy.end",
    "castro.start",
    "castro.turn.rolls",
    "castro.turn.last",
    "castro.turn.place",
    "castro.turn.lose",
    "castro.symbol.lower",
    "castro.symbol.pair",
    "castro.build.height",
    "castro.build.safe",
    "castro.end.row",
    "castro.end.yatzy",
    "castro.end.points",
    "caro.first",
    "caro.lay.adjacent",
    "caro.lay.area",
    "caro.lay.colour",
    "caro.lay.two",
    "caro.lay.diagonal",
    "caro.lay.fixed",
    "caro.score.edges",
    "caro.score.last",
    "caro.score.open",
    "caro.start",
    "caro.turn.pass",
    "caro.end",
    "caro.open.wrong",
    "caro.open.object",
    "caro.open.late",
    "caro.open.nowhere",
    "caro.open.pass",
    "caro.open.end",
    "crowns.start",
    "crowns.turn.roll",
    "crowns.turn.lower",
    "crowns.turn.place",
    "crowns.field.one",
    "crowns.end",
    "crowns.score.edge",
    "crowns.score.line",
    "crowns.solo.must",
    "crowns.solo.hard",
    "crowns.solo.end",
    "record.event",
];

#[test]
fn every_rule_is_shown_by_tests_that_exist() {
    for rule in RULES {
        let row = INDEX.lines().find(|line| line.starts_with(&format!("| `{rule}` |")));
        let Some(row) = row else {
            panic!("RULES.md has no row for {rule}");
        };
        let names: Vec<&str> = row.split('`').skip(3).step_by(2).collect();
        assert!(!names.is_empty(), "no test is named for {rule}");
        for name in names {
            let written = TESTS.iter().any(|file| file.contains(&format!("fn {name}()")));
            assert!(written, "{rule}: there is no test {name}");
        }
    }
}
