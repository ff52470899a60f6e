//! Values and checkpoints as bytes: versioned, checked, refused with a reason.

use super::board::Board;
use super::habits::Habits;
use super::net::{Net, PARAMETERS, SEGMENTS};
use super::train::{Checkpoint, Config, Effort};
use super::turn::FIELDS;
use super::values::{Mode, Values};
use std::fmt;

const MAGIC: [u8; 4] = *b"CRWN";
const VERSION: u8 = 2;
/// The largest weight of a segment is this many steps. A power of two: what is read is written again
/// without a change. Sixteen bits judged no better and made the browser's download twice as large.
const STEPS: f32 = 512.0;
const VALUES: u8 = 1;
const CHECKPOINT: u8 = 2;

/// Why bytes are not values of Crowns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlobError {
    /// The first bytes are not those of such a file.
    NotCrowns,
    /// A file, but of another kind: values wanted and checkpoint given, or the other way round.
    OtherKind,
    /// Written by another version.
    Version(u8),
    /// The file ends too early or goes on after its end.
    Length,
    /// The check sum does not fit: some byte was changed.
    Damaged,
    /// A field holds what no writer writes.
    Nonsense,
}

impl fmt::Display for BlobError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotCrowns => write!(f, "these bytes are not learned values for Crowns"),
            Self::OtherKind => write!(f, "these bytes are for Crowns, but values were given for a checkpoint or the other way round"),
            Self::Version(found) => write!(f, "these values have version {found}, this program reads version {VERSION}"),
            Self::Length => write!(f, "these values are cut off or too long"),
            Self::Damaged => write!(f, "these values are damaged: their check sum is wrong"),
            Self::Nonsense => write!(f, "these values hold something no program of ours writes"),
        }
    }
}

impl std::error::Error for BlobError {}

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
        let mut from = Reader::open(bytes, VALUES)?;
        let mode = from.mode()?;
        let board = Board::new(from.crowns()?);
        let count = usize::from(from.byte()?);
        if count != mode.nets() {
            return Err(BlobError::Nonsense);
        }
        let nets = (0..count).map(|_| from.small_net()).collect::<Result<Vec<_>, _>>()?;
        let habits = from.habits()?;
        from.end()?;
        Ok(Self::new(mode, board, nets).with_habits(habits))
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
                out.floats(net.parameters());
            }
        }
        out.habits(self.before.as_ref().and_then(|values| values.habits()));
        out.finish()
    }

    /// Reads what [`Checkpoint::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, BlobError> {
        let mut from = Reader::open(bytes, CHECKPOINT)?;
        let mode = from.mode()?;
        let crowns = from.crowns()?;
        let seed = u64::from_le_bytes(from.array()?);
        let mut number = || -> Result<u32, BlobError> { Ok(u32::from_le_bytes(from.array()?)) };
        let effort = Effort { rounds: number()?, examples: number()?, passes: number()?, games: number()? };
        let (round, watched) = (number()?, number()?);
        let before = from.full_nets(mode)?;
        let nets = from.full_nets(mode)?;
        let habits = from.habits()?;
        from.end()?;
        if !before.is_empty() && before.len() != mode.nets() {
            return Err(BlobError::Nonsense);
        }
        let before = (!before.is_empty()).then(|| Values::new(mode, Board::new(crowns), before).with_habits(habits));
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

    fn floats(&mut self, floats: &[f32]) {
        for float in floats {
            self.0.extend(float.to_le_bytes());
        }
    }

    /// A scale for each segment of the parameters, then all weights as multiples of theirs: first the
    /// high bytes, then the low ones, which compresses better than pairs.
    fn small_net(&mut self, net: &Net) {
        let mut steps = Vec::with_capacity(PARAMETERS);
        for segment in SEGMENTS {
            let weights = &net.parameters()[segment];
            let largest = weights.iter().fold(0.0f32, |most, weight| most.max(weight.abs()));
            let scale = if largest > 0.0 { largest / STEPS } else { 1.0 };
            self.floats(&[scale]);
            steps.extend(weights.iter().map(|weight| folded((weight / scale).round() as i16)));
        }
        self.0.extend(steps.iter().map(|step| (step >> 8) as u8));
        self.0.extend(steps.iter().map(|step| *step as u8));
    }

    fn habits(&mut self, habits: Option<&Habits>) {
        self.0.push(u8::from(habits.is_some()));
        if let Some(habits) = habits {
            self.floats(&habits.to_floats());
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let sum = check_sum(&self.0);
        self.0.extend(sum.to_le_bytes());
        self.0
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn open(bytes: &'a [u8], kind: u8) -> Result<Self, BlobError> {
        let head = bytes.first_chunk::<6>().ok_or(BlobError::NotCrowns)?;
        if head[..4] != MAGIC {
            return Err(BlobError::NotCrowns);
        }
        if head[4] != VERSION {
            return Err(BlobError::Version(head[4]));
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(BlobError::Length)?;
        if body.len() < 6 {
            return Err(BlobError::Length);
        }
        if u64::from_le_bytes(*sum) != check_sum(body) {
            return Err(BlobError::Damaged);
        }
        if head[5] != kind {
            return Err(BlobError::OtherKind);
        }
        Ok(Self(&body[6..]))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], BlobError> {
        let (first, rest) = self.0.split_first_chunk::<N>().ok_or(BlobError::Length)?;
        self.0 = rest;
        Ok(*first)
    }

    fn byte(&mut self) -> Result<u8, BlobError> {
        Ok(self.array::<1>()?[0])
    }

    fn float(&mut self) -> Result<f32, BlobError> {
        let value = f32::from_le_bytes(self.array()?);
        if value.is_finite() { Ok(value) } else { Err(BlobError::Nonsense) }
    }

    fn mode(&mut self) -> Result<Mode, BlobError> {
        match self.byte()? {
            0 => Ok(Mode::Alone),
            1 => Ok(Mode::HardAlone),
            2 => Ok(Mode::Several),
            _ => Err(BlobError::Nonsense),
        }
    }

    fn crowns(&mut self) -> Result<[u8; FIELDS], BlobError> {
        let crowns: [u8; FIELDS] = self.array()?;
        if crowns.iter().all(|crown| *crown <= 9) { Ok(crowns) } else { Err(BlobError::Nonsense) }
    }

    fn small_net(&mut self) -> Result<Net, BlobError> {
        let mut scales = [0.0; SEGMENTS.len()];
        for scale in &mut scales {
            *scale = self.float()?;
        }
        let (high, low): ([u8; PARAMETERS], [u8; PARAMETERS]) = (self.array()?, self.array()?);
        let mut parameters = Vec::with_capacity(PARAMETERS);
        for (segment, scale) in SEGMENTS.into_iter().zip(scales) {
            parameters.extend(segment.map(|at| scale * f32::from(unfolded(u16::from_be_bytes([high[at], low[at]])))));
        }
        Net::from_parameters(parameters).ok_or(BlobError::Nonsense)
    }

    fn full_nets(&mut self, mode: Mode) -> Result<Vec<Net>, BlobError> {
        let count = usize::from(self.byte()?);
        if count > mode.nets() {
            return Err(BlobError::Nonsense);
        }
        (0..count)
            .map(|_| {
                let parameters = (0..PARAMETERS).map(|_| self.float()).collect::<Result<Vec<_>, _>>()?;
                Net::from_parameters(parameters).ok_or(BlobError::Nonsense)
            })
            .collect()
    }

    fn habits(&mut self) -> Result<Option<Habits>, BlobError> {
        match self.byte()? {
            0 => Ok(None),
            1 => {
                let floats = (0..Habits::FLOATS).map(|_| self.float()).collect::<Result<Vec<_>, _>>()?;
                Ok(Some(Habits::from_floats(&floats)))
            }
            _ => Err(BlobError::Nonsense),
        }
    }

    fn end(&self) -> Result<(), BlobError> {
        if self.0.is_empty() { Ok(()) } else { Err(BlobError::Length) }
    }
}

/// 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …, so that small numbers of either sign have high bytes of zero.
fn folded(step: i16) -> u16 {
    (step << 1 ^ step >> 15) as u16
}

fn unfolded(folded: u16) -> i16 {
    (folded >> 1) as i16 ^ -((folded & 1) as i16)
}

/// FNV-1a, 64 bits: finds damage, not intent.
fn check_sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01B3))
}
