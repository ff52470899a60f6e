use super::*;

#[test]
fn numbering_is_a_bijection_in_the_order_of_size_then_faces() {
    let five: Vec<Hand> = Hand::all().collect();
    assert_eq!(five.len(), 462);
    assert!(five.windows(2).all(|pair| (pair[0].len(), pair[0].faces().collect::<Vec<_>>()) < (pair[1].len(), pair[1].faces().collect())));
    for hand in five {
        assert_eq!(Hand::from_faces(&hand.faces().collect::<Vec<_>>()), Some(hand));
        assert_eq!(hand.to_string().parse(), Ok(hand));
    }
    for six in SixDice::all() {
        assert_eq!(SixDice::from_faces(&six.faces().collect::<Vec<_>>()), Some(six));
    }
    assert_eq!((Hand::FULL, SixDice::FULL), (252, 462));
}

#[test]
fn orders_sum_to_all_throws() {
    for dice in 0..=5 {
        let throws: u32 = Hand::all().filter(|hand| hand.len() == dice).map(Hand::orders).sum();
        assert_eq!(throws, 6u32.pow(dice as u32));
    }
    assert_eq!(SixDice::all_full().map(SixDice::orders).sum::<u32>(), 46_656);
}

#[test]
fn parts_are_exactly_the_contained_smaller_hands() {
    for roll in Hand::all_full() {
        let expected: Vec<Hand> = Hand::all().filter(|&hand| hand != roll && roll.contains(hand)).collect();
        assert_eq!(roll.proper_parts(), expected);
    }
}

#[test]
fn bad_faces_are_refused() {
    for text in ["0", "7", "1  2", "a", " 1", "1 ", "11", "1 1 1 1 1 1"] {
        assert!(text.parse::<Hand>().is_err(), "{text:?}");
    }
    assert_eq!(Hand::from_faces(&[1, 2, 3, 4, 5, 6]), None);
    assert_eq!(Hand::from_faces(&[0]), None);
}
