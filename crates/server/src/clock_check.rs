//! Whether the wall clock is plausible. Tables expire by it, so a clock that jumps must not be believed at once.
//!
//! The database keeps what the clock of a server said when it was last believed. A clock that is far from it may be wrong, or the
//! server was switched off for long: nothing here can tell which, so it is said and waited for.

use std::time::Duration;

/// A server may have been off for so long, or its machine asleep, without a doubt about its clock.
pub const AHEAD: Duration = Duration::from_secs(24 * 60 * 60);
/// Clocks of several servers differ a little.
pub const BEHIND: Duration = Duration::from_secs(10 * 60);
/// A clock in doubt is believed after it has run for so long without another jump, and without a server that knows better.
pub const WAIT: Duration = Duration::from_secs(24 * 60 * 60);

/// What is thought of the clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It is believed.
    Plausible,
    /// It is believed again, and why.
    Again(Regained),
    /// It is in doubt, since now or a later jump.
    NewDoubt(String),
    /// It is still in doubt.
    Doubt,
}

/// Why a clock is believed again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regained {
    /// It agrees with the database again.
    Agrees,
    /// It has run for long without another jump.
    Waited,
}

/// Watches the wall clock.
#[derive(Debug, Default)]
pub struct ClockCheck {
    doubt: Option<Doubt>,
}

#[derive(Debug)]
struct Doubt {
    /// What the database said.
    last_seen: u64,
    /// What the clock said, and the uptime then, when the doubt began or a server that knows better was seen.
    now: u64,
    uptime: Duration,
}

impl ClockCheck {
    /// Looks at the clock: what it says, how long this server has run by a clock that cannot be set, and what the database knows.
    pub fn look(&mut self, now: u64, uptime: Duration, last_seen: u64) -> Judgement {
        // A new database knows nothing, and has nothing to lose.
        if last_seen == 0 || is_near(now, last_seen) {
            return if self.doubt.take().is_some() { Judgement::Again(Regained::Agrees) } else { Judgement::Plausible };
        }
        let since = |doubt: &Doubt| uptime.saturating_sub(doubt.uptime);
        let known = self.doubt.as_mut().filter(|doubt| is_near(now, doubt.now.saturating_add(since(doubt).as_millis() as u64)));
        match known {
            Some(doubt) if doubt.last_seen != last_seen => {
                // Another server, whose clock is believed, wrote this.
                *doubt = Doubt { last_seen, now, uptime };
                Judgement::Doubt
            }
            Some(doubt) if since(doubt) >= WAIT => {
                self.doubt = None;
                Judgement::Again(Regained::Waited)
            }
            Some(_) => Judgement::Doubt,
            None => {
                self.doubt = Some(Doubt { last_seen, now, uptime });
                Judgement::NewDoubt(sentence(now, last_seen))
            }
        }
    }
}

fn is_near(now: u64, expected: u64) -> bool {
    let (behind, ahead) = (BEHIND.as_millis() as u64, AHEAD.as_millis() as u64);
    (expected.saturating_sub(behind)..=expected.saturating_add(ahead)).contains(&now)
}

fn sentence(now: u64, last_seen: u64) -> String {
    let side = if now > last_seen { "ahead of" } else { "behind" };
    let minutes = now.abs_diff(last_seen) / 60_000;
    let how_far = if minutes < 48 * 60 { format!("{minutes} minutes") } else { format!("{} days", minutes / (24 * 60)) };
    format!(
        "The clock of this machine is {how_far} {side} the time that was last seen on this database. No table expires until it has run for a \
         day without another jump; where it is right, “spieltisch tidy” confirms it."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 60 * 60 * 1000;
    const DAY: u64 = 24 * HOUR;
    const NOW: u64 = 1_800_000_000_000;

    fn hours(hours: u64) -> Duration {
        Duration::from_millis(hours * HOUR)
    }

    #[test]
    fn a_new_database_and_a_night_off_are_plausible() {
        let mut check = ClockCheck::default();
        assert_eq!(check.look(NOW, hours(0), 0), Judgement::Plausible);
        assert_eq!(check.look(NOW + 20 * HOUR, hours(1), NOW), Judgement::Plausible);
        assert_eq!(check.look(NOW - 60_000, hours(2), NOW), Judgement::Plausible);
    }

    #[test]
    fn a_jump_is_said_once_and_forgotten_when_the_clock_is_back() {
        for wrong in [NOW + 2 * DAY, NOW + 365 * DAY, NOW - 3 * HOUR, 0] {
            let mut check = ClockCheck::default();
            assert!(matches!(check.look(wrong, hours(0), NOW), Judgement::NewDoubt(_)), "{wrong}");
            assert_eq!(check.look(wrong + HOUR, hours(1), NOW), Judgement::Doubt);
            assert_eq!(check.look(NOW + 2 * HOUR, hours(2), NOW), Judgement::Again(Regained::Agrees));
        }
        let mut check = ClockCheck::default();
        let Judgement::NewDoubt(said) = check.look(NOW + 365 * DAY, hours(0), NOW) else { panic!("no doubt") };
        assert!(said.contains("365 days ahead of"), "{said}");
    }

    #[test]
    fn a_clock_that_jumped_is_believed_after_a_day_without_another_jump() {
        let mut check = ClockCheck::default();
        let wrong = NOW + 60 * DAY;
        check.look(wrong, hours(0), NOW);
        assert_eq!(check.look(wrong + 23 * HOUR, hours(23), NOW), Judgement::Doubt);
        assert!(matches!(check.look(wrong + 400 * DAY, hours(24), NOW), Judgement::NewDoubt(_)), "it jumped again");
        assert_eq!(check.look(wrong + 400 * DAY + 23 * HOUR, hours(47), NOW), Judgement::Doubt);
        assert_eq!(check.look(wrong + 400 * DAY + 24 * HOUR, hours(48), NOW), Judgement::Again(Regained::Waited));
    }

    #[test]
    fn a_server_that_others_contradict_is_never_believed() {
        let mut check = ClockCheck::default();
        let wrong = NOW + 365 * DAY;
        assert!(matches!(check.look(wrong, hours(0), NOW), Judgement::NewDoubt(_)));
        for hour in 1..100 {
            assert_eq!(check.look(wrong + hour * HOUR, hours(hour), NOW + hour * HOUR), Judgement::Doubt);
        }
    }
}
