//! Kinds of decisions: each game says which it has.

use serde::{Deserialize, Serialize};
use spieltisch_records::{Record, read_setup};
use spieltisch_rules::games::{Entry, GameEntry, Registry};
use spieltisch_rules::{Event, Seat, for_each_game};

use crate::kept::{KeptReview, KeptStep};
use crate::ledger::{EventKind, Review};
use crate::why::Explain;

/// A decision with something to choose.
#[derive(Clone, Debug, PartialEq)]
pub struct Decided {
    /// The number of the event, from 1.
    pub event: usize,
    /// Who decided.
    pub seat: Seat,
    /// The best move, where another one was made.
    pub best: Option<String>,
    /// What the decision cost, in the game's own measure.
    pub loss: f64,
}

impl Decided {
    /// All decisions of a review with something to choose.
    pub fn all_of(review: &Review) -> Vec<Decided> {
        let choices = review.steps.iter().filter(|step| step.kind == EventKind::Move && step.is_choice);
        let decided = choices.map(|step| Decided {
            event: step.event,
            seat: step.seat,
            best: step.best.clone().filter(|best| *best != step.text),
            loss: step.change(review.measure()).map_or(0.0, |change| change.loss),
        });
        decided.collect()
    }

    /// The same of a review as it is kept.
    pub fn all_kept(review: &KeptReview) -> Vec<Decided> {
        let choices = review.steps.iter().enumerate().filter(|(_, step)| !step.is_roll && step.is_choice);
        let decided =
            |(number, step): (usize, &KeptStep)| Decided { event: number + 1, seat: step.seat, best: step.best.clone(), loss: step.loss() };
        choices.map(decided).collect()
    }
}

/// What decisions of one kind cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KindCost {
    /// How many there were.
    #[serde(rename = "d")]
    pub decisions: u32,
    /// What they cost together.
    #[serde(rename = "c")]
    pub loss: f64,
}

impl KindCost {
    /// Takes one more decision in.
    pub fn add(&mut self, loss: f64) {
        self.decisions += 1;
        self.loss = ((self.loss + loss) * 1e6).round() / 1e6;
    }

    /// Takes all of another one in.
    pub fn add_all(&mut self, other: &KindCost) {
        self.decisions += other.decisions;
        self.loss += other.loss;
    }
}

/// A game whose kinds of decisions are told apart. Apart from the evaluators, so that code that only counts does not carry them.
trait DecisionKinds: GameEntry {
    fn kinds(&self, record: &Record, decided: &[Decided]) -> Option<Vec<&'static str>>;
}

impl<G: Explain> DecisionKinds for Entry<G> {
    fn kinds(&self, record: &Record, decided: &[Decided]) -> Option<Vec<&'static str>> {
        let game: G = read_setup(record.players.len(), &record.options, &record.board).ok()?;
        let mut state = game.start();
        let (mut kinds, mut waiting) = (Vec::with_capacity(decided.len()), decided.iter().peekable());
        for (number, text) in record.events.iter().enumerate() {
            let event: Event<G> = text.parse().ok()?;
            if let (Event::Move(played), Some(decision)) = (event, waiting.next_if(|decision| decision.event == number + 1)) {
                let best = decision.best.as_deref().map_or(Some(played), |best| best.parse().ok())?;
                kinds.push(game.kind(&state, played, best));
            }
            game.take(&mut state, event).ok()?;
        }
        (kinds.len() == decided.len()).then_some(kinds)
    }
}

macro_rules! list {
    ($($folder:ident: $game:ty),* $(,)?) => {
        static GAMES: Registry<dyn DecisionKinds> = Registry::new(&[$(&Entry::<$game>::ENTRY),*]);
    };
}
for_each_game!(list);

/// Lets this process tell apart decisions of a game that is not in the list; see [`Registry::invite`].
pub fn invite<G: Explain>() {
    GAMES.invite(&Entry::<G>::ENTRY);
}

/// The kinds of these decisions, which must stand in the order of the events; `None` where they do not fit the record.
pub fn kinds_of(record: &Record, decided: &[Decided]) -> Option<Vec<&'static str>> {
    GAMES.find(&record.game)?.kinds(record, decided)
}
