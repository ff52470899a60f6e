//! The level that loses as much as a player does, read from a measured table.

use spieltisch_rules::Game;

/// What `levels.csv` has a row for: a game for a number of players, played in one way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelSetUp {
    game: &'static str,
    players: usize,
    variant: Option<&'static str>,
}

impl LevelSetUp {
    /// The row of a game as set up.
    pub fn of<G: Game>(game: &G) -> LevelSetUp {
        LevelSetUp { game: G::INFO.name, players: game.players(), variant: game.variant() }
    }

    /// The way of playing, where it is measured apart.
    pub fn variant(&self) -> Option<&'static str> {
        self.variant
    }

    /// The beginning of its row, and of those that stand in where it was not measured: the same game for fewer players.
    fn keys(&self) -> impl Iterator<Item = String> {
        let (game, variant) = (self.game, self.variant.map_or(String::new(), |variant| format!(" {variant}")));
        let fewest = self.players.min(2);
        (fewest..=self.players).rev().map(move |players| format!("{game},{players}{variant},"))
    }
}

/// Measured: the mean loss per decision of each level, one row for each set-up; `docs/strength.md` names the command. Caro's rows end with level 4,
/// whose search the evaluator shares: it cannot tell level 5 from it.
const MEASURED: &str = include_str!("levels.csv");

/// The level, from 1 to 5, that loses this much per decision; between two measured levels in
/// proportion to the loss. `None` for a set-up that was not measured.
pub fn level_of(set_up: LevelSetUp, loss_per_decision: f64) -> Option<f64> {
    Some(between(&losses(set_up)?, loss_per_decision))
}

/// The measured losses of the levels, weakest first.
fn losses(set_up: LevelSetUp) -> Option<Vec<f64>> {
    let row = set_up.keys().find_map(|key| MEASURED.lines().find_map(|line| line.strip_prefix(&key)))?;
    row.split(',').map(|number| number.trim().parse().ok()).collect()
}

fn between(losses: &[f64], loss: f64) -> f64 {
    if losses.first().is_none_or(|most| loss >= *most) {
        return 1.0;
    }
    for (below, pair) in losses.windows(2).enumerate() {
        if loss > pair[1] {
            return below as f64 + 1.0 + (pair[0] - loss) / (pair[0] - pair[1]);
        }
    }
    losses.len() as f64
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::crowns::{self, Crowns};
    use spieltisch_rules::games;

    use super::*;

    #[test]
    fn every_row_has_losses_that_fall() {
        for line in MEASURED.lines().skip(1) {
            let numbers: Vec<f64> = line.split(',').skip(2).map(|number| number.parse().expect(line)).collect();
            assert_eq!(numbers.len(), if line.starts_with("caro") { 4 } else { 5 }, "{line}");
            assert!(numbers.windows(2).all(|pair| pair[0] > pair[1]) && numbers.iter().all(|loss| *loss >= 0.0), "{line}");
        }
    }

    #[test]
    fn a_measured_loss_is_its_level_and_others_lie_between() {
        let losses = [0.05, 0.04, 0.02, 0.01, 0.0];
        for (level, loss) in losses.iter().enumerate() {
            assert!((between(&losses, *loss) - (level + 1) as f64).abs() < 1e-12, "{loss}");
        }
        assert!((between(&losses, 0.03) - 2.5).abs() < 1e-12);
        assert_eq!((between(&losses, 1.0), between(&losses, -0.0)), (1.0, 5.0));
    }

    #[test]
    fn all_set_ups_are_measured() {
        let measured = |game, players, variant| level_of(LevelSetUp { game, players, variant }, 0.0).is_some();
        for game in games::names() {
            for players in games::info(game).expect("a game of the list").players {
                assert!(measured(game, players, None), "levels.csv has no row for {game} with {players} players");
            }
        }
        let hard = Crowns::new(1, crowns::Options { solo_hard: true, ..Default::default() }, Default::default()).expect("one player");
        assert!(level_of(LevelSetUp::of(&hard), 0.0).is_some());
        assert_ne!(losses(LevelSetUp::of(&hard)), losses(LevelSetUp { variant: None, ..LevelSetUp::of(&hard) }));
        assert!(!measured("chess", 2, None));
    }
}
