//! A review as one JSON object; the names are fixed, other programs read them.

use serde_json::{Map, Value, json};

use crate::ledger::{Change, EventKind, Ledger, Review, ReviewedEvent, SeatReview, measure_name};

impl Review {
    /// The review as the command prints it.
    pub fn to_json(&self) -> Value {
        let ledgers: Map<String, Value> = self
            .ledgers
            .iter()
            .map(|(measure, seats)| (measure_name(*measure).to_string(), seats.iter().map(ledger_json).collect::<Vec<Value>>().into()))
            .collect();
        json!({
            "game": self.game,
            "players": self.players,
            "result": self.result,
            "ledgers": ledgers,
            "seats": self.seats.iter().map(seat_json).collect::<Vec<Value>>(),
            "steps": self.steps.iter().map(step_json).collect::<Vec<Value>>(),
        })
    }
}

fn ledger_json(ledger: &Ledger) -> Value {
    let Ledger { start, luck, losses, gifts, drift, end } = *ledger;
    json!({"start": start, "luck": luck, "losses": losses, "gifts": gifts, "drift": drift, "end": end})
}

fn seat_json(seat: &SeatReview) -> Value {
    let level = seat.level.map(|level| (level * 10.0).round() / 10.0);
    json!({"decisions": seat.decisions, "loss_per_decision": seat.loss_per_decision(), "level": level})
}

fn step_json(step: &ReviewedEvent) -> Value {
    let is = match step.kind {
        EventKind::Roll => "roll",
        EventKind::Move => "move",
    };
    let mut fields = Map::new();
    fields.insert("event".into(), step.event.into());
    fields.insert("is".into(), is.into());
    fields.insert("seat".into(), step.seat.into());
    fields.insert("text".into(), step.text.as_str().into());
    if let Some(best) = &step.best {
        fields.insert("best".into(), best.as_str().into());
        fields.insert("loss".into(), by_measure(step, |change| Some(change.loss.into())));
    }
    for change in &step.changes {
        fields.insert(measure_name(change.measure).into(), change.by_seat.clone().into());
    }
    let drift = by_measure(step, |change| change.drift.clone().map(Value::from));
    if drift.as_object().is_some_and(|drift| !drift.is_empty()) {
        fields.insert("drift".into(), drift);
    }
    Value::Object(fields)
}

/// A value for each measure that has one.
fn by_measure(step: &ReviewedEvent, value: impl Fn(&Change) -> Option<Value>) -> Value {
    let named = |change: &Change| Some((measure_name(change.measure).to_string(), value(change)?));
    Value::Object(step.changes.iter().filter_map(named).collect())
}
