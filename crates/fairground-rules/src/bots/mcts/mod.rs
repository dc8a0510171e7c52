//! Monte Carlo tree search over any [`Position`], with explicit chance nodes.
//!
//! [`mcts`] evaluates leaves by quiescence search, tries the actions preferred by the evaluation
//! first, and proves wins and losses (Winands, Björnsson and Saito, Monte-Carlo tree search solver,
//! 2008). [`uct`] plays leaves out at random and needs only the rules, like general game playing
//! systems; it serves as a baseline.

mod playout;
mod tree;

use super::search::{Noise, SearchThread, shared_state};
use super::value::{EVALUATION_LIMIT, UTILITY_WIN, of_utility};
use super::{Limits, SearchControl, SearchResult};
use crate::engine::{Position, TypedGame};
use tree::{LeafPolicy, Tree};

/// Evaluates leaves by quiescence search.
pub fn mcts<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    seed: u64,
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    run(game, limits, LeafPolicy::Quiescence, seed, control)
}

/// Evaluates leaves by random playouts.
pub fn uct<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    seed: u64,
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    run(game, limits, LeafPolicy::Playout, seed, control)
}

fn run<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    leaf_policy: LeafPolicy,
    seed: u64,
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    let shared = shared_state(&limits, control.stop);
    // A little noise, so that different seeds give different matches.
    let thread = SearchThread::new(game, &shared, Noise { seed, amplitude: super::DEFAULT_NOISE });
    let mut tree = Tree::new(game, thread, leaf_policy, seed);
    // Even if all playouts were won, the win is not proven.
    let value_of =
        |mean: f64| of_utility((mean * UTILITY_WIN as f64) as i64).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
    tree.run(&mut |tree| (control.progress)(&tree.report(value_of)));
    let report = tree.report(value_of);
    (control.progress)(&report);
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games::chess::Chess;

    #[test]
    fn progress_is_reported_on_the_way() {
        let game = TypedGame::<Chess>::new(Options::default());
        for search in [mcts::<Chess>, uct::<Chess>] {
            let mut nodes = Vec::new();
            let mut progress = |report: &SearchResult<_>| nodes.push((report.nodes, report.lines.len()));
            let mut control = SearchControl { stop: &|| false, progress: &mut progress };
            let found = search(&game, Limits::nodes(100_000), 1, &mut control);
            assert!(nodes.len() > 2 && nodes.is_sorted() && nodes.iter().all(|&(_, lines)| lines == 1), "{nodes:?}");
            assert_eq!(nodes.last(), Some(&(found.nodes, 1)));
        }
    }
}
