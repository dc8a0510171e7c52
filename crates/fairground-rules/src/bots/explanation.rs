//! Breakdown of the hand-written evaluation by feature.

use super::evaluation::value_by_net;
use crate::engine::{Position, Side};

/// The static evaluation of a position, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The side for which the values count: the side to act, or White when the match is over.
    pub side: Side,
    /// The terms of the hand-written evaluation that are not zero, the largest first. Their values
    /// add up to [`Evaluate::evaluate`](crate::engine::Evaluate::evaluate).
    pub terms: Vec<Term>,
    /// The value by the net of the game, centipawns; `None` without a net.
    pub net: Option<i32>,
}

/// A term of the hand-written evaluation of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The name of the feature.
    pub name: &'static str,
    /// The number of occurrences for `side` minus the number for its opponent.
    pub count: i32,
    /// The value of one occurrence, centipawns.
    pub weight: i32,
}

impl Term {
    /// The contribution to the evaluation, centipawns.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.count * self.weight
    }
}

impl Explanation {
    /// The hand-written evaluation, centipawns.
    #[must_use]
    pub fn hand(&self) -> i32 {
        self.terms.iter().map(Term::value).sum()
    }

    /// Converts the explanation to the point of view of `side`.
    #[must_use]
    pub fn of_side(self, side: Side) -> Explanation {
        if side == self.side {
            return self;
        }
        let terms = self.terms.into_iter().map(|term| Term { count: -term.count, ..term });
        Explanation { side, terms: terms.collect(), net: self.net.map(|value| -value) }
    }
}

/// Explains the static evaluation of a position in which the game is not over.
#[must_use]
pub fn explain<P: Position>(position: &P) -> Explanation {
    let mut counts = vec![0; P::FEATURES.len()];
    position.tally(counts.as_mut_slice());
    let terms = P::FEATURES.iter().zip(counts);
    let mut terms: Vec<_> =
        terms.map(|(feature, count)| Term { name: feature.name, count, weight: feature.weight }).collect();
    terms.retain(|term| term.value() != 0);
    terms.sort_by_key(|term| -term.value().abs());
    let net = position.net().and_then(|slot| slot.get()).map(|net| value_by_net(position, net));
    Explanation { side: position.pending().side().unwrap_or(Side::White), terms, net }
}
