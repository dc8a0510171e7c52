//! Series of throws and their fingerprint.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rapier3d::math::Vector;

use super::roll::until_flat;
use super::sides::top;
use super::simulate::{Frame, Rest, run};
use super::throw::{Flick, ThrowState};

/// Deviations from throws of a fair die without a flick.
#[derive(Default)]
pub(super) struct Conditions {
    /// The flick of every throw.
    pub flick: Option<Flick>,
    /// The offset of the centre of mass from the middle, m.
    pub load: Vector<f32>,
}

/// A throw of a series.
pub(super) struct SeriesThrow {
    /// The side that was on top before the throw.
    pub up: usize,
    /// Every attempt. The last one counts.
    pub attempts: Vec<ThrowState>,
    /// The end of the last attempt.
    pub rest: Rest,
    /// The number of steps of the last attempt.
    pub steps: usize,
    /// See [`fingerprint`].
    pub digest: u64,
}

impl SeriesThrow {
    /// Simulates throw `index`, from 0, of the series of `seed`. Each side is on top before the
    /// throw in turn.
    pub fn new(index: u64, seed: u64, conditions: &Conditions) -> SeriesThrow {
        let mut seeds = ChaCha8Rng::seed_from_u64(seed);
        seeds.set_stream(index);
        let up = (index % 6) as usize;
        let mut steps = 0;
        let mut hasher = blake3::Hasher::new();
        hasher.update(&index.to_le_bytes());
        let (attempts, rest) = until_flat(seeds.next_u64(), Some(up), conditions.flick, |start| {
            let mut last = Frame { position: start.position, rotation: start.rotation };
            let (rest, taken) = run(start, conditions.load, |frame| last = frame);
            steps = taken;
            for number in last.position.into_iter().chain(last.rotation) {
                hasher.update(&number.to_bits().to_le_bytes());
            }
            hasher.update(&(taken as u64).to_le_bytes());
            rest
        });
        let mut digest = [0; 8];
        hasher.finalize_xof().fill(&mut digest);
        SeriesThrow { up, attempts, rest, steps, digest: u64::from_le_bytes(digest) }
    }

    /// The side on top as the shaken die left the hand.
    pub fn released_side(&self) -> Option<usize> {
        self.attempts.last().map(|start| top(start.rotation).0)
    }
}

/// A fingerprint of the first throws of a series, the throws that [`fairness()`](super::fairness)
/// measures with the same seed. Equal fingerprints show that two machines simulate throws
/// identically, bit for bit.
///
/// It is the sum, modulo 2^64, of a digest of each throw: the first 64 bits, little-endian, of
/// BLAKE3 of the throw's number from 0 (64 bits) and, for each attempt, its final position and
/// rotation (x, y, z, and x, y, z, w; 32 bits each) and its number of steps (64 bits), all
/// little-endian. The sum does not depend on the order in which throws are simulated.
#[must_use]
pub fn fingerprint(seed: u64, throws: u64) -> u64 {
    let conditions = Conditions::default();
    (0..throws).map(|index| SeriesThrow::new(index, seed, &conditions).digest).fold(0, u64::wrapping_add)
}
