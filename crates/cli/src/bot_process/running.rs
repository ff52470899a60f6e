//! The processes of all bots: each has a group of its own, which ends as a whole, with whatever it has started.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::adopted::{adopt, end_adopted};

/// The exit code of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// The groups that are running, by their first process; `None` once the program is being interrupted.
static RUNNING: Mutex<Option<BTreeSet<u32>>> = Mutex::new(Some(BTreeSet::new()));

fn running() -> MutexGuard<'static, Option<BTreeSet<u32>>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a process in a group of its own.
pub fn start(command: &mut Command) -> io::Result<Child> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    // Held while it starts, so that an interrupt finds every process that there is.
    let mut running = running();
    let groups = running.as_mut().ok_or(io::ErrorKind::Interrupted)?;
    adopt();
    let child = command.spawn()?;
    groups.insert(child.id());
    Ok(child)
}

/// Ends a process and everything in its group.
pub fn end(child: &mut Child) {
    // The number is the group's as long as its first process was not waited for.
    kill_group(child.id());
    let _ = child.kill();
    let mut running = running();
    let _ = child.wait();
    if let Some(groups) = running.as_mut() {
        groups.remove(&child.id());
        end_adopted(groups);
    }
}

/// Ends all bots, and lets none start any more.
pub fn end_all() {
    let mut running = running();
    for group in running.take().into_iter().flatten() {
        kill_group(group);
    }
    end_adopted(&BTreeSet::new());
}

/// Bots do not hear control-C, as they are in groups of their own: so they are ended here, and then the program.
pub fn end_all_on_interrupt() {
    // Where another part of the program listens already, it ends them.
    let _ = ctrlc::set_handler(|| {
        end_all();
        std::process::exit(INTERRUPTED);
    });
}

#[cfg(unix)]
fn kill_group(first: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(group) = i32::try_from(first).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(group, Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(_: u32) {}
