//! `best`: for each record, every legal move with its value, best first.

use std::io::Write;
use std::path::Path;

use serde_json::{Value, json};
use spieltisch_bots::{Effort, ExpertCache, Thoroughness, Valued};
use spieltisch_records::{Session, Table, turn_json};
use spieltisch_rules::games::{self, GameVisitor};
use spieltisch_rules::{Game, ToAct};

use crate::errors::Failure;
use crate::input::each_record;
use crate::output::stdout;
use crate::shelf::DataFolder;

/// Bytes that experts kept for further records of their set-ups may hold.
const KEPT: usize = 160 << 20;

/// Prints the values of every move after every record of the file.
pub fn run(file: Option<&Path>) -> Result<(), Failure> {
    let (mut out, experts, shelf) = (stdout(), ExpertCache::holding(KEPT), DataFolder::of_user());
    let done = each_record(file, |mut record| {
        let session = spieltisch_records::open(&mut record)?;
        let judge = Judge { session: &*session, set_up: record.set_up(), experts: &experts, shelf: &shelf };
        let judged = games::with_game(session.game(), judge).flatten().unwrap_or_else(|| turn_json(&*session));
        writeln!(out, "{judged}")?;
        Ok(out.flush()?) // a decision can take a tenth of a second: show each as it is known
    });
    out.flush()?;
    done
}

struct Judge<'a> {
    session: &'a dyn Session,
    set_up: String,
    experts: &'a ExpertCache,
    shelf: &'a DataFolder,
}

impl GameVisitor for Judge<'_> {
    /// What every move is worth; `None` where no move is due.
    type Output = Option<Value>;

    fn visit<G: Game>(self) -> Self::Output {
        let Table { game, state } = Table::<G>::behind(self.session)?;
        let ToAct::Move(seat) = game.to_act(state) else { return None };
        let valued = self.experts.of(&self.set_up, game, self.shelf).evaluate(state, Effort::of(Thoroughness::Study));
        let moves: Vec<Value> = valued.iter().map(|valued| move_json(valued, game.players())).collect();
        Some(json!({"to": "move", "seat": seat, "moves": moves}))
    }
}

fn move_json<M: ToString>(valued: &Valued<M>, players: usize) -> Value {
    let rounded = |values: &[f64]| values[..players].iter().map(|value| (value * 1e6).round() / 1e6).collect::<Vec<f64>>();
    json!({"move": valued.mv.to_string(), "points": rounded(&valued.points), "win": rounded(&valued.win)})
}
