use super::memory::SearchMemory;
use super::noise::Noise;
use crate::bots::Limits;

/// A request to search the current position of a match.
#[derive(Clone, Debug)]
pub struct SearchRequest<A> {
    /// Limits of nodes, depth, threads and table size. The time only serves to estimate the size of
    /// the table.
    pub limits: Limits,
    /// The number of best lines to find, at least one.
    pub multi_pv: usize,
    /// The only actions considered; empty for all.
    pub search_moves: Vec<A>,
    /// Stops the search once a win within this many actions is found.
    pub win_within: Option<u32>,
    /// Noise on the evaluation.
    pub noise: Noise,
    /// Whether to search a forced action to full depth, for its value.
    pub search_forced_moves: bool,
    /// Knowledge from earlier searches of the same player in the match. `None` makes the search a
    /// function of match, limits and noise.
    pub memory: Option<SearchMemory>,
}

impl<A> SearchRequest<A> {
    /// A request for the best line within these limits, without noise.
    #[must_use]
    pub fn new(limits: Limits) -> SearchRequest<A> {
        SearchRequest {
            limits,
            multi_pv: 1,
            search_moves: Vec::new(),
            win_within: None,
            noise: Noise::default(),
            search_forced_moves: false,
            memory: None,
        }
    }
}
