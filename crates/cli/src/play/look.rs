//! What the terminal can show: which letters, how many colours, whether things may move.

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier, Style};

/// What the terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How many colours.
    pub colours: Colours,
    /// Whether its letters are those of UTF-8.
    pub unicode: bool,
    /// Whether dice may tumble.
    pub motion: bool,
}

/// How many colours a terminal has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Colours {
    /// None: bold, dim and reversed only.
    None,
    /// The sixteen that every terminal names.
    Sixteen,
    /// A cube of 216, and greys.
    Many,
    /// Any.
    True,
}

impl Look {
    /// What the environment says; `read` gives one of its variables.
    pub fn of(read: impl Fn(&str) -> Option<String>) -> Look {
        let set = |name: &str| read(name).filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(set).unwrap_or_default().to_lowercase();
        let term = set("TERM").unwrap_or_default();
        let colours = match set("COLORTERM").as_deref() {
            _ if set("NO_COLOR").is_some() || term == "dumb" || term.starts_with("vt") => Colours::None,
            Some("truecolor" | "24bit") => Colours::True,
            _ if term.contains("direct") => Colours::True,
            _ if term.contains("256") => Colours::Many,
            _ => Colours::Sixteen,
        };
        Look { colours, unicode: locale.contains("utf-8") || locale.contains("utf8"), motion: true }
    }

    /// Turns what was drawn into what the terminal can show.
    pub fn adapt(&self, buffer: &mut Buffer) {
        if self.unicode && self.colours == Colours::True {
            return;
        }
        for cell in &mut buffer.content {
            cell.fg = self.colours.nearest(cell.fg);
            cell.bg = self.colours.nearest(cell.bg);
            if !self.unicode && !cell.symbol().is_ascii() {
                let plain = cell.symbol().chars().next().map_or(' ', ascii);
                cell.set_char(plain);
            }
        }
    }

    /// A text as the terminal can show it.
    pub fn text(&self, text: &str) -> String {
        if self.unicode { text.to_string() } else { text.chars().map(ascii).collect() }
    }
}

impl Colours {
    /// The colour that is nearest to this one.
    fn nearest(self, colour: Color) -> Color {
        let Color::Rgb(red, green, blue) = colour else {
            return if self == Colours::None { Color::Reset } else { colour };
        };
        match self {
            Colours::None => Color::Reset,
            Colours::True => colour,
            Colours::Many => Color::Indexed(of_cube(red, green, blue)),
            Colours::Sixteen => of_sixteen(red, green, blue),
        }
    }
}

/// The nearest of the 216 colours and 24 greys.
fn of_cube(red: u8, green: u8, blue: u8) -> u8 {
    if red.abs_diff(green) < 12 && green.abs_diff(blue) < 12 {
        return match red {
            0..8 => 16,
            248.. => 231,
            grey => 232 + (grey - 8) / 10,
        };
    }
    let step = |part: u8| (u16::from(part) * 5 + 127) / 255;
    (16 + 36 * step(red) + 6 * step(green) + step(blue)) as u8
}

/// The nearest of the sixteen named colours, as most terminals show them.
fn of_sixteen(red: u8, green: u8, blue: u8) -> Color {
    const NAMED: [(Color, [i32; 3]); 14] = [
        (Color::Black, [0, 0, 0]),
        (Color::Red, [190, 30, 20]),
        (Color::Green, [0, 160, 80]),
        (Color::Yellow, [200, 150, 0]),
        (Color::Blue, [0, 90, 190]),
        (Color::Magenta, [190, 80, 170]),
        (Color::Cyan, [0, 160, 180]),
        (Color::Gray, [190, 190, 190]),
        (Color::DarkGray, [110, 110, 110]),
        (Color::LightRed, [220, 95, 20]),
        (Color::LightYellow, [245, 230, 80]),
        (Color::LightBlue, [100, 180, 240]),
        (Color::LightMagenta, [215, 130, 180]),
        (Color::White, [255, 255, 255]),
    ];
    let given = [red, green, blue].map(i32::from);
    let distance = |named: &[i32; 3]| named.iter().zip(given).map(|(a, b)| (a - b).pow(2)).sum::<i32>();
    NAMED.iter().min_by_key(|(_, named)| distance(named)).map_or(Color::Reset, |(colour, _)| *colour)
}

/// The letter that stands for another where there is only ASCII.
fn ascii(letter: char) -> char {
    const PAIRS: [(&str, char); 30] = [
        ("─━┄═", '-'),
        ("│┃║", '|'),
        ("┌┐└┘├┤┬┴┼╭╮╰╯", '+'),
        ("╔╗╚╝╠╣╦╩╬╪╫", '#'),
        ("●", 'o'),
        ("▲", 'A'),
        ("■█▇", '#'),
        ("◆", 'V'),
        ("★♛", '*'),
        ("⬢", 'H'),
        ("✚", '+'),
        ("○", 'O'),
        ("◢╱", '/'),
        ("◣╲", '\\'),
        ("░", ':'),
        ("▒▓", '%'),
        ("▚", 'x'),
        ("▁▂", '_'),
        ("▃▄▅", '='),
        ("▸►→", '>'),
        ("◂◄←", '<'),
        ("×", 'x'),
        ("·…", '.'),
        ("–—−", '-'),
        ("„“”«»", '"'),
        ("’‘", '\''),
        ("▴↑", '^'),
        ("▾↓", 'v'),
        ("✓", '+'),
        ("\u{a0}\u{202f}", ' '),
    ];
    const LETTERS: [(&str, char); 14] = [
        ("äàâáã", 'a'),
        ("ÄÀÂÁÃ", 'A'),
        ("éèêë", 'e'),
        ("ÉÈÊË", 'E'),
        ("íìîï", 'i'),
        ("ÍÌÎÏ", 'I'),
        ("öóòôõ", 'o'),
        ("ÖÓÒÔÕ", 'O'),
        ("üúùû", 'u'),
        ("ÜÚÙÛ", 'U'),
        ("ñ", 'n'),
        ("çÇ", 'c'),
        ("ß", 's'),
        ("¿¡", ' '),
    ];
    if letter.is_ascii() {
        return letter;
    }
    PAIRS.iter().chain(&LETTERS).find(|(from, _)| from.contains(letter)).map_or('?', |(_, to)| *to)
}

/// The eight shapes of players; colour is never alone.
pub const MARKS: [&str; 8] = ["●", "▲", "■", "◆", "★", "⬢", "✚", "○"];

const ORANGE: Color = Color::Rgb(230, 159, 0);
const SKY: Color = Color::Rgb(86, 180, 233);
const GREEN: Color = Color::Rgb(0, 158, 115);
const YELLOW: Color = Color::Rgb(200, 180, 40);
const BLUE: Color = Color::Rgb(70, 130, 220);
const BRICK: Color = Color::Rgb(213, 94, 0);
const PINK: Color = Color::Rgb(204, 121, 167);
const GREY: Color = Color::Rgb(150, 150, 150);

/// The colour of a player, beside their shape.
pub fn colour(player: usize) -> Style {
    Style::new().fg([ORANGE, SKY, GREEN, YELLOW, BLUE, BRICK, PINK, GREY][player % 8])
}

/// What stands back.
pub const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// What stands out.
pub const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// What can be had now.
pub const POSSIBLE: Style = Style::new().fg(GREEN).add_modifier(Modifier::BOLD);
/// What is chosen.
pub const CHOSEN: Style = Style::new().fg(ORANGE).add_modifier(Modifier::BOLD);
/// What a hint names.
pub const HINTED: Style = Style::new().fg(SKY).add_modifier(Modifier::BOLD);
/// Why something is not possible.
pub const WARNING: Style = Style::new().fg(BRICK).add_modifier(Modifier::BOLD);

#[cfg(test)]
mod tests {
    use ratatui::layout::Rect;

    use super::*;

    fn look(variables: &[(&str, &str)]) -> Look {
        Look::of(|name| variables.iter().find(|(given, _)| *given == name).map(|(_, value)| value.to_string()))
    }

    #[test]
    fn the_environment_says_what_can_be_shown() {
        let full = look(&[("LANG", "de_DE.UTF-8"), ("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]);
        assert_eq!((full.colours, full.unicode), (Colours::True, true));
        assert_eq!(look(&[("TERM", "xterm-256color")]).colours, Colours::Many);
        assert_eq!(look(&[("TERM", "xterm")]).colours, Colours::Sixteen);
        assert_eq!(look(&[("TERM", "xterm-256color"), ("NO_COLOR", "1")]).colours, Colours::None);
        assert_eq!(look(&[("TERM", "xterm"), ("NO_COLOR", "")]).colours, Colours::Sixteen, "an empty NO_COLOR says nothing");
        assert!(!look(&[("LANG", "en_US.UTF-8"), ("LC_ALL", "C")]).unicode, "LC_ALL is above LANG");
    }

    #[test]
    fn without_utf_8_every_letter_is_ascii_and_without_colours_none_is_left() {
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 1));
        buffer.set_string(0, 0, "┌─●▲■◆★⬢✚○ Würfel « ça » ×…", colour(0));
        Look { colours: Colours::None, unicode: false, motion: false }.adapt(&mut buffer);
        let text: String = buffer.content.iter().map(|cell| cell.symbol()).collect();
        assert!(text.is_ascii() && text.starts_with("+-oA#V*H+O Wurfel"), "{text}");
        assert!(buffer.content.iter().all(|cell| cell.fg == Color::Reset));
    }

    #[test]
    fn colours_fall_to_what_there_is() {
        assert_eq!(Colours::Many.nearest(Color::Rgb(255, 0, 0)), Color::Indexed(196));
        assert_eq!(Colours::Many.nearest(Color::Rgb(255, 255, 255)), Color::Indexed(231));
        assert_eq!(Colours::Sixteen.nearest(BRICK), Color::LightRed);
        assert_eq!(Colours::None.nearest(Color::Red), Color::Reset);
    }
}
