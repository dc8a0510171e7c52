//! Derives the seed of each random choice, so that a match's seed determines the match, with or
//! without a window.

use fairground_rules::engine::split_mix_64;

/// The purpose of a seed. Values drawn for one purpose reveal nothing about another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::play) enum Purpose {
    /// The choice of a bot.
    Bot = 1,
    /// The throw of a die.
    Throw = 2,
}

/// The seed for action `index`, from 0.
pub(in crate::play) fn derive(match_seed: u64, index: usize, purpose: Purpose) -> u64 {
    split_mix_64(split_mix_64(split_mix_64(match_seed) ^ index as u64) ^ purpose as u64)
}

/// The seed for a throw after `index` actions and this many takebacks. A takeback changes it, so
/// that the start of a throw that was taken back says nothing about the next one.
pub(in crate::play) fn throw_seed(match_seed: u64, index: usize, takebacks: usize) -> u64 {
    let seed = derive(match_seed, index, Purpose::Throw);
    if takebacks == 0 { seed } else { split_mix_64(seed ^ takebacks as u64) }
}

#[cfg(test)]
mod tests {
    use super::{Purpose, derive, throw_seed};

    #[test]
    fn takebacks_change_the_seeds_of_throws() {
        let seeds = [throw_seed(7, 3, 0), throw_seed(7, 3, 1), throw_seed(7, 3, 2), throw_seed(7, 4, 1)];
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed));
        }
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
