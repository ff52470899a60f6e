//! Best first: the one sort of everything that is ranked.

/// Sorts by worth and, among equals, by the second number, best first; what is equal in both keeps
/// its order.
///
/// Only the order is sorted, by code that is compiled once: a sort of its own for each of a dozen
/// kinds of moves made the page's download larger.
pub fn best_first<T: Clone>(items: &mut [T], worth: impl Fn(&T) -> (f64, f64)) {
    let worths: Vec<(f64, f64)> = items.iter().map(worth).collect();
    let sorted: Vec<T> = order(&worths).into_iter().map(|at| items[at].clone()).collect();
    items.clone_from_slice(&sorted);
}

fn order(worths: &[(f64, f64)]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..worths.len()).collect();
    order.sort_by(|&a, &b| worths[b].0.total_cmp(&worths[a].0).then(worths[b].1.total_cmp(&worths[a].1)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_comes_first_and_equals_keep_their_order() {
        let mut moves = [("a", 0.5, 1.0), ("b", 0.7, 1.0), ("c", 0.5, 2.0), ("d", 0.7, 1.0), ("e", -1.0, 9.0)];
        best_first(&mut moves, |mv| (mv.1, mv.2));
        assert_eq!(moves.map(|mv| mv.0), ["b", "d", "c", "a", "e"]);
    }
}
