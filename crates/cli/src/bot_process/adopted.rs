//! Processes that a bot started and that have left its group: on Linux they become children of this program when their parents end,
//! and are ended, too. Elsewhere they are not found.

use std::collections::BTreeSet;

/// Whatever bots leave behind is a child of this program from now on.
pub fn adopt() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Ends all children of this program but those of groups that are running.
#[cfg(target_os = "linux")]
pub fn end_adopted(running: &BTreeSet<u32>) {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    // Each process that ends leaves its own children to this program.
    loop {
        let adopted = children().into_iter().filter(|(_, group)| !running.contains(group));
        let adopted: Vec<Pid> = adopted.filter_map(|(process, _)| i32::try_from(process).ok().and_then(Pid::from_raw)).collect();
        if adopted.is_empty() {
            return;
        }
        for process in adopted {
            let _ = kill_process(process, Signal::KILL);
            let _ = waitpid(Some(process), WaitOptions::empty());
        }
    }
}

#[cfg(not(target_os = "linux"))]
pub fn end_adopted(_: &BTreeSet<u32>) {}

/// The children of this program, with their groups.
#[cfg(target_os = "linux")]
fn children() -> Vec<(u32, u32)> {
    let own = std::process::id();
    let Ok(processes) = std::fs::read_dir("/proc") else { return Vec::new() };
    let child = |entry: std::fs::DirEntry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let stat = std::fs::read_to_string(entry.path().join("stat")).ok()?;
        // The name stands in parentheses and may hold anything; state, parent and group follow it.
        let mut fields = stat[stat.rfind(')')? + 1..].split_whitespace().skip(1).map_while(|field| field.parse::<u32>().ok());
        let (parent, group) = (fields.next()?, fields.next()?);
        (parent == own).then_some((process, group))
    };
    processes.flatten().filter_map(child).collect()
}
