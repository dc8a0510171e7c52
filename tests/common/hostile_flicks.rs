//! Flicks that only a program can send.

use fairground_dice::Flick;
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

/// A flick with any `f32` numbers: any bits, any magnitude, and magnitudes whose squares overflow
/// or vanish.
pub fn hostile_flick(rng: &mut ChaCha8Rng) -> Flick {
    Flick { direction: [number(rng), number(rng)], speed: number(rng) }
}

fn number(rng: &mut ChaCha8Rng) -> f32 {
    const EDGES: [f32; 16] = [
        0.0,
        -0.0,
        1.0,
        f32::MIN_POSITIVE,
        1e-45,
        -1e-40,
        1e-23,
        1e-19,
        1.85e19,
        -1e20,
        1e30,
        f32::MAX,
        f32::MIN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    match rng.random_range(0..3) {
        0 => f32::from_bits(rng.next_u32()),
        1 => rng.random_range(-1.0..1.0_f32) * 10_f32.powf(rng.random_range(-38.0..38.5)),
        _ => EDGES[rng.random_range(0..EDGES.len())],
    }
}
