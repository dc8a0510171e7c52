//! The state of a die as it leaves the hand.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rapier3d::math::{Rotation, Vector};
use serde::{Deserialize, Serialize};

use super::sides::with_side_up;
use super::tray;
use fairground_rules::engine::finite;

/// Range of the horizontal speed without a flick, m/s.
const SPEED: [f32; 2] = [0.5, 1.2];

/// Range of the speed of a flick, m/s; other speeds are clamped.
const FLICK_SPEED: [f32; 2] = [0.3, 1.6];

/// Range of the upward speed, m/s.
const RISE: [f32; 2] = [0.1, 0.9];

/// Range of the height of the die's middle above the floor as it leaves the hand, m.
const HEIGHT: [f32; 2] = [0.05, 0.075];

/// Distance of the hand from the walls, m. It exceeds half the die's diagonal, so that the die
/// never starts inside a wall.
const CLEARANCE: f32 = 0.025;

/// Forward rolling speed as the die leaves the hand, rad/s.
const ROLL: f32 = 40.0;

/// Maximum additional spin about a random axis, rad/s.
const SPIN: f32 = 40.0;

/// Lengths of directions whose squares neither overflow nor underflow.
const ORDINARY_LENGTH: std::ops::RangeInclusive<f32> = 1e-12..=1e12;

/// The largest absolute value of a number of a throw in a match file, in its unit (m, m/s, rad/s,
/// s).
pub const MAX_NUMBER: f32 = 1e4;

/// A person's flick of the die. The speed is clamped to 0.3 to 1.6 m/s. A zero direction or a
/// number that is not finite counts as no flick.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub struct Flick {
    /// Direction in the tray plane, of any length.
    #[serde(serialize_with = "finite")]
    pub direction: [f32; 2],
    /// Speed, m/s.
    #[serde(serialize_with = "finite")]
    pub speed: f32,
}

impl Flick {
    /// Returns the flick, or `None` if it counts as none.
    #[must_use]
    pub fn checked(self) -> Option<Flick> {
        let [x, y] = self.direction;
        let finite = [x, y, self.speed].into_iter().all(f32::is_finite);
        (finite && (x != 0.0 || y != 0.0)).then_some(self)
    }

    /// The horizontal velocity, m/s, or `None` if the flick counts as none.
    fn velocity(self) -> Option<Vector<f32>> {
        let [x, y] = self.checked()?.direction;
        let (direction, longest) = (Vector::new(x, y, 0.0), x.abs().max(y.abs()));
        // An ordinary direction is not scaled, so that existing throws keep their bits.
        let direction = if ORDINARY_LENGTH.contains(&longest) { direction } else { direction / longest };
        Some(direction.normalize() * self.speed.clamp(FLICK_SPEED[0], FLICK_SPEED[1]))
    }
}

/// The state of a die as it leaves the hand, in the tray frame (see [`crate`]). It alone decides an
/// attempt.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
pub struct ThrowState {
    /// The middle of the die, m.
    #[serde(serialize_with = "finite")]
    pub position: [f32; 3],
    /// From the die's own axes to the tray's: a unit quaternion, x y z w.
    #[serde(serialize_with = "finite")]
    pub rotation: [f32; 4],
    /// Velocity of the middle, m/s.
    #[serde(serialize_with = "finite")]
    pub velocity: [f32; 3],
    /// Angular velocity, rad/s.
    #[serde(serialize_with = "finite")]
    pub spin: [f32; 3],
}

impl ThrowState {
    /// Whether the physics accepts this state: all numbers are finite and of a plausible size, and
    /// the rotation is a unit quaternion.
    #[must_use]
    pub fn is_possible(&self) -> bool {
        let ThrowState { position, velocity, spin, .. } = self;
        let mut numbers = position.iter().chain(velocity).chain(spin);
        numbers.all(|number| (-MAX_NUMBER..=MAX_NUMBER).contains(number)) && self.has_rotation()
    }

    /// Whether the rotation is a unit quaternion, up to rounding.
    #[must_use]
    pub fn has_rotation(&self) -> bool {
        let square: f32 = self.rotation.iter().map(|x| x * x).sum();
        (0.99..=1.01).contains(&square)
    }

    /// The first draw of a seed: the first attempt of [`roll`](super::roll).
    ///
    /// `up` is the side on top before the throw (see [`Rest::side`](super::Rest::side)). The hand
    /// shakes the die: a uniformly distributed rotation turns its known pose, so the result does
    /// not depend on that side. `flick` determines the horizontal direction and speed, and the seed
    /// everything else.
    #[must_use]
    pub fn draw(seed: u64, up: Option<usize>, flick: Option<Flick>) -> ThrowState {
        ThrowState::next(&mut ChaCha8Rng::seed_from_u64(seed), up, flick)
    }

    /// The next draw. Avoids the system's maths library, whose last bits differ between systems.
    pub(super) fn next(hand: &mut ChaCha8Rng, up: Option<usize>, flick: Option<Flick>) -> ThrowState {
        let shake = rotation(hand);
        let known = up.map_or(Rotation::identity(), |side| Rotation::new_unchecked(with_side_up(side).into()));
        let direction = direction(hand);
        let speed = between(hand, SPEED);
        let drawn = Vector::new(direction[0], direction[1], 0.0) * speed;
        let level = flick.and_then(Flick::velocity).unwrap_or(drawn);
        let forward = level.normalize();
        // The hand starts behind the middle of the tray, so that the die has room to move.
        let room = Vector::new(tray::LENGTH / 2.0 - CLEARANCE, tray::WIDTH / 2.0 - CLEARANCE, 0.0);
        let aside = Vector::new(-forward.y, forward.x, 0.0) * between(hand, [-0.02, 0.02]);
        let position = (aside - forward * between(hand, [0.04, 0.08])).zip_map(&room, |c, most| c.clamp(-most, most));
        let position = position + Vector::z() * between(hand, HEIGHT);
        let velocity = level + Vector::z() * between(hand, RISE);
        let spin = Vector::new(-forward.y, forward.x, 0.0) * ROLL + ball(hand) * SPIN;
        let start = Rotation::new_normalize((shake * known).into_inner());
        ThrowState {
            position: position.into(),
            rotation: start.coords.into(),
            velocity: velocity.into(),
            spin: spin.into(),
        }
    }
}

/// A number in a range, uniformly distributed.
fn between(hand: &mut ChaCha8Rng, [low, high]: [f32; 2]) -> f32 {
    low + (high - low) * hand.random::<f32>()
}

/// A uniformly distributed point of the `N`-dimensional unit ball without its centre, and its
/// squared length.
fn in_ball<const N: usize>(hand: &mut ChaCha8Rng) -> ([f32; N], f32) {
    loop {
        let point = std::array::from_fn(|_| between(hand, [-1.0, 1.0]));
        let square = point.iter().map(|c| c * c).sum();
        // Near the centre, rounding distorts the direction of a point.
        if (1e-3..=1.0).contains(&square) {
            return (point, square);
        }
    }
}

/// A uniformly distributed rotation: a point of the four-dimensional unit sphere.
fn rotation(hand: &mut ChaCha8Rng) -> Rotation<f32> {
    let (point, square) = in_ball::<4>(hand);
    Rotation::new_unchecked(point.map(|c| c / square.sqrt()).into())
}

/// A uniformly distributed direction in the plane.
fn direction(hand: &mut ChaCha8Rng) -> [f32; 2] {
    let (point, square) = in_ball::<2>(hand);
    point.map(|c| c / square.sqrt())
}

/// A point of the unit ball.
fn ball(hand: &mut ChaCha8Rng) -> Vector<f32> {
    in_ball::<3>(hand).0.into()
}
