//! The real program in a terminal, as an SVG: `cargo run -p spieltisch --example terminal_picture > docs/terminal.svg`.
//!
//! Castro after a few turns, by a seed, so that the picture is the same each time.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use termlens::{Color, Key, Screen, Style, Terminal};

const SIZE: (u16, u16) = (120, 40);
/// The width and height of a letter.
const LETTER: (f32, f32) = (8.4, 18.0);
const BACKGROUND: &str = "#16181d";
const FOREGROUND: &str = "#e6e6e6";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    // Cargo puts examples beside the binary.
    let binary: PathBuf = std::env::current_exe()?.with_file_name("../spieltisch");
    let terminal = Terminal::builder().size(SIZE.0, SIZE.1).env_clear().timeout(Duration::from_secs(60));
    let terminal = terminal.env("TERM", "xterm-256color").env("COLORTERM", "truecolor").env("LANG", "en_US.UTF-8");
    let arguments =
        ["play", "castro", "--with", "Anna", "--players", "3", "--level", "4", "--seed", "8", "--motion", "none", "--speed", "fast"];
    let mut terminal = terminal.args(arguments).arg("--data").arg(folder.path()).spawn(binary)?;
    terminal.wait_until(is_ready)?;
    for turn in 0..40 {
        let screen = terminal.screen();
        let squares: Vec<(u16, u16)> = screen.find_all("+").into_iter().filter(|(row, _)| *row < SIZE.1 - 5).collect();
        match squares.first() {
            Some((row, column)) if turn < 38 => {
                act(&mut terminal, |terminal| terminal.click(*column, *row))?;
                act(&mut terminal, |terminal| terminal.click(*column, *row))?;
            }
            Some(_) => break,
            None => act(&mut terminal, |terminal| terminal.send(Key::Char(' ')))?,
        }
    }
    terminal.send(Key::Char('h'))?;
    terminal.wait_until(|screen| screen.contains("Best:"))?;
    println!("{}", svg(&terminal.screen()));
    Ok(())
}

/// Whether the person can press the main button.
fn is_ready(screen: &Screen) -> bool {
    screen.row_text(SIZE.1 - 1).trim_start().starts_with("[ ")
}

/// Does one thing and waits for another picture, on which the person can go on.
fn act(terminal: &mut Terminal, act: impl FnOnce(&mut Terminal) -> termlens::Result<()>) -> termlens::Result<()> {
    let seen = |screen: &Screen| (screen.text(), screen.cursor());
    let before = seen(&terminal.screen());
    act(terminal)?;
    terminal.wait_frame(|screen| is_ready(screen) && seen(screen) != before).map(drop)
}

fn svg(screen: &Screen) -> String {
    let (width, height) = (f32::from(SIZE.0) * LETTER.0 + 20.0, f32::from(SIZE.1) * LETTER.1 + 20.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" \
         font-size=\"14\">\n<rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"{BACKGROUND}\"/>\n"
    );
    for row in 0..SIZE.1 {
        for column in 0..SIZE.0 {
            let Some(cell) = screen.cell(row, column) else { continue };
            let (x, y) = (10.0 + f32::from(column) * LETTER.0, 10.0 + f32::from(row) * LETTER.1);
            let (ink, paper) = colours(cell.style());
            if let Some(paper) = paper {
                let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{}\" height=\"{}\" fill=\"{paper}\"/>", LETTER.0 + 0.2, LETTER.1);
            }
            let text = cell.contents().replace('&', "&amp;").replace('<', "&lt;");
            if !text.trim().is_empty() {
                let weight = if cell.style().bold { " font-weight=\"bold\"" } else { "" };
                let faint = if cell.style().dim { " opacity=\"0.6\"" } else { "" };
                let _ = writeln!(out, "<text x=\"{x}\" y=\"{}\" fill=\"{ink}\"{weight}{faint}>{text}</text>", y + 14.0);
            }
        }
    }
    out + "</svg>"
}

/// The colour of a letter, and of its background where that is not the terminal's.
fn colours(style: &Style) -> (String, Option<String>) {
    let named = |colour: Color| match colour {
        Color::Default => None,
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Color::Indexed(_) => Some(FOREGROUND.to_string()),
    };
    let (ink, paper) = (named(style.fg), named(style.bg));
    if style.reverse {
        return (paper.unwrap_or(BACKGROUND.into()), Some(ink.unwrap_or(FOREGROUND.into())));
    }
    (ink.unwrap_or(FOREGROUND.into()), paper)
}
