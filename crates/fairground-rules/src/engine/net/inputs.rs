use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

/// Maximum number of active inputs in one view.
pub const MAX_ACTIVE: usize = 128;

/// The active inputs of one view of a position, at most [`MAX_ACTIVE`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(ArrayVec<u16, MAX_ACTIVE>);

impl Inputs {
    /// An empty list.
    #[must_use]
    pub fn new() -> Inputs {
        Inputs::default()
    }

    /// Adds an active input. Beyond [`MAX_ACTIVE`], the input is dropped; debug builds panic.
    #[inline]
    pub fn push(&mut self, input: u16) {
        let added = self.0.try_push(input);
        debug_assert!(added.is_ok(), "more than {MAX_ACTIVE} active inputs");
    }

    /// Adds several active inputs, or none if that would exceed [`MAX_ACTIVE`], see
    /// [`Inputs::push`].
    #[inline]
    pub fn extend(&mut self, inputs: &[u16]) {
        let added = self.0.try_extend_from_slice(inputs);
        debug_assert!(added.is_ok(), "more than {MAX_ACTIVE} active inputs");
    }
}

impl Deref for Inputs {
    type Target = [u16];

    #[inline]
    fn deref(&self) -> &[u16] {
        &self.0
    }
}

impl DerefMut for Inputs {
    fn deref_mut(&mut self) -> &mut [u16] {
        &mut self.0
    }
}

/// The difference between the active inputs of a view in two positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputChanges {
    /// Inputs that are no longer active.
    pub removed: Inputs,
    /// Inputs that have become active.
    pub added: Inputs,
}
