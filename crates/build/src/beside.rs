//! Page and program compiled at the same time.

use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Sender};
use std::thread::JoinHandle;
use std::time::Duration;
use std::{fmt, io, thread};

use crate::compile::{PageBuild, is_left_out};
use crate::life::{self, BuildMessage};
use crate::target::{MissingTarget, Tools};

/// How often the two cargos are looked after. What they do takes seconds to minutes.
const LOOK: Duration = Duration::from_millis(20);

/// Why page and program were not built.
#[derive(Debug)]
pub enum BuildError {
    /// The toolchain cannot compile the page.
    Target(MissingTarget),
    /// Cargo could not be started.
    Start(io::Error),
    /// The page does not compile; this is what its cargo said.
    Page(String),
    /// The program's cargo failed and has said why.
    Program(ExitStatus),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Target(missing) => write!(f, "{missing}"),
            BuildError::Start(error) => write!(f, "cargo could not be started: {error}"),
            BuildError::Page(said) => write!(f, "the page does not compile:\n{said}"),
            BuildError::Program(status) => write!(f, "cargo ended with {status}"),
        }
    }
}

impl std::error::Error for BuildError {}

impl PageBuild {
    /// Makes sure that the page can be compiled, then compiles it while `program` runs, which needs it in the end: a
    /// cargo whose build script asks for the same page. If one of the two fails, the other is ended.
    pub fn build_beside(&self, program: &mut Command) -> Result<(), BuildError> {
        if is_left_out() {
            return beside(None, program);
        }
        Tools::here().ensure_target().map_err(BuildError::Target)?;
        beside(Some(self.compile()), program)
    }
}

/// Runs both to their end, with signs of life in the terminal.
fn beside(page: Option<Command>, program: &mut Command) -> Result<(), BuildError> {
    let (news, heard) = mpsc::channel();
    let signs = thread::spawn(move || life::tell(&heard));
    let result = run_both(page, program, news);
    // With the last sender of news the signs end.
    let _ = signs.join();
    result
}

fn run_both(page: Option<Command>, program: &mut Command, news: Sender<BuildMessage>) -> Result<(), BuildError> {
    let mut page = page.map(|command| Compiling::start(command, news.clone())).transpose().map_err(BuildError::Start)?;
    let mut program = program.spawn().map_err(BuildError::Start)?;
    loop {
        if let Some(status) = program.try_wait().map_err(BuildError::Start)? {
            if let Some(page) = page {
                page.end();
            }
            return if status.success() { Ok(()) } else { Err(BuildError::Program(status)) };
        }
        let ended = match &mut page {
            Some(page) => page.cargo.try_wait().map_err(BuildError::Start)?,
            None => None,
        };
        if let (Some(status), Some(page)) = (ended, page.take_if(|_| ended.is_some())) {
            let said = page.end();
            if !status.success() {
                let _ = program.kill();
                let _ = program.wait();
                return Err(BuildError::Page(said));
            }
        }
        thread::sleep(LOOK);
    }
}

/// The page's cargo at work, and who listens to it.
struct Compiling {
    cargo: Child,
    listener: JoinHandle<String>,
}

impl Compiling {
    fn start(mut command: Command, news: Sender<BuildMessage>) -> io::Result<Compiling> {
        let mut cargo = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()?;
        let said = cargo.stderr.take().ok_or_else(|| io::Error::other("its messages cannot be read"))?;
        // The receiver of the signs may be gone; the whole is still read.
        let listener = thread::spawn(move || life::listen(said, |what| drop(news.send(what))));
        Ok(Compiling { cargo, listener })
    }

    /// Ends it where it still runs, and gives back what it said.
    fn end(mut self) -> String {
        let _ = self.cargo.kill();
        let _ = self.cargo.wait();
        self.listener.join().unwrap_or_default()
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    /// Without an end to the other one these tests would take ten minutes.
    const LONG: &str = "exec sleep 600";

    #[test]
    fn a_page_that_does_not_compile_ends_the_programs_build() {
        let result = beside(Some(shell("echo 'error[E0425]: no such name' >&2; exit 1")), &mut shell(LONG));
        assert!(matches!(&result, Err(BuildError::Page(said)) if said.contains("E0425")), "{result:?}");
    }

    #[test]
    fn a_program_that_does_not_compile_ends_the_pages_build() {
        let result = beside(Some(shell(LONG)), &mut shell("exit 3"));
        assert!(matches!(&result, Err(BuildError::Program(status)) if status.code() == Some(3)), "{result:?}");
    }

    #[test]
    fn both_are_built() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let done = folder.path().join("page");
        let page = shell(&format!("echo '   Compiling syn v2.0' >&2; touch {}", done.display()));
        // As a build script does, the program waits for the page.
        let mut program = shell(&format!("until [ -e {} ]; do :; done", done.display()));
        assert!(beside(Some(page), &mut program).is_ok());
        assert!(beside(None, &mut shell("exit 0")).is_ok());
    }
}
