//! The same work on all cores or, in the browser, on one; results come in order either way.

/// Calls `work` for 0 to `count - 1`, in pieces of at least `piece`, and gives the results in order.
pub(crate) fn in_order<T: Send>(count: usize, piece: usize, work: impl Fn(usize) -> T + Sync + Send) -> Vec<T> {
    #[cfg(not(target_arch = "wasm32"))]
    {
        use rayon::prelude::*;
        (0..count).into_par_iter().with_min_len(piece).map(work).collect()
    }
    #[cfg(target_arch = "wasm32")]
    {
        let _ = piece;
        (0..count).map(work).collect()
    }
}
