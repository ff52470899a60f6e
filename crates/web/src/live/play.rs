//! Playing: what the parts of a table share, and the only way they change the game.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_records::RecordError;
use spieltisch_rules::{Event, Game, Refusal, ToAct};

use super::referee::Referee;
use super::{Kind, Linked, LiveGame, automatic, elsewhere, follow, title};
use crate::feel;
use crate::i18n::{Key, lang, texts, tr};
use crate::table::TableGame;

/// Why something was refused, or a hint, as the person reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// One sentence or two.
    pub sentence: String,
    /// The rule behind a refusal.
    pub rule: Option<&'static str>,
}

/// What a screen reader says of what happened last, and to whom it is to act next.
fn said_of_the_last<G: TableGame>(live: &LiveGame<G>) -> String {
    let Some(last) = live.past.last() else { return String::new() };
    let said = G::announcement(live, &last.before, last.seat, last.event);
    let next = live.seat_to_act();
    if next != last.seat && live.person_acts() {
        return format!("{said} {}", texts::say_your_turn(lang(), &live.seats[next].name));
    }
    said
}

/// The game on this page and what is said about it.
pub struct Play<G: Game> {
    /// The game.
    pub live: RwSignal<LiveGame<G>>,
    /// The last refusal, until something else happens.
    pub notice: RwSignal<Option<Notice>>,
    /// The move that a hint advises, until the game goes on.
    pub hinted: RwSignal<Option<G::Move>>,
    /// What a screen reader says next.
    pub spoken: RwSignal<String>,
    /// What the coach said of the last turn, until the next.
    pub coached: RwSignal<String>,
    /// Whether the list of entries is unfolded.
    pub listed: RwSignal<bool>,
    /// At the end: how many steps of the scoring have been shown.
    pub counted: RwSignal<usize>,
    /// Whether this tab does what happens by itself; another one does where the game is open twice.
    pub in_charge: RwSignal<bool>,
    /// Whether a computer has not answered for long.
    pub silent: RwSignal<bool>,
    /// Where the game is only watched, how far.
    pub watch: Option<Watch<G>>,
    /// Where a referee decides, that one.
    referee: Option<StoredValue<Arc<dyn Referee>>>,
}

/// A game being watched again, step by step.
#[derive(Debug)]
pub struct Watch<G: Game> {
    /// The whole game.
    pub whole: StoredValue<LiveGame<G>>,
    /// How many events have been shown.
    pub step: RwSignal<usize>,
    /// Whether it goes on by itself.
    pub running: RwSignal<bool>,
    /// What it is watched for.
    pub how: Watched,
}

/// What a game is watched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// To see all of it again.
    Whole,
    /// To look at something that its review told.
    FromReview,
    /// As a picture in its review.
    Still,
}

impl<G: Game> Clone for Watch<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Watch<G> {}

impl<G: Game> Clone for Play<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Play<G> {}

impl<G: TableGame> Play<G> {
    /// Takes the game up; computers begin to play where it is their turn.
    pub fn new(live: LiveGame<G>) -> Play<G> {
        let play = Play::without_anyone(live);
        elsewhere::run(play);
        automatic::run(play);
        title::run(play);
        feel::follow(play);
        play
    }

    /// Shows a game that a referee decides: what happens here is only asked for.
    pub fn by_link(linked: Linked) -> Result<Play<G>, RecordError> {
        let mut live = LiveGame::open(&linked.id, linked.record)?;
        live.by_link = true;
        for (seat, player) in live.seats.iter_mut().enumerate() {
            if player.kind == Kind::Person && linked.here != Some(seat) {
                player.kind = Kind::Link;
            }
        }
        let play = Play { referee: Some(StoredValue::new(linked.referee)), ..Play::without_anyone(live) };
        follow::run(play, linked.seen);
        title::run(play);
        feel::follow(play);
        Ok(play)
    }

    /// Whoever decides this game from elsewhere.
    pub fn referee(&self) -> Option<Arc<dyn Referee>> {
        self.referee.map(|referee| referee.get_value())
    }

    fn without_anyone(live: LiveGame<G>) -> Play<G> {
        Play {
            live: RwSignal::new(live),
            notice: RwSignal::new(None),
            hinted: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            coached: RwSignal::new(String::new()),
            listed: RwSignal::new(false),
            counted: RwSignal::new(0),
            in_charge: RwSignal::new(true),
            silent: RwSignal::new(false),
            watch: None,
            referee: None,
        }
    }

    /// Shows a game from a step on, without anybody playing; whoever names the step comes from a review of the game.
    pub fn watch(whole: LiveGame<G>, step: Option<usize>) -> Play<G> {
        Play::watch_at(whole, RwSignal::new(step.unwrap_or(0)), if step.is_some() { Watched::FromReview } else { Watched::Whole })
    }

    /// Shows how a game stood after so many steps, with a move marked as hints are, and nothing else.
    pub fn still(whole: LiveGame<G>, step: RwSignal<usize>, marked: Signal<Option<String>>) -> Play<G> {
        let play = Play::watch_at(whole, step, Watched::Still);
        Effect::new(move |_| play.hinted.set(marked.get().and_then(|mv| mv.parse().ok())));
        play
    }

    fn watch_at(mut whole: LiveGame<G>, step: RwSignal<usize>, how: Watched) -> Play<G> {
        whole.watched = true;
        let start = whole.at(step.get_untracked());
        let watch = Watch { whole: StoredValue::new(whole), step, running: RwSignal::new(false), how };
        let play = Play { watch: Some(watch), counted: RwSignal::new(usize::MAX), ..Play::without_anyone(start) };
        play.follow_steps();
        play
    }

    fn follow_steps(self) {
        let Some(watch) = self.watch else { return };
        Effect::new(move |_| {
            let step = watch.step.get();
            let then = watch.whole.with_value(|whole| whole.at(step));
            if let Some(past) = then.past.last() {
                self.spoken.set(G::announcement(&then, &past.before, past.seat, past.event));
            }
            self.live.set(then);
        });
    }

    /// Something of the game as it stands; whoever calls this follows every change.
    pub fn with<T>(&self, read: impl FnOnce(&LiveGame<G>) -> T) -> T {
        self.live.with(read)
    }

    /// A person decides. A refusal is shown with its rule; `true` where the move was made.
    pub fn decide(&self, mv: G::Move) -> bool {
        if !self.live.with_untracked(LiveGame::person_acts) {
            return false;
        }
        self.take(Event::Move(mv))
    }

    /// Takes an event, whoever caused it; where a referee decides, only asks for it.
    pub fn take(&self, event: Event<G>) -> bool {
        if let Some(referee) = self.referee() {
            return self.ask(&*referee, event);
        }
        let taken = self.live.try_update_untracked(|live| {
            live.take(event)?;
            let kept = live.save();
            if !kept {
                live.undo();
            }
            Ok(kept)
        });
        match taken {
            None => return false,
            Some(Err(refusal)) => {
                self.live.with_untracked(|live| self.refuse(live, &refusal));
                return false;
            }
            Some(Ok(false)) => {
                elsewhere::yield_to(*self);
                return false;
            }
            Some(Ok(true)) => {}
        }
        self.notice.set(None);
        self.spoken.set(self.live.with_untracked(said_of_the_last));
        self.live.update(|_| {});
        true
    }

    fn refuse(&self, live: &LiveGame<G>, refusal: &G::Refusal) {
        let sentence = G::refusal_text(live, refusal);
        self.spoken.set(sentence.clone());
        self.notice.set(Some(Notice { sentence, rule: Some(refusal.rule().id) }));
    }

    /// Asks the referee; what the rules forbid is said here at once.
    fn ask(&self, referee: &dyn Referee, event: Event<G>) -> bool {
        self.live.with_untracked(|live| match live.table.game.take(&mut live.table.state.clone(), event) {
            Ok(()) => referee.decide(live.clock(), &event.to_string()),
            Err(refusal) => {
                self.refuse(live, &refusal);
                false
            }
        })
    }

    /// Takes the roll that is due: dice that were thrown by hand show these faces.
    pub fn enter(&self, faces: &[u8]) {
        self.land(|_, _| faces.to_vec());
    }

    /// Throws the dice that are due, unless somebody throws them by hand.
    pub fn throw(&self) {
        if let Some(referee) = self.referee() {
            let due =
                self.live.with_untracked(|live| (live.person_acts() && matches!(live.to_act(), ToAct::Roll { .. })).then(|| live.clock()));
            if let Some(clock) = due {
                referee.roll(clock);
            }
            return;
        }
        if !self.live.with_untracked(LiveGame::is_roll_entered) {
            self.land(LiveGame::throw);
        }
    }

    fn land(&self, faces: impl FnOnce(&LiveGame<G>, usize) -> Vec<u8>) {
        let outcome = self.live.with_untracked(|live| match live.to_act() {
            ToAct::Roll { dice, .. } => live.table.game.outcome(&live.table.state, &faces(live, dice)),
            _ => None,
        });
        if let Some(roll) = outcome {
            self.take(Event::Roll(roll));
        }
    }

    /// Takes the last decision back, where that is allowed.
    pub fn undo(&self) {
        if self.live.with_untracked(LiveGame::can_undo) {
            self.notice.set(None);
            if let Some(referee) = self.referee() {
                return referee.take_back();
            }
            let mut live = self.live.get_untracked();
            live.take_back();
            if !live.save() {
                return elsewhere::yield_to(*self);
            }
            self.spoken.set(tr(Key::SayUndone).to_string());
            self.live.set(live);
        }
    }
}
