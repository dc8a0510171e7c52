/// The value of a position, centipawns, at which the noise is halved, so that a side far ahead
/// converts its advantage.
const HALF_FADE: i64 = 300;

/// The part of `amount` that remains at this value, both in centipawns.
#[inline]
pub fn faded(amount: i32, value: i32) -> i32 {
    (i64::from(amount) * HALF_FADE / (HALF_FADE + i64::from(value).abs())) as i32
}

/// Deterministic noise on the evaluation: a function of position and seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// The seed of the noise.
    pub seed: u64,
    /// Maximum change of a value, centipawns.
    pub amplitude: i32,
}

impl Noise {
    /// The value with noise of the position with this key, centipawns.
    #[inline]
    pub(super) fn on(self, value: i32, key: u64) -> i32 {
        let mixed = (key ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // The sum of two numbers: small noise is more likely than large noise.
        let [a, b] = [mixed >> 48, mixed >> 32 & 0xffff].map(|word| word as i64);
        value + faded((((a + b - 0xffff) * i64::from(self.amplitude)) >> 16) as i32, value)
    }
}
