//! Seeds for everything that is drawn in a match, so that the same match seed gives the same match, with a window or without.

/// The purpose of a seed: values drawn for one purpose reveal nothing about those for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::play) enum Purpose {
    /// The choice of a bot.
    Bot = 1,
    /// The throw of a die.
    Throw = 2,
}

/// The seed for the action with this index, from 0.
pub(in crate::play) fn derive(match_seed: u64, index: usize, purpose: Purpose) -> u64 {
    splitmix64(splitmix64(splitmix64(match_seed) ^ index as u64) ^ purpose as u64)
}

/// One step of SplitMix64, a bijection that changes half of the bits for each that is changed.
///
/// Source: Steele, Lea and Flood, Fast splittable pseudorandom number generators (2014), as published by S. Vigna.
const fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::{Purpose, derive, splitmix64};

    /// The first two numbers of Vigna's generator seeded with 0.
    #[test]
    fn published_values() {
        assert_eq!(splitmix64(0), 0xe220_a839_7b1d_cdaf);
        assert_eq!(splitmix64(0x9e37_79b9_7f4a_7c15), 0x6e78_9e6a_a1b9_65f4);
    }

    #[test]
    fn index_and_purpose_both_count() {
        let seeds = [
            derive(7, 0, Purpose::Bot),
            derive(7, 0, Purpose::Throw),
            derive(7, 1, Purpose::Bot),
            derive(8, 0, Purpose::Bot),
        ];
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed));
        }
    }
}
