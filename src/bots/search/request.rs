use super::memory::SearchMemory;
use super::noise::Noise;
use crate::bots::Limits;

/// A request to search the position that a match stands at.
#[derive(Clone, Debug)]
pub struct SearchRequest<A> {
    /// Nodes, depth, threads, the size of the table; the time only says how much of it will be needed.
    pub limits: Limits,
    /// The number of best lines that are wanted, at least one.
    pub multi_pv: usize,
    /// The only actions that are considered; all if there are none.
    pub search_moves: Vec<A>,
    /// The search ends once a win within this many actions is found.
    pub win_within: Option<u32>,
    /// Noise on the evaluation.
    pub noise: Noise,
    /// Whether to search on though there is only one action: for values rather than actions.
    pub search_forced_moves: bool,
    /// What searches of the same player in the same match have learned. Without it the result depends on nothing but the match, the limits and
    /// the noise.
    pub memory: Option<SearchMemory>,
}

impl<A> SearchRequest<A> {
    /// The best line within these limits, without noise.
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
