//! The two programs behind a test: the server and the browser's driver.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::Value;

/// A process that ends with its owner.
struct Process(Child);

impl Process {
    /// The numbers of the processes it has started, from whichever of its threads.
    fn children(&self) -> Vec<String> {
        let threads = std::fs::read_dir(format!("/proc/{}/task", self.0.id())).into_iter().flatten().flatten();
        let of_thread = |thread: std::fs::DirEntry| std::fs::read_to_string(thread.path().join("children")).unwrap_or_default();
        threads.map(of_thread).flat_map(|children| children.split_whitespace().map(str::to_string).collect::<Vec<_>>()).collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The served table.
pub struct ServerProcess {
    process: Mutex<Option<Process>>,
    database: PathBuf,
    base_path: String,
    /// Where it stands.
    pub address: String,
}

impl ServerProcess {
    /// Starts the binary on a free port and under a path, with a database of its own and computers that do not dawdle.
    pub fn start(base_path: &str) -> ServerProcess {
        static SERVERS: AtomicU32 = AtomicU32::new(0);
        let number = SERVERS.fetch_add(1, Ordering::Relaxed);
        let database = std::env::temp_dir().join(format!("spieltisch-e2e-{}-{number}.db", std::process::id()));
        ServerProcess::at("127.0.0.1:0", database, base_path)
    }

    /// The same for everyone in the network; browsers here open it at this machine's own address.
    pub fn start_for_the_network() -> ServerProcess {
        let database = std::env::temp_dir().join(format!("spieltisch-e2e-{}-network.db", std::process::id()));
        let mut server = ServerProcess::at("0.0.0.0:0", database, "");
        server.address = server.address.replace("0.0.0.0", "127.0.0.1");
        server
    }

    fn at(listen: &str, database: PathBuf, base_path: &str) -> ServerProcess {
        let (process, address) = serve(listen, &database, base_path);
        ServerProcess { process: Mutex::new(Some(process)), database, base_path: base_path.to_string(), address }
    }

    /// Kills the server as a power cut does.
    pub fn stop(&self) {
        drop(self.process.lock().map(|mut process| process.take()));
    }

    /// Stops the server as an operator does, with SIGTERM, and waits until it has ended.
    pub fn stop_gracefully(&self) {
        let Some(mut process) = self.process.lock().ok().and_then(|mut process| process.take()) else { return };
        let told = Command::new("kill").args(["-TERM", &process.0.id().to_string()]).status();
        assert!(told.is_ok_and(|status| status.success()), "the server can be told to stop");
        let ended = process.0.wait().expect("the server ends");
        assert!(ended.success(), "the server ends well: {ended}");
    }

    /// Starts it again where it stood.
    pub fn start_again(&self) {
        let listen = self.address.trim_start_matches("http://").split('/').next().unwrap_or_default();
        let (process, _) = serve(listen, &self.database, &self.base_path);
        if let Ok(mut place) = self.process.lock() {
            *place = Some(process);
        }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        self.stop();
        for ending in ["", "-wal", "-shm"] {
            let _ = std::fs::remove_file(format!("{}{ending}", self.database.display()));
        }
    }
}

/// Starts the binary and waits until it says where it listens.
fn serve(listen: &str, database: &Path, base_path: &str) -> (Process, String) {
    let binary = binary();
    let mut child = Command::new(&binary)
        .args([
            "serve",
            "--computer-pace",
            "10",
            "--push-anywhere",
            "--push-wait",
            "0",
            "--listen",
            listen,
            "--base-path",
            base_path,
            "--database",
        ])
        .arg(format!("sqlite:{}", database.display()))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{}: {error}; build it first with cargo build -p spieltisch", binary.display()));
    let output = child.stdout.take().expect("its output is piped");
    let process = Process(child);
    let line = BufReader::new(output).lines().next().and_then(Result::ok).unwrap_or_default();
    let address = line.split_whitespace().find(|word| word.starts_with("http://")).unwrap_or_else(|| panic!("no address in “{line}”"));
    (process, address.to_string())
}

/// The binary: the one named by `SPIELTISCH_BIN`, else the one cargo built beside this test.
pub fn binary() -> PathBuf {
    if let Ok(path) = std::env::var("SPIELTISCH_BIN") {
        return path.into();
    }
    // This test lies in target/PROFILE/deps, the binary in target/PROFILE.
    let test = std::env::current_exe().expect("a running test has a path");
    test.ancestors().nth(2).expect("a test lies in deps").join("spieltisch")
}

/// A game that random players played to its end, as a record.
pub fn simulated(game: &str, players: usize, seed: u64) -> Value {
    simulated_with(game, players, seed, &[])
}

/// The same with further arguments of the command: other players, options.
pub fn simulated_with(game: &str, players: usize, seed: u64, more: &[&str]) -> Value {
    let arguments = ["simulate", "--game", game, "--games", "1", "--players"];
    let output = Command::new(binary()).args(arguments).arg(players.to_string()).arg("--seed").arg(seed.to_string()).args(more).output();
    let output = output.expect("the binary simulates a game").stdout;
    serde_json::from_slice(output.trim_ascii()).expect("a record comes out")
}

/// Chromium without a window of its own: the same engine, started with a third of the processor time. `None` where it is not
/// installed: the driver then takes the browser it finds. Debian's command is a script that stays in between: the driver would end
/// the script and leave the browser, so the program itself is named.
pub fn headless_shell() -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    let on_the_path = std::env::split_paths(&folders).map(|folder| folder.join("chrome-headless-shell"));
    [PathBuf::from("/usr/lib/chromium/chromium-headless-shell")].into_iter().chain(on_the_path).find(|file| file.is_file())
}

/// The browser's driver.
pub struct Driver {
    process: Process,
    /// Where it listens.
    pub address: String,
    port: u16,
}

impl Drop for Driver {
    /// A test that fails leaves its browser open; asked to shut down, the driver closes it.
    fn drop(&mut self) {
        let asked = TcpStream::connect(("127.0.0.1", self.port))
            .and_then(|mut driver| {
                driver.write_all(b"GET /shutdown HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").map(|()| driver)
            })
            .and_then(|mut driver| driver.read_to_end(&mut Vec::new()));
        if asked.is_ok() {
            let _ = self.process.0.wait();
        }
    }
}

impl Driver {
    /// Kills the browser this driver started, without a word, and the driver with it.
    pub fn kill_with_browser(&mut self) {
        let children = self.process.children();
        assert!(!children.is_empty(), "the driver has started a browser");
        for child in children {
            let _ = Command::new("kill").args(["-9", &child]).status();
        }
        let _ = self.process.0.kill();
        let _ = self.process.0.wait();
    }

    /// Starts chromedriver and waits until it listens.
    pub fn start() -> Driver {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).map_or(9515, |address| address.port());
        let mut child = Command::new("chromedriver").arg(format!("--port={port}")).stdout(Stdio::piped()).spawn().unwrap_or_else(|error| {
            panic!("chromedriver: {error}; install it with apt-get install chromium-headless-shell chromium-driver")
        });
        let output = child.stdout.take().expect("its output is piped");
        let process = Process(child);
        let mut lines = BufReader::new(output).lines();
        let started = lines.by_ref().map_while(Result::ok).any(|line| line.contains("started successfully"));
        assert!(started, "chromedriver did not start");
        // Whatever it says later is read away, so that it never waits for a reader.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { process, address: format!("http://127.0.0.1:{port}"), port }
    }
}
