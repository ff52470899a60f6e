//! A newcomer's first minute.

use crate::tool::run;

#[test]
fn without_a_command_a_guide_and_a_finished_game_are_shown() {
    let shown = run(&[], b"").good();
    for part in ["spieltisch simulate", "spieltisch replay", "spieltisch legal", "  A: roll ", " wins by "] {
        assert!(shown.contains(part), "{part:?} is missing in {shown}");
    }
}

#[test]
fn every_command_explains_itself() {
    let help = run(&["--help"], b"").good();
    for command in ["replay", "legal", "simulate"] {
        assert!(help.contains(command));
        assert!(run(&[command, "--help"], b"").good().contains("Usage:"));
    }
}
