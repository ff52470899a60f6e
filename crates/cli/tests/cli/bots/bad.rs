//! Whatever a bot does, games go on, its faults are told, and no process is left behind.

use std::process::{Command, Stdio};

use super::{Lives, gone};
use crate::tool::{Ran, run};

fn simulate(bot: &str, games: &str, deadline: &str) -> Ran {
    let arguments = ["simulate", "--game", "yatzy", "--players", "1", "--games", games, "--bots", bot, "--deadline", deadline];
    run(&arguments, b"")
}

/// Plays games with a bad bot; all of them are whole. Returns what was told of it, and how often it was started.
#[track_caller]
fn told(how: &str, games: &str, deadline: &str) -> (String, usize) {
    let lives = Lives::new();
    let ran = simulate(&lives.bot(how), games, deadline);
    assert_eq!((ran.code, ran.lines().len().to_string().as_str()), (0, games), "{how}: {}", ran.err);
    assert_eq!(run(&["replay"], ran.out.as_bytes()).good(), ran.out, "{how}");
    assert!(ran.out.lines().all(|record| record.contains("\"reason\":\"points\"")), "{how}: {}", ran.out);
    assert!(ran.err.bytes().all(|byte| byte == b'\n' || !byte.is_ascii_control()), "{how}: {:?}", ran.err);
    (ran.err, lives.all_gone())
}

#[test]
fn wrong_answers_are_refused_and_counted() {
    let (err, started) = told("breaks rules", "2", "20000");
    assert!(err.contains("6 faults (6 wrong)") && err.contains("wrong twice") && err.contains("yatzy.turn.rolls"), "{err}");
    assert_eq!(started, 2, "it is started anew for the second game");
    let (err, _) = told("takes dice", "1", "20000");
    assert!(err.contains("3 faults (3 wrong)") && err.contains("roll 6 6 6 6 6"), "{err}");
    let (err, _) = told("talks nonsense", "1", "20000");
    assert!(err.contains("3 faults (3 wrong)") && err.contains("not JSON"), "{err}");
}

#[test]
fn a_refused_bot_may_answer_once_more() {
    let (err, started) = told("learns", "2", "20000");
    assert_eq!((err.as_str(), started), ("", 1), "no fault, and one process for all games");
}

#[test]
fn late_answers_are_not_taken_for_the_next_question() {
    let (err, started) = told("answers late", "2", "2000");
    assert!(err.contains("2 faults (2 too late); 2 moves were chosen at random") && err.contains("within 2000 ms"), "{err}");
    assert_eq!(started, 2);
}

#[test]
fn a_bot_that_hangs_is_played_for() {
    for how in ["hangs", "does not read"] {
        let (err, started) = told(how, "2", "200");
        assert!(err.contains("6 faults (6 too late)"), "{how}: {err}");
        assert_eq!(started, 2, "{how}");
    }
}

#[test]
fn a_bot_that_dies_comes_back_for_the_next_game() {
    let (err, started) = told("dies", "3", "20000");
    assert!(err.contains("3 faults (3 died)") && err.contains("out of ideas"), "{err}");
    assert_eq!(started, 3);
}

#[test]
fn floods_do_no_harm() {
    let (err, _) = told("floods", "1", "20000");
    assert!(err.contains("line after line without answering"), "{err}");
    let (err, _) = told("writes a gigabyte", "1", "20000");
    assert!(err.contains("a line of more than 64 KB"), "{err}");
    let (err, _) = told("complains", "1", "60000");
    assert_eq!(err, "", "standard error is its own affair");
}

#[test]
fn what_a_bot_has_started_ends_with_it() {
    let (err, started) = told("forks", "2", "2000");
    // Its children hold its standard output, so it seems to hang.
    assert!(err.contains("6 faults"), "{err}");
    assert_eq!(started, 2);
}

#[test]
fn a_bot_that_cannot_be_started_is_named() {
    for (bot, message) in [
        ("cmd:", "cmd: names no program"),
        ("cmd:/no/such/bot", "cmd:/no/such/bot: it could not be started"),
        ("cmd:true", "it ended"),
        ("cmd:./bot 'x", "a quotation mark is not closed"),
        ("hal", "or cmd:COMMAND, a bot"),
    ] {
        let ran = simulate(bot, "1", "1000");
        assert!(ran.code == 2 && ran.out.is_empty() && ran.err.contains(message), "{bot}: {}", ran.err);
    }
    let lives = Lives::new();
    let ran = simulate(&lives.bot("is not ready"), "1", "1000");
    assert!(ran.code == 2 && ran.err.contains("hello was answered with “{\"is\": \"asleep\"}”"), "{}", ran.err);
    let other = ["simulate", "--game", "caro", "--players", "2", "--bots", &lives.bot("hangs")];
    let ran = run(&other, b"");
    assert!(ran.code == 2 && ran.err.contains("it says that it does not play caro"), "{}", ran.err);
    assert_eq!(lives.all_gone(), 2);
}

/// Neither do daemons outlive the bot that started them.
#[cfg(target_os = "linux")]
#[test]
fn what_has_left_the_group_ends_too() {
    let (err, started) = told("escapes", "1", "20000");
    assert_eq!((err.as_str(), started), ("", 1));
}

/// Told to stop, the program takes its bots with it, though they are in groups of their own.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_all_bots() {
    for (signal, how) in [("-INT", "hangs"), ("-TERM", "hangs"), ("-INT", "escapes")] {
        let lives = Lives::new();
        let mut arena = Command::new(env!("CARGO_BIN_EXE_spieltisch"))
            .args(["arena", "--game", "yatzy", "--players", "2", "--bots", &lives.bot(how), "--deadline", "600000", "--games", "100000"])
            .stdout(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let bots = [lives.next(), lives.next()]; // the first is tried, the second sits beside it
        let asked = Command::new("kill").args([signal, &arena.id().to_string()]).status();
        assert!(asked.is_ok_and(|status| status.success()));
        assert_eq!(arena.wait().expect("it ends").code(), Some(130));
        bots.into_iter().for_each(gone);
        lives.all_gone();
    }
}
