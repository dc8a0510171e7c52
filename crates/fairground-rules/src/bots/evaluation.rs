//! The two evaluations: hand-written, and the net of the game.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::engine::{InputChanges, Inputs, Net, Position, Side, Sums};

/// The evaluation that a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Evaluation {
    /// The net of the game; for a game without a net, the hand-written evaluation.
    #[default]
    Net,
    /// The hand-written evaluation by [`Evaluate::FEATURES`](crate::engine::Evaluate::FEATURES).
    HandWritten,
}

impl Evaluation {
    /// Both evaluations, the default first.
    pub const ALL: [Evaluation; 2] = [Evaluation::Net, Evaluation::HandWritten];

    /// The name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Evaluation::Net => "net",
            Evaluation::HandWritten => "hand",
        }
    }

    /// The net for positions of the same match as `position`; `None` for the hand-written
    /// evaluation.
    pub(super) fn net<P: Position>(self, position: &P) -> Option<&'static Net> {
        match self {
            Evaluation::Net => position.net()?.get(),
            Evaluation::HandWritten => None,
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for an unknown name of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected net or hand, found '{0}'")]
pub struct UnknownEvaluation(String);

impl FromStr for Evaluation {
    type Err = UnknownEvaluation;

    fn from_str(name: &str) -> Result<Self, UnknownEvaluation> {
        let known = Self::ALL.into_iter().find(|evaluation| evaluation.name() == name);
        known.ok_or_else(|| UnknownEvaluation(name.chars().take(80).collect()))
    }
}

/// The value of a position for `side`, the side to act, centipawns: by `net`, or by the
/// hand-written evaluation for `None`.
#[inline]
pub(super) fn evaluate<P: Position>(position: &P, side: Side, net: Option<&Net>) -> i32 {
    match net {
        Some(net) => net_value(position, side, net),
        None => position.evaluate(),
    }
}

/// The value of a position by a net, for the side to act, centipawns; for White when the match is
/// over.
#[must_use]
pub fn value_by_net<P: Position>(position: &P, net: &Net) -> i32 {
    net_value(position, position.pending().side().unwrap_or(Side::White), net)
}

#[inline]
fn net_value<P: Position>(position: &P, side: Side, net: &Net) -> i32 {
    let mut views = [Inputs::new(), Inputs::new()];
    let by_hand = inputs(position, side, net, &mut views);
    by_hand + net.value(&views[0], &views[1])
}

/// Adds the inputs of a net. Returns the part of the value that is not the net's: the hand-written
/// evaluation if the net corrects it, otherwise 0.
#[inline]
fn inputs<P: Position>(position: &P, side: Side, net: &Net, views: &mut [Inputs; 2]) -> i32 {
    if net.header().is_correction {
        return position.evaluate_with_inputs(side, views);
    }
    position.inputs(side, views);
    0
}

/// Evaluates the positions of a search. Most differ little from the last one, so that the sums of
/// the net are updated instead of computed anew.
pub(super) struct Evaluator<P> {
    /// The net; `None` for the hand-written evaluation.
    net: Option<&'static Net>,
    /// The last position, if the net evaluated any.
    last: Option<P>,
    /// The sums of White's and of Black's view of the last position.
    sums: [Sums; 2],
}

impl<P: Position> Evaluator<P> {
    /// The evaluation of positions of the same match as `position`.
    pub fn new(evaluation: Evaluation, position: &P) -> Self {
        Evaluator { net: evaluation.net(position), last: None, sums: [Sums::default(), Sums::default()] }
    }

    /// The value of a position for `side`, the side to act, centipawns.
    #[inline]
    pub fn evaluate(&mut self, position: &P, side: Side) -> i32 {
        let Some(net) = self.net else { return position.evaluate() };
        let mut changes = [InputChanges::default(), InputChanges::default()];
        let follows = self.last.as_ref().is_some_and(|last| position.input_changes(last, &mut changes));
        let by_hand = if follows {
            changes.iter().zip(&mut self.sums).for_each(|(changes, sums)| net.update(changes, sums));
            if net.header().is_correction { position.evaluate() } else { 0 }
        } else {
            let mut views = [Inputs::new(), Inputs::new()];
            let by_hand = inputs(position, Side::White, net, &mut views);
            views.iter().zip(&mut self.sums).for_each(|(inputs, sums)| net.sum(inputs, sums));
            by_hand
        };
        self.last = Some(position.clone());
        by_hand + net.value_of_sums(&self.sums[side.index()], &self.sums[side.other().index()])
    }
}
