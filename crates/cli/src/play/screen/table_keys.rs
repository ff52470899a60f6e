//! The keys of this moment at a table: as buttons in the last row, and explained by the help.

use spieltisch_rules::Seat;
use spieltisch_texts::{Key, Lang, t};

use super::buttons::Button;
use super::spots::Target;
use super::table::Table;
use crate::play::games::{TerminalGame, rule_lines};

/// Who objects by a key: one person by `o`, several by digits that no piece has.
pub fn objector(objectors: &[Seat], key: char) -> Option<Seat> {
    match (objectors, key) {
        ([seat], 'o') => Some(*seat),
        ([_, _, ..], '7'..='9') => objectors.get(usize::from(key as u8 - b'7')).copied(),
        _ => None,
    }
}

impl<G: TerminalGame> Table<G> {
    /// The letters that do something now, each with a word.
    pub(super) fn keys(&self, lang: Lang) -> Vec<Button> {
        let (game, mut keys) = (&self.session.game, Vec::new());
        let mut offer = |key: char, label: &str| keys.push(Button::new(key, label));
        let objectors = game.objectors_here();
        for (key, seat) in ['7', '8', '9'].into_iter().zip(&objectors).filter(|_| objectors.len() > 1) {
            offer(key, &format!("{} {}", game.seats[*seat].name, t(lang, Key::ButtonObject)));
        }
        if objectors.len() == 1 {
            offer('o', t(lang, Key::ButtonObject));
        }
        if self.is_over() {
            offer('v', t(lang, Key::ButtonReview));
            offer('p', t(lang, Key::PlayScore));
        }
        if game.may_ask_for_hint() {
            offer('h', t(lang, Key::ButtonHint));
        }
        if game.can_undo() {
            offer('u', t(lang, Key::ButtonUndo));
        }
        if G::OWN_BOARDS && game.seats.len() > 1 {
            offer('b', t(lang, Key::SetupBoard));
        }
        offer('l', t(lang, Key::TerminalKeyHistory));
        if matches!(self.cursor, Target::Field(_)) {
            offer('x', t(lang, Key::TerminalKeyExplain));
        }
        offer('?', t(lang, Key::TerminalKeyHelp));
        offer('q', t(lang, Key::TerminalKeyLeave));
        keys
    }

    /// All keys of this moment in words, then tips and rules.
    pub(super) fn help(&self, lang: Lang) -> Vec<String> {
        let line = |key: &str, what: &str| format!("  {key:<10} {what}");
        let name = |key: Key| t(lang, key);
        let mut lines = vec![name(Key::TerminalKeyTitle).to_string()];
        lines.push(line(name(Key::TerminalKeySpace), &self.main_label(lang)));
        lines.push(line(name(Key::TerminalKeyArrows), name(Key::TerminalKeyMoves)));
        lines.push(line(name(Key::TerminalKeyEnter), name(Key::TerminalKeyChooses)));
        lines.push(line("1 – 6", name(Key::TerminalKeyPieces)));
        lines.push(line("Tab", name(Key::TerminalKeyNextArea)));
        lines.push(line("Esc", name(Key::TerminalKeyLetGo)));
        lines.push(line(name(Key::TerminalKeyMouse), name(Key::TerminalKeyClicks)));
        for button in self.keys(lang) {
            let what = match button.key {
                'b' => name(Key::TerminalKeyBoards),
                _ => &button.label,
            };
            lines.push(line(&button.key.to_string(), what));
        }
        lines.push(String::new());
        lines.extend(rule_lines::<G>(lang));
        lines
    }
}
