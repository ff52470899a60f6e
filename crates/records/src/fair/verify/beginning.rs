//! Who begins: by the roll-off, as the youngest, or as the loser of the game before.

use spieltisch_rules::starter::{Begins, clockwise_from};
use spieltisch_rules::{Seat, games};

use super::findings::{Gap, VerifyFault};
use super::header::Header;
use super::table::Before;
use crate::fair::agreed::Agreed;
use crate::fair::dice::FairDice;
use crate::head_start;
use crate::header::{DICE, OPENING};

/// Checks the roll-off and who begins; gives the number of its throws and what cannot be known.
pub(super) fn check(header: &Header<'_>, dice: &FairDice, before: Option<&Before>) -> Result<(usize, Vec<Gap>), VerifyFault> {
    let begins = games::info(&header.record.game).map(|info| info.begins);
    let throws = match begins {
        Some(Begins::RollOff { dice: count }) => roll_off(header, dice, count)?,
        _ if !header.opening.is_empty() => return Err(VerifyFault::header(OPENING.name(), "this game begins without a roll-off")),
        _ => 0,
    };
    check_agreed(header, begins)?;
    let begins_as = |gap: fn(String) -> Gap| vec![gap(header.record.players.first().cloned().unwrap_or_default())];
    let gaps = match begins {
        Some(Begins::YoungestThenLoser) if header.name.round > 0 => match before.and_then(|before| before.loser(header)) {
            Some(loser) => check_first(header, loser).map(|()| Vec::new())?,
            None => begins_as(Gap::Loser),
        },
        Some(Begins::YoungestThenLoser) => begins_as(Gap::Youngest),
        Some(Begins::Youngest) if header.record.players.len() > 1 => {
            // Who was the youngest in one game is so in the next.
            before.and_then(Before::first).map_or(Ok(()), |first| check_first(header, first))?;
            begins_as(Gap::Youngest)
        }
        _ => Vec::new(),
    };
    Ok((throws, gaps))
}

/// The player in the first place must sit at this seat of the table.
fn check_first(header: &Header<'_>, seat: Seat) -> Result<(), VerifyFault> {
    let found = header.order.as_ref().and_then(|order| order.first());
    if found.is_none_or(|&found| found == seat) {
        return Ok(());
    }
    Err(wrong_first(header, header.table_names().and_then(|names| names.get(seat).copied()).unwrap_or_default()))
}

fn wrong_first(header: &Header<'_>, expected: &str) -> VerifyFault {
    VerifyFault::First { expected: expected.into(), found: header.record.players.first().cloned().unwrap_or_default() }
}

/// The roll-off throw by throw, and that the players sit clockwise from its winner.
fn roll_off(header: &Header<'_>, dice: &FairDice, count: usize) -> Result<usize, VerifyFault> {
    let players = &header.record.players;
    let (winner, expected) = dice.roll_off(players.len(), count);
    let found = &header.opening;
    // In older records the first throws tell the order of the table: everyone throws once.
    let thrown = || found.iter().take(players.len()).map(|(name, _)| name.as_str()).collect();
    let names: Vec<&str> = if players.len() > 1 { header.table_names().unwrap_or_else(thrown) } else { Vec::new() };
    for (i, (seat, faces)) in expected.iter().enumerate() {
        let right = found.get(i).is_some_and(|(name, shown)| names.get(*seat) == Some(&name.as_str()) && shown == faces);
        if !right {
            return Err(VerifyFault::Opening { number: i + 1 });
        }
    }
    if found.len() > expected.len() {
        return Err(VerifyFault::Opening { number: expected.len() + 1 });
    }
    let clockwise = clockwise_from(winner, names.len()).map(|seat| names[seat]);
    if names.is_empty() || clockwise.eq(players.iter().map(String::as_str)) {
        return Ok(expected.len());
    }
    if players.first().map(String::as_str) != names.get(winner).copied() {
        return Err(wrong_first(header, names.get(winner).copied().unwrap_or_default()));
    }
    Err(VerifyFault::header("players", "the others do not follow in the order in which they threw"))
}

/// What was agreed before the dice is what the game's own name says.
fn check_agreed(header: &Header<'_>, begins: Option<Begins>) -> Result<(), VerifyFault> {
    let (Some(stated), Some(seats)) = (&header.name.agreed, header.table_seats()) else { return Ok(()) };
    let record = header.record;
    let by_dice = matches!(begins, Some(Begins::RollOff { .. }));
    let first = header.order.as_ref().and_then(|order| order.first().copied()).filter(|_| !by_dice);
    let (board, same_for_all) = (&record.board, header.sheet.same_for_all);
    // What was agreed is in the order of the table, the record in the order of play.
    let order = header.order.as_deref().unwrap_or_default();
    let places: Vec<usize> = (0..order.len()).filter_map(|seat| order.iter().position(|&other| other == seat)).collect();
    let options = &head_start::reordered(&record.options, &places);
    let agreed = Agreed { game: &record.game, options, board, same_for_all, seats, first };
    if agreed.digest() == *stated {
        return Ok(());
    }
    Err(VerifyFault::header(
        DICE.name(),
        "these are not the names, seats, options and board, or not the beginner, that the dice were thrown for",
    ))
}
