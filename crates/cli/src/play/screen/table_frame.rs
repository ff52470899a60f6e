//! How the parts of a table lie on the screen: title, board, what is said, what to do, and the keys.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use spieltisch_core::{Kind, TableChoice, headline, prompt};
use spieltisch_records::DynGame;
use spieltisch_rules::ToAct;
use spieltisch_texts::{self as texts, Key, Lang, t};
use unicode_width::UnicodeWidthStr;

use super::painter::{Painter, mark_cursor, shorten, wrap, write};
use super::spots::{Spots, Target};
use super::table::Table;
use super::waiting::Waiting;
use super::{Desk, buttons};
use crate::play::games::{TerminalGame, title};
use crate::play::look::{HINTED, MARKS, QUIET, STRONG, WARNING, colour};

/// Rows below the board: two for what is said, one for what to do, one for keys.
const BELOW: u16 = 4;

impl<G: TerminalGame> Table<G> {
    /// What the main button says.
    pub(super) fn main_label(&self, lang: Lang) -> String {
        let game = &self.session.game;
        match () {
            () if self.is_over() && game.seats.len() == 1 => t(lang, Key::ButtonAgain).to_string(),
            () if self.is_over() => t(lang, Key::ButtonRematch).to_string(),
            () if game.is_roll_entered() => t(lang, Key::ButtonOk).to_string(),
            () => self.session.choice.label(lang, game),
        }
    }

    /// What to do now, or who is awaited.
    fn prompt(&self, lang: Lang) -> String {
        let game = &self.session.game;
        match (game.position.result(), game.to_act()) {
            (Some(result), _) => headline(lang, game, &result),
            (None, ToAct::Roll { seat, dice }) if game.is_roll_entered() => {
                let enter = texts::terminal_enter_dice(lang, dice as i64);
                if game.seats.len() > 1 { texts::format_labelled(lang, &game.seats[seat].name, enter) } else { enter }
            }
            _ => prompt(lang, game, &self.session.choice),
        }
    }

    /// What is said now, and how.
    fn message(&self, lang: Lang) -> (String, Style) {
        let session = &self.session;
        if let Some(notice) = &session.notice {
            return (format!("! {notice}"), WARNING);
        }
        if self.asking {
            return (t(lang, Key::HintAsking).to_string(), HINTED);
        }
        if let Some(hint) = session.hint_text(lang) {
            return (format!("▴ {hint}"), HINTED);
        }
        let remark = G::remark(lang, &session.game, &session.choice);
        let said = [Some(session.said.clone()), remark].into_iter().flatten().filter(|text| !text.is_empty());
        (said.collect::<Vec<_>>().join(" "), Style::new())
    }

    /// Draws everything; says where the cursor stands.
    pub(super) fn draw_table(&mut self, desk: &Desk, buffer: &mut Buffer) -> Option<Position> {
        let (lang, whole) = (desk.lang, buffer.area);
        let mut spots = Spots::default();
        self.draw_title(lang, buffer);
        let area = Rect::new(0, 1, whole.width, whole.height.saturating_sub(1 + BELOW));
        self.draw_board(lang, buffer, area, &mut spots);
        self.draw_words(lang, buffer, &mut spots);
        self.spots = spots;
        if self.spots.area_of(self.cursor).is_none() {
            self.cursor = self.spots.area_of(Target::Main).map(|_| Target::Main).or(self.spots.first()).unwrap_or(Target::Main);
        }
        let at = self.spots.area_of(self.cursor);
        if let Some(area) = at {
            mark_cursor(buffer, area);
        }
        match &mut self.overlay {
            Some(overlay) => Some(overlay.draw(lang, buffer)),
            None => at.map(|area| area.as_position()),
        }
    }

    fn draw_title(&self, lang: Lang, buffer: &mut Buffer) {
        let end = write(buffer, 1, 0, &title(lang, &self.session.game), STRONG);
        if let Some(reason) = &self.not_kept {
            let room = usize::from(buffer.area.width.saturating_sub(end + 3));
            let text = shorten(&texts::terminal_not_kept(lang, reason), room);
            write(buffer, end + 2, 0, &text, WARNING);
        }
    }

    fn draw_board(&self, lang: Lang, buffer: &mut Buffer, area: Rect, spots: &mut Spots<spieltisch_core::FieldOf<G>>) {
        if self.session.game.is_roll_entered() && self.tumbling.is_none() {
            // The table stays in sight; what can be chosen now is the faces.
            self.paint(lang, buffer, area, &mut Spots::default());
            let panel = Rect::new(area.width.saturating_sub(51) / 2, area.y + area.height.saturating_sub(12) / 2, 51, 12);
            ratatui::widgets::Widget::render(ratatui::widgets::Clear, panel, buffer);
            ratatui::widgets::Widget::render(ratatui::widgets::Block::bordered(), panel, buffer);
            self.entering.draw(buffer, (panel.x + 2, panel.y + 1), spots);
            return;
        }
        self.paint(lang, buffer, area, spots);
    }

    fn paint(&self, lang: Lang, buffer: &mut Buffer, area: Rect, spots: &mut Spots<spieltisch_core::FieldOf<G>>) {
        let (game, choice) = match &self.tumbling {
            Some(tumbling) => (&tumbling.before, &tumbling.choice),
            None => (&self.session.game, &self.session.choice),
        };
        let tumbling = self.tumbling.as_ref().map(|tumbling| tumbling.faces);
        let mut painter = Painter { lang, game, choice, hinted: self.session.hinted(), shown: self.shown, tumbling, buffer, spots };
        G::draw(&mut painter, area);
    }

    fn draw_words(&self, lang: Lang, buffer: &mut Buffer, spots: &mut Spots<spieltisch_core::FieldOf<G>>) {
        let (width, bottom) = (usize::from(buffer.area.width), buffer.area.height);
        let (message, style) = if self.tumbling.is_some() { (String::new(), Style::new()) } else { self.message(lang) };
        let lines = wrap(&message, width.saturating_sub(2));
        // Long words take the row of the prompt, too.
        let rows = if lines.len() > 2 { 3 } else { 2 };
        for (row, line) in lines.iter().take(rows).enumerate() {
            let last = row + 1 == rows && lines.len() > rows;
            let line = if last { shorten(&format!("{line} {}", lines[row + 1]), width.saturating_sub(2)) } else { line.clone() };
            write(buffer, 1, bottom.saturating_sub(BELOW) + row as u16, &line, style);
        }
        if rows == 2 {
            self.draw_prompt(lang, buffer, bottom.saturating_sub(2));
        }
        let label = self.main_label(lang);
        let ready = self.is_ready() && self.tumbling.is_none();
        let game = &self.session.game;
        let offered = !game.watched && (game.person_acts() || self.is_over() || game.is_roll_entered());
        let main = offered.then_some((label.as_str(), ready));
        buttons::draw(buffer, bottom.saturating_sub(1), main, &self.keys(lang), spots);
    }

    fn draw_prompt(&self, lang: Lang, buffer: &mut Buffer, y: u16) {
        let game = &self.session.game;
        let player = &game.seats[game.seat_to_act()];
        // Who acted last has not always won.
        let mark = if self.is_over() { "★" } else { MARKS[player.colour % 8] };
        let x = write(buffer, 1, y, mark, if self.is_over() { STRONG } else { colour(player.colour).patch(STRONG) });
        let computer = matches!(player.kind, Kind::Computer(_)) && !self.is_over();
        let style = if computer { QUIET } else { STRONG };
        let end = write(buffer, x + 1, y, &self.prompt(lang), style);
        if let Waiting::Answer { .. } = self.waiting {
            write(buffer, end.min(buffer.area.width.saturating_sub("…".width() as u16 + 1)) + 1, y, "…", QUIET);
        }
    }
}
