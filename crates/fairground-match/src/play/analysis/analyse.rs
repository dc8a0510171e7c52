use serde::{Deserialize, Serialize};

use super::deadline::Deadline;
use crate::platform::clock::Duration;
use fairground_rules::bots::{self, Limits, SearchControl, win_probability};
use fairground_rules::engine::{DynGame, Game, Side, TypedGame};
use fairground_rules::games::{self, GameVisitor, UnknownGame};

/// The analysis of a match's current position: the best lines of a decision, or the faces of a die.
/// Actions are text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// The side to act; `None` once the match is over.
    pub side: Option<Side>,
    /// The value for that side, or for White once the match is over, centipawns.
    pub value: i32,
    /// Search depth in decisions.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
    /// The lines of a decision, best first.
    pub lines: Vec<AnalysedLine>,
    /// The faces of a due die with their values.
    pub faces: Vec<AnalysedFace>,
}

/// The expected continuation after an action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedLine {
    /// The action and the expected replies, up to the next throw.
    pub actions: Vec<String>,
    /// For the side to act, centipawns.
    pub value: i32,
    /// Search depth of this value, in decisions.
    pub depth: u32,
}

/// A face of a due die.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnalysedFace {
    /// The roll.
    pub action: String,
    /// The number of the die's sides that show it.
    pub weight: u8,
    /// The value after the roll for the side that throws, centipawns.
    pub value: i32,
}

impl Analysis {
    /// The value for a side, centipawns.
    #[must_use]
    pub fn value_for(&self, side: Side) -> i32 {
        if self.side.unwrap_or(Side::White) == side { self.value } else { -self.value }
    }

    /// The expected score of a side, 0 to 1: a win is 1, a draw 1/2.
    #[must_use]
    pub fn win_for(&self, side: Side) -> f64 {
        win_probability(self.value_for(side))
    }

    /// The luck of a roll in this position, for the side that throws: the gain in expected score,
    /// relative to the mean of all faces. The face's value is from the same search as the mean, so
    /// that the luck of all faces sums to zero. `None` if the analysis lacks the face.
    #[must_use]
    pub fn luck(&self, roll: &str) -> Option<f64> {
        let face = self.faces.iter().find(|face| face.action == roll)?;
        Some(win_probability(face.value) - win_probability(self.value))
    }

    /// The best action; `None` unless a decision is due.
    #[must_use]
    pub fn best(&self) -> Option<&str> {
        self.lines.first()?.actions.first().map(String::as_str)
    }

    fn of<A: ToString>(found: &bots::Analysis<A>) -> Analysis {
        let texts = |actions: &[A]| actions.iter().map(ToString::to_string).collect();
        let line =
            |line: &bots::Line<A>| AnalysedLine { actions: texts(&line.actions), value: line.value, depth: line.depth };
        let face = |face: &bots::Face<A>| AnalysedFace {
            action: face.action.to_string(),
            weight: face.weight,
            value: face.value,
        };
        Analysis {
            side: found.side,
            value: found.value,
            depth: found.report.depth,
            nodes: found.report.nodes,
            lines: found.report.lines.iter().map(line).collect(),
            faces: found.faces.iter().map(face).collect(),
        }
    }
}

/// Analyses the current position within `limits`, including their time. `stop` ends the search
/// early.
///
/// # Errors
/// If the game is not in the registry.
pub fn analyse(
    game: &dyn DynGame,
    limits: Limits,
    lines: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Analysis, UnknownGame> {
    struct Analyse<'a>(Limits, usize, &'a (dyn Fn() -> bool + Sync));
    impl GameVisitor for Analyse<'_> {
        type Output = Analysis;
        fn visit<P: Game>(self, game: &TypedGame<P>) -> Analysis {
            Analysis::of(&analysis_of(game, self.0, self.1, self.2))
        }
    }
    games::visit_game(game, Analyse(limits, lines, stop))
}

/// Analyses within `limits`, including their time, which the faces of a die share.
fn analysis_of<P: Game>(
    game: &TypedGame<P>,
    limits: Limits,
    lines: usize,
    stop: &(dyn Fn() -> bool + Sync),
) -> bots::Analysis<P::Action> {
    let mut rolls = Vec::new();
    game.position().chance(&mut rolls);
    let time = limits.time.map(Duration::from_millis);
    if let (Some(all), true) = (limits.time, rolls.len() > 1) {
        let deadline = Deadline::shared(time, rolls.len());
        let stop = || stop() || deadline.has_passed();
        let mut control = SearchControl { stop: &stop, progress: &mut |_| {} };
        let limits = Limits { time: Some(all / rolls.len() as u64), ..limits };
        return bots::analyse_faces(game, limits, &mut control, &mut || deadline.next_part());
    }
    let deadline = Deadline::after(time);
    let stop = || stop() || deadline.has_passed();
    bots::analyse(game, limits, lines, &mut SearchControl { stop: &stop, progress: &mut |_| {} })
}
