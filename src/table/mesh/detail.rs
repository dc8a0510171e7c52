//! The resolution of shapes.

/// Coarseness of a shape relative to its design: 1 as designed, 2 with cubes and strips twice as
/// wide.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detail(f32);

impl Detail {
    /// As designed.
    pub const FULL: Detail = Detail(1.0);

    /// Coarser than designed by the factor `times`, at least 1.
    #[must_use]
    pub const fn coarser(times: f32) -> Self {
        Detail(times.max(1.0))
    }

    /// The edge of the cubes to carve by, given its value at full detail, in the same unit.
    #[must_use]
    pub fn grain(self, designed: f32) -> f32 {
        self.0 * designed
    }

    /// The number of strips around a turned piece, given its value at full detail.
    #[must_use]
    pub fn sides(self, designed: u16) -> u16 {
        (f32::from(designed) / self.0).ceil() as u16
    }

    /// Tolerance for the profile of a turned piece, mm: of the order of the error caused by fewer
    /// `sides`.
    #[must_use]
    pub fn error(self) -> f32 {
        0.15 * (self.0 - 1.0)
    }
}
