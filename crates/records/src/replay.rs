//! Replaying records, and what the `legal` call says of a position.

use serde_json::{Value, json};
use spieltisch_rules::ToAct;

use crate::dyn_game::DynGame;
use crate::error::RecordError;
use crate::games::open_table;
use crate::record::{Record, short};

/// Sets the record's game up and takes all its events; the events become as the record
/// format writes them.
pub fn open(record: &mut Record) -> Result<Box<dyn DynGame>, RecordError> {
    let mut game = open_table(&record.game, record.players.len(), &record.options, &record.board)?;
    for (i, event) in record.events.iter_mut().enumerate() {
        *event = game.take(event).map_err(|refused| RecordError::Event { number: i + 1, refused })?;
    }
    Ok(game)
}

/// Replays a record, checks its stated result and fills in the true one.
pub fn replay(record: &mut Record) -> Result<(), RecordError> {
    let game = open(record)?;
    let result = result_json(&*game);
    if !record.result.is_null() && record.result != result {
        return Err(RecordError::Result { events: record.events.len(), expected: result.to_string(), stated: short(&record.result) });
    }
    record.result = result;
    Ok(())
}

/// What can happen now, as the `legal` call prints it.
pub fn turn_json(game: &dyn DynGame) -> Value {
    match game.to_act() {
        ToAct::Move(seat) => {
            let mut turn = json!({"to": "move", "seat": seat, "moves": game.legal_moves()});
            if let Some(objectors) = game.objectors() {
                turn["objectors"] = objectors.iter().collect::<Vec<_>>().into();
            }
            turn
        }
        ToAct::Roll { dice, .. } => json!({"to": "roll", "dice": dice}),
        ToAct::Over => json!({"to": "over", "result": result_json(game)}),
    }
}

fn result_json(game: &dyn DynGame) -> Value {
    json!(game.result())
}
