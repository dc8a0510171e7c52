use std::fmt::Display;

use serde::{Serialize, Serializer};

use super::analyse::Analysis;
use crate::bots::win_probability;
use crate::engine::{DynGame, Outcome, Side, Turn};

/// A ply is a turning point if it moved the probability of winning by so much.
const TURNING: f64 = 0.15;

/// The report of a whole match: the evaluation after each ply, the turning points and the share of luck.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct MatchReport {
    /// The id of the game.
    pub game: &'static str,
    /// `white`, `black` or `draw`; `null` if the match was left unfinished.
    #[serde(serialize_with = "text_or_null")]
    pub outcome: Option<Outcome>,
    /// Every ply, an unfinished one too.
    pub plies: Vec<AnalysedPly>,
    /// The numbers of the plies that moved the probability of winning most, the greatest first.
    pub turning_points: Vec<usize>,
    /// White's share of luck and errors.
    pub white: SideSummary,
    /// Black's.
    pub black: SideSummary,
}

/// A ply of a [`MatchReport`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AnalysedPly {
    /// From 1.
    pub ply: usize,
    /// Who acted.
    #[serde(serialize_with = "text")]
    pub side: Side,
    /// The actions, throws included.
    pub actions: Vec<String>,
    /// For White after it, centipawns.
    pub value: i32,
    /// The probability that White wins, 0 to 1, a draw being half a win.
    pub win: f64,
    /// The luck of the side that acted, in probability of winning.
    pub luck: f64,
    /// The probability of winning it gave away by its decisions.
    pub lost: f64,
    /// A better action, if there was one.
    pub better: Option<String>,
}

/// The summary of a match for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SideSummary {
    /// The luck of its own throws, in probability of winning.
    pub luck: f64,
    /// The probability of winning it gave away by its decisions.
    pub lost: f64,
    /// How many there were.
    pub decisions: u32,
    /// How many throws it made.
    pub throws: u32,
}

impl MatchReport {
    /// The report of a match from the analyses of its positions, the start first. If there are fewer of them, it ends with the last.
    ///
    /// With V for the probability of winning: a throw's luck is V after it less the mean of V over all faces before it, and a
    /// decision gives away V of the best action less V after the one that was played. Both are of the side that acts.
    #[must_use]
    pub fn new(played: &dyn DynGame, outcome: Option<Outcome>, analyses: &[Analysis]) -> MatchReport {
        let mut game = played.boxed();
        while game.undo().is_some() {}
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
                // The face's own value of the same look, so that the luck of all faces together is nothing.
                let face = before.faces.iter().find(|face| face.action == action);
                luck = face.map_or(0.0, |face| win_probability(face.value)) - before.win_for(side);
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
