//! Monte Carlo tree search over any [`crate::engine::Position`], with explicit chance nodes.
//!
//! [`evaluated`] values leaves by the evaluation after captures have been looked at to the end, tries first what the evaluation likes,
//! and proves wins and losses (Winands, Björnsson and Saito, Monte-Carlo tree search solver, 2008). [`plain`] plays leaves out at
//! random and knows nothing but the rules: the default of general game systems, and something to compare with.

mod playout;
mod tree;

use super::search::worker::Worker;
use super::search::{Noise, shared_for};
use super::value::{CERTAIN, of_utility};
use super::{Control, Limits, Line, Report};
use crate::engine::{Position, TypedGame};
use tree::{Manner, Tree};

/// Leaves are valued by the evaluation.
pub fn evaluated<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    seed: u64,
    control: &mut Control<'_, P::Action>,
) -> Report<P::Action> {
    run(game, limits, Manner::Evaluated, seed, control)
}

/// Leaves are played out at random.
pub fn plain<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    seed: u64,
    control: &mut Control<'_, P::Action>,
) -> Report<P::Action> {
    run(game, limits, Manner::Plain, seed, control)
}

fn run<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    manner: Manner,
    seed: u64,
    control: &mut Control<'_, P::Action>,
) -> Report<P::Action> {
    let shared = shared_for(&limits, control.stop);
    // A little noise, so that another seed is another match.
    let worker = Worker::new(game, &shared, Noise { seed, most: super::VARIETY });
    let mut tree = Tree::new(game, worker, manner, seed);
    tree.grow(limits.depth);
    let report = tree.report(|mean| of_utility((mean * CERTAIN as f64) as i64));
    (control.progress)(&report);
    report
}

impl<A> Report<A> {
    /// One line, the best.
    pub(super) fn of_line(line: Option<Line<A>>, depth: u32, nodes: u64) -> Report<A> {
        Report { lines: line.into_iter().collect(), depth, nodes }
    }
}
