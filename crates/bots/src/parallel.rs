//! The same work on all cores or, in the browser, on one; the results are the same either way.

#[cfg(not(target_arch = "wasm32"))]
use rayon::prelude::*;

/// Calls `work` for 0 to `count - 1`, in pieces of at least `piece`, and gives the results in order.
pub(crate) fn in_order<T: Send>(count: usize, piece: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    #[cfg(not(target_arch = "wasm32"))]
    return (0..count).into_par_iter().with_min_len(piece).map(work).collect();
    #[cfg(target_arch = "wasm32")]
    return {
        let _ = piece;
        (0..count).map(work).collect()
    };
}

/// Calls `work` for every item with a workplace of its own.
pub(crate) fn for_each_with<P: Send, T: Sync>(places: &mut [P], items: &[T], work: impl Fn(&mut P, &T) + Sync + Send) {
    #[cfg(not(target_arch = "wasm32"))]
    places.par_iter_mut().zip(items).for_each(|(place, item)| work(place, item));
    #[cfg(target_arch = "wasm32")]
    places.iter_mut().zip(items).for_each(|(place, item)| work(place, item));
}

/// Calls `work` for every chunk of a slice with its number.
pub(crate) fn for_each_chunk<T: Send>(items: &mut [T], size: usize, work: impl Fn(usize, &mut [T]) + Sync + Send) {
    #[cfg(not(target_arch = "wasm32"))]
    items.par_chunks_mut(size).enumerate().for_each(|(number, chunk)| work(number, chunk));
    #[cfg(target_arch = "wasm32")]
    items.chunks_mut(size).enumerate().for_each(|(number, chunk)| work(number, chunk));
}
