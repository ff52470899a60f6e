//! Who plays in simulations and arenas: computers by their names, and bots by their commands.

use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use spieltisch_bots::players::{next_move, next_objection};
use spieltisch_bots::{Bots, NamedPlayer, PlayerName};
use spieltisch_records::{Position, Record};
use spieltisch_rules::{Event, Game, Seat, ToAct};

use crate::bot_process::{Bot, BotCommand, Conduct, Fault, end_all_on_interrupt};
use crate::data_folder::DataFolder;
use crate::errors::Failure;
use crate::set_up::not_solved;

/// How bots are asked.
#[derive(Args, Clone, Copy)]
pub struct BotArgs {
    /// Milliseconds a bot (cmd:…) has for each decision
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    deadline: u64,
}

impl BotArgs {
    /// How long a bot has for each decision.
    pub fn deadline(self) -> Duration {
        Duration::from_millis(self.deadline)
    }
}

/// A player as named on the command line.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayerArg {
    /// A computer of this program.
    Computer(PlayerName),
    /// A program of anyone's.
    Bot(BotCommand),
}

impl PlayerArg {
    /// The computer of that name; a random one in the place of a bot.
    fn computer(&self) -> PlayerName {
        match self {
            PlayerArg::Computer(name) => *name,
            PlayerArg::Bot(_) => PlayerName::Random,
        }
    }
}

impl FromStr for PlayerArg {
    type Err = String;

    fn from_str(text: &str) -> Result<PlayerArg, String> {
        if BotCommand::is_meant_by(text) {
            return text.parse().map(PlayerArg::Bot).map_err(|error: crate::bot_process::BotCommandError| error.to_string());
        }
        text.parse().map(PlayerArg::Computer).map_err(|error| format!("{error}, or cmd:COMMAND, a bot"))
    }
}

impl fmt::Display for PlayerArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerArg::Computer(name) => name.fmt(f),
            PlayerArg::Bot(command) => command.fmt(f),
        }
    }
}

/// Reads players' names; an unknown one lists the known.
pub fn player_args(names: &[String]) -> Result<Vec<PlayerArg>, Failure> {
    names.iter().map(|name| name.parse().map_err(|error| Failure::Wrong(format!("--bots {error}")))).collect()
}

/// Starts a bot to see that it can be, and that it plays this game.
pub fn try_bot(command: &BotCommand, deadline: Duration, game: &str) -> Result<Bot, Failure> {
    end_all_on_interrupt();
    let bot = Bot::start(command, deadline).map_err(|fault: Fault| Failure::Wrong(format!("{command}: {fault}")))?;
    if bot.plays(game) { Ok(bot) } else { Err(Failure::Wrong(format!("{command}: it says that it does not play {game}"))) }
}

/// The processes of one bot: as many as play at the same time.
struct BotPool {
    command: BotCommand,
    deadline: Duration,
    idle: Mutex<Vec<Bot>>,
}

impl BotPool {
    fn take(&self) -> Bot {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(|| Bot::new(&self.command, self.deadline))
    }

    fn give_back(&self, bot: Bot) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(bot);
    }

    /// Ends all processes and tells how the bot behaved.
    fn close(self) -> Conduct {
        let mut conduct = Conduct::default();
        for bot in self.idle.into_inner().unwrap_or_else(PoisonError::into_inner) {
            conduct.take_in(bot.say_goodbye());
        }
        conduct
    }
}

/// The players of one game as set up, ready for any number of games side by side.
pub struct Players<G: Game> {
    /// With a random one in the place of each bot.
    computers: Vec<NamedPlayer<G>>,
    pools: Vec<Option<BotPool>>,
}

impl<G: Bots> Players<G> {
    /// Gets all players ready; a bot that cannot be started is a failure.
    pub fn new(players: &[PlayerArg], game: &G, deadline: Duration) -> Result<Players<G>, Failure> {
        let pool = |player: &PlayerArg| match player {
            PlayerArg::Computer(_) => Ok(None),
            PlayerArg::Bot(command) => {
                let idle = Mutex::new(vec![try_bot(command, deadline, G::INFO.name)?]);
                Ok(Some(BotPool { command: command.clone(), deadline, idle }))
            }
        };
        let pools = players.iter().map(pool).collect::<Result<_, Failure>>()?;
        let names: Vec<PlayerName> = players.iter().map(PlayerArg::computer).collect();
        let expert = || game.expert(&DataFolder::of_user());
        let computers = NamedPlayer::all(&names, game, expert).ok_or_else(|| not_solved(G::INFO.name))?;
        Ok(Players { computers, pools })
    }
}

impl<G: Game> Players<G> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.computers.len()
    }

    /// Whether there is a bot among them.
    pub fn has_bots(&self) -> bool {
        self.pools.iter().any(Option::is_some)
    }

    /// Seats players for one game: `at` has the player of each seat. The record is its header, or `None` where nobody
    /// needs one.
    pub fn sit_down(&self, at: Vec<usize>, record: Option<Record>) -> Seated<'_, G> {
        let bot = |player: &usize| {
            let mut bot = self.pools[*player].as_ref()?.take();
            bot.begin_game();
            Some(bot)
        };
        Seated { bots: at.iter().map(bot).collect(), players: self, at, record }
    }

    /// Ends all bots and tells how they behaved, by player; `None` for computers.
    pub fn close(self) -> Vec<Option<Conduct>> {
        self.pools.into_iter().map(|pool| pool.map(BotPool::close)).collect()
    }
}

/// Players at the seats of one game.
pub struct Seated<'a, G: Game> {
    players: &'a Players<G>,
    at: Vec<usize>,
    bots: Vec<Option<Bot>>,
    record: Option<Record>,
}

impl<G: Game> Seated<'_, G> {
    /// Plays to the end, with `throw` for the dice, and returns the last position and the record.
    pub fn play(
        mut self,
        game: &G,
        rng: &mut Xoshiro256PlusPlus,
        mut throw: impl FnMut(&G, &G::State, &mut Xoshiro256PlusPlus) -> Option<G::Roll>,
    ) -> (G::State, Option<Record>) {
        let mut state = game.start();
        loop {
            let event = match game.to_act(&state) {
                ToAct::Over => break,
                ToAct::Move(seat) => self.choose(game, &state, seat, rng).map(Event::<G>::Move),
                ToAct::Roll { .. } => throw(game, &state, rng).map(Event::<G>::Roll),
            };
            let Some(event) = event else { break };
            if let Some(record) = &mut self.record {
                record.events.push(event.to_string());
            }
            match event {
                Event::Move(mv) => game.play_trusted(&mut state, mv),
                Event::Roll(roll) => game.roll_trusted(&mut state, roll),
            }
        }
        if let Some(record) = &mut self.record {
            record.result = serde_json::json!(game.result(&state));
        }
        self.stand_up();
        (state, self.record)
    }

    fn choose(&mut self, game: &G, state: &G::State, seat: Seat, rng: &mut Xoshiro256PlusPlus) -> Option<G::Move> {
        let Seated { players, at, bots, record } = self;
        let (Some(bot), Some(record)) = (&mut bots[seat], record) else {
            return next_move(game, state, |seat| at[seat], &players.computers, rng);
        };
        let objection = next_objection(game, state, |seat| at[seat], &players.computers, rng);
        objection.or_else(|| {
            let session = Position { game: game.clone(), state: state.clone() };
            bot.choose(&session, record, |count| rng.random_range(0..count))?.parse().ok()
        })
    }

    /// The bots hear that the game is over, and are free for the next.
    fn stand_up(&mut self) {
        for (bot, player) in self.bots.drain(..).zip(&self.at) {
            let (Some(mut bot), Some(pool)) = (bot, &self.players.pools[*player]) else { continue };
            if let Some(record) = &self.record {
                bot.end_game(record);
            }
            pool.give_back(bot);
        }
    }
}
