//! How a match stands, for analysis: lines where a decision is due, the value of each face where a die is.

use super::search::{self, Noise, Question};
use super::value::{CERTAIN, of_utility, utility};
use super::{Control, Limits, Report};
use crate::engine::{Position, Side, Turn, TypedGame};

/// What an analysis finds.
#[derive(Clone, Debug, PartialEq)]
pub struct Assessment<A> {
    /// Whose turn it is; `None` when the match is over.
    pub side: Option<Side>,
    /// The value for the side that acts or throws, hundredths of a pawn; for White when the match is over.
    pub value: i32,
    /// The best lines of a decision, the best first.
    pub report: Report<A>,
    /// What each face of a due die leads to.
    pub faces: Vec<Face<A>>,
}

/// A face of a die that is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face<A> {
    /// The roll.
    pub action: A,
    /// How many sides of the die show it.
    pub weight: u8,
    /// The value after it for the side that throws, hundredths of a pawn.
    pub value: i32,
}

impl<A> Assessment<A> {
    /// The value for a side, hundredths of a pawn.
    #[must_use]
    pub fn value_for(&self, side: Side) -> i32 {
        if self.side.unwrap_or(Side::White) == side { self.value } else { -self.value }
    }
}

/// Looks at how a match stands; where a die is due the limit of nodes holds for all of its faces together.
pub fn assess<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    lines: usize,
    control: &mut Control<'_, P::Action>,
) -> Assessment<P::Action> {
    match game.turn() {
        Turn::Over(outcome) => {
            let value = super::value::of_outcome(outcome, Side::White, 0);
            Assessment { side: None, value, report: Report::default(), faces: Vec::new() }
        }
        Turn::Decide(side) => {
            let question = Question { limits, lines, noise: Noise::default(), thorough: true };
            let report = search::search(game, &question, control);
            Assessment { side: Some(side), value: report.value(), report, faces: Vec::new() }
        }
        Turn::Chance(..) => assess_faces(game, limits, control, &mut || {}),
    }
}

/// Looks at each face of the die that is due; `next_face` is told when one is done, so that whoever has the clock can share it out.
pub fn assess_faces<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    control: &mut Control<'_, P::Action>,
    next_face: &mut dyn FnMut(),
) -> Assessment<P::Action> {
    let side = game.turn().side().unwrap_or(Side::White);
    let mut rolls = Vec::new();
    game.position().chance(&mut rolls);
    let share = Limits { nodes: limits.nodes.map(|nodes| (nodes / rolls.len().max(1) as u64).max(1)), ..limits };
    let (mut report, mut faces) = (Report::default(), Vec::new());
    for (action, weight) in rolls {
        let mut next = game.clone();
        next.play(action);
        let value = match next.turn() {
            // Throws may follow throws without end (assets/rules/whack.md, Opening roll).
            Turn::Chance(other, _) => oriented(other == side, next.position().evaluate()),
            _ => {
                let found = assess(&next, share, 1, control);
                report.nodes += found.report.nodes;
                report.depth = report.depth.max(found.report.depth);
                found.value_for(side)
            }
        };
        faces.push(Face { action, weight, value });
        next_face();
    }
    Assessment { side: Some(side), value: mean(&faces), report, faces }
}

/// The value of a match for a side by a search of so many positions, hundredths of a pawn.
#[must_use]
pub fn value_for<P: Position>(game: &TypedGame<P>, side: Side, nodes: u64) -> i32 {
    let mut control = Control { stop: &|| false, progress: &mut |_| {} };
    assess(game, Limits::nodes(nodes), 1, &mut control).value_for(side)
}

/// The value of a throw: the mean of the probabilities of winning, as a value.
fn mean<A>(faces: &[Face<A>]) -> i32 {
    let sum: i64 = faces.iter().map(|face| i64::from(face.weight) * utility(face.value).clamp(-CERTAIN, CERTAIN)).sum();
    let weights: i64 = faces.iter().map(|face| i64::from(face.weight)).sum();
    of_utility(sum / weights.max(1))
}

const fn oriented(own: bool, value: i32) -> i32 {
    if own { value } else { -value }
}
