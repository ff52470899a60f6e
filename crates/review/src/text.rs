//! Reviews and summaries as tables a person can read.

use std::fmt::{self, Write};

use spieltisch_bots::evaluation::Measure;

use crate::ledger::{Ledger, Review, ReviewedEvent};
use crate::summary::{Mean, PlayerSummary, Summary, games_to_tell_apart};
use crate::why::Why;

/// Decisions shown of each game.
pub const WORST: usize = 5;

impl Review {
    /// The ledgers, how each seat decided, and the decisions that cost most, with the reasons that are known for their events.
    pub fn to_text(&self, reasons: &[(usize, Why)]) -> String {
        let mut text = String::new();
        let _ = write_review(&mut text, self, reasons); // a string takes everything
        text
    }
}

impl Summary {
    /// A table for each set-up, by player name.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        let _ = write_summary(&mut text, self); // a string takes everything
        text
    }
}

/// A number of a ledger for a person: chances in percent.
fn shown(measure: Measure, number: f64) -> String {
    match measure {
        Measure::Win => format!("{:.1}", number * 100.0),
        Measure::Points => format!("{number:.1}"),
    }
}

/// The same with its sign, for what was won or lost.
fn gained(measure: Measure, number: f64) -> String {
    let shown = shown(measure, number);
    if shown.starts_with('-') || shown == "0.0" { shown } else { format!("+{shown}") }
}

fn write_review(out: &mut String, review: &Review, reasons: &[(usize, Why)]) -> fmt::Result {
    let state = if review.result.is_some() { "" } else { ", left before its end" };
    writeln!(out, "{}, {} events{state}", review.game, review.steps.len())?;
    for (measure, ledgers) in &review.ledgers {
        let unit = if *measure == Measure::Win { "chance to win, %" } else { "points" };
        let column = |text: &str| format!("{text:>8}");
        let titles: Vec<String> = ["start", "luck", "losses", "gifts", "drift", "end"].iter().map(|title| column(title)).collect();
        writeln!(out, "  {unit:<20}{}", titles.concat())?;
        for (name, ledger) in review.players.iter().zip(ledgers) {
            let Ledger { start, luck, losses, gifts, drift, end } = *ledger;
            let gains = [luck, losses, gifts, drift].map(|number| column(&gained(*measure, number))).concat();
            writeln!(out, "  {:<20}{}{gains}{}", short(name, 18), column(&shown(*measure, start)), column(&shown(*measure, end)))?;
        }
    }
    for (name, seat) in review.players.iter().zip(&review.seats) {
        let level = seat.level.map_or(String::new(), |level| format!(", like level {level:.1}"));
        writeln!(
            out,
            "  {} lost {} a decision in {}{level}",
            name,
            per_decision(review.measure(), seat.loss_per_decision()),
            seat.decisions
        )?;
    }
    let worst = review.worst_decisions(WORST);
    if !worst.is_empty() {
        writeln!(out, "  the costliest decisions")?;
    }
    for step in worst {
        writeln!(out, "{}", worst_line(review, step))?;
        if let Some((_, why)) = reasons.iter().find(|(event, _)| *event == step.event) {
            writeln!(out, "              because {why}")?;
        }
    }
    Ok(())
}

fn worst_line(review: &Review, step: &ReviewedEvent) -> String {
    let cost = step.change(review.measure()).map_or(0.0, |change| change.loss);
    let best = step.best.as_deref().unwrap_or_default();
    let unit = if review.measure() == Measure::Win { " %" } else { "" };
    format!(
        "  {:>8}{unit}  event {}, {}: {} (best: {best})",
        gained(review.measure(), -cost),
        step.event,
        review.players[step.seat],
        step.text
    )
}

fn per_decision(measure: Measure, loss: f64) -> String {
    match measure {
        Measure::Win => format!("{:.3} %", loss * 100.0),
        Measure::Points => format!("{loss:.3} points"),
    }
}

fn short(name: &str, most: usize) -> String {
    if name.chars().count() <= most { name.to_string() } else { name.chars().take(most - 1).chain(['…']).collect() }
}

/// How it went over time, against whom, and which decisions cost most; nothing where it is not known.
fn write_details(out: &mut String, player: &PlayerSummary, measure: Measure) -> fmt::Result {
    let (details, factor) = (&player.details, if measure == Measure::Win { 100.0 } else { 1.0 });
    let (Some((best, least)), Some((worst, most))) = (details.best, details.worst) else { return Ok(()) };
    let course: Vec<String> = details.course.losses().iter().map(|loss| format!("{:.3}", loss * factor)).collect();
    writeln!(out, "  {}: loss a decision over time {}", player.name, course.join(" "))?;
    writeln!(out, "    best game record {best} ({:.3}), worst record {worst} ({:.3})", least * factor, most * factor)?;
    let mut kinds: Vec<_> = details.kinds.iter().collect();
    kinds.sort_by(|(_, a), (_, b)| b.loss.total_cmp(&a.loss));
    let all: f64 = kinds.iter().map(|(_, cost)| cost.loss).sum();
    let told = kinds.iter().map(|(kind, cost)| {
        let each = cost.loss / f64::from(cost.decisions.max(1));
        format!("{kind} {:.0} % of all losses ({:.3} each)", 100.0 * cost.loss / all.max(f64::MIN_POSITIVE), each * factor)
    });
    writeln!(out, "    {}", told.collect::<Vec<String>>().join(", "))?;
    if details.against.len() > 1 {
        let told = details.against.iter().map(|(name, result)| format!("{name} {:.1}", result.mean() * factor));
        writeln!(out, "    result against {}", told.collect::<Vec<String>>().join(", "))?;
    }
    Ok(())
}

/// The table over all records; chances in percent, ± is the 95 % interval.
fn write_summary(out: &mut String, summary: &Summary) -> fmt::Result {
    let players: Vec<&PlayerSummary> = summary.players().collect();
    let set_ups = players.chunk_by(|a, b| (a.game, a.players, a.set_up()) == (b.game, b.players, b.set_up()));
    for of_set_up in set_ups {
        write_set_up(out, of_set_up)?;
    }
    if summary.unfinished > 0 {
        writeln!(out, "{} games were left before their end and are not counted", summary.unfinished)?;
    }
    Ok(())
}

fn write_set_up(out: &mut String, players: &[&PlayerSummary]) -> fmt::Result {
    let Some(first) = players.first() else { return Ok(()) };
    let (measure, unit) = if first.players > 1 { (Measure::Win, "chance to win, %") } else { (Measure::Points, "points") };
    let factor = if measure == Measure::Win { 100.0 } else { 1.0 };
    let variant = first.set_up().variant().map_or(String::new(), |variant| format!(", {variant}"));
    writeln!(out, "{}, {} players{variant}; {unit}; ± is the 95 % interval", first.game, first.players)?;
    writeln!(
        out,
        "{:<18}{:>8}{:>9}{:>17}{:>17}{:>14}{:>7}{:>17}",
        "player", "games", "wins", "result", "luck a game", "loss/decision", "level", "without luck"
    )?;
    for player in players {
        let with_off = |mean: &Mean| format!("{:.2} ± {:.2}", mean.mean() * factor, mean.off() * factor);
        let level = player.level().map_or("–".to_string(), |level| format!("{level:.1}"));
        let wins = if measure == Measure::Win { format!("{:.1}", player.wins) } else { "–".to_string() };
        writeln!(
            out,
            "{:<18}{:>8}{wins:>9}{:>17}{:>17}{:>14.6}{level:>7}{:>17}",
            short(&player.name, 17),
            player.games,
            with_off(&player.result),
            with_off(&player.luck),
            player.loss_per_decision(),
            with_off(&player.corrected),
        )?;
    }
    for player in players {
        write_details(out, player, measure)?;
    }
    let mean = |of: fn(&PlayerSummary) -> f64| players.iter().map(|player| of(player)).sum::<f64>() / players.len() as f64;
    let (luck, drift) = (mean(|player| player.luck.size()) * factor, mean(|player| player.drift.size()) * factor);
    write!(out, "luck of a game is {luck:.2} in size")?;
    if luck > 0.0 {
        write!(
            out,
            ", drift {drift:.2} ({:.1} % of it), {:+.2} on average",
            100.0 * drift / luck,
            mean(|player| player.drift.mean()) * factor
        )?;
    } else {
        write!(out, ", drift {drift:.2}")?;
    }
    writeln!(out, "; without luck results need {:.1} times fewer games", mean(PlayerSummary::games_saved))?;
    if let [left, right] = players {
        let [plain, corrected] = games_to_tell_apart(left, right);
        writeln!(out, "to tell the two apart takes {plain:.0} games, without luck {corrected:.0}")?;
    }
    writeln!(out)
}
