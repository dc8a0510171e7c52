/// The value of a position, centipawns, at which half the noise is left: who is far ahead is to win, and not to wander about.
const FADED: i64 = 300;

/// What is left of an amount of noise at this value, both centipawns.
pub fn faded(amount: i32, value: i32) -> i32 {
    (i64::from(amount) * FADED / (FADED + i64::from(value).abs())) as i32
}

/// Deterministic noise on the evaluation, the same for the same position and seed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Noise {
    /// Another seed is another noise.
    pub seed: u64,
    /// The most that it adds or subtracts, centipawns.
    pub most: i32,
}

impl Noise {
    /// The value of the position with this key, centipawns, with noise.
    pub(super) fn on(self, value: i32, key: u64) -> i32 {
        let mixed = (key ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // The sum of two numbers: small noise is likelier than great.
        let [a, b] = [mixed >> 48, mixed >> 32 & 0xffff].map(|word| word as i64);
        value + faded((((a + b - 0xffff) * i64::from(self.most)) >> 16) as i32, value)
    }
}
