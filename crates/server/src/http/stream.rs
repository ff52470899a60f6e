//! A TCP connection that does not wait for ever for its peer to read, and makes way for another where it has to.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Sleep;

use super::gate::Pass;

/// A connection with its pass, which is given back when the connection ends, as a WebSocket too.
pub struct Stream {
    tcp: TcpStream,
    _pass: Pass,
    _inside: mpsc::Sender<()>,
    /// Ends when it has to make way; `None` once it has.
    closing: Option<oneshot::Receiver<()>>,
    /// How long nothing at all of what is sent may be taken.
    unread: Duration,
    /// Runs while the peer takes nothing.
    stalled: Option<Pin<Box<Sleep>>>,
}

impl Stream {
    /// A connection that was let in; as long as it is open the channel is.
    pub fn new(tcp: TcpStream, pass: Pass, unread: Duration, inside: mpsc::Sender<()>) -> Stream {
        Stream { tcp, closing: Some(pass.closing()), _pass: pass, _inside: inside, unread, stalled: None }
    }

    /// Whether the connection may go on.
    fn goes_on(&mut self, context: &mut Context<'_>) -> io::Result<()> {
        if self.closing.as_mut().is_some_and(|closing| Pin::new(closing).poll(context).is_pending()) {
            return Ok(());
        }
        self.closing = None;
        Err(io::Error::new(io::ErrorKind::ConnectionAborted, "there is no room, and others hold less"))
    }

    /// What a try to write brought; one that waits for too long is the connection's end.
    fn written(&mut self, tried: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if tried.is_ready() {
            self.stalled = None;
            return tried;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(tokio::time::sleep(self.unread)));
        stalled.as_mut().poll(context).map(|()| Err(io::Error::new(io::ErrorKind::TimedOut, "the client does not read")))
    }
}

impl AsyncRead for Stream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.goes_on(context)?;
        Pin::new(&mut self.tcp).poll_read(context, buffer)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.goes_on(context)?;
        let tried = Pin::new(&mut self.tcp).poll_write(context, bytes);
        self.written(tried, context)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, context: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        self.goes_on(context)?;
        let tried = Pin::new(&mut self.tcp).poll_write_vectored(context, parts);
        self.written(tried, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.tcp.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.tcp).poll_shutdown(context)
    }
}
