//! What kept dice lead to, as a hint says it.

use spieltisch_rules::dice::Hand;

/// The shape of kept dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// Nothing is kept.
    Anew,
    /// This many dice of one face.
    Equal {
        /// What they show.
        face: u8,
        /// How many dice show it.
        count: u8,
    },
    /// Different faces that fit into one straight.
    Straight,
    /// Two faces, each at least twice.
    TwoKinds,
    /// Anything else: high dice, mostly.
    Mixed,
}

/// The shape of these dice.
pub fn aim(kept: Hand) -> Aim {
    let faces: Vec<u8> = (1..=6).filter(|&face| kept.count(face) > 0).collect();
    match faces.as_slice() {
        [] => Aim::Anew,
        &[face] => Aim::Equal { face, count: kept.count(face) },
        &[one, other] if kept.count(one) > 1 && kept.count(other) > 1 => Aim::TwoKinds,
        &[low, .., high] if faces.len() == kept.len() && faces.len() >= 3 && high - low <= 4 => Aim::Straight,
        _ => Aim::Mixed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kept_dice_have_a_shape() {
        let shape = |text: &str| aim(text.parse().unwrap());
        assert_eq!(aim(Hand::EMPTY), Aim::Anew);
        assert_eq!(shape("6 6 6"), Aim::Equal { face: 6, count: 3 });
        assert_eq!(shape("5"), Aim::Equal { face: 5, count: 1 });
        assert_eq!(shape("2 2 5 5"), Aim::TwoKinds);
        assert_eq!(shape("2 3 5 6"), Aim::Straight);
        assert_eq!(shape("1 2 6"), Aim::Mixed, "no straight holds both 1 and 6");
        assert_eq!(shape("5 6"), Aim::Mixed);
        assert_eq!(shape("4 4 5"), Aim::Mixed);
    }
}
