//! Commands for working on the project: `cargo xtask NAME`.

mod browser;
mod build;
mod deny;
mod dist;
mod needs;
mod python;

use std::env;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::thread;

const HELP: &str = "\
cargo xtask test      the tests; installs Chromium and PostgreSQL where they are missing
cargo xtask test --long           the tests that take long: every language and size, every fault of disks and networks
cargo xtask deny      licences, sources and doubles of all dependencies; known faults where their database can be fetched
cargo xtask browser [NAME …]      the tests in a real browser alone, all or those with such a name
cargo xtask python    the Python package, installed into a fresh virtual environment and tested there
cargo xtask golden    renew tests/golden after a change that is meant
cargo xtask soak [N]  N (10,000) simulated games of every set-up must replay unchanged
cargo xtask storm [N] N (1,000,000) schedules of whole tables in a storm; a schedule that fails is named and replays
cargo xtask load …    whole games over real sockets on a server of this machine, and what they cost it; `cargo xtask load --help`
cargo xtask dist      what people install, into target/dist: tarball, Debian package, container image's folder, checksums
cargo xtask dist --test           the same, then tried: package installed, started, upgraded, removed, in a throwaway system
cargo xtask dist --test PROGRAM   only packs this program and tries that
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["test"] => test(Length::Short),
        ["test", "--long"] => test(Length::Long),
        ["deny"] => deny::deny(),
        ["browser", ref names @ ..] => browser::test(names),
        ["python"] => python::test(),
        ["golden"] => golden(),
        ["soak"] => soak("10000"),
        ["soak", games] => soak(games),
        ["storm"] => storm("1000000"),
        ["storm", schedules] => storm(schedules),
        ["load", ref arguments @ ..] => load(arguments),
        ["dist"] => dist::dist().map(drop),
        ["dist", "--test"] => dist::dist().and_then(|program| dist::test(&program)),
        ["dist", "--test", program] => dist::test(Path::new(program)),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The examples in the documentation of those crates that have some.
const EXAMPLES: &[&str] = &["test", "-p", "spieltisch-rules", "-p", "spieltisch-texts", "--doc"];

/// The end of the names of tests that take long: all languages, all sizes, every fault.
const LONG: &str = "_in_full";

/// Which tests are run.
#[derive(Clone, Copy)]
enum Length {
    /// What fits a coffee break.
    Short,
    /// What takes long.
    Long,
}

impl Length {
    /// What a test binary is told.
    fn filter(self) -> &'static [&'static str] {
        match self {
            Length::Short => &["--skip", LONG],
            Length::Long => &[LONG],
        }
    }
}

/// The page is built once, and its build shows that what runs in the browser builds for it. What is run was all built before: without
/// naming what is tested, cargo would build examples and libraries a second time, in other ways. Browsers wait a lot, so the other
/// tests run beside them and give way to them.
fn test(length: Length) -> Result<(), String> {
    build::check()?;
    needs::install()?;
    build::with_page(&["test", "--workspace", "--all-targets", "--no-run"])?;
    // The program with a fifth game and a bot, which tests run: above, examples are built as tests.
    build::with_page(&["build", "--workspace", "--example", "fifth", "--example", "bot"])?;
    let tested = thread::spawn(move || {
        run_tests(giving_way(), &["test", "--workspace", "--lib", "--bins", "--tests"], length.filter())?;
        match length {
            Length::Short => run_tests(giving_way(), EXAMPLES, &[]),
            Length::Long => Ok(()),
        }
    });
    let shown = run_tests(Command::new(cargo_path()), &["test", "--workspace", "--test", "browser"], length.filter());
    let tested = tested.join().unwrap_or_else(|_| Err("a check broke off".to_string()));
    shown.and(tested)
}

/// Cargo, for what has time: so that browser tests are not kept waiting by it.
fn giving_way() -> Command {
    if !cfg!(unix) {
        return Command::new(cargo_path());
    }
    let mut cargo = Command::new("nice");
    cargo.args(["-n", "10"]).arg(cargo_path());
    cargo
}

/// Runs tests, one more at a time than there are cores: those in a browser wait for it more often than they work.
fn run_tests(mut tests: Command, arguments: &[&str], filter: &[&str]) -> Result<(), String> {
    println!("> cargo {}", arguments.join(" "));
    let _ = std::io::stdout().flush();
    let at_a_time = thread::available_parallelism().map_or(2, |cores| cores.get() + 1);
    // All that fails is said, not the first alone.
    tests.args(arguments).arg("--no-fail-fast").arg("--").args(filter);
    if env::var_os("RUST_TEST_THREADS").is_none() {
        tests.env("RUST_TEST_THREADS", at_a_time.to_string());
    }
    finish("cargo test", tests.status())
}

fn golden() -> Result<(), String> {
    finish(
        "cargo test",
        Command::new(cargo_path()).args(["test", "-p", "spieltisch", "golden"]).env("SPIELTISCH_RENEW_GOLDEN", "1").status(),
    )
}

/// Whole tables in a storm, optimised: see `crates/server/src/storm/mod.rs`.
fn storm(schedules: &str) -> Result<(), String> {
    let arguments = ["test", "--release", "-p", "spieltisch-server", "--lib", "storm::storm", "--", "--exact", "--nocapture"];
    finish("cargo test", Command::new(cargo_path()).args(arguments).env("SPIELTISCH_STORM_SCHEDULES", schedules).status())
}

/// Loads a server of the program as it is published; see `crates/testkit/src/load/mod.rs`.
fn load(arguments: &[&str]) -> Result<(), String> {
    build::with_page(&["build", "--release", "-p", "spieltisch"])?;
    let mut load = Command::new(cargo_path());
    load.args(["run", "--quiet", "--release", "-p", "spieltisch-testkit", "--example", "load", "--"]).args(arguments);
    finish("the load", load.status())
}

/// Plays and replays side by side, without keeping the records.
fn soak(games: &str) -> Result<(), String> {
    build::with_page(&["build", "--release", "-p", "spieltisch"])?;
    for set_up in set_ups()?.lines() {
        soak_one(set_up, games)?;
        println!("{set_up}: {games} games replayed without a difference");
    }
    Ok(())
}

/// Every set-up that tests play, as arguments of the program, one a line.
fn set_ups() -> Result<String, String> {
    let arguments = ["run", "--quiet", "-p", "spieltisch-testkit", "--example", "set_ups"];
    let listed = Command::new(cargo_path()).args(arguments).stderr(Stdio::inherit()).output();
    let output = listed.map_err(|error| format!("cargo could not be started: {error}"))?;
    if !output.status.success() {
        return Err("the set-ups could not be listed".into());
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

fn soak_one(set_up: &str, games: &str) -> Result<(), String> {
    let spawn = |arguments: &[&str], input: Stdio| {
        let mut command = Command::new("target/release/spieltisch");
        command.args(arguments).stdin(input).stdout(Stdio::piped());
        command.spawn().map_err(|error| format!("spieltisch: {error}"))
    };
    let arguments: Vec<&str> = ["simulate", "--seed", "1", "--games", games].into_iter().chain(set_up.split(' ')).collect();
    let mut original = spawn(&arguments, Stdio::null())?;
    let mut fed = spawn(&arguments, Stdio::null())?;
    let mut replayed = spawn(&["replay"], fed.stdout.take().map_or_else(Stdio::null, Stdio::from))?;
    let same = same_bytes(original.stdout.take(), replayed.stdout.take())?;
    let ended = [original.wait(), fed.wait(), replayed.wait()].into_iter().all(|status| status.is_ok_and(|status| status.success()));
    if same && ended { Ok(()) } else { Err(format!("{set_up}: a replay differs")) }
}

fn same_bytes(one: Option<impl Read>, other: Option<impl Read>) -> Result<bool, String> {
    let (Some(mut one), Some(mut other)) = (one, other) else { return Err("no output to compare".into()) };
    let (mut left, mut right) = (vec![0; 1 << 16], vec![0; 1 << 16]);
    loop {
        let read = one.read(&mut left).map_err(|error| error.to_string())?;
        if read == 0 {
            return Ok(other.read(&mut right).map_err(|error| error.to_string())? == 0);
        }
        if other.read_exact(&mut right[..read]).is_err() || left[..read] != right[..read] {
            return Ok(false);
        }
    }
}

fn cargo_path() -> String {
    env::var("CARGO").unwrap_or_else(|_| "cargo".into())
}

fn finish(name: &str, status: std::io::Result<std::process::ExitStatus>) -> Result<(), String> {
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{name} ended with {status}")),
        Err(error) => Err(format!("{name} could not be started: {error}")),
    }
}
