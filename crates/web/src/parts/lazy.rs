//! Showing what may have to be fetched first.

use std::future::Future;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_split_helpers::SplitLoaderError;

use crate::i18n::{self, Key, tr};
use crate::{browser, store};

/// A part of the page could not be fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing;

impl From<SplitLoaderError> for Missing {
    fn from(_: SplitLoaderError) -> Missing {
        Missing
    }
}

type Fetching = Pin<Box<dyn Future<Output = Result<(), Missing>>>>;
/// How a part is fetched.
pub type Fetch = fn() -> Fetching;
/// What a part shows; called only when it is here.
pub type ViewFuture = Pin<Box<dyn Future<Output = Result<AnyView, Missing>>>>;

/// After so long a part that could not be fetched is fetched again, in milliseconds.
const AGAIN: i32 = 1_000;

#[derive(Clone, Copy, PartialEq)]
enum Stage {
    Fetching,
    Here,
    Missing,
}

/// Fetches a part and then shows it: at once where it is here already.
pub fn lazy_view(fetch: Fetch, show: impl Fn() -> ViewFuture + Send + 'static) -> AnyView {
    let stage = RwSignal::new(Stage::Fetching);
    go(fetch, stage);
    (move || match stage.get() {
        Stage::Fetching => {
            view! { <div class="fetching" aria-busy="true"><p class="card page" role="status">{tr(Key::PartFetching)}</p></div> }.into_any()
        }
        Stage::Here => at_once(show()).and_then(Result::ok).unwrap_or_else(|| missing(fetch, stage)),
        Stage::Missing => missing(fetch, stage),
    })
    .into_any()
}

/// Fetches a part and then shows it; until then, and where it cannot be fetched, nothing.
pub fn quietly(fetch: Fetch, show: impl Fn() -> ViewFuture + Send + 'static) -> AnyView {
    let stage = RwSignal::new(Stage::Fetching);
    go(fetch, stage);
    (move || (stage.get() == Stage::Here).then(|| at_once(show()).and_then(Result::ok)).flatten()).into_any()
}

fn go(fetch: Fetch, stage: RwSignal<Stage>) {
    let mut fetching = fetch();
    if let Poll::Ready(done) = fetching.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
        return stage.set(stage_after(done));
    }
    spawn_local(async move {
        if fetching.await.is_ok() {
            // A visitor who has gone elsewhere in the meantime sees nothing of it.
            let _ = stage.try_set(Stage::Here);
        } else {
            once_more(fetch, stage);
        }
    });
}

/// What a bad connection lost is fetched again before anybody is bothered with it.
fn once_more(fetch: Fetch, stage: RwSignal<Stage>) {
    browser::after(AGAIN, move || {
        spawn_local(async move {
            let done = fetch().await;
            let _ = stage.try_set(stage_after(done));
        });
    });
}

fn stage_after(done: Result<(), Missing>) -> Stage {
    if done.is_ok() { Stage::Here } else { Stage::Missing }
}

fn missing(fetch: Fetch, stage: RwSignal<Stage>) -> AnyView {
    let again = move |_| {
        if browser::is_online() && !store::is_failing() {
            // Perhaps the server has a new version, and this one's parts are gone: every game is saved.
            return browser::reload();
        }
        stage.set(Stage::Fetching);
        go(fetch, stage);
    };
    view! {
        <div class="card page">
            <p role="alert">{tr(Key::PartFailed)}</p>
            <p><button class="main" id="fetch-again" on:click=again>{tr(Key::PartAgain)}</button></p>
        </div>
    }
    .into_any()
}

/// A part that shows texts which are read beside a first game: both are fetched.
pub async fn with_texts(part: impl Future<Output = Result<(), SplitLoaderError>>) -> Result<(), Missing> {
    part.await?;
    if i18n::fetch(i18n::lang(), true).await { Ok(()) } else { Err(Missing) }
}

/// A part that shows only what a first game shows.
pub async fn alone(part: impl Future<Output = Result<(), SplitLoaderError>>) -> Result<(), Missing> {
    Ok(part.await?)
}

/// The result of something that need not wait.
fn at_once<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => Some(result),
        Poll::Pending => None,
    }
}
