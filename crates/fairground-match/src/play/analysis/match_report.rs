use std::fmt::Display;

use serde::{Serialize, Serializer};

use super::analyse::Analysis;
use fairground_rules::engine::{DynGame, Outcome, Side, Turn};

/// The change in expected score that makes a ply a turning point.
const TURNING: f64 = 0.15;

/// The report on a match: the evaluation after each ply, the turning points, and luck against
/// errors.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MatchReport {
    /// The id of the game.
    pub game: &'static str,
    /// `white`, `black` or `draw`; `null` if the match was left unfinished.
    #[serde(serialize_with = "text_or_null")]
    pub outcome: Option<Outcome>,
    /// All plies, including an unfinished one.
    pub plies: Vec<AnalysedPly>,
    /// The numbers of the turning points, largest change of expected score first.
    pub turning_points: Vec<usize>,
    /// White's luck and errors.
    pub white: SideSummary,
    /// Black's luck and errors.
    pub black: SideSummary,
}

/// A ply of a [`MatchReport`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedPly {
    /// The ply's number, from 1.
    pub ply: usize,
    /// The side that acted.
    #[serde(serialize_with = "text")]
    pub side: Side,
    /// The actions, including throws.
    pub actions: Vec<String>,
    /// The value after the ply for White, centipawns.
    pub value: i32,
    /// White's expected score, 0 to 1: a win is 1, a draw 1/2.
    pub win: f64,
    /// The luck of the side that acted, in expected score.
    pub luck: f64,
    /// The expected score that the side's decisions gave away.
    pub lost: f64,
    /// A better action, if any.
    pub better: Option<String>,
}

/// The summary of a match for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SideSummary {
    /// The luck of the side's throws, in expected score.
    pub luck: f64,
    /// The expected score that the side's decisions gave away.
    pub lost: f64,
    /// The number of decisions.
    pub decisions: u32,
    /// The number of throws.
    pub throws: u32,
}

impl MatchReport {
    /// Reports on a match from the analyses of its positions, starting with the initial one. If
    /// there are too few, the report ends early.
    ///
    /// Let V be the expected score of the side that acts. The luck of a throw is V after it minus
    /// the mean of V over all faces. A decision gives away V of the best action minus V after the
    /// action played.
    #[must_use]
    pub fn new(played: &dyn DynGame, outcome: Option<Outcome>, analyses: &[Analysis]) -> MatchReport {
        let mut game = played.after(0);
        let mut shares = [SideSummary::default(); 2];
        let mut plies: Vec<AnalysedPly> = Vec::new();
        let mut open = false;
        for (action, pair) in played.played().into_iter().zip(analyses.windows(2)) {
            let [before, after] = pair else { break };
            let turn = game.turn();
            let (Some(side), Ok(_)) = (turn.side(), game.apply(&action)) else { break };
            let share = &mut shares[side.index()];
            let (mut luck, mut lost, mut better) = (0.0, 0.0, None);
            if let Turn::Chance(..) = turn {
                luck = before.luck(&action).unwrap_or_default();
                share.throws += 1;
            } else {
                share.decisions += 1;
                if let Some(best) = before.best().filter(|best| *best != action) {
                    lost = (before.win_for(side) - after.win_for(side)).max(0.0);
                    better = (lost >= 0.01).then(|| best.to_string());
                }
            }
            share.luck += luck;
            share.lost += lost;
            if !open {
                plies.push(AnalysedPly::new(plies.len() + 1, side));
            }
            if let Some(ply) = plies.last_mut() {
                ply.actions.push(action.into());
                (ply.value, ply.win) = (after.value_for(Side::White), after.win_for(Side::White));
                ply.luck += luck;
                ply.lost += lost;
                ply.better = ply.better.take().or(better);
            }
            open = game.turn().side() == Some(side);
        }
        let [white, black] = shares;
        MatchReport { game: played.info().id, outcome, turning_points: turning_points(&plies), plies, white, black }
    }
}

impl AnalysedPly {
    fn new(ply: usize, side: Side) -> AnalysedPly {
        AnalysedPly { ply, side, actions: Vec::new(), value: 0, win: 0.5, luck: 0.0, lost: 0.0, better: None }
    }
}

fn turning_points(plies: &[AnalysedPly]) -> Vec<usize> {
    let moved = |index: usize| {
        let before = index.checked_sub(1).map_or(0.5, |before: usize| plies[before].win);
        (plies[index].win - before).abs()
    };
    let mut turning: Vec<_> = (0..plies.len()).filter(|&index| moved(index) >= TURNING).collect();
    turning.sort_by(|&a, &b| moved(b).total_cmp(&moved(a)));
    turning.into_iter().map(|index| index + 1).collect()
}

fn text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

fn text_or_null<S: Serializer>(value: &Option<impl Display>, serializer: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => serializer.collect_str(value),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::engine::Options;
    use fairground_rules::games;

    #[test]
    fn a_face_without_a_value_is_no_bad_luck() {
        let mut game = games::begin(games::info("fluky").unwrap(), Options::default(), None).unwrap();
        game.apply("c1c2").unwrap();
        game.apply("~N").unwrap();
        let analysis =
            Analysis { side: Some(Side::White), value: 300, depth: 0, nodes: 0, lines: Vec::new(), faces: Vec::new() };
        let report = MatchReport::new(&*game, None, &vec![analysis; 3]);
        assert_eq!((report.white.throws, report.white.luck), (1, 0.0));
    }
}
