//! Reading records line by line, whatever the lines hold.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use spieltisch_records::fair::VerifyFault;
use spieltisch_records::{Record, RecordError};

use crate::errors::Failure;

/// No record is longer; a longer line is passed over without being held in memory.
const LONGEST_LINE: usize = 16 * 1024 * 1024;

/// Opens a file of records, or standard input.
pub fn open(file: Option<&Path>) -> Result<Box<dyn BufRead>, Failure> {
    match file {
        None => Ok(Box::new(io::stdin().lock())),
        Some(path) if path.as_os_str() == "-" => Ok(Box::new(io::stdin().lock())),
        Some(path) => {
            let file = File::open(path).map_err(|error| Failure::Wrong(format!("{}: {error}", path.display())))?;
            Ok(Box::new(BufReader::new(file)))
        }
    }
}

/// Calls `each` for every record of the input and tells every bad one on standard error with
/// its line; the others are still handled.
pub fn each_record(file: Option<&Path>, mut each: impl FnMut(Record) -> Result<(), RecordOrWrite>) -> Result<(), Failure> {
    let mut lines = Lines { reader: open(file)?, number: 0, buffer: Vec::new() };
    let mut all_good = true;
    while let Some(line) = lines.next()? {
        let done = line.and_then(Record::from_json).map_err(RecordOrWrite::Record).and_then(&mut each);
        match done {
            Ok(()) => {}
            Err(RecordOrWrite::Write(error)) => return Err(error.into()),
            Err(RecordOrWrite::Record(error)) => {
                eprintln!("{}", error.at_line(lines.number));
                all_good = false;
            }
            Err(RecordOrWrite::Dice(fault)) => {
                eprintln!("record {}: {fault}", lines.number);
                all_good = false;
            }
        }
    }
    if all_good { Ok(()) } else { Err(Failure::BadRecords) }
}

/// A record with the number of its line.
pub struct Numbered {
    /// The number of the line, from 1.
    pub number: u64,
    /// The record or what is wrong with it; on the outside, that the input cannot be read.
    pub record: Result<Result<Record, RecordError>, Failure>,
}

/// Reads records in a thread of its own, a little ahead of the consumer.
pub fn records(file: Option<PathBuf>) -> Receiver<Numbered> {
    const AHEAD: usize = 512;
    let (hand_over, waiting) = sync_channel(AHEAD);
    thread::spawn(move || {
        let read = |hand_over: &SyncSender<Numbered>| -> Result<(), Failure> {
            let mut lines = Lines { reader: open(file.as_deref())?, number: 0, buffer: Vec::new() };
            while let Some(line) = lines.next()? {
                let record = Ok(line.and_then(Record::from_json));
                if hand_over.send(Numbered { number: lines.number, record }).is_err() {
                    return Ok(()); // the consumer has gone
                }
            }
            Ok(())
        };
        if let Err(failure) = read(&hand_over) {
            let _ = hand_over.send(Numbered { number: 0, record: Err(failure) });
        }
    });
    waiting
}

/// Waits for the next record and takes all that are there by then, at most so many; `None` at the end.
pub fn take_waiting(waiting: &Receiver<Numbered>, most: usize) -> Option<Vec<Numbered>> {
    let mut taken = vec![waiting.recv().ok()?];
    taken.extend(waiting.try_iter().take(most - 1));
    Some(taken)
}

/// What can go wrong with one record: the record itself, or writing about it.
pub enum RecordOrWrite {
    /// The record is bad.
    Record(RecordError),
    /// Its dice are not what they should be.
    Dice(VerifyFault),
    /// The output cannot be written.
    Write(io::Error),
}

impl From<RecordError> for RecordOrWrite {
    fn from(error: RecordError) -> RecordOrWrite {
        RecordOrWrite::Record(error)
    }
}

impl From<VerifyFault> for RecordOrWrite {
    fn from(fault: VerifyFault) -> RecordOrWrite {
        RecordOrWrite::Dice(fault)
    }
}

impl From<io::Error> for RecordOrWrite {
    fn from(error: io::Error) -> RecordOrWrite {
        RecordOrWrite::Write(error)
    }
}

/// The lines of the input that are not blank, numbered from 1 with blank ones counted.
struct Lines<R> {
    reader: R,
    number: u64,
    buffer: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    fn next(&mut self) -> io::Result<Option<Result<&[u8], RecordError>>> {
        loop {
            let Some(whole) = self.read_line()? else { return Ok(None) };
            self.number += 1;
            if !whole {
                return Ok(Some(Err(RecordError::Json {
                    message: format!("the line is longer than the {} MB a record can have", LONGEST_LINE >> 20),
                })));
            }
            if !self.buffer.trim_ascii().is_empty() {
                return Ok(Some(Ok(self.buffer.trim_ascii())));
            }
        }
    }

    /// Reads up to the next line break; `Some(false)` for a line too long to be kept.
    fn read_line(&mut self) -> io::Result<Option<bool>> {
        self.buffer.clear();
        let (mut anything, mut whole) = (false, true);
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                return Ok(anything.then_some(whole));
            }
            anything = true;
            let end = chunk.iter().position(|&byte| byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            whole &= self.buffer.len() + taken <= LONGEST_LINE;
            if whole {
                self.buffer.extend_from_slice(&chunk[..taken]);
            }
            self.reader.consume(end.map_or(taken, |end| end + 1));
            if end.is_some() {
                return Ok(Some(whole));
            }
        }
    }
}
