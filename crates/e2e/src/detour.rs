//! Something between server and browser that answers one path differently: as a new version would.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;

/// Answers `path` with `content` as soon as there is some; everything else comes from the server.
pub struct Detour {
    /// The path.
    pub path: &'static str,
    /// What is answered there.
    pub content: Arc<Mutex<Option<String>>>,
}

impl Detour {
    /// Begins to listen; returns the address for the browser.
    pub fn start(self, server: &str) -> String {
        let server = server.trim_start_matches("http://").trim_end_matches('/').to_string();
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a listener has an address");
        let detour = Arc::new(self);
        thread::spawn(move || {
            for browser in listener.incoming().map_while(Result::ok) {
                let (detour, server) = (detour.clone(), server.clone());
                // A browser that may go away in mid-answer.
                thread::spawn(move || drop(detour.answer(browser, &server)));
            }
        });
        format!("http://{address}/")
    }

    /// One request a connection: simple, and fast enough for a test.
    fn answer(&self, mut browser: TcpStream, server: &str) -> io::Result<()> {
        let mut head = Vec::new();
        let mut byte = [0];
        while !head.ends_with(b"\r\n\r\n") && browser.read(&mut byte)? == 1 {
            head.push(byte[0]);
        }
        let head = String::from_utf8_lossy(&head).replace("keep-alive", "close");
        let content = self.content.lock().ok().and_then(|content| content.clone());
        let asked = head.split(' ').nth(1).unwrap_or_default();
        if let Some(content) = content.filter(|_| asked == self.path) {
            let kind = "Content-Type: text/javascript\r\nCache-Control: no-cache";
            return write!(browser, "HTTP/1.1 200 OK\r\n{kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{content}", content.len());
        }
        let mut upstream = TcpStream::connect(server)?;
        upstream.write_all(head.as_bytes())?;
        io::copy(&mut upstream, &mut browser).map(drop)
    }
}
