//! How a game ended, in words and numbers.

use spieltisch_records::{DynGame, Position, Record};
use spieltisch_rules::{Game, Reason};
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::pictures::easel::{Player, players};

/// How a game ended. It tells nothing of what was rolled or decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// “Anna wins!”
    pub headline: String,
    /// What decided it, where points did not.
    pub reason: Option<&'static str>,
    /// Everyone, the winners first.
    pub players: Vec<Placed>,
}

/// A player at the end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Who it is.
    pub player: Player,
    /// The points, where points decided.
    pub points: Option<i32>,
    /// Whether they won.
    pub won: bool,
}

impl Outcome {
    /// A finished game in a few lines: who played, when, and how it ended.
    pub fn text(&self, game: &str, date: &str) -> String {
        let player = |placed: &Placed| match placed.points {
            Some(points) => format!("{} {points}", placed.player.name),
            None => placed.player.name.clone(),
        };
        let players: Vec<String> = self.players.iter().map(player).collect();
        let mut lines = vec![format!("Spieltisch · {game} · {date}")];
        // Alone there is no one to win against: the points say it all.
        if players.len() > 1 {
            lines.push(self.headline.clone());
        }
        lines.push(players.join(" · "));
        lines.join("\n")
    }
}

/// The outcome of a game that is over.
pub fn of<G: Game>(table: &Position<G>, record: &Record, lang: Lang) -> Option<Outcome> {
    let result = table.result()?;
    let all = players(record);
    let winners: Vec<&str> = result.winners.iter().filter_map(|seat| Some(all.get(seat)?.name.as_str())).collect();
    let headline = match winners.as_slice() {
        _ if all.len() == 1 => texts::end_alone(lang, texts::count_points(lang, result.scores.first().copied().unwrap_or(0).into())),
        [name] => texts::end_wins(lang, name),
        names => texts::end_shared(lang, texts::list(lang, names)),
    };
    let reason = match result.reason {
        Reason::Points => None,
        Reason::FourInARow => Some(t(lang, Key::EndByRow)),
        Reason::ThreeYatzy => Some(t(lang, Key::EndByYatzy)),
    };
    let by_points = result.reason == Reason::Points;
    let placed = |(seat, player): (usize, Player)| Placed {
        player,
        points: result.scores.get(seat).copied().filter(|_| by_points),
        won: result.winners.contains(seat),
    };
    let mut players: Vec<Placed> = all.into_iter().enumerate().map(placed).collect();
    players.sort_by_key(|placed| (!placed.won, placed.points.map(|points| -points)));
    Some(Outcome { headline, reason, players })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn placed(name: &str, points: Option<i32>) -> Placed {
        Placed { player: Player { name: name.into(), colour: 0 }, points, won: false }
    }

    #[test]
    fn it_says_who_played_and_how_it_ended() {
        let mut outcome =
            Outcome { headline: "Anna wins!".into(), reason: None, players: vec![placed("Anna", Some(31)), placed("Ben", Some(27))] };
        assert_eq!(outcome.text("Castro", "16/11/2026"), "Spieltisch · Castro · 16/11/2026\nAnna wins!\nAnna 31 · Ben 27");
        outcome.players = vec![placed("Anna", None), placed("Ben", None)];
        assert_eq!(outcome.text("Castro", "16/11/2026"), "Spieltisch · Castro · 16/11/2026\nAnna wins!\nAnna · Ben");
        outcome.players = vec![placed("Anna", Some(88))];
        assert_eq!(outcome.text("Crowns", "16/11/2026"), "Spieltisch · Crowns · 16/11/2026\nAnna 88");
    }
}
