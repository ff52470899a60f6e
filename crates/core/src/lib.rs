//! A game as a person meets it, without a screen: the game in progress, whose turn it is, what can be
//! chosen and what a choice means, what is said of it, what can be taken back, and who begins.
//!
//! The page and every other way to show a game draw what stands here. Storage, clocks, random sources and sockets are theirs: what
//! they bring is handed in, and what is to be kept is handed out.

mod account;
mod aim;
pub mod caro;
pub mod castro;
mod catch_up;
mod choice;
mod colours;
pub mod crowns;
mod device;
mod due;
mod entries;
mod faults;
mod five_dice;
mod flight;
mod game_text;
mod hand_over;
mod hint;
mod in_words;
mod kept_set_up;
mod kinds;
mod lesson;
pub mod link;
mod linked;
mod local_game;
mod opening;
mod opponent;
mod pad;
mod players;
mod reach;
mod roll_off;
mod seating;
mod seen;
mod sentences;
mod session;
mod settling;
mod streak;
mod taking_back;
mod tray;
mod words;
pub mod yatzy;

pub use account::Account;
pub use catch_up::CaughtUp;
pub use choice::{Choose, Next, TableChoice, Tapped, prompt};
pub use colours::{COLOURS, INK};
pub use device::{is_ios, with_region};
pub use due::{ComputerTurn, Due};
pub use entries::{Entries, Entry, entries, turn_decisions};
pub use faults::{board_text, file_text, record_text};
pub use five_dice::{DiceChoice, FiveDice, may_keep};
pub use flight::{Flight, cube, flights};
pub use game_text::{GameText, ScorePart, game_name, lesson};
pub use hint::{Advice, hint_text};
pub use in_words::{FieldOf, InWords, read_event, score_lines};
pub use kept_set_up::KeptSetUp;
pub use kinds::kind_name;
pub use lesson::{Chapter, Lesson, Step};
pub use linked::{LinkedTable, Presence};
pub use local_game::{LocalGame, Past, Stamp, Turn};
pub use opening::{Starter, begin, roll_off_at_once};
pub use opponent::{IN_A_ROW, Outcome, STRONGEST, better_level, even_level, outcome};
pub use pad::Pad;
pub use players::{Allowed, Kind, Player, seats, several_here, write_seats};
pub use reach::Reach;
pub use roll_off::{HeldRollOff, opening_rolls, seat_from, settle, sum};
pub use seating::{
    Person, add_person, add_seat, change_kind, free_colour, is_computer, make_seats, new_seat, place_for, recolour, seat_of, sit_down,
    stand_up,
};
pub use seen::{RollId, SeenDice, TakenBack, faces, together};
pub use sentences::{EventText, all_events, announce_last, headline, result_lines, roll_off_text, scoring, your_turn};
pub use session::{Done, Session, Throw, Wish};
pub use settling::{SETTLES, Settling};
pub use streak::Streak;
pub use tray::{Tray, all_equal, as_they_fell};
pub use words::{bot_name, file_name, is_given_name, level_name, mark_name, points};
