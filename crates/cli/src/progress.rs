//! Progress bars on standard error; they show on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that counts games.
pub fn games(games: u64) -> ProgressBar {
    bar(games, "{bar:40} {pos}/{len} games, {eta} left")
}

/// A bar from 0 to 1000 with a message of its own.
pub fn share(message: &str) -> ProgressBar {
    let bar = bar(1000, "{msg} {bar:40} {percent} %, {eta} left");
    bar.set_message(message.to_string());
    bar
}

/// A count of something whose number is not known beforehand.
pub fn count(of_what: &str) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {pos} {msg}, {per_sec}").unwrap_or_else(|_| ProgressStyle::default_spinner());
    ProgressBar::no_length().with_style(style).with_message(of_what.to_string())
}

fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}
