//! Making puzzles: from matches of bots or from matches that were played.
//!
//! The same request gives the same puzzles on every machine, as every search has one thread and a limit of nodes, and no clock.

mod examine;
mod judge;
mod line;
mod matches;
mod recheck;
mod variety;

use crate::bots::{Limits, SearchControl, analyse};
use crate::engine::{Info, Options, Tabletop, TypedGame};
use crate::games::{self, GameVisitor, UnknownGame, Visitor};

use super::{Puzzle, Source};
use examine::Examiner;

pub use recheck::recheck;
pub use variety::Variety;

/// What puzzles are made of, and with how much effort.
#[derive(Clone, Debug)]
pub struct Maker {
    info: &'static Info,
    options: Options,
    nodes: u64,
    signature: u64,
}

impl Maker {
    /// Puzzles of this game, found by searches of so many nodes and verified by [`super::DEEPER`] times as many.
    ///
    /// # Errors
    /// If the game is none of the registry.
    pub fn new(info: &'static Info, options: Options, nodes: u64) -> Result<Maker, UnknownGame> {
        let signature = signature(info, &options)?;
        Ok(Maker { info, options, nodes, signature })
    }

    /// The puzzles of a match of bots: the same for the same seed and number. `None` if it was stopped, in which case nothing is known
    /// of this match.
    ///
    /// # Errors
    /// If the game is none of the registry.
    pub fn self_play(
        &self,
        seed: u64,
        nth: u64,
        variety: &Variety,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Puzzle>>, UnknownGame> {
        struct Play<'a>(&'a Maker, u64, Source, &'a Variety, &'a (dyn Fn() -> bool + Sync));
        impl Visitor for Play<'_> {
            type Output = Option<Vec<Puzzle>>;
            fn visit<P: Tabletop>(self) -> Self::Output {
                let Play(maker, seed, source, variety, stop) = self;
                let played = matches::play::<P>(&maker.options, seed, source.nth, stop)?;
                Examiner { nodes: maker.nodes, signature: maker.signature, variety, stop }.of_match(&played, &source)
            }
        }
        let source = Source { file: None, seed: Some(seed), nth, after: 0 };
        games::visit(self.info.id, Play(self, seed, source, variety, stop))
    }

    /// The puzzles of a match that was played, from this file, the `nth` of several. `None` if it was stopped.
    ///
    /// # Errors
    /// If the game is none of the registry.
    pub fn of_match(
        &self,
        played: &dyn crate::engine::DynGame,
        file: &str,
        nth: u64,
        variety: &Variety,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<Puzzle>>, UnknownGame> {
        struct Look<'a>(Examiner<'a>, Source);
        impl GameVisitor for Look<'_> {
            type Output = Option<Vec<Puzzle>>;
            fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> Self::Output {
                self.0.of_match(game, &self.1)
            }
        }
        let source = Source { file: Some(file.to_string()), seed: None, nth, after: 0 };
        let examiner = Examiner { nodes: self.nodes, signature: self.signature, variety, stop };
        games::visit_game(played, Look(examiner, source))
    }
}

/// The nodes of a fixed search: another number is another search, which may come to other values.
///
/// # Errors
/// If the game is none of the registry.
pub fn signature(info: &Info, options: &Options) -> Result<u64, UnknownGame> {
    struct Count<'a>(&'a Options);
    impl Visitor for Count<'_> {
        type Output = u64;
        fn visit<P: Tabletop>(self) -> u64 {
            let start = TypedGame::<P>::new(self.0.clone());
            let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
            let limits = Limits { depth: Some(3), ..Limits::nodes(200_000) }.by_hand();
            analyse(&start, limits, 1, &mut control).report.nodes
        }
    }
    games::visit(info.id, Count(options))
}
