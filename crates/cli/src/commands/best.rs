//! `best`: for each record, every legal move with its value, best first.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use spieltisch_bots::{Bots, Effort, ExpertCache, Thoroughness, Valued};
use spieltisch_records::{DynGame, Position, turn_json};
use spieltisch_rules::ToAct;

use crate::data_folder::DataFolder;
use crate::errors::Failure;
use crate::games;
use crate::input::each_record;
use crate::output::stdout;

/// Bytes that experts kept for further records of their set-ups may hold.
const KEPT: usize = 160 << 20;

/// Prints the values of every move after every record of the file.
pub fn run(file: Option<&Path>) -> Result<(), Failure> {
    let (mut out, experts, value_store) = (stdout(), ExpertCache::holding(KEPT), DataFolder::of_user());
    let done = each_record(file, |mut record| {
        let game = spieltisch_records::open(&mut record)?;
        let position = BestQuery { game: &*game, set_up: record.set_up(), experts: &experts, value_store: &value_store };
        let judged = games::find(game.game()).and_then(|game| game.judge(&position)).unwrap_or_else(|| turn_json(&*game));
        writeln!(out, "{judged}")?;
        Ok(out.flush()?) // a decision can take a tenth of a second: show each as it is known
    });
    out.flush()?;
    done
}

/// A position to be judged, and who knows what for that.
pub struct BestQuery<'a> {
    game: &'a dyn DynGame,
    set_up: String,
    experts: &'a ExpertCache,
    value_store: &'a DataFolder,
}

/// What every move in a position of the game `G` is worth; `None` where no move is due.
pub fn judge<G: Bots>(position: &BestQuery<'_>) -> Option<Value> {
    let Position { game, state } = Position::<G>::behind(position.game)?;
    let ToAct::Move(seat) = game.to_act(state) else { return None };
    let valued = position.experts.of(&position.set_up, game, position.value_store).evaluate(state, Effort::of(Thoroughness::Study));
    let moves: Vec<Value> = valued.iter().map(|valued| move_json(valued, game.players())).collect();
    Some(json!({"to": "move", "seat": seat, "moves": moves}))
}

fn move_json<M: ToString>(valued: &Valued<M>, players: usize) -> Value {
    let rounded = |values: &[f64]| values[..players].iter().map(|value| (value * 1e6).round() / 1e6).collect::<Vec<f64>>();
    json!({"move": valued.mv.to_string(), "points": rounded(&valued.points), "win": rounded(&valued.win)})
}
