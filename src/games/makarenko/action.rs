/// A move of a stack or of its upper part, in 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// Where chips are lifted, 0 to 63.
    pub(super) from: u8,
    /// Where they go, 0 to 63.
    pub(super) to: u8,
    /// How many are lifted if some stay, 1 to 7; `None` where the whole stack is.
    pub(super) chips: Option<u8>,
}
