//! Prints every set-up as arguments of `spieltisch simulate`, one a line: what `cargo xtask soak` plays.

fn main() {
    for set_up in spieltisch_testkit::conformance::set_ups() {
        for players in set_up.players.clone() {
            let options = set_up.arguments();
            println!(
                "{}",
                [&["--game".into(), set_up.game.into(), "--players".into(), players.to_string()], &options[..]].concat().join(" ")
            );
        }
    }
}
