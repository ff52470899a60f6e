//! What Caro refuses, and why.

use std::fmt;

use super::field::Place;
use super::rules;
use super::tiles::Colour;
use crate::refusal::{Refusal, Rule};

/// Why a move is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "each variant reads as its sentence below")]
pub enum CaroRefusal {
    Over { open_table: bool },
    NoSuchTile { colour: Colour },
    FirstTile { place: Place },
    Occupied { place: Place },
    TouchesNothing { place: Place },
    OutsideArea { place: Place, side: u8 },
    OwnColour { colour: Colour },
    MoreThanTwo { colour: Colour },
    LongDiagonal { colour: Colour },
    CanLay,
    CanLayOpen,
    SameTileAgain { colour: Colour },
    NoOpenTable,
    NothingToObject,
    MayNotObject { seat: u8 },
    ObjectedAlready { seat: u8 },
}

impl Refusal for CaroRefusal {
    fn rule(&self) -> Rule {
        match self {
            CaroRefusal::Over { open_table: false } => rules::END,
            CaroRefusal::Over { open_table: true } => rules::OPEN_END,
            CaroRefusal::NoSuchTile { .. } => rules::LAY_FIXED,
            CaroRefusal::FirstTile { .. } => rules::FIRST,
            CaroRefusal::Occupied { .. } => rules::LAY_FIXED,
            CaroRefusal::TouchesNothing { .. } => rules::LAY_ADJACENT,
            CaroRefusal::OutsideArea { .. } => rules::LAY_AREA,
            CaroRefusal::OwnColour { .. } => rules::LAY_COLOUR,
            CaroRefusal::MoreThanTwo { .. } => rules::LAY_TWO,
            CaroRefusal::LongDiagonal { .. } => rules::LAY_DIAGONAL,
            CaroRefusal::CanLay => rules::TURN_PASS,
            CaroRefusal::CanLayOpen => rules::OPEN_PASS,
            CaroRefusal::SameTileAgain { .. } | CaroRefusal::NoOpenTable => rules::OPEN_OBJECT,
            CaroRefusal::NothingToObject => rules::OPEN_LATE,
            CaroRefusal::MayNotObject { .. } | CaroRefusal::ObjectedAlready { .. } => rules::OPEN_OBJECT,
        }
    }
}

impl fmt::Display for CaroRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaroRefusal::Over { .. } => write!(f, "the game is over"),
            CaroRefusal::NoSuchTile { colour } => write!(f, "the player has no {colour} tile left: all three are laid"),
            CaroRefusal::FirstTile { place } => write!(f, "the first tile stands at 0,0, not at {place}"),
            CaroRefusal::Occupied { place } => write!(f, "a tile lies at {place} already"),
            CaroRefusal::TouchesNothing { place } => write!(f, "{place} touches no laid tile"),
            CaroRefusal::OutsideArea { place, side } => write!(f, "with {place} the tiles would not fit in {side} by {side}"),
            CaroRefusal::OwnColour { colour } => write!(f, "the tile would lie beside another {colour} one"),
            CaroRefusal::MoreThanTwo { colour } => {
                write!(f, "laying {colour} there, a tile would have more than two neighbours of one colour")
            }
            CaroRefusal::LongDiagonal { colour } => write!(f, "the tile would make a diagonal of more than three {colour} ones"),
            CaroRefusal::CanLay | CaroRefusal::CanLayOpen => write!(f, "the player can lay a tile, so there is no passing"),
            CaroRefusal::SameTileAgain { colour } => write!(f, "the same {colour} tile must be laid again, as it fits somewhere"),
            CaroRefusal::NoOpenTable => write!(f, "only on an open table do players object"),
            CaroRefusal::NothingToObject => write!(f, "no tile was just laid that can be objected to"),
            CaroRefusal::MayNotObject { seat } => write!(f, "seat {seat} is not another player at this table"),
            CaroRefusal::ObjectedAlready { seat } => write!(f, "seat {seat} has objected to this tile already"),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl std::error::Error for CaroRefusal {}
