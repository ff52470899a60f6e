//! How dice are turned down for the fields that are wanted.

use spieltisch_rules::crowns::FieldSet;

/// The dice turned down so that exactly these fields come out, as few of them as possible.
pub fn turned_for(rolled: &[u8], fields: FieldSet) -> Option<Vec<u8>> {
    let mut wanted = [None; 7];
    for field in fields.iter() {
        wanted[field.number() as usize] = Some(field.count());
    }
    let mut best = None;
    search(rolled, &wanted, &mut Vec::new(), &mut best);
    best.map(|(_, faces)| faces)
}

type Best = Option<(usize, Vec<u8>)>;

fn search(rolled: &[u8], wanted: &[Option<u8>; 7], faces: &mut Vec<u8>, best: &mut Best) {
    let turned = faces.iter().zip(rolled).filter(|(now, was)| now != was).count();
    if best.as_ref().is_some_and(|(fewest, _)| turned >= *fewest) {
        return;
    }
    if faces.len() == rolled.len() {
        if (1..=6).all(|face| wanted[face as usize].is_none_or(|wanted| wanted == count(faces, face))) {
            *best = Some((turned, faces.clone()));
        }
        return;
    }
    let own = rolled[faces.len()];
    let mut lower: Vec<u8> = rolled.iter().copied().filter(|&face| face <= own).collect();
    lower.sort_unstable();
    lower.dedup();
    for &face in lower.iter().rev() {
        if wanted[face as usize].is_none_or(|wanted| count(faces, face) < wanted) {
            faces.push(face);
            search(rolled, wanted, faces, best);
            faces.pop();
        }
    }
}

fn count(faces: &[u8], face: u8) -> u8 {
    faces.iter().filter(|&&other| other == face).count() as u8
}

#[cfg(test)]
mod tests {
    use spieltisch_rules::crowns::Field;

    use super::*;

    #[test]
    fn dice_turn_as_little_as_the_fields_need() {
        // Which of two equal dice is turned does not matter.
        let turned = |names: &str| {
            let mut faces = turned_for(&[1, 2, 4, 4, 6, 6], names.split(' ').map(|name| name.parse::<Field>().unwrap()).collect())?;
            faces.sort_unstable();
            Some(faces)
        };
        assert_eq!(turned("2x6 2x4"), Some(vec![1, 2, 4, 4, 6, 6]));
        assert_eq!(turned("6x1"), Some(vec![1; 6]));
        assert_eq!(turned("5x2 1x1"), Some(vec![1, 2, 2, 2, 2, 2]));
        assert_eq!(turned("3x4 1x6"), Some(vec![1, 2, 4, 4, 4, 6]));
        assert_eq!(turned("3x5"), None, "no five was rolled");
    }
}
