//! Work on all cores where there are threads, one after another in the browser.

/// `work` on every item, in any order; the results in the order of the items.
#[cfg(not(target_arch = "wasm32"))]
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
    use rayon::prelude::*;
    items.par_iter().map(work).collect()
}

/// `work` on every item with a workplace of its own.
#[cfg(not(target_arch = "wasm32"))]
pub fn for_each_with<P: Send, T: Sync>(places: &mut [P], items: &[T], work: impl Fn(&mut P, &T) + Sync) {
    use rayon::prelude::*;
    places.par_iter_mut().zip(items).for_each(|(place, item)| work(place, item));
}

/// `work` on every item; the results in the order of the items.
#[cfg(target_arch = "wasm32")]
pub fn map<T, R>(items: &[T], work: impl Fn(&T) -> R) -> Vec<R> {
    items.iter().map(work).collect()
}

/// `work` on every item with a workplace of its own.
#[cfg(target_arch = "wasm32")]
pub fn for_each_with<P, T>(places: &mut [P], items: &[T], work: impl Fn(&mut P, &T)) {
    places.iter_mut().zip(items).for_each(|(place, item)| work(place, item));
}
