//! Makes puzzles from matches of bots or from played matches.
//!
//! The same request gives the same puzzles on every machine: every search has one thread, a node
//! limit and no clock.

mod examine;
mod judge;
mod line;
mod list_balance;
mod matches;
mod recheck;

use fairground_rules::bots::{Limits, SearchControl, analyse};
use fairground_rules::engine::{Game, GameInfo, Options, TypedGame};
use fairground_rules::games::{self, GameVisitor, UnknownGame, Visitor};

use super::{Puzzle, Source};
use examine::PuzzleFinder;

pub use list_balance::ListBalance;
pub use recheck::recheck;

/// Makes puzzles of a game.
#[derive(Clone, Debug)]
pub struct Maker {
    info: &'static GameInfo,
    options: Options,
    nodes: u64,
    signature: u64,
}

impl Maker {
    /// Makes puzzles with searches of `nodes` nodes, verified by [`super::DEEPER`] times as many.
    ///
    /// # Errors
    /// If the game is not in the registry.
    pub fn new(info: &'static GameInfo, options: Options, nodes: u64) -> Result<Maker, UnknownGame> {
        let signature = signature(info, &options)?;
        Ok(Maker { info, options, nodes, signature })
    }

    /// The puzzles of bot match `nth` of a seed; both together determine the match. `None` if
    /// stopped; nothing is then known about the match.
    ///
    /// # Errors
    /// If the game is not in the registry.
    pub fn self_play(
        &self,
        seed: u64,
        nth: u64,
        balance: &ListBalance,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Puzzle>>, UnknownGame> {
        struct Play<'a>(&'a Maker, u64, Source, &'a ListBalance, &'a (dyn Fn() -> bool + Sync));
        impl Visitor for Play<'_> {
            type Output = Option<Vec<Puzzle>>;
            fn visit<P: Game>(self) -> Self::Output {
                let Play(maker, seed, source, balance, stop) = self;
                let played = matches::play::<P>(&maker.options, seed, source.nth, stop)?;
                PuzzleFinder { nodes: maker.nodes, signature: maker.signature, balance, stop }
                    .of_match(&played, &source)
            }
        }
        let source = Source { file: None, seed: Some(seed), nth, after: 0 };
        games::visit(self.info.id, Play(self, seed, source, balance, stop))
    }

    /// The puzzles of a played match, number `nth` of `file`. `None` if stopped.
    ///
    /// # Errors
    /// If the game is not in the registry.
    pub fn of_match(
        &self,
        played: &dyn fairground_rules::engine::DynGame,
        file: &str,
        nth: u64,
        balance: &ListBalance,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Puzzle>>, UnknownGame> {
        struct Look<'a>(PuzzleFinder<'a>, Source);
        impl GameVisitor for Look<'_> {
            type Output = Option<Vec<Puzzle>>;
            fn visit<P: Game>(self, game: &TypedGame<P>) -> Self::Output {
                self.0.of_match(game, &self.1)
            }
        }
        let source = Source { file: Some(file.to_string()), seed: None, nth, after: 0 };
        let finder = PuzzleFinder { nodes: self.nodes, signature: self.signature, balance, stop };
        games::visit_game(played, Look(finder, source))
    }
}

/// A signature of the search: the node count of a fixed search. Searches with different signatures
/// may give different values.
///
/// # Errors
/// If the game is not in the registry.
pub fn signature(info: &GameInfo, options: &Options) -> Result<u64, UnknownGame> {
    struct Count<'a>(&'a Options);
    impl Visitor for Count<'_> {
        type Output = u64;
        fn visit<P: Game>(self) -> u64 {
            let start = TypedGame::<P>::new(self.0.clone());
            let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
            let limits = Limits { depth: Some(3), ..Limits::nodes(200_000) }.with_hand_written_evaluation();
            analyse(&start, limits, 1, &mut control).report.nodes
        }
    }
    games::visit(info.id, Count(options))
}
