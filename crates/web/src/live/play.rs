//! Playing: what the parts of a table share, and the only way they change the game.

use std::sync::Arc;

use leptos::prelude::*;
use spieltisch_core::announce_last;
use spieltisch_records::RecordError;
use spieltisch_records::header::SAVED;
use spieltisch_rules::{Event, Game, Refusal, ToAct};

use super::referee::Referee;
use super::rolling::Rolling;
use super::{Kind, Linked, LocalGame, automatic, elsewhere, follow, seen, title};
use crate::i18n::{Key, lang, tr};
use crate::store::{Growing, Version};
use crate::table::TableGame;
use crate::{browser, feel, store};

/// Why something was refused, or a hint, as the person reads it.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    /// One sentence or two.
    pub sentence: String,
    /// The rule behind a refusal.
    pub rule: Option<&'static str>,
}

/// The game on this page and what is said about it.
pub struct GameView<G: Game> {
    /// The game as it stands. What a table shows of it is read by [`GameView::with`].
    pub live: RwSignal<LocalGame<G>>,
    /// The game as it was last seen in the browser's storage.
    pub version: StoredValue<Version>,
    /// The roll whose dice are still in the air.
    pub rolling: RwSignal<Option<Rolling<G>>>,
    /// The last refusal, until something else happens.
    pub notice: RwSignal<Option<Notice>>,
    /// The move that a hint advises, until the game goes on.
    pub hinted: RwSignal<Option<G::Move>>,
    /// What a screen reader says next.
    pub spoken: RwSignal<String>,
    /// What the coach said of the last turn, until the next.
    pub coached: RwSignal<String>,
    /// Whether the history is unfolded, on a screen without a place for it.
    pub unfolded: RwSignal<bool>,
    /// Whether the list of entries is unfolded.
    pub listed: RwSignal<bool>,
    /// At the end: how many steps of the scoring have been shown.
    pub counted: RwSignal<usize>,
    /// At the end: whether all points have been counted, so that the winner may be named.
    pub settled: RwSignal<bool>,
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
    pub whole: StoredValue<LocalGame<G>>,
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

impl<G: Game> Clone for GameView<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for GameView<G> {}

impl<G: TableGame> GameView<G> {
    /// Takes the game up; computers begin to play where it is their turn.
    pub fn new(live: LocalGame<G>, version: Version) -> GameView<G> {
        let play = GameView { version: StoredValue::new(version), ..GameView::without_anyone(live) };
        elsewhere::run(play);
        automatic::run(play);
        title::run(play);
        feel::follow(play);
        play
    }

    /// Shows a game that a referee decides: what happens here is only asked for.
    pub fn by_link(linked: Linked) -> Result<GameView<G>, RecordError> {
        let mut live = LocalGame::open(&linked.id, linked.record)?;
        live.by_link = true;
        for (seat, player) in live.seats.iter_mut().enumerate() {
            if player.kind == Kind::Person && linked.here != Some(seat) {
                player.kind = Kind::Link;
            }
        }
        let play = GameView { referee: Some(StoredValue::new(linked.referee)), ..GameView::without_anyone(live) };
        follow::run(play, linked.seen);
        title::run(play);
        feel::follow(play);
        Ok(play)
    }

    /// The referee of a game that is decided elsewhere.
    pub fn referee(&self) -> Option<Arc<dyn Referee>> {
        self.referee.map(|referee| referee.get_value())
    }

    fn without_anyone(live: LocalGame<G>) -> GameView<G> {
        GameView {
            live: RwSignal::new(live),
            version: StoredValue::new(Version::default()),
            rolling: RwSignal::new(None),
            notice: RwSignal::new(None),
            hinted: RwSignal::new(None),
            spoken: RwSignal::new(String::new()),
            coached: RwSignal::new(String::new()),
            unfolded: RwSignal::new(false),
            listed: RwSignal::new(false),
            counted: RwSignal::new(0),
            settled: RwSignal::new(false),
            in_charge: RwSignal::new(true),
            silent: RwSignal::new(false),
            watch: None,
            referee: None,
        }
    }

    /// Shows a game from a step on, without anybody playing; whoever names the step comes from a review of the game.
    pub fn watch(whole: LocalGame<G>, step: Option<usize>) -> GameView<G> {
        GameView::watch_at(whole, RwSignal::new(step.unwrap_or(0)), if step.is_some() { Watched::FromReview } else { Watched::Whole })
    }

    /// Shows how a game stood after so many steps, with a move marked as hints are, and nothing else.
    pub fn still(whole: LocalGame<G>, step: RwSignal<usize>, marked: Signal<Option<String>>) -> GameView<G> {
        let play = GameView::watch_at(whole, step, Watched::Still);
        Effect::new(move |_| play.hinted.set(marked.get().and_then(|mv| mv.parse().ok())));
        play
    }

    fn watch_at(mut whole: LocalGame<G>, step: RwSignal<usize>, how: Watched) -> GameView<G> {
        whole.watched = true;
        let start = whole.at(step.get_untracked());
        let watch = Watch { whole: StoredValue::new(whole), step, running: RwSignal::new(false), how };
        let play = GameView { watch: Some(watch), counted: RwSignal::new(usize::MAX), ..GameView::without_anyone(start) };
        play.follow_steps();
        play
    }

    fn follow_steps(self) {
        let Some(watch) = self.watch else { return };
        Effect::new(move |before: Option<usize>| {
            let step = watch.step.get();
            let then = watch.whole.with_value(|whole| whole.at(step));
            let said = then.past.last().map(|past| G::announcement(lang(), &then, past)).unwrap_or_default();
            *self.live.write_untracked() = then;
            // Dice tumble where the game is followed forwards, step by step.
            self.show(before.is_some_and(|before| before + 1 == step) && watch.how != Watched::Still, said);
            step
        });
    }

    /// Something of the game as it is shown: while dice are in the air, as it stood before. The caller follows every change.
    pub fn with<T>(&self, read: impl FnOnce(&LocalGame<G>) -> T) -> T {
        match &*self.rolling.read() {
            Some(rolling) => read(&rolling.before),
            None => self.live.with(read),
        }
    }

    /// Takes an event, no matter who caused it; where a referee decides, only asks for it. A refusal is shown with its rule; `true` where
    /// it was taken or asked for.
    pub fn take(&self, event: Event<G>) -> bool {
        if let Some(referee) = self.referee() {
            return self.ask(&*referee, event);
        }
        let taken = self.live.try_update_untracked(|live| {
            live.take(event)?;
            let kept = self.save(live);
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
        self.show(true, self.live.with_untracked(|live| announce_last(lang(), live)));
        true
    }

    /// Keeps the game in the browser; `false` where it has gone on in another tab meanwhile.
    fn save(&self, live: &LocalGame<G>) -> bool {
        let whole = || {
            let mut record = live.record();
            SAVED.write(&mut record, &browser::time());
            record
        };
        let growing = Growing {
            events: live.past.len(),
            event: &|index| live.past[index].event.to_string(),
            whole: &whole,
            over: live.to_act() == ToAct::Over,
        };
        let kept = store::update_game(&live.id, &growing, self.version.get_value());
        if let Some(version) = kept {
            self.version.set_value(version);
        }
        kept.is_some()
    }

    fn refuse(&self, live: &LocalGame<G>, refusal: &G::Refusal) {
        let sentence = G::refusal_text(lang(), live, refusal);
        self.spoken.set(sentence.clone());
        self.notice.set(Some(Notice { sentence, rule: Some(refusal.rule().id) }));
    }

    /// Asks the referee; what the rules forbid is said here at once.
    fn ask(&self, referee: &dyn Referee, event: Event<G>) -> bool {
        self.live.with_untracked(|live| match live.position.game.take(&mut live.position.state.clone(), event) {
            Ok(()) => referee.decide(live.clock(), &event.to_string()),
            Err(refusal) => {
                self.refuse(live, &refusal);
                false
            }
        })
    }

    /// Takes the roll that is due: dice that were thrown by hand show these faces.
    pub fn enter(&self, faces: &[u8]) {
        self.take_roll(|_, _| faces.to_vec());
    }

    /// Throws the dice that are due, unless they are thrown by hand.
    pub fn throw(&self) {
        if let Some(referee) = self.referee() {
            let due =
                self.live.with_untracked(|live| (live.person_acts() && matches!(live.to_act(), ToAct::Roll { .. })).then(|| live.clock()));
            if let Some(clock) = due {
                referee.roll(clock);
            }
            return;
        }
        if !self.live.with_untracked(LocalGame::is_roll_entered) {
            self.take_roll(|live, dice| seen::throw(&live.id, live.roll_id(live.clock()), dice));
        }
    }

    fn take_roll(&self, faces: impl FnOnce(&LocalGame<G>, usize) -> Vec<u8>) {
        let outcome = self.live.with_untracked(|live| match live.to_act() {
            ToAct::Roll { dice, .. } => live.position.game.outcome(&live.position.state, &faces(live, dice)),
            _ => None,
        });
        if let Some(roll) = outcome {
            self.take(Event::Roll(roll));
        }
    }

    /// Takes the last decision back, where that is allowed.
    pub fn undo(&self) {
        if self.live.with_untracked(LocalGame::can_undo) {
            self.notice.set(None);
            if let Some(referee) = self.referee() {
                return referee.take_back();
            }
            let mut live = self.live.get_untracked();
            for taken_back in live.take_back() {
                seen::keep(&live.id, taken_back);
            }
            if !self.save(&live) {
                return elsewhere::yield_to(*self);
            }
            *self.live.write_untracked() = live;
            self.show(false, tr(Key::SayUndone).to_string());
        }
    }
}
