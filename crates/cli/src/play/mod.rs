//! `play`: the table in a terminal, on the whole screen or line by line.

mod chance;
mod games;
mod link;
mod look;
mod plain;
mod reviewing;
mod screen;
mod seats;
mod store;
mod thinking;

use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use spieltisch_records::{Entered, Record};
use spieltisch_texts::Lang;

use self::chance::Chance;
use self::link::LinkAddress;
use self::look::Look;
use self::screen::Pace;
use self::screen::app::{First, Opening};
use self::seats::{Company, Wishes};
use self::store::GameStore;
use crate::bot_process::{Bot, BotCommand, end_all};
use crate::errors::Failure;
use crate::set_up::{HouseArgs, unknown_game};

/// How long a bot may take for each move at this table.
const BOT_DEADLINE: Duration = Duration::from_secs(20);

/// What `play` is asked.
#[derive(Args)]
pub struct PlayArgs {
    #[arg(value_name = "GAME|LINK", help = format!("{}, or the link of a table; the start where left out", spieltisch_rules::games::names().join(", ")))]
    game: Option<String>,
    /// Play against a computer of this level, 1 to 5
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=5))]
    level: Option<u8>,
    /// Play against a bot, a program of one's own, as in cmd:./bot (docs/bots.md); it decides for all computers
    #[arg(long, value_name = "cmd:COMMAND")]
    bot: Option<BotCommand>,
    /// The people at this screen, by name: Anna,Ben
    #[arg(long, value_delimiter = ',')]
    with: Vec<String>,
    /// How many play in all; 1 is alone, computers take the seats that people leave free
    #[arg(long)]
    players: Option<usize>,
    #[command(flatten)]
    house: HouseArgs,
    /// Whose dice are thrown by hand and entered
    #[arg(long, value_enum, default_value_t = Dice::Screen)]
    dice: Dice,
    /// One line after another, without drawing: for screen readers, slow lines and pipes
    #[arg(long)]
    plain: bool,
    /// The language: de, en, fr, it, es, nl; that of the locale where left out
    #[arg(long, value_parser = language)]
    lang: Option<Lang>,
    /// How fast computers are
    #[arg(long, value_enum, default_value_t = Speed::Normal)]
    speed: Speed,
    /// Whether dice tumble
    #[arg(long, value_enum, default_value_t = Motion::Full)]
    motion: Motion,
    /// The same dice and computers again
    #[arg(long)]
    seed: Option<u64>,
    /// Where games are kept; the user's data folder where left out
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Dice {
    /// The program's
    Screen,
    /// Everyone's own, also for computers
    Own,
    /// The people's own; the program throws for computers
    People,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Speed {
    /// Calm
    Slow,
    /// Brisk
    Normal,
    /// At once
    Fast,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Motion {
    /// They do
    Full,
    /// They lie at once
    None,
}

fn language(code: &str) -> Result<Lang, String> {
    let known = || Lang::ALL.map(Lang::code).join(", ");
    Lang::from_code(code).ok_or_else(|| format!("no such language; known are {}", known()))
}

/// Plays.
pub fn run(args: PlayArgs) -> Result<(), Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    let lang = args.lang.unwrap_or_else(|| locale(variable));
    let look = Look { motion: args.motion == Motion::Full, ..Look::of(variable) };
    let bot = args.bot.as_ref().map(start_bot).transpose()?;
    let wishes = Wishes { bot: bot.as_ref().map(|bot| bot.name().to_string()), ..args.wishes() };
    let link = args.game.as_deref().and_then(LinkAddress::read);
    let game = match &args.game {
        Some(name) if link.is_none() => Some(games::find(name).ok_or_else(|| unknown_game(name))?),
        _ => None,
    };
    if let (Some(bot), Some(game)) = (&bot, game)
        && !bot.plays(game.info().name)
    {
        return Err(Failure::Wrong(format!("{}: it says that it does not play {}", bot.name(), game.info().name)));
    }
    let (chance, store) = (Chance::new(args.seed)?, GameStore::new(args.data.as_deref()));
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    let lines = args.plain || dumb || !io::stdin().is_terminal() || !io::stdout().is_terminal();
    if lines && link.is_some() {
        return Err(Failure::Wrong("a table by link needs a whole terminal: it cannot be played line by line".to_string()));
    }
    if lines {
        return ending_bots(plain::run(plain::PlainArgs { lang, look, chance, store, wishes, game, bot }));
    }
    let pace = match args.speed {
        Speed::Slow => Pace::of(1500),
        Speed::Normal => Pace::of(600),
        Speed::Fast => Pace::of(0),
    };
    let first = match (link, game) {
        (Some(link), _) => First::Link(link, args.with.first().cloned().unwrap_or_default()),
        (None, Some(game)) => First::Game(game),
        (None, None) => First::Menu,
    };
    ending_bots(screen::app::run(Opening { lang, look, pace, chance, store, wishes, first, bot }))
}

/// Starts a bot to see that it can be.
fn start_bot(command: &BotCommand) -> Result<Bot, Failure> {
    Bot::start(command, BOT_DEADLINE).map_err(|fault| Failure::Wrong(format!("{command}: {fault}")))
}

/// Bots end with the game: the thread that asks them does not.
fn ending_bots(done: Result<(), Failure>) -> Result<(), Failure> {
    end_all();
    done
}

/// Watches the first record of a file again, step by step.
pub fn watch(record: Record) -> Result<(), Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::Wrong("--watch needs a terminal".to_string()));
    }
    let house = HouseArgs { options: Vec::new(), board: None };
    let wishes = Wishes { company: Company::Alone, names: Vec::new(), players: None, level: None, bot: None, entered: None, house };
    let (chance, store) = (Chance::new(None)?, GameStore::new(None));
    let look = Look { motion: false, ..Look::of(variable) };
    screen::app::run(Opening {
        lang: locale(variable),
        look,
        pace: Pace::of(0),
        chance,
        store,
        wishes,
        first: First::Watch(Box::new(record)),
        bot: None,
    })
}

impl PlayArgs {
    fn wishes(&self) -> Wishes {
        let people = self.with.len();
        let company = match (self.players, people) {
            (Some(1), _) => Company::Alone,
            (_, 2..) => Company::People(people),
            _ => Company::Level(self.level.unwrap_or(3)),
        };
        let entered = match self.dice {
            Dice::Screen => None,
            Dice::Own => Some(Entered::All),
            Dice::People => Some(Entered::People),
        };
        Wishes {
            company,
            names: self.with.clone(),
            players: self.players,
            level: self.level,
            bot: None,
            entered,
            house: self.house.clone(),
        }
    }
}

/// The language of the locale.
fn locale(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let preferred: Vec<String> = set("LANGUAGE").iter().flat_map(|list| list.split(':').map(str::to_string)).collect();
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
    Lang::from_preferred(&preferred.into_iter().chain(locale).collect::<Vec<_>>())
}
