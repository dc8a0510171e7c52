//! The physical die: thrown in a walled tray, simulated until it rests, read.
//!
//! A throw is decided by its starting state alone ([`ThrowState`]), drawn from a seed and, for a person, from the flick of
//! the hand ([`Flick`]). Each throw has a fresh physics world and a fixed time step, so that the same start gives the
//! same result in the window, in a headless match and in [`fairness()`]. The side on top, flat to within
//! [`MAX_TILT`], is the result; a cocked die is thrown again. Nothing presets, swaps or corrects a result. A processor of another
//! kind may round otherwise and so come to another side: what a match file says was thrown is what counts on replay.
//!
//! **The tray frame**: the origin is the middle of the tray's floor, x along its length, y along its width, **z up**.
//! Lengths are metres, times seconds.

mod chi_square;
mod fairness;
mod impact;
mod roll;
mod simulate;
mod throw;
pub mod tray;

pub use chi_square::chi_square_p;
pub use fairness::{Fairness, fairness};
pub use impact::{Impact, impacts};
pub use roll::{Roll, replay, roll};
pub use simulate::{EDGE, Frame, MAX_TILT, ROUNDING, Rest, STEP, simulate, top, trace, with_side_up};
pub use throw::{Flick, ThrowState};
