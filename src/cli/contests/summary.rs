//! The result of a contest as text.

use std::io::Write;

use crate::arena::{ContestReport, Contestant, Pairing, Ranked, Sprt, Statistics, ranking};
use crate::cli::CliError;

/// The maximum number of faults of engines to print.
const FAULTS: usize = 10;

pub(super) fn summary(report: &ContestReport, out: &mut impl Write) -> Result<(), CliError> {
    let ContestReport { game, a, b, matches, wins, draws, losses, .. } = report;
    writeln!(out, "{game}: {a} against {b}, {matches} matches")?;
    for (name, text) in &report.conditions {
        writeln!(out, "  {name} {text}")?;
    }
    if report.conditions.contains_key("tc") {
        writeln!(out, "  with clocks, results are not reproducible")?;
    }
    writeln!(out, "  {}", score([*wins, *draws, *losses], &Statistics::of_counts(report.pairs)))?;
    writeln!(out, "  pairs with 0, 0.5, 1, 1.5, 2 points: {:?}", report.pairs)?;
    let los = report.los.map_or("-".to_string(), |los| format!("{:.1} %", 100.0 * los));
    writeln!(out, "  likelihood of superiority {los}")?;
    if let (Some(llr), Some(sprt), Some(decision)) = (report.llr, report.sprt, report.decision) {
        let Sprt { elo0, elo1 } = sprt;
        writeln!(
            out,
            "  SPRT of pairs, logistic Elo {elo1} against {elo0}, alpha = beta = 5 %: log-likelihood ratio {llr:.2}, {decision}"
        )?;
    }
    for (end, count) in &report.ends {
        writeln!(out, "  {count:>6} {end}")?;
    }
    writeln!(out, "  {:.1} plies a match, {} nodes searched", report.mean_plies, report.nodes)?;
    writeln!(out, "  illegal actions: {}, crashes: {}", report.illegal, report.crashes)?;
    let counted = report.played.iter().take(*matches as usize / 2);
    let matches = counted.flat_map(|pair| pair.matches.iter().map(move |one| (pair.pair + 1, one)));
    for (pair, fault) in matches.filter_map(|(pair, one)| Some((pair, one.fault.as_ref()?))).take(FAULTS) {
        writeln!(out, "  pair {pair}: {fault}")?;
    }
    Ok(())
}

/// Prints the table of several players, the best first.
pub(super) fn standings(players: &[Contestant], played: &[Pairing], out: &mut impl Write) -> Result<(), CliError> {
    let names: Vec<_> = players.iter().map(ToString::to_string).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max("player".len());
    writeln!(out, "rank  {:width$}  matches   score    Elo  error", "player")?;
    for (rank, Ranked { player, matches, statistics }) in (1..).zip(ranking(players.len(), played)) {
        let finite = |number: f64| if number.is_finite() { Some(number.round() + 0.0) } else { None };
        let elo = finite(statistics.elo()).map_or("-".to_string(), |elo| format!("{elo:+.0}"));
        let error = finite(statistics.elo_error()).map_or("-".to_string(), |error| format!("{error:.0}"));
        let score = 100.0 * statistics.score;
        writeln!(out, "{rank:>4}  {:width$}  {matches:>7}  {score:>4.1} %  {elo:>5}  {error:>5}", names[player])?;
    }
    Ok(())
}

/// Formats wins, draws and losses as a score with its Elo difference.
pub(super) fn score([wins, draws, losses]: [u64; 3], statistics: &Statistics) -> String {
    // Adding 0.0 avoids the sign of a negative zero.
    let (elo, error) = (statistics.elo().round() + 0.0, statistics.elo_error());
    let elo = match (elo.is_finite(), error.is_finite()) {
        (true, true) => format!("{elo:+.0} Elo, error {error:.0}"),
        (true, false) => format!("{elo:+.0} Elo"),
        _ => "Elo unbounded".to_string(),
    };
    format!("won {wins}, drawn {draws}, lost {losses}: {:.1} %, {elo}", 100.0 * statistics.score)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_claim_no_more_than_is_known() {
        let text = |results, pairs| score(results, &Statistics::of_counts(pairs));
        assert_eq!(text([1, 0, 1], [0, 0, 1, 0, 0]), "won 1, drawn 0, lost 1: 50.0 %, +0 Elo");
        assert_eq!(text([1, 1, 0], [0, 0, 0, 1, 0]), "won 1, drawn 1, lost 0: 75.0 %, +191 Elo");
        assert_eq!(text([2, 0, 0], [0, 0, 0, 0, 1]), "won 2, drawn 0, lost 0: 100.0 %, Elo unbounded");
        // The score is just below one half.
        let even = text([4999, 2, 5000], [0, 1, 4999, 0, 0]);
        assert!(even.contains("%, +0 Elo, error 0"), "{even}");
    }
}
