//! How many files, and so how many connections, the system lets this process open.

/// The most files that can be open; `None` where the system sets no limit.
#[cfg(unix)]
pub fn most() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::Nofile).current
}

/// Asks for as many as the system grants. The usual soft limit of 1,024 is there for programs that use `select`, which
/// cannot count further; we can, and every connection is a file.
#[cfg(unix)]
pub fn ask_for_all() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        tracing::debug!(%error, "the limit of open files stays as it is");
    }
}

/// The most files that can be open: not limited here.
#[cfg(not(unix))]
pub fn most() -> Option<u64> {
    None
}

/// Nothing to ask for here.
#[cfg(not(unix))]
pub fn ask_for_all() {}
