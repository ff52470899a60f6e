//! Values, checkpoints and the net for two players as bytes: versioned, checked, refused with a reason.

use super::board::SolverBoard;
use super::duel::{self, Duel};
use super::habits::Habits;
use super::net::{Net, PARAMETERS, SEGMENTS};
use super::train::{Checkpoint, Config, Effort};
use super::turn::FIELDS;
use super::values::{Mode, Values};
use crate::sealed::{Broken, Reader, put_numbers, seal};

const MAGIC: [u8; 4] = *b"CRWN";
const VERSION: u8 = 2;
/// The largest weight of a segment is this many steps. A power of two: what is read is written again
/// without a change. Sixteen bits judged no better and made the browser's download twice as large.
const STEPS: f32 = 512.0;
const VALUES: u8 = 1;
const CHECKPOINT: u8 = 2;
const DUEL: u8 = 3;

/// Why bytes are not values of Crowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BlobError {
    /// The first bytes are not those of such a file.
    #[error("these bytes are not learned values for Crowns")]
    NotCrowns,
    /// A file, but of another kind: values wanted and checkpoint given, or the other way round.
    #[error("these bytes are for Crowns, but values were given for a checkpoint or the other way round")]
    OtherKind,
    /// Written by another version.
    #[error("these values have version {0}, this program reads version {VERSION}")]
    Version(u8),
    /// The file ends too early or goes on after its end.
    #[error("these values are cut off or too long")]
    Length,
    /// The check sum does not fit: some byte was changed.
    #[error("these values are damaged: their check sum is wrong")]
    Damaged,
    /// A field holds what no writer writes.
    #[error("these values hold something no program of ours writes")]
    Nonsense,
}

impl From<Broken> for BlobError {
    fn from(broken: Broken) -> BlobError {
        match broken {
            Broken::Length => BlobError::Length,
            Broken::Damaged => BlobError::Damaged,
            Broken::NoNumber => BlobError::Nonsense,
        }
    }
}

impl Values {
    /// The values as bytes, each weight rounded to a step.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(VALUES);
        out.mode(self.mode());
        out.0.extend(self.board().crowns());
        out.0.push(self.nets().len() as u8);
        for net in self.nets() {
            out.small_net(net);
        }
        out.habits(self.habits());
        out.finish()
    }

    /// Reads what [`Values::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BlobError> {
        let mut from = open(bytes, VALUES)?;
        let mode = take_mode(&mut from)?;
        let board = SolverBoard::new(take_crowns(&mut from)?);
        let count = usize::from(from.take::<1>()?[0]);
        if count != mode.nets() {
            return Err(BlobError::Nonsense);
        }
        let nets = (0..count).map(|_| take_small_net(&mut from)).collect::<Result<Vec<_>, _>>()?;
        let habits = take_habits(&mut from)?;
        from.end()?;
        Ok(Self::new(mode, board, nets).with_habits(habits))
    }
}

impl Duel {
    /// Reads what `training/crowns_duel.py` wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BlobError> {
        let mut from = open(bytes, DUEL)?;
        let weights = take_steps(&mut from, &duel::PARTS)?;
        from.end()?;
        let mut rest = &weights[..];
        let parts = duel::PARTS.map(|size| {
            let (part, after) = rest.split_at(size);
            rest = after;
            part.to_vec()
        });
        Self::from_parts(parts).ok_or(BlobError::Nonsense)
    }
}

impl Checkpoint {
    /// The checkpoint as bytes; training goes on from it to the same values to the last bit.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::new(CHECKPOINT);
        out.mode(self.config.mode);
        out.0.extend(self.config.crowns);
        out.0.extend(self.config.seed.to_le_bytes());
        for number in [self.config.effort.rounds, self.config.effort.examples, self.config.effort.passes, self.config.effort.games] {
            out.0.extend(number.to_le_bytes());
        }
        out.0.extend(self.round.to_le_bytes());
        out.0.extend(self.watched.to_le_bytes());
        let before = self.before.as_ref().map_or(&[][..], |values| values.nets());
        for nets in [before, &self.nets] {
            out.0.push(nets.len() as u8);
            for net in nets {
                put_numbers(&mut out.0, net.parameters());
            }
        }
        out.habits(self.before.as_ref().and_then(|values| values.habits()));
        out.finish()
    }

    /// Reads what [`Checkpoint::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BlobError> {
        let mut from = open(bytes, CHECKPOINT)?;
        let mode = take_mode(&mut from)?;
        let crowns = take_crowns(&mut from)?;
        let seed = u64::from_le_bytes(from.take()?);
        let mut number = || -> Result<u32, BlobError> { Ok(u32::from_le_bytes(from.take()?)) };
        let effort = Effort { rounds: number()?, examples: number()?, passes: number()?, games: number()? };
        let (round, watched) = (number()?, number()?);
        let before = take_full_nets(&mut from, mode)?;
        let nets = take_full_nets(&mut from, mode)?;
        let habits = take_habits(&mut from)?;
        from.end()?;
        if !before.is_empty() && before.len() != mode.nets() {
            return Err(BlobError::Nonsense);
        }
        let before = (!before.is_empty()).then(|| Values::new(mode, SolverBoard::new(crowns), before).with_habits(habits));
        Ok(Self { config: Config { crowns, mode, seed, effort }, round, before, nets, watched })
    }
}

struct Writer(Vec<u8>);

impl Writer {
    fn new(kind: u8) -> Self {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([VERSION, kind]);
        Self(bytes)
    }

    fn mode(&mut self, mode: Mode) {
        self.0.push(match mode {
            Mode::Alone => 0,
            Mode::HardAlone => 1,
            Mode::Several => 2,
        });
    }

    /// A scale for each segment of the parameters, then all weights as multiples of theirs: first the
    /// high bytes, then the low ones, which compresses better than pairs.
    fn small_net(&mut self, net: &Net) {
        let mut steps = Vec::with_capacity(PARAMETERS);
        for segment in SEGMENTS {
            let weights = &net.parameters()[segment];
            let largest = weights.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
            let scale = if largest > 0.0 { largest / STEPS } else { 1.0 };
            put_numbers(&mut self.0, &[scale]);
            steps.extend(weights.iter().map(|weight| folded((weight / scale).round() as i16)));
        }
        self.0.extend(steps.iter().map(|step| (step >> 8) as u8));
        self.0.extend(steps.iter().map(|step| *step as u8));
    }

    fn habits(&mut self, habits: Option<&Habits>) {
        self.0.push(u8::from(habits.is_some()));
        if let Some(habits) = habits {
            put_numbers(&mut self.0, &habits.to_floats());
        }
    }

    fn finish(self) -> Vec<u8> {
        seal(self.0)
    }
}

/// Reads a file's beginning.
fn open(bytes: &[u8], kind: u8) -> Result<Reader<'_>, BlobError> {
    let mut from = Reader::new(bytes);
    if from.take() != Ok(MAGIC) {
        return Err(BlobError::NotCrowns);
    }
    let [version, found] = from.take().map_err(|_| BlobError::NotCrowns)?;
    if version != VERSION {
        return Err(BlobError::Version(version));
    }
    from.check()?;
    if found == kind { Ok(from) } else { Err(BlobError::OtherKind) }
}

fn take_mode(from: &mut Reader<'_>) -> Result<Mode, BlobError> {
    match from.take()? {
        [0] => Ok(Mode::Alone),
        [1] => Ok(Mode::HardAlone),
        [2] => Ok(Mode::Several),
        _ => Err(BlobError::Nonsense),
    }
}

fn take_crowns(from: &mut Reader<'_>) -> Result<[u8; FIELDS], BlobError> {
    let crowns: [u8; FIELDS] = from.take()?;
    if crowns.iter().all(|crown| *crown <= 9) { Ok(crowns) } else { Err(BlobError::Nonsense) }
}

fn take_small_net(from: &mut Reader<'_>) -> Result<Net, BlobError> {
    let parameters = take_steps(from, &SEGMENTS.map(|segment| segment.len()))?;
    Net::from_parameters(parameters).ok_or(BlobError::Nonsense)
}

/// Weights as multiples of a scale for each segment of this size.
fn take_steps(from: &mut Reader<'_>, sizes: &[usize]) -> Result<Vec<f32>, BlobError> {
    let scales = from.take_numbers(sizes.len())?;
    let count = sizes.iter().sum();
    let (high, low) = (from.take_bytes(count)?, from.take_bytes(count)?);
    let mut weights = Vec::with_capacity(count);
    for (size, scale) in sizes.iter().zip(scales) {
        let segment = weights.len()..weights.len() + size;
        weights.extend(segment.map(|at| scale * f32::from(unfolded(u16::from_be_bytes([high[at], low[at]])))));
    }
    Ok(weights)
}

fn take_full_nets(from: &mut Reader<'_>, mode: Mode) -> Result<Vec<Net>, BlobError> {
    let [count] = from.take()?;
    if usize::from(count) > mode.nets() {
        return Err(BlobError::Nonsense);
    }
    (0..count).map(|_| Net::from_parameters(from.take_numbers(PARAMETERS)?).ok_or(BlobError::Nonsense)).collect()
}

fn take_habits(from: &mut Reader<'_>) -> Result<Option<Habits>, BlobError> {
    match from.take()? {
        [0] => Ok(None),
        [1] => Ok(Some(Habits::from_floats(&from.take_numbers(Habits::FLOATS)?))),
        _ => Err(BlobError::Nonsense),
    }
}

/// 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …, so that small numbers of either sign have high bytes of zero.
fn folded(step: i16) -> u16 {
    (step << 1 ^ step >> 15) as u16
}

fn unfolded(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}
