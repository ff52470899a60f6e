//! Looking ahead by whole turns, each of them exact.
//!
//! What a result of this turn is worth is what the next player's turn after it is worth,
//! solved exactly from what its results are worth, and so on; after the last turn looked at,
//! the learned values speak.

use super::cells;
use super::ground::Ground;
use super::network::{Network, Prediction};
use super::position::{CastroPosition, RESULTS};
use super::turn::{self, Offers};

/// What each result of a turn is worth, as the player to move sees it; `None` for closed squares.
pub type Results = [Option<Prediction>; RESULTS];

/// Turns solved side by side.
const LANES: usize = 8;

/// Looks ahead from positions of one game.
#[derive(Clone, Copy)]
pub struct Lookahead<'a> {
    /// The learned values.
    pub network: &'a Network,
    /// The game.
    pub ground: &'a Ground,
    /// Whether points are wanted beside the chances.
    pub points: bool,
    /// A square that seems worse than another of its symbol by more than this is not looked at further.
    pub margin: f32,
    /// The same for the turns after this one.
    pub inner: f32,
    /// Asked now and then; `true` means: enough.
    pub stop: &'a dyn Fn() -> bool,
}

impl Lookahead<'_> {
    /// What the results are worth when this many whole turns are looked at, this one included.
    /// Fewer are where time runs out.
    pub fn results(&self, position: &CastroPosition, turns: u32) -> Results {
        let mut results = [None; RESULTS];
        self.network.after_results(self.ground, position, |result, outlook| results[result] = Some(outlook));
        for deeper in 2..=turns {
            let better = match (self.ground.players, self.points) {
                (2, false) => self.deepen::<1>(position, &results, deeper),
                (2, true) => self.deepen::<3>(position, &results, deeper),
                (3, false) => self.deepen::<3>(position, &results, deeper),
                (3, true) => self.deepen::<6>(position, &results, deeper),
                (_, false) => self.deepen::<4>(position, &results, deeper),
                (_, true) => self.deepen::<8>(position, &results, deeper),
            };
            match better {
                Some(better) => results = better,
                None => break,
            }
        }
        results
    }

    /// The same results looked at more deeply; `None` where time ran out.
    fn deepen<const C: usize>(&self, position: &CastroPosition, shallow: &Results, turns: u32) -> Option<Results> {
        let mut results = *shallow;
        let mut waiting = Vec::with_capacity(RESULTS);
        for result in self.promising(position, shallow) {
            let mut after = position.clone();
            after.play(self.ground, result);
            // A finished game is worth exactly what it is already.
            if !after.over(self.ground) {
                waiting.push((result, after));
            }
        }
        for group in waiting.chunks(LANES) {
            let mut offers = Offers::<C, LANES>::default();
            for (lane, (_, after)) in group.iter().enumerate() {
                if (self.stop)() {
                    return None;
                }
                self.offer_results(&mut offers, lane, after, turns - 1)?;
            }
            let worth = turn::worth(&self.ground.groups, &offers);
            for (lane, (result, _)) in group.iter().enumerate() {
                let outlook = cells::unpack(&worth.map(|numbers| numbers[lane]), self.ground.players);
                results[*result] = Some(outlook.step_back(self.ground.players));
            }
        }
        Some(results)
    }

    fn offer_results<const C: usize>(
        &self,
        offers: &mut Offers<C, LANES>,
        lane: usize,
        position: &CastroPosition,
        turns: u32,
    ) -> Option<()> {
        let players = self.ground.players;
        if turns == 1 {
            self.network.after_results(self.ground, position, |result, outlook| {
                cells::offer(offers, lane, self.ground, position, result, cells::pack(&outlook, players));
            });
            return Some(());
        }
        let mut shallow = [None; RESULTS];
        self.network.after_results(self.ground, position, |result, outlook| shallow[result] = Some(outlook));
        let results = Self { margin: self.inner, ..*self }.deepen::<C>(position, &shallow, turns)?;
        for (result, outlook) in results.iter().enumerate() {
            if let Some(outlook) = outlook {
                cells::offer(offers, lane, self.ground, position, result, cells::pack(outlook, players));
            }
        }
        Some(())
    }

    /// The results that may turn out best among the squares of their symbol that are no higher.
    fn promising(&self, position: &CastroPosition, results: &Results) -> impl Iterator<Item = usize> {
        let worth = |result: usize| results[result].map_or(f32::MIN, |outlook| outlook.win[0]);
        (0..RESULTS).filter(move |&result| {
            let Some(&symbol) = self.ground.symbol.get(result) else { return true };
            let rivals = (0..self.ground.symbol.len())
                .filter(|&other| self.ground.symbol[other] == symbol && position.height[other] <= position.height[result]);
            results[result].is_some() && rivals.map(worth).fold(f32::MIN, f32::max) <= worth(result) + self.margin
        })
    }
}
