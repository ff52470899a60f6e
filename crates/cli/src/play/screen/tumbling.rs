//! Dice on their way: between a throw and the moment the dice lie, the table shows the game as it stood before.

use std::time::{Duration, Instant};

use spieltisch_core::{Choose, Kind, LocalGame, Session};
use spieltisch_rules::Event;

use super::Desk;

/// How long one picture of tumbling dice is shown.
const PICTURE: Duration = Duration::from_millis(70);
/// Pictures of a person's throw, and of a computer's.
const OF_PERSON: u8 = 6;
const OF_COMPUTER: u8 = 4;

/// Dice on their way.
pub struct Tumbling<G: Choose> {
    /// The game before them.
    pub before: LocalGame<G>,
    /// What was chosen then.
    pub choice: G::Choice,
    /// What they show for a moment.
    pub faces: [u8; 6],
    /// Pictures still to come.
    left: u8,
    /// When the next one is due.
    pub next: Instant,
}

impl<G: Choose> Tumbling<G> {
    /// Sets out where dice were just rolled, not entered, and things may move; `choice` is what was chosen before.
    pub fn start(desk: &mut Desk, session: &Session<G>, choice: G::Choice) -> Option<Tumbling<G>> {
        let last = session.game.past.last().filter(|past| matches!(past.event, Event::Roll(_)))?;
        if !desk.look.motion || session.game.is_entered(last.seat) {
            return None;
        }
        let person = session.game.seats[last.seat].kind == Kind::Person;
        let before = session.game.at(session.game.clock() - 1);
        let left = if person { OF_PERSON } else { OF_COMPUTER };
        let mut tumbling = Tumbling { before, choice, faces: [1; 6], left, next: Instant::now() };
        tumbling.go_on(desk);
        Some(tumbling)
    }

    /// The next picture; `false` once they lie.
    pub fn go_on(&mut self, desk: &mut Desk) -> bool {
        self.left = self.left.saturating_sub(1);
        // Not from the dice's own source: with a seed those must not depend on what was shown.
        let mix = self.next.elapsed().subsec_nanos() ^ u32::from(self.left).wrapping_mul(0x9e37_79b9);
        self.faces = std::array::from_fn(|die| (mix.rotate_left(5 * die as u32) % 6) as u8 + 1);
        self.next = Instant::now() + PICTURE;
        self.left > 0 && desk.look.motion
    }
}
