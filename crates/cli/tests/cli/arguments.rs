//! Arguments of all kinds, senseless ones above all: every command ends with a sentence or does its work; never a
//! panic, never a non-finite number, never more memory than there is.
//!
//! The seed is printed; `SPIELTISCH_SEED=… cargo test -p spieltisch arguments` tries the same again.

use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::Bots;
use spieltisch_bots::training::{Learned, Plan};
use spieltisch_rules::Game;
use spieltisch_rules::castro::Castro;

use crate::tool::run;

const CASES: usize = 300;
/// A command that does its work has shown by then that its arguments did no harm.
const PATIENCE: Duration = Duration::from_secs(2);
/// Kilobytes of memory a command may ask for.
const MEMORY: u32 = 3_000_000;

const NUMBERS: &[&str] = &[
    "0",
    "1",
    "2",
    "3",
    "5",
    "8",
    "9",
    "100",
    "101",
    "255",
    "256",
    "100000000",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "-0",
    "+2",
    "1.5",
    "1e9",
    "1e-300",
    "1e300",
    "NaN",
    "inf",
    "-inf",
    "0x10",
    "",
    " ",
    "ä",
    "٣",
    "2 2",
];
const GAMES: &[&str] = &["yatzy", "castro", "caro", "crowns", "Yatzy", "chess", "", "yatzy ", "../castro", "🎲"];
const BOTS: &[&str] = &[
    "random",
    "greedy",
    "random,greedy",
    "random,random,random,random,random,random,random,random,random",
    "",
    ",",
    "hal",
    "level0",
    "level6",
    "optimal ",
    "RANDOM",
    "cmd:",
    "cmd:true",
    "cmd:'",
    "cmd:cat",
    "random,cmd:/no/such/bot",
];
const OPTIONS: &[&str] = &[
    "bonus_at_least=63",
    "bonus_at_least=0",
    "bonus_at_least=4294967295",
    "bonus_at_least=4294967296",
    "bonus_at_least=-1",
    "bonus_at_least=NaN",
    "bonus_at_least=1e9",
    "bonus_at_least=null",
    "bonus_at_least=[[[[",
    "open_table=true",
    "open_table=yes",
    "solo_hard=true",
    "two_pairs_from_four=true",
    "full_house_from_yatzy=1",
    "=",
    "=1",
    "x",
    "x=",
    "",
    "a=b=c",
    "{}=[]",
];
const LINKS: &[&str] = &["", "#", "http://#/t/1/2", "http://127.0.0.1:1/#/t/1/2", "http://[::1/#/t/1/2", "https://ä/#/t/1/2", "x#/t/1/2"];
/// Only so many games: what is right would go on for ever.
const FEW: &[&str] = &["0", "1", "2", "-1", "1.5", "", "NaN", "18446744073709551616", "one"];

/// What an argument can be.
enum ArgumentKind {
    Switch,
    One(&'static [&'static str]),
    File,
    Folder,
}
use ArgumentKind::{File as InFile, Folder, One, Switch};

const TABLE: &[(&str, ArgumentKind)] =
    &[("--game", One(GAMES)), ("--players", One(NUMBERS)), ("--option", One(OPTIONS)), ("--board", InFile), ("--seed", One(NUMBERS))];

fn known(command: &str) -> &'static [(&'static str, ArgumentKind)] {
    match command {
        "simulate" => &[("--games", One(FEW)), ("--bots", One(BOTS)), ("--deadline", One(NUMBERS)), ("", InFile)],
        "arena" => &[("--games", One(FEW)), ("--bots", One(BOTS)), ("--duplicate", Switch), ("--luck", Switch), ("", InFile)],
        "bot-check" => &[("", One(BOTS)), ("--game", One(GAMES)), ("--games", One(FEW)), ("--deadline", One(NUMBERS))],
        "sit" => &[("", One(LINKS)), ("--bot", One(BOTS)), ("--games", One(NUMBERS)), ("--deadline", One(NUMBERS))],
        "train" => &[("--effort", One(NUMBERS)), ("--mixed", Switch), ("--fresh", Switch), ("--out", Folder)],
        "solve" => &[("", One(&["castro", "chess", "", "Yatzy"])), ("--option", One(OPTIONS)), ("--board", InFile)],
        "replay" | "legal" | "best" | "verify" => &[("", InFile), ("", InFile), ("--json", Switch)],
        "serve" => &[
            (
                "--database",
                One(&[
                    "",
                    "sqlite:",
                    "mysql://x",
                    "postgres://",
                    "postgres://nobody@127.0.0.1:1/none",
                    "sqlite:/no/such/folder/x.db",
                    "x",
                    "sqlite:/",
                ]),
            ),
            ("--base-path", One(&["games", "/games", "/", "//", "", "/ä", "/a b"])),
            ("--public-url", One(&["", "games.example.org", "https://", "https://games.example.org", "http://a/b/", "http://ä", "//"])),
            ("--computer-pace", One(NUMBERS)),
            ("--max-connections", One(NUMBERS)),
            ("--max-connections-per-address", One(NUMBERS)),
            ("--max-tables-per-hour", One(NUMBERS)),
            ("--max-messages-per-second", One(NUMBERS)),
            ("--lazy-disk", Switch),
            ("--behind-proxy", Switch),
            ("--log-json", Switch),
        ],
        _ => &[],
    }
}

/// Arguments for one call, within bounds that let it end soon.
fn arguments(rng: &mut Xoshiro256PlusPlus) -> Vec<String> {
    let commands =
        ["simulate", "simulate", "arena", "arena", "train", "solve", "replay", "legal", "best", "verify", "bot-check", "sit", "serve"];
    let command = commands[rng.random_range(0..commands.len())];
    let mut arguments = vec![command.to_string()];
    let one = |kind: &ArgumentKind, rng: &mut Xoshiro256PlusPlus| match kind {
        Switch => None,
        One(values) => Some(values[rng.random_range(0..values.len())].to_string()),
        InFile => Some(["no-such-file", ".", "records.jsonl", "noise", "board.toml", "-", ""][rng.random_range(0..7)].to_string()),
        Folder => Some(["", ".", "/no/such/folder/x", "out.values"][rng.random_range(0..4)].to_string()),
    };
    let mut add = |name: &str, kind: &ArgumentKind, rng: &mut Xoshiro256PlusPlus| {
        arguments.extend((!name.is_empty()).then(|| name.to_string()));
        arguments.extend(one(kind, rng));
    };
    if matches!(command, "simulate" | "arena" | "train") {
        for (i, (name, kind)) in TABLE.iter().enumerate() {
            // Game and players are mostly there, so that the rest is looked at too.
            if rng.random_bool(if i < 2 { 0.95 } else { 0.25 }) {
                add(name, kind, rng);
            }
        }
        if command != "train" {
            add("--games", &One(FEW), rng);
        }
    }
    for (name, kind) in known(command) {
        if *name != "--games" && rng.random_bool(0.3) {
            add(name, kind, rng);
        }
    }
    if command == "serve" {
        arguments.extend(["--listen".into(), "127.0.0.1:0".into()]);
    }
    arguments
}

/// What became of a call: its exit code where it ended by itself, and what it said.
struct Call {
    code: Option<i32>,
    ended: bool,
    out: String,
    err: String,
}

fn call(arguments: &[String], folder: &Path, patience: Duration) -> Call {
    let (out, err) = (folder.join("stdout"), folder.join("stderr"));
    let mut child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY}; exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_spieltisch")])
        .args(arguments)
        .current_dir(folder)
        .env("SPIELTISCH_DATA", folder.join("data"))
        .stdin(Stdio::null())
        .stdout(File::create(&out).expect("a file"))
        .stderr(File::create(&err).expect("a file"))
        .spawn()
        .expect("the binary starts");
    let until = Instant::now() + patience;
    let status = loop {
        match child.try_wait().expect("its own child") {
            Some(status) => break Some(status),
            None if Instant::now() >= until => break None,
            None => std::thread::park_timeout(Duration::from_millis(2)),
        }
    };
    if status.is_none() {
        child.kill().expect("its own child");
        child.wait().expect("its own child");
    }
    let text = |path: &Path| String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned();
    Call { code: status.and_then(|status| status.code()), ended: status.is_some(), out: text(&out), err: text(&err) }
}

/// What must hold of every call; the sentence says what does not.
fn judge(call: &Call) -> Result<(), &'static str> {
    if call.err.contains("panicked") || call.err.contains("RUST_BACKTRACE") {
        return Err("it panicked");
    }
    if call.out.split(|letter: char| !letter.is_alphanumeric()).any(|word| word == "NaN" || word == "inf") {
        return Err("it told a non-finite number");
    }
    match call.code {
        _ if !call.ended => Ok(()),
        Some(0) => Ok(()),
        Some(2) if call.err.trim().len() > 10 => Ok(()),
        Some(2) => Err("it failed without a sentence"),
        Some(_) => Err("another exit code than 0 and 2"),
        None => Err("a signal ended it"),
    }
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let record = run(&["simulate", "--game", "caro", "--players", "2", "--games", "2"], b"").good();
    fs::write(folder.path().join("records.jsonl"), format!("{record}{{}}\nnoise\n")).expect("a file");
    fs::write(folder.path().join("noise"), [0xff, 0x00, b'{', b'\n', 0x80]).expect("a file");
    fs::write(folder.path().join("board.toml"), "rows = [[1, 2], \"x\", 1e400]\n").expect("a file");
    folder
}

#[test]
fn no_arguments_do_harm() {
    let now = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64);
    let seed = std::env::var("SPIELTISCH_SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(now);
    println!("SPIELTISCH_SEED={seed}");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let folder = folder();
    for case in 0..CASES {
        let arguments = arguments(&mut rng);
        // A server, or a training, that has begun would not end by itself.
        let patience = if matches!(arguments[0].as_str(), "serve" | "train") { PATIENCE / 4 } else { PATIENCE };
        let call = call(&arguments, folder.path(), patience);
        if let Err(what) = judge(&call) {
            panic!("seed {seed}, case {case}: spieltisch {arguments:?}: {what}\nexit code {:?}\n{}\n{}", call.code, call.out, call.err);
        }
    }
}

/// What was found once, and what would be right.
#[test]
fn numbers_out_of_range_are_explained() {
    let folder = folder();
    let huge = "18446744073709551615";
    let rows: &[(&[&str], &str)] = &[
        (&["simulate", "--game", "yatzy", "--players", huge], "yatzy is for 1 to 8 players"),
        (&["simulate", "--game", "castro", "--players", "100000000"], "castro is for 2 to 4 players"),
        (&["arena", "--game", "caro", "--players", huge, "--bots", "random"], "caro is for 2 to 4 players"),
        (&["arena", "--game", "caro", "--players", "100000000", "--bots", "random"], "caro is for 2 to 4 players"),
        (&["arena", "--game", "caro", "--players", "0", "--bots", "random"], "caro is for 2 to 4 players"),
        (&["train", "--game", "crowns", "--players", huge], "crowns is for 1 to 6 players"),
        (&["train", "--game", "crowns", "--players", "100000000"], "crowns is for 1 to 6 players"),
        (&["arena", "--game", "caro", "--players", "2", "--bots", "random", "--games", "0"], "1.."),
        (&["serve", "--listen", "127.0.0.1:0", "--computer-pace", huge], "600000"),
    ];
    for (arguments, message) in rows {
        let arguments: Vec<String> = arguments.iter().map(|argument| argument.to_string()).collect();
        let call = call(&arguments, folder.path(), Duration::from_secs(60));
        assert_eq!((call.code, call.out.as_str()), (Some(2), ""), "{arguments:?}: {}", call.err);
        assert!(call.err.contains(message), "{arguments:?} said {:?}", call.err);
    }
}

/// A halted training is gone on with by the same call only.
#[test]
fn a_checkpoint_goes_on_only_with_its_own_training() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let castro = Castro::new(2, Default::default(), Default::default()).expect("two players");
    let training = castro.training().expect("castro learns");
    let plan = Plan { seed: 1, effort: 1, mixed: false };
    let Ok(Learned::Checkpoint(bytes)) = training.run(plan, None, &|_, _| false) else { panic!("it was stopped at once") };
    let out = folder.path().join("my.values");
    fs::write(folder.path().join("my.checkpoint"), &bytes).expect("a file");
    let refused = |more: &[&str], message: &str| {
        let same = ["train", "--game", "castro", "--players", "2", "--effort", "1", "--seed", "1", "--out"];
        let mut arguments: Vec<&str> = same.to_vec();
        arguments.push(out.to_str().expect("UTF-8"));
        for pair in more.chunks(2) {
            match arguments.iter().position(|argument| *argument == pair[0]) {
                Some(at) => arguments[at + 1] = pair[1],
                None => arguments.extend(pair),
            }
        }
        let ran = run(&arguments, b"");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(message) && ran.err.contains("--fresh starts over"), "{arguments:?} said {:?}", ran.err);
        assert_eq!(fs::read(folder.path().join("my.checkpoint")).expect("still there"), bytes, "nothing is lost");
    };
    refused(&["--seed", "2"], "it is for another seed");
    refused(&["--effort", "2"], "it is for another effort");
    refused(&["--players", "3"], "another number of players");
    refused(&["--option", "full_house_from_yatzy=true"], "other options");
    refused(&["--mixed"], "it is for one board only");
    assert!(training.run(plan, Some(&bytes), &|_, _| false).is_ok(), "its own goes on");
}
