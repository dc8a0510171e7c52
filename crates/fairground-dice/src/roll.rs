//! A throw with all its attempts.

use std::borrow::Cow;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rapier3d::math::Rotation;

use super::sides::with_side_up;
use super::simulate::{Frame, PHYSICS, Rest, trace};
use super::throw::{Flick, ThrowState};

/// The maximum number of attempts until a die lies flat. It is never reached, because about three
/// throws in ten thousand are cocked.
pub const MAX_ATTEMPTS: usize = 50;

/// A throw: its cocked attempts and the flat one.
#[derive(Clone, PartialEq, Debug)]
pub struct Roll {
    /// Every attempt in order. The last one counts.
    pub attempts: Vec<ThrowState>,
    /// The side on top, 0 to 5: an index into [`fairground_rules::engine::Die::sides`].
    pub side: usize,
    /// The tilt of that side, degrees.
    pub tilt: f32,
    /// Simulated time of the last attempt, s.
    pub seconds: f32,
    /// Whether the last attempt ended flat. If not, all [`MAX_ATTEMPTS`] failed and `side` is
    /// meaningless.
    pub flat: bool,
    /// The [`trace`] of each attempt, for display, from the simulation that decided the throw.
    pub traces: Vec<Vec<Frame>>,
    /// The version of the physics that decided the throw. Differs from [`PHYSICS`] if another
    /// version recorded it.
    pub physics: Cow<'static, str>,
}

impl Roll {
    fn new(attempts: Vec<ThrowState>, traces: Vec<Vec<Frame>>, last: Rest) -> Roll {
        let Rest { side, tilt, seconds, flat } = last;
        Roll { attempts, side, tilt, seconds, flat, traces, physics: Cow::Borrowed(PHYSICS) }
    }

    /// Simulates recorded attempts again; `None` if there are none.
    #[must_use]
    pub fn resimulate(attempts: Vec<ThrowState>) -> Option<Roll> {
        let (rests, traces): (Vec<_>, _) = attempts.iter().map(trace).unzip();
        rests.last().map(|last| Roll::new(attempts, traces, *last))
    }

    /// Turns the die in its own axes so that the same tumbling ends with `side`, 0 to 5, on top.
    /// This is exact, because all sides are physically alike.
    ///
    /// For throws decided by another version of the physics, which may end differently here. The
    /// starting states remain as recorded.
    #[must_use]
    pub fn ending_with(mut self, side: usize) -> Roll {
        let pose = |side| Rotation::new_unchecked(with_side_up(side).into());
        let turn = pose(self.side).inverse() * pose(side);
        for frame in self.traces.iter_mut().flatten() {
            let turned = Rotation::new_unchecked(frame.rotation.into()) * turn;
            frame.rotation = Rotation::new_normalize(turned.into_inner()).coords.into();
        }
        self.side = side.min(5);
        self
    }
}

/// Throws a die until it lies flat. A cocked die is thrown again with the next draw of the same
/// seed. See [`ThrowState::draw`] for `up` and `flick`.
#[must_use]
pub fn roll(seed: u64, up: Option<usize>, flick: Option<Flick>) -> Roll {
    let mut traces = Vec::with_capacity(1);
    let (attempts, last) = until_flat(seed, up, flick, |start| {
        let (rest, frames) = trace(start);
        traces.push(frames);
        rest
    });
    Roll::new(attempts, traces, last)
}

/// Draws and simulates attempts until one ends flat. Returns all attempts and the end of the last
/// one.
pub(super) fn until_flat(
    seed: u64,
    up: Option<usize>,
    flick: Option<Flick>,
    mut simulate: impl FnMut(&ThrowState) -> Rest,
) -> (Vec<ThrowState>, Rest) {
    let mut hand = ChaCha8Rng::seed_from_u64(seed);
    let mut attempts = Vec::with_capacity(1);
    loop {
        let start = ThrowState::next(&mut hand, up, flick);
        attempts.push(start);
        let rest = simulate(&start);
        if rest.flat || attempts.len() == MAX_ATTEMPTS {
            return (attempts, rest);
        }
    }
}

/// The first `count` starting states of a seed, flat or not. The attempts of [`roll`] are a prefix
/// of them, unless it makes more.
#[must_use]
pub fn draws(seed: u64, up: Option<usize>, flick: Option<Flick>, count: usize) -> Vec<ThrowState> {
    let mut hand = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| ThrowState::next(&mut hand, up, flick)).collect()
}
