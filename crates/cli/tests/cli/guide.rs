//! A newcomer's first minute.

use crate::tool::run;

#[test]
fn the_sample_shows_a_guide_and_a_finished_game() {
    let shown = run(&["sample"], b"").good();
    for part in ["spieltisch simulate", "spieltisch replay", "spieltisch legal", "  A: roll ", " wins by "] {
        assert!(shown.contains(part), "{part:?} is missing in {shown}");
    }
}

#[test]
fn every_command_explains_itself() {
    let help = run(&["--help"], b"").good();
    for command in ["serve", "sample", "replay", "legal", "simulate", "best", "arena", "bot-check", "sit", "solve", "train", "print"] {
        assert!(help.contains(command));
        assert!(run(&[command, "--help"], b"").good().contains("Usage:"));
    }
}
