use crate::bots::value::{INFINITE, WIN_BOUND};

/// An alpha-beta window: values up to `alpha` fail low, values from `beta` on fail high.
#[derive(Clone, Copy)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window from the opponent's point of view.
    #[inline]
    pub const fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether the exact value is needed. A null window only tests whether the value exceeds
    /// `alpha`.
    #[inline]
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Whether the result may rest on assumptions about outcomes of dice that were not searched:
    /// only where neither the exact value nor a win matters.
    #[inline]
    pub const fn admits_assumptions(self) -> bool {
        !self.is_open() && self.alpha.abs() < WIN_BOUND && self.beta.abs() < WIN_BOUND
    }
}
