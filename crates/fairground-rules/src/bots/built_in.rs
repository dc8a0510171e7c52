//! The searches of the built-in games, compiled once, in this crate. A generic function is otherwise
//! compiled again in each crate that calls it. In the crate with the window, which `./play` compiles
//! without optimisation across its parts (`.ci/native`), searches would be a fifth slower.

use std::any::Any;

use super::{Limits, SearchControl, SearchRequest, SearchResult, mcts, search};
use crate::engine::{Game, Position, TypedGame};
use crate::games::{self, Visitor};

/// An alpha-beta search.
type AlphaBeta<P, A> = fn(&TypedGame<P>, &SearchRequest<A>, &mut SearchControl<'_, A>) -> SearchResult<A>;

/// A Monte Carlo tree search with a seed.
type MonteCarlo<P, A> = fn(&TypedGame<P>, Limits, u64, &mut SearchControl<'_, A>) -> SearchResult<A>;

/// The searches of a game.
pub struct Searches<P: Position> {
    pub alpha_beta: AlphaBeta<P, P::Action>,
    pub mcts: MonteCarlo<P, P::Action>,
    pub uct: MonteCarlo<P, P::Action>,
}

impl<P: Position> Searches<P> {
    /// The searches of a game, built-in or not.
    ///
    /// # Panics
    /// If a game that is not built in has the id of one that is.
    pub fn of_game() -> Box<Searches<P>> {
        // A constant condition, so that callers in other crates do not compile the other branch.
        if const { games::is_built_in(P::INFO.id) } {
            let searches = built_in(P::INFO.id).and_then(|searches| searches.downcast().ok());
            searches.unwrap_or_else(|| panic!("the id '{}' belongs to a built-in game", P::INFO.id))
        } else {
            Box::new(Searches::compiled())
        }
    }

    const fn compiled() -> Self {
        Searches { alpha_beta: search::search, mcts: mcts::mcts, uct: mcts::uct }
    }
}

fn built_in(id: &str) -> Option<Box<dyn Any>> {
    struct Compiled;
    impl Visitor for Compiled {
        type Output = Box<dyn Any>;
        fn visit<P: Game>(self) -> Self::Output {
            Box::new(Searches::<P>::compiled())
        }
    }
    games::visit(id, Compiled).ok()
}
