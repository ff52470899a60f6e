//! The connection to the referee: a WebSocket that comes back by itself.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use leptos::prelude::{WindowListenerHandle, window_event_listener_untyped};
use spieltisch_protocol::{ClientMessage, ServerMessage};
use wasm_bindgen::prelude::*;
use web_sys::WebSocket;

use crate::browser;

/// The first wait before the connection is tried again, in milliseconds; each further one is twice as long.
const FIRST_WAIT: i32 = 500;
/// The longest wait.
const LONGEST_WAIT: i32 = 15_000;
/// A page that was out of sight for this long asks again: a sleeping phone often holds a dead connection.
const ASLEEP: f64 = 20_000.0;

/// How often it is looked whether the connection is alive, in milliseconds.
const BEAT: i32 = 250;
/// After so much silence, in milliseconds, the server is asked for a sign of life.
const SILENCE: f64 = 1_500.0;
/// How long that may take before the connection counts as lost.
const ANSWER: f64 = 1_500.0;
/// How long before the socket is given up for another one; also where one does not open.
const GIVE_UP: f64 = 6_000.0;

/// What comes from the connection.
pub enum Heard {
    /// A message.
    Message(ServerMessage),
    /// The connection was lost; it is tried again.
    Lost,
    /// The connection was only silent for a while.
    Back,
}

/// A connection that is kept up until it is ended.
#[derive(Clone)]
pub struct TableConnection(Rc<Inner>);

struct Inner {
    hello: Box<dyn Fn() -> ClientMessage>,
    hear: Box<dyn Fn(Heard)>,
    socket: RefCell<Option<Socket>>,
    /// Tries since the last message.
    tries: Cell<u32>,
    /// The number of the try in use: whatever an older one reports is past.
    number: Cell<u32>,
    hidden_since: Cell<Option<f64>>,
    /// When the socket was opened or heard last.
    heard_at: Cell<f64>,
    /// When the server was asked for a sign of life that has not come yet.
    pinged_at: Cell<Option<f64>>,
    /// Whether that took too long.
    silent: Cell<bool>,
    listeners: RefCell<Vec<WindowListenerHandle>>,
}

/// A socket with the functions it calls.
struct Socket {
    socket: WebSocket,
    _opened: Closure<dyn FnMut()>,
    _heard: Closure<dyn FnMut(web_sys::MessageEvent)>,
    _closed: Closure<dyn FnMut()>,
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.socket.set_onopen(None);
        self.socket.set_onmessage(None);
        self.socket.set_onclose(None);
        let _ = self.socket.close();
    }
}

impl TableConnection {
    /// Opens a connection; `hello` is said first, each time.
    pub fn open(hello: impl Fn() -> ClientMessage + 'static, hear: impl Fn(Heard) + 'static) -> TableConnection {
        let connection = TableConnection(Rc::new(Inner {
            hello: Box::new(hello),
            hear: Box::new(hear),
            socket: RefCell::new(None),
            tries: Cell::new(0),
            number: Cell::new(0),
            hidden_since: Cell::new(None),
            heard_at: Cell::new(0.0),
            pinged_at: Cell::new(None),
            silent: Cell::new(false),
            listeners: RefCell::default(),
        }));
        let (network, sight, left, back) = (connection.clone(), connection.clone(), connection.clone(), connection.clone());
        connection.0.listeners.replace(vec![
            window_event_listener_untyped("online", move |_| network.renew()),
            window_event_listener_untyped("visibilitychange", move |_| sight.look()),
            window_event_listener_untyped("pagehide", move |_| left.pause()),
            window_event_listener_untyped("pageshow", move |_| back.resume()),
        ]);
        connection.connect();
        connection.beat();
        connection
    }

    /// Looks again and again whether the connection is alive. A browser cannot: a network that is gone says nothing.
    fn beat(&self) {
        let connection = self.clone();
        browser::after(BEAT, move || {
            if !connection.is_ended() {
                connection.listen();
                connection.beat();
            }
        });
    }

    fn listen(&self) {
        // A page out of sight is woken seldom; it looks when it is seen again.
        if browser::document().hidden() {
            return;
        }
        let (now, inner) = (browser::now(), &self.0);
        let silence = now - inner.heard_at.get();
        if !self.is_open() {
            let opening = inner.socket.borrow().as_ref().is_some_and(|it| it.socket.ready_state() == WebSocket::CONNECTING);
            if opening && silence > GIVE_UP {
                self.connect();
            }
            return;
        }
        match inner.pinged_at.get() {
            None if silence > SILENCE => {
                inner.pinged_at.set(Some(now));
                self.send(&ClientMessage::Ping);
            }
            Some(at) if now - at > GIVE_UP => self.connect(),
            Some(at) if now - at > ANSWER && !inner.silent.replace(true) => (inner.hear)(Heard::Lost),
            _ => {}
        }
    }

    /// Something came.
    fn is_alive(&self) {
        self.0.heard_at.set(browser::now());
        self.0.pinged_at.set(None);
        if self.0.silent.replace(false) {
            (self.0.hear)(Heard::Back);
        }
    }

    /// Sends a message; `false` where the connection is down.
    pub fn send(&self, message: &ClientMessage) -> bool {
        let text = serde_json::to_string(message).unwrap_or_default();
        self.0
            .socket
            .borrow()
            .as_ref()
            .is_some_and(|it| it.socket.ready_state() == WebSocket::OPEN && it.socket.send_with_str(&text).is_ok())
    }

    /// Gives the socket up and opens another at once.
    pub fn renew(&self) {
        if !self.is_ended() {
            self.0.tries.set(0);
            self.connect();
        }
    }

    /// The page is left. The browser may keep it for its back button with the socket open, and others would see the player as here.
    fn pause(&self) {
        if !self.is_ended() {
            self.0.number.set(self.0.number.get() + 1);
            drop(self.0.socket.take());
        }
    }

    /// The page is shown again, by the back button.
    fn resume(&self) {
        if self.0.socket.borrow().is_none() {
            self.renew();
        }
    }

    /// Ends the connection for good.
    pub fn end(&self) {
        self.0.number.set(u32::MAX);
        drop(self.0.socket.take());
        self.0.listeners.take().into_iter().for_each(WindowListenerHandle::remove);
    }

    fn is_ended(&self) -> bool {
        self.0.number.get() == u32::MAX
    }

    fn is_open(&self) -> bool {
        self.0.socket.borrow().as_ref().is_some_and(|it| it.socket.ready_state() == WebSocket::OPEN)
    }

    fn look(&self) {
        if browser::document().visibility_state() == web_sys::VisibilityState::Hidden {
            self.0.hidden_since.set(Some(browser::now()));
            return;
        }
        let slept = self.0.hidden_since.take().is_some_and(|since| browser::now() - since > ASLEEP);
        if slept || !self.is_open() {
            self.renew();
        }
    }

    fn connect(&self) {
        let number = self.0.number.get() + 1;
        self.0.number.set(number);
        self.0.heard_at.set(browser::now());
        self.0.pinged_at.set(None);
        self.0.silent.set(false);
        let socket = address().and_then(|address| WebSocket::new(&address).ok());
        let Some(socket) = socket else {
            drop(self.0.socket.take());
            return self.try_later();
        };
        let (opened, heard, closed) = (self.clone(), self.clone(), self.clone());
        let opened = Closure::<dyn FnMut()>::new(move || {
            opened.0.heard_at.set(browser::now());
            let hello = (opened.0.hello)();
            opened.send(&hello);
        });
        let heard = Closure::<dyn FnMut(_)>::new(move |message: web_sys::MessageEvent| {
            heard.is_alive();
            let text = message.data().as_string().unwrap_or_default();
            if let Ok(message) = serde_json::from_str(&text) {
                // Refusals do not make the next tries faster.
                if !matches!(message, ServerMessage::Refused(_)) {
                    heard.0.tries.set(0);
                }
                (heard.0.hear)(Heard::Message(message));
            }
        });
        let closed = Closure::<dyn FnMut()>::new(move || {
            if closed.0.number.get() == number {
                (closed.0.hear)(Heard::Lost);
                closed.try_later();
            }
        });
        socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
        socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
        socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
        drop(self.0.socket.replace(Some(Socket { socket, _opened: opened, _heard: heard, _closed: closed })));
    }

    fn try_later(&self) {
        if self.is_ended() {
            return;
        }
        let (connection, number, tries) = (self.clone(), self.0.number.get(), self.0.tries.get());
        self.0.tries.set(tries + 1);
        let wait = (FIRST_WAIT << tries.min(5)).min(LONGEST_WAIT);
        browser::after(wait, move || {
            if connection.0.number.get() == number {
                connection.connect();
            }
        });
    }
}

/// Where the connection leads: beside the page, wherever that lies.
fn address() -> Option<String> {
    let page = browser::document().base_uri().ok().flatten()?;
    let url = web_sys::Url::new_with_base("api/play", &page).ok()?;
    url.set_protocol(if url.protocol() == "https:" { "wss:" } else { "ws:" });
    Some(url.href())
}
