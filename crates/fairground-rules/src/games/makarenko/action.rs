use crate::engine::Packed;

/// A move of a stack or of its upper part, in 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    /// The origin, 0 to 63.
    pub(super) from: u8,
    /// The destination, 0 to 63.
    pub(super) to: u8,
    /// The number of chips lifted, 1 to 7, if some remain; `None` for a whole stack.
    pub(super) chips: Option<u8>,
}

impl Packed for Action {
    #[inline]
    fn pack(self) -> u32 {
        u32::from_le_bytes([self.to, self.from, self.chips.unwrap_or(0), 0])
    }

    #[inline]
    fn unpack(bits: u32) -> Self {
        let [to, from, chips, _] = bits.to_le_bytes();
        Action { from: from & 63, to: to & 63, chips: (chips != 0).then_some(chips & 7) }
    }
}
