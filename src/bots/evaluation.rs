//! The two evaluations: by hand, and by the game's net.

use std::fmt;
use std::str::FromStr;

use crate::engine::{Inputs, Net, Position, Side};

/// How a search values positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Evaluation {
    /// By the game's net; by hand where there is none.
    #[default]
    Net,
    /// By the features written by hand, [`Position::FEATURES`].
    Hand,
}

impl Evaluation {
    /// Every evaluation, the default first.
    pub const ALL: [Evaluation; 2] = [Evaluation::Net, Evaluation::Hand];

    /// Its name in texts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Evaluation::Net => "net",
            Evaluation::Hand => "hand",
        }
    }

    /// The net that values positions of a match with this one; `None` if they are valued by hand.
    pub(super) fn net<P: Position>(self, position: &P) -> Option<&'static Net> {
        match self {
            Evaluation::Net => position.net()?.get(),
            Evaluation::Hand => None,
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

/// The value of a position for the side to act, centipawns: that of the net, if there is one, or else the evaluation by hand.
#[inline]
pub(super) fn evaluate<P: Position>(position: &P, net: Option<&Net>) -> i32 {
    match net {
        Some(net) => value_by_net(position, net),
        None => position.evaluate(),
    }
}

/// The value of a position by a net, for the side to act, centipawns; where nobody is, for White.
#[must_use]
pub fn value_by_net<P: Position>(position: &P, net: &Net) -> i32 {
    let side = position.pending().side().unwrap_or(Side::White);
    let mut views = [Inputs::new(), Inputs::new()];
    position.inputs(side, &mut views);
    let value = net.value(&views[0], &views[1]);
    if net.header().corrects { value + position.evaluate() } else { value }
}
