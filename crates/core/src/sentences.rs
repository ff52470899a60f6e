//! What is said of any game: whose turn it is, what happened last, how it ended.

use spieltisch_records::{DynGame, Record};
use spieltisch_rules::{Event, Game, GameResult, Reason, Seat};
use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::game_text::rolled;
use crate::words::points;
use crate::{GameText, HeldRollOff, Kind, LocalGame, Player, ScorePart, several_here, sum};

/// Whose turn it is, said to the person whose turn it is.
pub fn your_turn<G: Game>(lang: Lang, game: &LocalGame<G>) -> String {
    if several_here(&game.seats) {
        texts::say_your_turn(lang, &game.seats[game.seat_to_act()].name)
    } else {
        t(lang, Key::PlayYourTurn).to_string()
    }
}

/// What a screen reader says of what happened last, and to the person who is to act next.
pub fn announce_last<G: GameText>(lang: Lang, game: &LocalGame<G>) -> String {
    let Some(last) = game.past.last() else { return String::new() };
    let said = G::announcement(lang, game, last);
    let next = game.seat_to_act();
    if next != last.seat && game.person_acts() {
        return format!("{said} {}", texts::say_your_turn(lang, &game.seats[next].name));
    }
    said
}

/// How a roll-off stands.
pub fn roll_off_text(lang: Lang, held: &HeldRollOff) -> String {
    let name = |seat: usize| held.seats[seat].name.as_str();
    let Some((seat, faces)) = held.rolls.last() else { return t(lang, Key::BeginRollOff).to_string() };
    let rolled = texts::begin_rolled(lang, name(*seat), sum(faces));
    if let Some(first) = held.winner() {
        return format!("{rolled}. {}", texts::begin_starts(lang, name(first)));
    }
    let contenders = held.contenders();
    // A round has ended without a winner when the next to roll is the first of those still in it.
    let again = held.rolls.len() >= held.seats.len() && held.next() == contenders.first().copied();
    if again {
        let names: Vec<&str> = contenders.iter().map(|&seat| name(seat)).collect();
        return texts::begin_tie(lang, texts::list(lang, &names));
    }
    let turn = |seat: usize| match held.seats[seat].kind {
        Kind::Person if !several_here(&held.seats) => t(lang, Key::PlayYourTurn).to_string(),
        _ => texts::play_turn_of(lang, name(seat)),
    };
    let next = held.next().map(turn).unwrap_or_default();
    format!("{rolled}. {next}")
}

/// How a seat's points came about: what it was given before the first turn, then what it scored. Points that decided nothing are not
/// counted: whoever lost may have more of them.
pub fn scoring<G: GameText>(lang: Lang, game: &LocalGame<G>, seat: Seat, reason: Reason) -> Vec<ScorePart> {
    let scored = if reason == Reason::Points { G::scoring(lang, game, seat) } else { Vec::new() };
    if game.seats.iter().all(|player| player.head_start == 0) {
        return scored;
    }
    let before = if reason == Reason::Points { game.position.scores()[seat] } else { 0 };
    let given = before - scored.iter().map(|step| step.points).sum::<i32>();
    let text = match game.seats[seat].head_start {
        0 => String::new(),
        ahead => texts::end_head_start(lang, G::head_start(lang, ahead)),
    };
    [ScorePart::new(text, given)].into_iter().chain(scored).collect()
}

/// Who has won.
pub fn headline<G: Game>(lang: Lang, game: &LocalGame<G>, result: &GameResult) -> String {
    let names: Vec<&str> = result.winners.iter().map(|seat| game.seats[seat].name.as_str()).collect();
    match names.as_slice() {
        _ if game.seats.len() == 1 => texts::end_alone(lang, points(lang, result.scores[0])),
        [_] if result.winners.iter().any(|seat| is_you(&game.seats, seat)) => t(lang, Key::EndYouWin).to_string(),
        [name] => texts::end_wins(lang, name),
        names => texts::end_shared(lang, texts::list(lang, names)),
    }
}

/// How a game ended, line by line: who has won, why, and how everyone's points came about, the winners first.
pub fn result_lines<G: GameText>(lang: Lang, game: &LocalGame<G>) -> Vec<String> {
    let Some(result) = game.position.result() else { return Vec::new() };
    let reason = match result.reason {
        Reason::Points => None,
        Reason::FourInARow => Some(t(lang, Key::EndByRow).to_string()),
        Reason::ThreeYatzy => Some(t(lang, Key::EndByYatzy).to_string()),
    };
    let mut lines: Vec<String> = std::iter::once(headline(lang, game, &result)).chain(reason).collect();
    let mut seats: Vec<Seat> = (0..game.seats.len()).collect();
    seats.sort_by_key(|&seat| (!result.winners.contains(seat), -result.scores[seat]));
    for seat in seats {
        lines.push(texts::format_labelled(lang, &game.seats[seat].name, points(lang, result.scores[seat])));
        lines.extend(
            scoring(lang, game, seat, result.reason)
                .into_iter()
                .filter(|part| !part.text.is_empty())
                .map(|part| format!("  {}", part.text)),
        );
    }
    lines
}

/// Whether a seat is that of the one person at this screen.
fn is_you(seats: &[Player], seat: Seat) -> bool {
    seats[seat].kind == Kind::Person && !several_here(seats)
}

/// An event in words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventText {
    /// What happened, and to whom: the roll, or what was decided.
    pub what: String,
    /// What would have been better.
    pub better: Option<String>,
    /// What that would have been good for, where there is a word for it.
    pub purpose: Option<String>,
}

/// All events of a game in words, each with the move that would have been better, where there was one.
pub fn all_events<G: GameText>(lang: Lang, mut record: Record, better: &[Option<String>]) -> Vec<EventText> {
    let events = std::mem::take(&mut record.events);
    let Ok(mut game) = LocalGame::<G>::open("", record) else { return Vec::new() };
    let mut told = Vec::with_capacity(events.len());
    for (number, text) in events.iter().enumerate() {
        let Ok(event) = text.parse::<Event<G>>() else { break };
        let better = better.get(number).and_then(Option::as_ref).and_then(|better| better.parse().ok());
        let purpose = better.and_then(|better| G::purpose(lang, &game, better));
        let better = better.map(|better| G::phrase(lang, &game, better));
        // What the history leaves out, as dice that were kept, is told as it would be advised.
        let phrase = match event {
            Event::Move(mv) => G::phrase(lang, &game, mv),
            Event::Roll(_) => String::new(),
        };
        if game.take(event).is_err() {
            break;
        }
        let Some(past) = game.past.last() else { break };
        let name = &game.seats[past.seat].name;
        let what = match event {
            Event::Roll(roll) => rolled(lang, name, roll),
            Event::Move(mv) => G::history_line(lang, &game, past, mv).unwrap_or_else(|| texts::format_labelled(lang, name, phrase)),
        };
        told.push(EventText { what, better, purpose });
    }
    told
}
