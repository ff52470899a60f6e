//! `sit`: lets a bot take a seat at a table shared by link and play there.

use std::time::Duration;

use clap::Args;

use crate::bot_process::{Bot, BotCommand, end_all_on_interrupt};
use crate::errors::Failure;
use crate::players::BotArgs;
use crate::sit::{BotGuest, TableLink};

/// A server ends connections that are silent for long; a bot that thinks twice as long as this is not yet.
const LONGEST_DEADLINE: Duration = Duration::from_secs(20);

/// What `sit` is asked.
#[derive(Args)]
pub struct SitArgs {
    /// The link of a seat, or an invitation, as in http://192.168.1.5:8000/#/t/TABLE/TOKEN
    link: String,
    /// Who plays, as in cmd:./bot
    #[arg(long)]
    bot: String,
    /// Under which name; the bot's own where left out
    #[arg(long)]
    name: Option<String>,
    /// How many games to stay for; as long as the table is there where left out
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    games: Option<u64>,
    #[command(flatten)]
    asking: BotArgs,
}

/// Plays at the table.
pub fn run(args: &SitArgs) -> Result<(), Failure> {
    let link: TableLink = args.link.parse().map_err(|error| Failure::Wrong(format!("{error}")))?;
    let command: BotCommand = args.bot.parse().map_err(|error| Failure::Wrong(format!("--bot {error}")))?;
    let deadline = args.asking.deadline();
    if deadline > LONGEST_DEADLINE {
        return Err(Failure::Wrong(format!("--deadline: at a table by link at most {}", LONGEST_DEADLINE.as_millis())));
    }
    end_all_on_interrupt();
    let bot = Bot::start(&command, deadline).map_err(|fault| Failure::Wrong(format!("{command}: {fault}")))?;
    let name = args.name.clone().unwrap_or_else(|| bot.name().to_string());
    let conduct = BotGuest::new(link, bot, name, args.games)?.play()?;
    println!("{command}: {conduct}");
    Ok(())
}
