//! `bot-check`: plays all games of a bot with it, says what is wrong, and how strong it is against the levels.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use spieltisch_bots::{Level, PlayerName};
use spieltisch_records::Record;
use spieltisch_rules::games as rules;

use crate::arena::{Arena, Meeting};
use crate::bot_process::{Bot, BotCommand, Conduct, end_all};
use crate::errors::Failure;
use crate::games;
use crate::output::stdout;
use crate::players::{BotArgs, PlayerArg};
use crate::progress;

/// What `bot-check` is asked.
#[derive(Args)]
pub struct BotCheckArgs {
    /// The bot, as in cmd:./bot
    bot: String,
    /// Look at this game only
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Games against each level; with them the intervals become smaller
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// Where the random numbers begin
    #[arg(long, default_value_t = 0)]
    seed: u64,
    #[command(flatten)]
    asking: BotArgs,
}

/// Checks the bot.
pub fn run(args: &BotCheckArgs) -> Result<(), Failure> {
    let command: BotCommand = args.bot.parse().map_err(|error| Failure::Wrong(format!("{error}")))?;
    let check = BotCheck { args, stop: stop_on_interrupt(), command };
    let own = check.greet()?;
    let mut conduct = Conduct::default();
    for game in &own {
        conduct.take_in(check.manners(game)?);
    }
    for game in &own {
        conduct.take_in(check.strength(game)?);
    }
    let mut out = stdout();
    for fault in conduct.told() {
        writeln!(out, "To mend: {fault}.")?;
    }
    out.flush()?;
    match conduct.faults() {
        0 => Ok(()),
        _ => Err(Failure::Wrong(format!("{}: {conduct}", check.command))),
    }
}

struct BotCheck<'a> {
    args: &'a BotCheckArgs,
    stop: Arc<AtomicBool>,
    command: BotCommand,
}

impl BotCheck<'_> {
    /// Starts the bot and hears which games it plays.
    fn greet(&self) -> Result<Vec<&'static str>, Failure> {
        let wrong = |what: &str| Failure::Wrong(format!("{}: {what}", self.command));
        let bot = Bot::start(&self.command, self.args.asking.deadline()).map_err(|fault| wrong(&fault.to_string()))?;
        let asked = |game: &&str| self.args.game.as_ref().is_none_or(|only| only == game);
        let own: Vec<&str> = rules::names().into_iter().filter(|game| bot.plays(game)).filter(asked).collect();
        println!("{} is ready and plays {}.", bot.name(), if own.is_empty() { "none of the games".into() } else { own.join(", ") });
        bot.say_goodbye();
        if own.is_empty() {
            return Err(wrong(&format!("there is nothing to play; the games are {}", rules::names().join(", "))));
        }
        Ok(own)
    }

    /// A deal with every number of players, among random ones.
    fn manners(&self, game: &'static str) -> Result<Conduct, Failure> {
        let mut conduct = Conduct::default();
        let mut played = 0;
        for seats in rules::info(game).into_iter().flat_map(|info| info.players.clone()) {
            let others = vec![PlayerArg::Computer(PlayerName::Random); seats - 1];
            let met = self.meet(game, seats, others, seats as u64)?;
            played += met.standings[0].seats;
            conduct.take_in(met.conduct.into_iter().flatten().next().unwrap_or_default());
        }
        println!("{game}: {played} games with every number of players: {conduct}; slowest answer {} ms", conduct.slowest.as_millis());
        Ok(conduct)
    }

    /// Games for two against every level, on the same dice with the seats exchanged.
    fn strength(&self, game: &'static str) -> Result<Conduct, Failure> {
        let mut conduct = Conduct::default();
        let mut verdict = Verdict::default();
        for level in Level::ALL {
            let met = self.meet(game, 2, vec![PlayerArg::Computer(PlayerName::Level(level))], self.args.games)?;
            let bot = &met.standings[0];
            conduct.take_in(met.conduct.into_iter().flatten().next().unwrap_or_default());
            if bot.seats == 0 {
                println!("{game}: stopped before level {}", level.number());
                break;
            }
            let (wins, games) = (bot.told[0].mean(), bot.seats);
            let (low, high) = between(wins, games as f64);
            let [won, low_percent, high_percent] = [wins, low, high].map(|share| format!("{:.1} %", 100.0 * share));
            println!("{game} against level {}: {won}, 95 % sure between {low_percent} and {high_percent}; {games} games", level.number());
            verdict.add(level, low, high);
        }
        println!("{game}: {verdict}");
        Ok(conduct)
    }

    fn meet(&self, game: &'static str, seats: usize, others: Vec<PlayerArg>, games: u64) -> Result<Meeting, Failure> {
        let arena = Arena {
            header: Record::new(game, (1..=seats).map(|seat| format!("Player {seat}")).collect()),
            players: std::iter::once(PlayerArg::Bot(self.command.clone())).chain(others).collect(),
            games,
            seed: self.args.seed,
            duplicate: true,
            luck: false,
            deadline: self.args.asking.deadline(),
        };
        let progress = progress::games(arena.deals() * arena.games_per_deal());
        let entry = games::find(game).ok_or_else(|| crate::set_up::unknown_game(game))?;
        let met = entry.meet(&arena, &progress, &self.stop);
        progress.finish_and_clear();
        met
    }
}

/// Between which levels a bot stands.
#[derive(Default)]
struct Verdict {
    /// The highest level it surely beats, and the lowest that surely beats it.
    beats: Option<Level>,
    loses_to: Option<Level>,
}

impl Verdict {
    fn add(&mut self, level: Level, low: f64, high: f64) {
        if low > 0.5 {
            self.beats = Some(level);
        } else if high < 0.5 && self.loses_to.is_none() {
            self.loses_to = Some(level);
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.beats.map(Level::number), self.loses_to.map(Level::number)) {
            (Some(beaten), Some(better)) => write!(f, "stronger than level {beaten}, weaker than level {better} (95 % sure of each)"),
            (Some(beaten), None) => write!(f, "stronger than level {beaten} (95 % sure)"),
            (None, Some(better)) => write!(f, "weaker than level {better} (95 % sure)"),
            (None, None) => f.write_str("these games do not tell it apart from the levels; --games plays more"),
        }
    }
}

/// The 95 % interval of a share by Wilson's score, which holds for few games and for none won, too. It is a little too wide here:
/// games with the same dice and the seats exchanged tell more than others.
fn between(share: f64, games: f64) -> (f64, f64) {
    let squared = 1.96_f64.powi(2);
    let middle = (share + squared / (2.0 * games)) / (1.0 + squared / games);
    let half = (squared * (share * (1.0 - share) / games + squared / (4.0 * games * games))).sqrt() / (1.0 + squared / games);
    ((middle - half).max(0.0), (middle + half).min(1.0))
}

/// Control-C ends the games, and what is known so far is told; a second one ends everything.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stopped = Arc::new(AtomicBool::new(false));
    let told = stopped.clone();
    let heard = ctrlc::set_handler(move || {
        if told.swap(true, Ordering::Relaxed) {
            end_all();
            std::process::exit(130);
        }
    });
    if let Err(error) = heard {
        eprintln!("control-C will lose what is known so far: {error}");
    }
    stopped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_never_empty_and_shrink() {
        let (low, high) = between(0.0, 2.0);
        assert!(low == 0.0 && (0.6..0.7).contains(&high), "two lost games tell little: {high}");
        let (low, high) = between(0.5, 100.0);
        assert!((low - 0.404).abs() < 1e-3 && (high - 0.596).abs() < 1e-3, "{low} {high}");
    }

    #[test]
    fn a_bot_stands_between_levels() {
        let mut verdict = Verdict::default();
        assert!(verdict.to_string().contains("--games plays more"));
        verdict.add(Level::One, 0.6, 0.9);
        verdict.add(Level::Two, 0.4, 0.6);
        verdict.add(Level::Three, 0.1, 0.3);
        verdict.add(Level::Four, 0.0, 0.2);
        assert_eq!(verdict.to_string(), "stronger than level 1, weaker than level 3 (95 % sure of each)");
    }
}
