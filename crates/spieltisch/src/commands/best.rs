//! `best`: for each record, every legal move with its value, best first.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use spieltisch_bots::{Effort, Thoroughness, Valued, expert_for};
use spieltisch_records::{Record, RecordError, Table, turn_json};
use spieltisch_rules::games::{self, GameVisitor};
use spieltisch_rules::{Game, ToAct};

use crate::errors::Failure;
use crate::input::each_record;
use crate::output::stdout;
use crate::shelf::DataFolder;

/// Prints the values of every move after every record of the file.
pub fn run(file: Option<&Path>) -> Result<(), Failure> {
    let mut out = stdout();
    let done = each_record(file, |mut record| {
        spieltisch_records::open(&mut record)?; // names what is wrong before the game is known by type
        let judged = games::with_game(&record.game.clone(), Judge { record })
            .unwrap_or_else(|| Err(RecordError::Json { message: "no such game".to_string() }))?;
        writeln!(out, "{judged}")?;
        Ok(out.flush()?) // a decision can take a tenth of a second: show each as it is known
    });
    out.flush()?;
    done
}

struct Judge {
    record: Record,
}

impl GameVisitor for Judge {
    type Output = Result<Value, RecordError>;

    fn visit<G: Game>(self) -> Self::Output {
        let table = Table::<G>::of(&self.record)?;
        let ToAct::Move(seat) = table.game.to_act(&table.state) else { return Ok(turn_json(&table)) };
        let valued = expert_for(&table.game, &DataFolder::of_user()).evaluate(&table.state, Effort::of(Thoroughness::Study));
        let moves: Vec<Value> = valued.iter().map(|valued| move_json(valued, table.game.players())).collect();
        Ok(json!({"to": "move", "seat": seat, "moves": moves}))
    }
}

fn move_json<M: ToString>(valued: &Valued<M>, players: usize) -> Value {
    let rounded = |values: &[f64]| values[..players].iter().map(|value| (value * 1e6).round() / 1e6).collect::<Vec<f64>>();
    json!({"move": valued.mv.to_string(), "points": rounded(&valued.points), "win": rounded(&valued.win)})
}
