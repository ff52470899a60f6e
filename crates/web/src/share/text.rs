//! A finished game in a few lines: who played, when, and how it ended; nothing of what was rolled or decided.

use spieltisch_draw::pictures::{Outcome, Placed};

/// The lines.
pub fn of(game: &str, date: &str, outcome: &Outcome) -> String {
    let player = |placed: &Placed| match placed.points {
        Some(points) => format!("{} {points}", placed.player.name),
        None => placed.player.name.clone(),
    };
    let players: Vec<String> = outcome.players.iter().map(player).collect();
    let mut lines = vec![format!("Spieltisch · {game} · {date}")];
    // Alone there is no one to win against: the points say it all.
    if players.len() > 1 {
        lines.push(outcome.headline.clone());
    }
    lines.push(players.join(" · "));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use spieltisch_draw::pictures::Player;

    use super::*;

    fn placed(name: &str, points: Option<i32>) -> Placed {
        Placed { player: Player { name: name.into(), colour: 0 }, points, won: false }
    }

    #[test]
    fn it_says_who_played_and_how_it_ended() {
        let mut outcome =
            Outcome { headline: "Anna wins!".into(), reason: None, players: vec![placed("Anna", Some(31)), placed("Ben", Some(27))] };
        assert_eq!(of("Castro", "16/11/2026", &outcome), "Spieltisch · Castro · 16/11/2026\nAnna wins!\nAnna 31 · Ben 27");
        outcome.players = vec![placed("Anna", None), placed("Ben", None)];
        assert_eq!(of("Castro", "16/11/2026", &outcome), "Spieltisch · Castro · 16/11/2026\nAnna wins!\nAnna · Ben");
        outcome.players = vec![placed("Anna", Some(88))];
        assert_eq!(of("Crowns", "16/11/2026", &outcome), "Spieltisch · Crowns · 16/11/2026\nAnna 88");
    }
}
