//! The server under load: somebody's on this machine, or one of our own.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use super::figures::Usage;
use crate::errors::Failure;

/// A server to be loaded.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    own: Option<Own>,
}

/// A server that was started for the load and ends with it.
struct Own {
    child: Child,
    database: String,
    lazy_disk: bool,
    /// The folder of its database, removed at the end.
    folder: Option<PathBuf>,
}

impl Server {
    /// A server that runs already.
    pub fn of_others(address: SocketAddr) -> Server {
        Server { address, own: None }
    }

    /// Starts one on a free port.
    pub fn start(database: Option<&str>, lazy_disk: bool) -> Result<Server, Failure> {
        let folder = database.is_none().then(|| std::env::temp_dir().join(format!("spieltisch-bench-{}", std::process::id())));
        if let Some(folder) = &folder {
            std::fs::create_dir_all(folder)?;
        }
        let own_file = || folder.as_ref().map(|folder| format!("sqlite:{}", folder.join("tables.db").display())).unwrap_or_default();
        let database = database.map_or_else(own_file, str::to_string);
        let (child, address) = spawn("127.0.0.1:0", &database, lazy_disk).map_err(Failure::Wrong)?;
        Ok(Server { address, own: Some(Own { child, database, lazy_disk, folder }) })
    }

    /// Ends it as a power cut would.
    pub fn kill(&mut self) -> Result<(), String> {
        let own = self.own.as_mut().ok_or("the server is not ours to kill")?;
        own.child.kill().map_err(|error| error.to_string())?;
        own.child.wait().map(drop).map_err(|error| error.to_string())
    }

    /// Starts it again at the same address.
    pub fn start_again(mut self) -> Result<Server, String> {
        let mut own = self.own.take().ok_or("the server is not ours to start")?;
        let (child, address) = spawn(&self.address.to_string(), &own.database, own.lazy_disk)?;
        own.child = child;
        Ok(Server { address, own: Some(own) })
    }

    /// What it has used so far.
    pub fn usage(&self) -> Option<Usage> {
        Usage::of(self.own.as_ref()?.child.id())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let Some(own) = &mut self.own else { return };
        let _ = own.child.kill();
        let _ = own.child.wait();
        if let Some(folder) = &own.folder {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

fn spawn(listen: &str, database: &str, lazy_disk: bool) -> Result<(Child, SocketAddr), String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command.args(["serve", "--listen", listen, "--database", database, "--computer-pace", "0"]);
    let many = "1000000";
    for limit in ["--max-connections", "--max-connections-per-address", "--max-tables-per-hour", "--max-messages-per-second"] {
        command.args([limit, many]);
    }
    if lazy_disk {
        command.arg("--lazy-disk");
    }
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| error.to_string())?;
    let output = child.stdout.take().ok_or("its output is piped")?;
    let line = BufReader::new(output).lines().next().and_then(Result::ok).unwrap_or_default();
    let address = line.split("http://").nth(1).and_then(|rest| rest.split(' ').next()?.parse().ok());
    match address {
        Some(address) => Ok((child, address)),
        None => {
            let _ = child.kill();
            Err(format!("the server did not start: {line}"))
        }
    }
}
