//! What the evaluation by hand counts in a position: the answer to why.

use super::evaluation::value_by_net;
use crate::engine::{Position, Side};

/// The static evaluation of a position, term by term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// For whom the values are: the side to act, or White where nobody is.
    pub side: Side,
    /// The terms by hand that count anything, those of the greatest value first. Their values add up to [`Position::evaluate`].
    pub terms: Vec<Term>,
    /// The evaluation by the game's net, centipawns; `None` where there is none.
    pub net: Option<i32>,
}

/// A term of the evaluation by hand in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The feature that is counted, in a few words.
    pub name: &'static str,
    /// How much more of it the side has than the other; negative if it has less.
    pub count: i32,
    /// The value of each, centipawns.
    pub weight: i32,
}

impl Term {
    /// Its share of the evaluation, centipawns.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.count * self.weight
    }
}

impl Explanation {
    /// The evaluation by hand, centipawns.
    #[must_use]
    pub fn hand(&self) -> i32 {
        self.terms.iter().map(Term::value).sum()
    }

    /// The same for a side.
    #[must_use]
    pub fn of_side(self, side: Side) -> Explanation {
        if side == self.side {
            return self;
        }
        let terms = self.terms.into_iter().map(|term| Term { count: -term.count, ..term });
        Explanation { side, terms: terms.collect(), net: self.net.map(|value| -value) }
    }
}

/// Explains the static evaluation of a position while the game goes on.
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
