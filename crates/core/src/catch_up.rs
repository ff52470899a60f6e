//! Going on from what was decided elsewhere: by a referee, or in another tab.

use spieltisch_rules::Event;
use spieltisch_texts::{Key, Lang, t};

use crate::{GameText, LocalGame};

/// What going on has brought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CaughtUp {
    /// What is said of it; of much only the last.
    pub said: String,
    /// Whether it ended with a roll.
    pub rolled: bool,
    /// Whether a roll is left for later.
    pub rest: bool,
}

impl<G: GameText> LocalGame<G> {
    /// How many of these events have happened here.
    pub fn in_common(&self, events: &[String]) -> usize {
        self.past.iter().zip(events).take_while(|(past, event)| past.event.to_string() == **event).count()
    }

    /// Takes back all but the first `stand` events, and takes these instead; `None` where there is nothing to do. Where that is done
    /// calmly, dice that another player rolled after keeping some are left for later, so that everyone sees which were kept.
    pub fn catch_up(&mut self, lang: Lang, stand: usize, events: &[String], calmly: bool) -> Option<CaughtUp> {
        if events.is_empty() && self.clock() == stand {
            return None;
        }
        let mut caught_up = CaughtUp::default();
        let mut said = Vec::new();
        let taken_back = self.clock() > stand;
        while self.clock() > stand {
            self.undo();
        }
        for (i, text) in events.iter().enumerate() {
            let Ok(event) = text.parse::<Event<G>>() else { break };
            let follows_their_move = i > 0 && matches!(event, Event::Roll(_)) && !self.person_acts();
            if calmly && follows_their_move && i + 1 == events.len() {
                caught_up.rest = true;
                break;
            }
            if self.take(event).is_err() {
                break;
            }
            caught_up.rolled = matches!(event, Event::Roll(_));
            said.extend(self.past.last().map(|past| G::announcement(lang, self, past)));
        }
        if taken_back {
            said.push(t(lang, Key::SayUndone).to_string());
        }
        // After a long absence only the last words are worth hearing.
        caught_up.said = said[said.len().saturating_sub(2)..].join(" ");
        Some(caught_up)
    }
}

#[cfg(test)]
mod tests {
    use crate::taking_back::tests::{ANSWERED, live};
    use crate::{Kind, LocalGame};
    use spieltisch_rules::yatzy::Yatzy;
    use spieltisch_texts::Lang;

    fn texts(events: &[&str]) -> Vec<String> {
        events.iter().map(|event| event.to_string()).collect()
    }

    /// Anna sits here, Ben elsewhere.
    fn linked(events: &[&str]) -> LocalGame<Yatzy> {
        let mut game = live(&[0, 0], events);
        game.seats[1].kind = Kind::Link;
        game
    }

    #[test]
    fn what_another_player_rolled_after_keeping_comes_later() {
        let mut game = linked(&ANSWERED[..5]);
        let news = texts(&["keep 1 1", "roll 1 1 2 4 6"]);
        let first = game.catch_up(Lang::En, 5, &news, true).unwrap();
        assert!(first.rest && !first.rolled);
        assert_eq!(game.clock(), 6);
        let second = game.catch_up(Lang::En, 6, &news[1..], false).unwrap();
        assert!(!second.rest && second.rolled && second.said.contains("Ben"), "{second:?}");
        assert_eq!(game.catch_up(Lang::En, 7, &[], true), None, "nothing is new");
    }

    #[test]
    fn what_was_taken_back_elsewhere_is_taken_back_here() {
        let mut game = linked(&ANSWERED[..4]);
        let elsewhere = texts(&[ANSWERED[0], ANSWERED[1], ANSWERED[2], "score chance"]);
        let stand = game.in_common(&elsewhere);
        assert_eq!(stand, 3);
        let [english, german] =
            [Lang::En, Lang::De].map(|lang| game.clone().catch_up(lang, stand, &elsewhere[stand..], false).unwrap().said);
        assert_ne!(english, german);
        game.catch_up(Lang::En, stand, &elsewhere[stand..], false);
        assert_eq!(game.record().events, elsewhere);
    }
}
