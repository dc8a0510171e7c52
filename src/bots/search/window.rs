use crate::bots::value::{INFINITE, WIN_BOUND};

/// The bounds within which a value still matters: values up to `alpha` are too bad, values from `beta` on too good.
#[derive(Clone, Copy)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window for the other side.
    pub const fn reversed(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether the value is wanted exactly; otherwise the only question is whether it is greater than `alpha`.
    pub const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Whether the answer may rest on assumptions about outcomes of dice that were not searched: not where the exact value or a win
    /// matters.
    pub const fn admits_assumptions(self) -> bool {
        !self.is_open() && self.alpha.abs() < WIN_BOUND && self.beta.abs() < WIN_BOUND
    }
}
