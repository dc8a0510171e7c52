use arrayvec::ArrayVec;

/// What takes in things one by one, as a list of actions does.
pub trait Sink<T> {
    /// Takes in one more.
    fn push(&mut self, item: T);

    /// Takes in all of these.
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

/// Takes in up to `N`.
///
/// # Panics
/// If more come.
impl<T, const N: usize> Sink<T> for ArrayVec<T, N> {
    #[inline]
    fn push(&mut self, item: T) {
        ArrayVec::push(self, item);
    }
}

/// Counts what comes in and forgets it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter(pub u64);

impl<T> Sink<T> for Counter {
    #[inline]
    fn push(&mut self, _: T) {
        self.0 += 1;
    }
}
