use arrayvec::ArrayVec;

/// Receives items one at a time, like a list.
///
/// ```
/// use fairground_rules::engine::{CountSink, Options, Rules, Sink};
/// use fairground_rules::games::chess::Chess;
///
/// let mut counter = CountSink::default();
/// Chess::start(&Options::default()).generate(&mut counter);
/// assert_eq!(counter.0, 20);
/// ```
pub trait Sink<T> {
    /// Receives an item.
    fn push(&mut self, item: T);

    /// Receives all of these items.
    #[inline]
    fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T> Sink<T> for Vec<T> {
    #[inline]
    fn push(&mut self, item: T) {
        Vec::push(self, item);
    }

    #[inline]
    fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        Extend::extend(self, items);
    }
}

/// Collects up to `N` items.
///
/// # Panics
/// If the list is full.
impl<T, const N: usize> Sink<T> for ArrayVec<T, N> {
    #[inline]
    fn push(&mut self, item: T) {
        ArrayVec::push(self, item);
    }
}

/// Counts the items and drops them.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountSink(pub u64);

impl<T> Sink<T> for CountSink {
    #[inline]
    fn push(&mut self, _: T) {
        self.0 += 1;
    }
}
