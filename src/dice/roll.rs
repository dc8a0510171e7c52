use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{Flick, Frame, Rest, ThrowState, trace};

/// The most throws until a die lies flat. About three throws in ten thousand are cocked, so this is never reached.
const MAX_ATTEMPTS: usize = 50;

/// A whole throw: cocked attempts and the one that counts.
#[derive(Clone, PartialEq, Debug)]
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
    /// How the die tumbled in each attempt, as [`trace`] gives it: kept from the computation that decided the throw, to be shown.
    pub traces: Vec<Vec<Frame>>,
}

impl Roll {
    fn new(attempts: Vec<ThrowState>, traces: Vec<Vec<Frame>>, last: Rest) -> Roll {
        let Rest { side, tilt, seconds, flat } = last;
        Roll { attempts, side, tilt, seconds, flat, traces }
    }

    /// The throw that consists of these attempts; `None` if there are none.
    #[must_use]
    pub fn again(attempts: Vec<ThrowState>) -> Option<Roll> {
        let (rests, traces): (Vec<_>, _) = attempts.iter().map(trace).unzip();
        rests.last().map(|last| Roll::new(attempts, traces, *last))
    }
}

/// Throws a die until it lies flat. `up` and `flick` are those of [`ThrowState::draw`]; a cocked die is thrown again with the next
/// draw of the same seed.
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

/// Draws attempts and lets them be simulated until one ends flat; all of them, and how the last one ended.
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
