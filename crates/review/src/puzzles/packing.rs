//! A puzzle in a few letters: each event as its number among those that were possible.

use spieltisch_rules::{Event, Game, ToAct};

/// The first letter; there are [`LETTERS`] of them, up to `z`.
const FIRST: u8 = b'!';
const LETTERS: usize = 90;

/// A puzzle, unpacked.
#[derive(Clone, Debug)]
pub struct Puzzle<G: Game> {
    /// The way to the position.
    pub events: Vec<Event<G>>,
    /// The position.
    pub state: G::State,
    /// The move to be found.
    pub best: G::Move,
}

/// What is possible in a position, in the order of the rules.
fn possible<G: Game>(game: &G, state: &G::State) -> Vec<Event<G>> {
    match game.to_act(state) {
        ToAct::Move(_) => game.moves(state).into_iter().map(Event::Move).collect(),
        ToAct::Roll { .. } => {
            let mut all = Vec::new();
            game.each_outcome(state, |roll, _| all.push(Event::Roll(roll)));
            all
        }
        ToAct::Over => Vec::new(),
    }
}

/// So many letters tell one of so many.
fn width(possible: usize) -> usize {
    if possible <= LETTERS { 1 } else { 2 }
}

/// Packs events, the last of which is the move to be found; `None` where one of them is not possible.
pub fn pack<G: Game>(game: &G, events: &[Event<G>]) -> Option<String> {
    let mut state = game.start();
    let mut packed = String::new();
    for &event in events {
        let all = possible(game, &state);
        let text = event.to_string();
        let index = all.iter().position(|other| other.to_string() == text)?;
        if width(all.len()) == 2 {
            packed.push(letter(index / LETTERS)?);
        }
        packed.push(letter(index % LETTERS)?);
        game.take(&mut state, event).ok()?;
    }
    Some(packed)
}

fn letter(digit: usize) -> Option<char> {
    (digit < LETTERS).then(|| char::from(FIRST + digit as u8))
}

/// Unpacks a puzzle; `None` where this is none of the game as set up.
pub fn unpack<G: Game>(game: &G, packed: &str) -> Option<Puzzle<G>> {
    let mut digits = packed.bytes().map(|byte| byte.checked_sub(FIRST).map(usize::from).filter(|digit| *digit < LETTERS)).peekable();
    let (mut state, mut events) = (game.start(), Vec::new());
    loop {
        let all = possible(game, &state);
        let high = if width(all.len()) == 2 { digits.next()?? } else { 0 };
        let event = *all.get(high * LETTERS + digits.next()??)?;
        if digits.peek().is_none() {
            let Event::Move(best) = event else { return None };
            return Some(Puzzle { events, state, best });
        }
        game.take(&mut state, event).ok()?;
        events.push(event);
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use spieltisch_bots::random::{play_out, random_move};
    use spieltisch_rules::for_each_game;

    use super::*;

    fn there_and_back<G: Game>() {
        let game = G::new(*G::INFO.players.start(), Default::default(), Default::default()).expect("the usual set-up");
        for seed in 0..20 {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut state, mut events) = (game.start(), Vec::new());
            play_out(&game, &mut state, &mut rng, random_move, |_, event| events.push(event));
            // Up to a move in the middle.
            let last = events[..events.len() / 2].iter().rposition(|event| matches!(event, Event::Move(_))).expect("a move");
            let packed = pack(&game, &events[..=last]).expect("all of them are possible");
            let puzzle = unpack(&game, &packed).expect("a puzzle");
            let as_text = |events: &[Event<G>]| events.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(as_text(&puzzle.events), as_text(&events[..last]), "{} seed {seed}", G::INFO.name);
            assert_eq!(puzzle.best.to_string(), events[last].to_string());
            assert!(unpack(&game, &packed[..0]).is_none() && unpack(&game, "\u{7f}").is_none() && unpack(&game, "é").is_none());
        }
    }

    macro_rules! each {
        ($($folder:ident: $game:ty),* $(,)?) => { $(there_and_back::<$game>();)* };
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        for_each_game!(each);
    }
}
