//! The server under load: one that runs on this machine, or one of our own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use super::figures::Usage;

/// A server to be loaded.
pub struct LoadServer {
    /// Where it listens.
    pub address: SocketAddr,
    own: Option<Own>,
}

/// A server that was started for the load and ends with it.
struct Own {
    child: Child,
    program: PathBuf,
    database: String,
    lazy_disk: bool,
    /// The folder of its database, removed at the end.
    folder: Option<PathBuf>,
}

impl LoadServer {
    /// A server that runs already.
    pub fn of_others(address: SocketAddr) -> LoadServer {
        LoadServer { address, own: None }
    }

    /// Starts one of this program on a free port.
    pub fn start(program: &Path, database: Option<&str>, lazy_disk: bool) -> Result<LoadServer, String> {
        let folder = database.is_none().then(|| std::env::temp_dir().join(format!("spieltisch-load-{}", std::process::id())));
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let own_file = || folder.as_ref().map(|folder| format!("sqlite:{}", folder.join("tables.db").display())).unwrap_or_default();
        let database = database.map_or_else(own_file, str::to_string);
        let (child, address) = spawn(program, "127.0.0.1:0", &database, lazy_disk)?;
        Ok(LoadServer { address, own: Some(Own { child, program: program.into(), database, lazy_disk, folder }) })
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) -> Result<(), String> {
        let own = self.own.as_mut().ok_or("the server is not ours to kill")?;
        own.child.kill().map_err(|error| error.to_string())?;
        own.child.wait().map(drop).map_err(|error| error.to_string())
    }

    /// Starts it again at the same address.
    pub fn start_again(mut self) -> Result<LoadServer, String> {
        let mut own = self.own.take().ok_or("the server is not ours to start")?;
        let (child, address) = spawn(&own.program, &self.address.to_string(), &own.database, own.lazy_disk)?;
        own.child = child;
        Ok(LoadServer { address, own: Some(own) })
    }

    /// What it has used so far.
    pub fn usage(&self) -> Option<Usage> {
        Usage::of(self.own.as_ref()?.child.id())
    }
}

impl Drop for LoadServer {
    fn drop(&mut self) {
        let Some(own) = &mut self.own else { return };
        let _ = own.child.kill();
        let _ = own.child.wait();
        if let Some(folder) = &own.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

fn spawn(program: &Path, listen: &str, database: &str, lazy_disk: bool) -> Result<(Child, SocketAddr), String> {
    let mut command = Command::new(program);
    command.args(["serve", "--listen", listen, "--database", database, "--computer-pace", "0"]);
    let many = "1000000";
    for limit in ["--max-connections", "--max-connections-per-address", "--max-tables-per-hour", "--max-messages-per-second"] {
        command.args([limit, many]);
    }
    if lazy_disk {
        command.arg("--lazy-disk");
    }
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| format!("{}: {error}", program.display()))?;
    match address_of(&mut child) {
        Ok(address) => Ok((child, address)),
        Err(line) => {
            let _ = child.kill();
            Err(format!("the server did not start: {line}"))
        }
    }
}

/// The address that a server process tells in its first line on its piped output, or that line where it tells none.
pub fn address_of(server: &mut Child) -> Result<SocketAddr, String> {
    let lines = server.stdout.take().map(|output| BufReader::new(output).lines());
    let line = lines.and_then(|mut lines| lines.next()?.ok()).unwrap_or_default();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    address.ok_or(line)
}
