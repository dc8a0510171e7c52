/// Deterministic noise on the evaluation, the same for the same position and seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Noise {
    /// Another seed is another noise.
    pub seed: u64,
    /// The most that it adds or subtracts, centipawns.
    pub most: i32,
}

impl Noise {
    /// The noise on the position with this key, centipawns.
    pub(super) fn of(self, key: u64) -> i32 {
        if self.most == 0 {
            return 0;
        }
        let mixed = (key ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // The sum of two numbers: small noise is likelier than great.
        let [a, b] = [mixed >> 48, mixed >> 32 & 0xffff].map(|word| word as i64);
        (((a + b - 0xffff) * i64::from(self.most)) >> 16) as i32
    }
}
