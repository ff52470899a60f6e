//! How a command fails: a sentence on standard error and an exit code.

use std::fmt;
use std::io;
use std::process::ExitCode;

use spieltisch_records::RecordError;

/// The exit code for bad input of any kind.
const BAD_INPUT: u8 = 2;

/// Why a command did not do all it was asked.
#[derive(Debug)]
pub enum Failure {
    /// Something the user gave is wrong.
    Wrong(String),
    /// Some records were bad; each was told when it was met.
    BadRecords,
    /// The reader of the output has gone; there is no one to tell.
    ReaderGone,
    /// Reading or writing failed.
    Io(io::Error),
}

impl Failure {
    /// Tells the user and gives the exit code.
    pub fn report(self) -> ExitCode {
        match self {
            Failure::ReaderGone => return ExitCode::SUCCESS,
            Failure::BadRecords => {}
            failure => eprintln!("spieltisch: {failure}"),
        }
        ExitCode::from(BAD_INPUT)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Wrong(message) => f.write_str(message),
            Failure::BadRecords => f.write_str("some records were bad"),
            Failure::ReaderGone => f.write_str("the reader of the output has gone"),
            Failure::Io(error) => write!(f, "{error}"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe { Failure::ReaderGone } else { Failure::Io(error) }
    }
}

impl From<RecordError> for Failure {
    fn from(error: RecordError) -> Failure {
        Failure::Wrong(error.to_string())
    }
}
