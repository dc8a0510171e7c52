//! In place of the library, in a build without it.

/// Nothing: the window never opens.
#[derive(Default)]
pub struct LibraryView {
    /// `false`.
    pub open: bool,
}

impl LibraryView {
    /// Whether this build has a library.
    pub const IS_POSSIBLE: bool = false;

    /// Nothing.
    pub fn open(&mut self) {}

    /// `false`: nothing was asked about.
    pub fn confirm(&mut self) -> bool {
        false
    }

    /// `false`.
    pub fn asks(&self) -> bool {
        false
    }

    /// `false`: nothing was open.
    pub fn close(&mut self) -> bool {
        false
    }
}
