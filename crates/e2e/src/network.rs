//! A network between server and browser that fails as networks do: files that cannot be had, connections that fall silent.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

/// The network.
#[derive(Clone)]
pub struct FaultyNetwork {
    /// Where the browser finds the page.
    pub address: String,
    faults: Arc<Faults>,
}

#[derive(Default)]
struct Faults {
    /// Parts of paths, and how often such a file cannot be had.
    missing: Mutex<Vec<(String, u32)>>,
    /// Whether nothing is carried on, though nothing is closed.
    silent: Mutex<bool>,
    changed: Condvar,
}

impl FaultyNetwork {
    /// Begins to carry everything to the server and back.
    pub fn start(server: &str) -> FaultyNetwork {
        let server = server.trim_start_matches("http://").split('/').next().unwrap_or_default().to_string();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = format!("http://{}/", listener.local_addr().expect("a listener has an address"));
        let faults = Arc::new(Faults::default());
        let network = FaultyNetwork { address, faults: faults.clone() };
        thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                let (faults, server) = (faults.clone(), server.clone());
                // A browser that may go away in mid-answer.
                thread::spawn(move || drop(faults.carry(browser, &server)));
            }
        });
        network
    }

    /// From now on files whose path contains this cannot be had, so many times.
    pub fn lose(&self, path: &str, times: u32) {
        self.faults.missing.lock().unwrap_or_else(PoisonError::into_inner).push((path.to_string(), times));
    }

    /// All files can be had again.
    pub fn lose_nothing(&self) {
        self.faults.missing.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Whether so many of these files were asked for in vain as were to be lost.
    pub fn has_lost(&self, path: &str) -> bool {
        let missing = self.faults.missing.lock().unwrap_or_else(PoisonError::into_inner);
        missing.iter().any(|(part, times)| part == path && *times == 0)
    }

    /// Falls silent, or carries on with everything that waited.
    pub fn silence(&self, silent: bool) {
        *self.faults.silent.lock().unwrap_or_else(PoisonError::into_inner) = silent;
        self.faults.changed.notify_all();
    }
}

impl Faults {
    fn wait_while_silent(&self) {
        let silent = self.silent.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(silent, |silent| *silent));
    }

    fn is_missing(&self, path: &str) -> bool {
        let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        let fault = missing.iter_mut().find(|(part, times)| *times > 0 && path.contains(part.as_str()));
        fault.map(|(_, times)| *times -= 1).is_some()
    }

    /// One request a connection, whatever comes after it included: simple, and fast enough for a test.
    fn carry(self: &Arc<Faults>, mut browser: TcpStream, server: &str) -> io::Result<()> {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") && browser.read(&mut byte)? == 1 {
            head.push(byte[0]);
        }
        self.wait_while_silent();
        let head = String::from_utf8_lossy(&head).replace("keep-alive", "close");
        if self.is_missing(head.split(' ').nth(1).unwrap_or_default()) {
            return write!(browser, "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        }
        let mut upstream = TcpStream::connect(server)?;
        upstream.write_all(head.as_bytes())?;
        let (from, to, faults) = (browser.try_clone()?, upstream.try_clone()?, self.clone());
        thread::spawn(move || drop(faults.pump(from, to)));
        self.pump(upstream, browser)
    }

    fn pump(&self, mut from: TcpStream, mut to: TcpStream) -> io::Result<()> {
        let mut bytes = [0; 16 * 1024];
        loop {
            let count = from.read(&mut bytes)?;
            self.wait_while_silent();
            if count == 0 {
                return to.shutdown(Shutdown::Write);
            }
            to.write_all(&bytes[..count])?;
        }
    }
}
