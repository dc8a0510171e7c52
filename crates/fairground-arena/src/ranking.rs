use super::report::ContestReport;
use super::statistics::Statistics;

/// The results of two players against each other.
#[derive(Clone, Debug)]
pub struct Pairing {
    /// The players' numbers, from 0: A and B of the report.
    pub players: [usize; 2],
    /// The matches between them.
    pub report: ContestReport,
}

/// A player's place in the ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The player's number, from 0.
    pub player: usize,
    /// The number of its matches.
    pub matches: u64,
    /// Its score against all its opponents, and its Elo relative to them.
    pub statistics: Statistics,
}

/// The pairings of a round robin, or of a gauntlet of the first `gauntlet` players against the
/// rest.
#[must_use]
pub fn pairings(players: usize, gauntlet: Option<usize>) -> Vec<[usize; 2]> {
    let first = gauntlet.unwrap_or(players);
    let opponents = |a| gauntlet.unwrap_or(a + 1)..players;
    (0..first).flat_map(|a| opponents(a).map(move |b| [a, b])).collect()
}

/// Ranks the players by score, best first.
#[must_use]
pub fn ranking(players: usize, played: &[Pairing]) -> Vec<Ranked> {
    let rank = |player: usize| {
        let mut pairs = [0; 5];
        for Pairing { players: [a, b], report } in played {
            for (half_points, &count) in report.pairs.iter().enumerate() {
                // B's points are 2 minus A's.
                if *a == player {
                    pairs[half_points] += count;
                } else if *b == player {
                    pairs[4 - half_points] += count;
                }
            }
        }
        Ranked { player, matches: 2 * pairs.iter().sum::<u64>(), statistics: Statistics::of_counts(pairs) }
    };
    let mut ranked: Vec<_> = (0..players).map(rank).collect();
    ranked.sort_by(|one, other| other.statistics.score.total_cmp(&one.statistics.score));
    ranked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_or_the_gauntlet() {
        assert_eq!(pairings(2, None), [[0, 1]]);
        assert_eq!(pairings(4, None), [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert_eq!(pairings(4, Some(1)), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(pairings(4, Some(2)), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }
}
