/// The 64-bit FNV-1a hash. Match files use it to check positions.
///
/// Source: Fowler, Noll and Vo, offset basis 14695981039346656037 and prime 1099511628211.
///
/// ```
/// assert_eq!(fairground_rules::engine::fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
/// ```
#[must_use]
pub const fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut i = 0;
    while i < bytes.len() {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01b3);
        i += 1;
    }
    hash
}

/// The output of `SplitMix64` for this state. Outputs of neighbouring states are unrelated.
///
/// Source: Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014.
///
/// ```
/// use fairground_rules::engine::split_mix_64;
///
/// assert_ne!(split_mix_64(1) >> 32, split_mix_64(2) >> 32);
/// ```
#[must_use]
#[inline]
pub const fn split_mix_64(state: u64) -> u64 {
    let z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Multiplies two numbers and folds both halves of the product with XOR: every bit of the result
/// depends on every bit of the factors.
///
/// Source: the mixing step of wyhash, Wang Yi, 2019.
///
/// ```
/// use fairground_rules::engine::multiply_and_fold;
///
/// assert_eq!(multiply_and_fold(1 << 63, 6), 3);
/// ```
#[inline]
#[must_use]
pub const fn multiply_and_fold(one: u64, two: u64) -> u64 {
    let product = one as u128 * two as u128;
    (product >> 64) as u64 ^ product as u64
}

/// Order-dependent hash of a short sequence of words, for positions that pack into a few words.
///
/// ```
/// use fairground_rules::engine::hash_words;
///
/// assert_ne!(hash_words([1, 2]), hash_words([2, 1]));
/// ```
#[inline]
#[must_use]
pub fn hash_words(words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(0x2545_f491_4f6c_dd1d, |hash, word| multiply_and_fold(hash ^ word, 0x9e37_79b9_7f4a_7c15))
}

#[cfg(test)]
mod tests {
    use super::{fnv1a, split_mix_64};

    /// The first numbers of the authors' reference generator, seeded with 1234567.
    #[test]
    fn split_mix_64_as_published() {
        let state = |n: u64| 1_234_567_u64.wrapping_add(n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        assert_eq!(split_mix_64(state(0)), 6_457_827_717_110_365_317);
        assert_eq!(split_mix_64(state(1)), 3_203_168_211_198_807_973);
    }

    /// Values from the authors' test suite.
    #[test]
    fn published_values() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }
}
