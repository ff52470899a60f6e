//! A PostgreSQL of our own, in a temporary folder, for as long as the tests run.

use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use tempfile::TempDir;

/// The address of a fresh database in the cluster all tests share.
pub fn fresh_database() -> String {
    // Statics are never dropped: a shell that waits for our end stops the cluster and clears up.
    static SHARED: OnceLock<Cluster> = OnceLock::new();
    SHARED.get_or_init(Cluster::start).fresh_database()
}

/// A PostgreSQL of our own.
pub struct Cluster {
    folder: TempDir,
    bin: PathBuf,
    user: String,
    as_root: bool,
}

impl Cluster {
    /// Sets a cluster up and starts it.
    pub fn start() -> Cluster {
        let bin = programs().unwrap_or_else(|| panic!("no initdb was found; install PostgreSQL (Debian's package postgresql)"));
        // PostgreSQL refuses to run as root; Debian's package brings the user postgres.
        let whoami = Command::new("id").arg("-un").output().expect("id runs");
        let me = String::from_utf8_lossy(&whoami.stdout).trim().to_string();
        let as_root = me == "root";
        let user = if as_root { "postgres".to_string() } else { me };
        let cluster = Cluster { folder: tempfile::tempdir().expect("a temporary folder"), bin, user, as_root };
        let root = cluster.folder.path();
        std::fs::create_dir(root.join("socket")).expect("a folder for the socket");
        if as_root {
            let owner = format!("{}:{}", cluster.user, cluster.user);
            let owned = Command::new("chown").arg("-R").arg(owner).arg(root).status();
            assert!(owned.is_ok_and(|status| status.success()), "the folder could not be given to {}", cluster.user);
        }
        let data = text(&root.join("data"));
        assert!(cluster.run("initdb", &["-D", &data, "-A", "trust", "-U", &cluster.user]), "initdb failed");
        cluster.up();
        stop_with_us(&cluster, &data);
        cluster
    }

    /// The folder of PostgreSQL's programs.
    pub fn programs(&self) -> &Path {
        &self.bin
    }

    /// The folder of the socket to connect through.
    pub fn socket(&self) -> String {
        text(&self.folder.path().join("socket"))
    }

    /// Who the cluster belongs to.
    pub fn user(&self) -> &str {
        &self.user
    }

    /// Starts the cluster where it stands.
    pub fn up(&self) {
        self.up_with("-c listen_addresses=''");
    }

    /// Restarts the cluster with a certificate and its key: it then listens on a port of this machine, to encrypted
    /// connections only. Returns the address of a fresh database, which says nothing about encryption.
    pub fn encrypt(&self, certificate: &str, key: &str) -> String {
        let fresh = self.fresh_database();
        let name = fresh.trim_start_matches("postgres:///").split('?').next().unwrap_or_default();
        let data = self.folder.path().join("data");
        let allowed = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";
        for (file, content) in [("server.crt", certificate), ("server.key", key), ("pg_hba.conf", allowed)] {
            let file = data.join(file);
            std::fs::write(&file, content).expect("a file of the cluster");
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("only for its owner");
            let owned = !self.as_root || Command::new("chown").arg(&self.user).arg(&file).status().is_ok_and(|status| status.success());
            assert!(owned, "{} could not be given to {}", file.display(), self.user);
        }
        self.down();
        let port = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port").port();
        self.up_with(&format!("-c listen_addresses=127.0.0.1 -p {port} -c ssl=on"));
        format!("postgres://{}@127.0.0.1:{port}/{name}", self.user)
    }

    /// Restarts the cluster so that it also listens on a port of this machine. Returns the address of a fresh database, with
    /// the word `ADDRESS` where host and port belong, and the host and port.
    pub fn listen(&self) -> (String, std::net::SocketAddr) {
        let fresh = self.fresh_database();
        let name = fresh.trim_start_matches("postgres:///").split('?').next().unwrap_or_default();
        self.down();
        let address = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port");
        self.up_with(&format!("-c listen_addresses=127.0.0.1 -p {}", address.port()));
        (format!("{}@ADDRESS/{name}", self.user), address)
    }

    fn up_with(&self, options: &str) {
        let root = self.folder.path();
        let options = format!("{options} -k {} -c fsync=off -c max_connections=200", root.join("socket").display());
        let arguments = ["-D", &text(&root.join("data")), "-w", "-l", &text(&root.join("data/log")), "-o", &options, "start"];
        assert!(self.run("pg_ctl", &arguments), "pg_ctl start failed");
    }

    /// Ends the cluster at once, as a crash does.
    pub fn down(&self) {
        assert!(
            self.run("pg_ctl", &["-D", &text(&self.folder.path().join("data")), "-m", "immediate", "-w", "stop"]),
            "pg_ctl stop failed"
        );
    }

    /// The address of a fresh database.
    pub fn fresh_database(&self) -> String {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("t{}", NUMBER.fetch_add(1, Ordering::SeqCst));
        let folder = self.folder.path().join("socket");
        let made = self.run("createdb", &["-h", &folder.to_string_lossy(), &name]);
        assert!(made, "createdb {name} failed");
        format!("postgres:///{name}?host={}&user={}", folder.display(), self.user)
    }

    /// Runs one of PostgreSQL's programs as the cluster's owner.
    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let mut command = if self.as_root {
            let mut command = Command::new("setpriv");
            command.args(["--reuid", &self.user, "--regid", &self.user, "--clear-groups"]).arg(self.bin.join(program));
            command
        } else {
            Command::new(self.bin.join(program))
        };
        let status = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).current_dir("/").status();
        status.is_ok_and(|status| status.success())
    }
}

/// A shell that waits for our end, however we end.
fn stop_with_us(cluster: &Cluster, data: &str) {
    let owner = if cluster.as_root { format!("setpriv --reuid {0} --regid {0} --clear-groups ", cluster.user) } else { String::new() };
    let stop = format!("{owner}{} -D {data} -m immediate stop", cluster.bin.join("pg_ctl").display());
    let script =
        format!("while kill -0 {} 2>/dev/null; do sleep 0.3; done; {stop}; rm -rf {}", std::process::id(), cluster.folder.path().display());
    let quiet = Stdio::null;
    let _ = Command::new("sh").args(["-c", &script]).stdin(quiet()).stdout(quiet()).stderr(quiet()).spawn();
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn programs() -> Option<PathBuf> {
    let told = Command::new("pg_config").arg("--bindir").output().ok();
    let told = told.map(|output| PathBuf::from(String::from_utf8_lossy(&output.stdout).trim()));
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    told.into_iter().chain(debian).find(|folder| folder.join("initdb").exists())
}
