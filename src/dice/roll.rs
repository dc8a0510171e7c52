use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rapier3d::math::Vector;
use serde::{Deserialize, Serialize};

use super::simulate::run;
use super::{Flick, Frame, Rest, ThrowState, trace};

/// The most throws until a die lies flat. About three throws in ten thousand are cocked, so this is never reached.
const MAX_ATTEMPTS: usize = 50;

/// A whole throw: cocked attempts and the one that counts.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub struct Roll {
    /// Every attempt in order, the last of which counts.
    pub attempts: Vec<ThrowState>,
    /// The side on top, 0 to 5: an index into [`crate::engine::Die::sides`].
    pub side: usize,
    /// How far that side is from level, degrees.
    pub tilt: f32,
    /// Simulated time of the last attempt, s.
    pub seconds: f32,
    /// False if no attempt ended flat, which is given up after 50; `side` is then what the last one showed.
    pub flat: bool,
}

/// Throws a die until it lies flat. `up` and `flick` are those of [`ThrowState::draw`]; a cocked die is thrown again with the next
/// draw of the same seed.
#[must_use]
pub fn roll(seed: u64, up: Option<usize>, flick: Option<Flick>) -> Roll {
    roll_loaded(seed, up, flick, Vector::ZERO).0
}

/// [`roll`] with the load of [`run`]; returns the steps of the last attempt, too.
pub(super) fn roll_loaded(seed: u64, up: Option<usize>, flick: Option<Flick>, load: Vector) -> (Roll, usize) {
    let mut hand = ChaCha8Rng::seed_from_u64(seed);
    let mut attempts = Vec::with_capacity(1);
    loop {
        let start = ThrowState::next(&mut hand, up, flick);
        attempts.push(start);
        let (Rest { side, tilt, seconds, flat }, steps) = run(&start, load, |_| ());
        if flat || attempts.len() == MAX_ATTEMPTS {
            return (Roll { attempts, side, tilt, seconds, flat }, steps);
        }
    }
}

/// The poses of every attempt of a throw, for showing it: one list an attempt, as [`trace`] gives them.
#[must_use]
pub fn replay(roll: &Roll) -> Vec<Vec<Frame>> {
    roll.attempts.iter().map(|start| trace(start).1).collect()
}
