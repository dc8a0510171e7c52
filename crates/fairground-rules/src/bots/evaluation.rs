//! The two evaluations: hand-written, and the net of the game.

use std::fmt;
use std::str::FromStr;

use crate::engine::{Inputs, Net, Position, Side};

/// The evaluation that a search uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl FromStr for Evaluation {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|evaluation| evaluation.name() == name);
        known.ok_or_else(|| format!("expected net or hand, found '{name}'"))
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
    position.inputs(side, &mut views);
    let value = net.value(&views[0], &views[1]);
    if net.header().is_correction { value + position.evaluate() } else { value }
}
