//! How a bot is named: `cmd:./bot --flag`.

use std::fmt;
use std::process::Command;
use std::str::FromStr;

/// What stands before the command of a bot where players are named.
const PREFIX: &str = "cmd:";

/// The command that starts a bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BotCommand {
    text: String,
    program: String,
    arguments: Vec<String>,
}

impl BotCommand {
    /// Whether this text means to name a bot.
    pub fn is_meant_by(text: &str) -> bool {
        text.starts_with(PREFIX)
    }

    /// The process to be started.
    pub(super) fn process(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command
    }
}

impl fmt::Display for BotCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A text that names no bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BotCommandError {
    /// It does not begin as the name of a bot does.
    NoPrefix(String),
    /// There is nothing to start.
    Empty,
    /// A quotation mark has no second one.
    OpenQuote(String),
}

impl fmt::Display for BotCommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BotCommandError::NoPrefix(text) => write!(f, "{text}: a bot is named by its command, as in cmd:./bot"),
            BotCommandError::Empty => f.write_str("cmd: names no program; a bot is named as in cmd:./bot --flag"),
            BotCommandError::OpenQuote(text) => write!(f, "{text}: a quotation mark is not closed"),
        }
    }
}

impl std::error::Error for BotCommandError {}

impl FromStr for BotCommand {
    type Err = BotCommandError;

    fn from_str(text: &str) -> Result<BotCommand, BotCommandError> {
        let command = text.strip_prefix(PREFIX).ok_or_else(|| BotCommandError::NoPrefix(text.to_string()))?;
        let mut words = words(command).ok_or_else(|| BotCommandError::OpenQuote(text.to_string()))?.into_iter();
        let program = words.next().filter(|program| !program.is_empty()).ok_or(BotCommandError::Empty)?;
        Ok(BotCommand { text: text.to_string(), program, arguments: words.collect() })
    }
}

/// The words of a command; quotation marks of either kind hold spaces together. `None` where one is not closed.
fn words(command: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (quote, letter) {
            (Some(open), letter) if letter == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (None, letter) if letter.is_whitespace() => words.extend(word.take()),
            (_, letter) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_into_words() {
        let bot: BotCommand = r#"cmd:./my bot --name "Old Hand" --note='a "b" c' """#.parse().unwrap();
        assert_eq!(bot.program, "./my");
        assert_eq!(bot.arguments, ["bot", "--name", "Old Hand", "--note=a \"b\" c", ""]);
        assert!(bot.to_string().starts_with("cmd:./my bot"));
    }

    #[test]
    fn what_names_no_bot_is_explained() {
        let read = |text: &str| text.parse::<BotCommand>().unwrap_err();
        assert_eq!(read("cmd:"), BotCommandError::Empty);
        assert_eq!(read("cmd:  "), BotCommandError::Empty);
        assert_eq!(read("cmd:''"), BotCommandError::Empty);
        assert_eq!(read("cmd:./bot 'x"), BotCommandError::OpenQuote("cmd:./bot 'x".into()));
        assert!(read("./bot").to_string().contains("as in cmd:./bot"));
    }
}
