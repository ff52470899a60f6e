//! Takes connections, as many as there is room for, and lets none of them stay without a reason.

use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;
use tower::ServiceExt;

use super::Shared;
use super::connections::Full;
use super::gate::Pass;
use super::stream::Stream;

/// Bytes the head of a request may have.
const HEAD: usize = 16 * 1024;
/// How long to wait when the system has no room for another connection.
const NO_ROOM: Duration = Duration::from_millis(100);
/// Refusals that are being told at the same time; connections beyond that are closed.
const REFUSALS: usize = 32;
/// How long a refused client has to read why.
const REFUSAL: Duration = Duration::from_secs(1);

/// Takes connections until the server stops, then waits for those that are open to end.
pub async fn keep(listener: TcpListener, routes: Router, shared: Shared) {
    let refusals = Arc::new(Semaphore::new(REFUSALS));
    // Everyone who is inside holds a sender: with the last one the channel closes.
    let (inside, mut all_gone) = mpsc::channel::<()>(1);
    let mut stopping = shared.stopping.clone();
    loop {
        let taken = tokio::select! {
            taken = listener.accept() => taken,
            () = stop(&mut stopping) => break,
        };
        match taken {
            Ok((tcp, peer)) => match let_in(&shared, peer) {
                Ok(pass) => {
                    // A step is a small message that a player waits for: it is sent at once.
                    let _ = tcp.set_nodelay(true);
                    let (routes, shared, inside) = (routes.clone(), shared.clone(), inside.clone());
                    tokio::spawn(serve(tcp, peer, pass, routes, shared, inside));
                }
                Err(full) => {
                    shared.open_tables.metrics.turned_away.inc();
                    if let Ok(permit) = refusals.clone().try_acquire_owned() {
                        tokio::spawn(async move {
                            let _ = timeout(REFUSAL, refuse(tcp, full)).await;
                            drop(permit);
                        });
                    }
                }
            },
            // The client went away before it was taken in.
            Err(error) if is_of_one_connection(&error) => {}
            Err(error) => {
                tracing::error!(%error, "cannot take a connection");
                tokio::time::sleep(NO_ROOM).await;
            }
        }
    }
    drop((listener, inside));
    let _ = all_gone.recv().await;
}

/// Ends when the server stops.
async fn stop(stopping: &mut watch::Receiver<bool>) {
    let _ = stopping.wait_for(|stop| *stop).await;
}

fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

fn let_in(shared: &Shared, peer: SocketAddr) -> Result<Pass, Full> {
    if shared.config.behind_proxy { shared.gate.connect_proxy() } else { shared.gate.connect(peer.ip()) }
}

/// Tells why, and waits until it was read: closing a connection with something unread in it would take the answer back.
async fn refuse(mut tcp: TcpStream, full: Full) -> std::io::Result<()> {
    let (status, message, wait) = (full.status(), full.message(), Full::WAIT);
    let length = message.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: {length}\r\nX-Content-Type-Options: nosniff\r\nRetry-After: {wait}\r\nConnection: close\r\n\r\n"
    );
    tcp.write_all((head + message).as_bytes()).await?;
    tcp.shutdown().await?;
    let mut unread = [0; 1024];
    while tcp.read(&mut unread).await? > 0 {}
    Ok(())
}

/// Serves one connection; the sender tells that it is there.
async fn serve(tcp: TcpStream, peer: SocketAddr, pass: Pass, routes: Router, shared: Shared, inside: mpsc::Sender<()>) {
    let limits = &shared.config.limits;
    let stream = Stream::new(tcp, pass, limits.unread, inside);
    let service = hyper::service::service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        routes.clone().oneshot(request)
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // Counted from the moment the last answer was sent, so that it ends idle connections too.
        .header_read_timeout(limits.request)
        .max_header_size(HEAD)
        .max_buf_size(4 * HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    let mut stopping = shared.stopping.clone();
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = stop(&mut stopping) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::debug!(%peer, %error, "a connection ended early");
    }
}
