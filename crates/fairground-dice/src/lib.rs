//! The physical die: thrown in a walled tray, simulated until it rests, and read.
//!
//! The starting state ([`ThrowState`]) alone decides a throw. It is drawn from a seed and, for a
//! person, from the flick of the hand ([`Flick`]). Each throw has a fresh physics world and a fixed
//! time step, so the same start gives the same result in the window, in a headless match and in
//! [`fairness()`]. The result is the side on top, flat to within [`MAX_TILT`]; a cocked die is
//! thrown again. Nothing presets or corrects a result. The version of the physics engine is pinned,
//! and its rounding is the same on every machine (checked by [`fingerprint`]). Match files name the
//! version ([`PHYSICS`]). A replay uses the results in the file.
//!
//! **The tray frame**: the origin is the middle of the tray's floor, x along its length, y along
//! its width, **z up**. Lengths are in metres, times in seconds.

mod chi_square;
mod fairness;
mod impact;
mod roll;
mod series;
mod sides;
mod simulate;
mod throw;
pub mod tray;

pub use chi_square::chi_square_p;
pub use fairness::{Fairness, fairness};
pub use impact::{Impact, impacts};
pub use roll::{MAX_ATTEMPTS, Roll, draws, roll};
pub use series::fingerprint;
pub use sides::{top, with_side_up};
pub use simulate::{EDGE, Frame, MAX_TILT, PHYSICS, ROUNDING, Rest, STEP, simulate, trace};
pub use throw::{Flick, MAX_NUMBER, ThrowState};
