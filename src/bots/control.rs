use super::value::{Bound, win_probability};

/// Lets the caller stop a search and follow its progress. Bots have no clock.
pub struct SearchControl<'a, A> {
    /// Whether to stop and answer with the best line so far. Asked every few hundred nodes, from any of the bot's threads.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with the results so far: after each iteration, where an iteration first finds a bound only, and in a Monte Carlo tree
    /// search each time the simulations have doubled.
    pub progress: &'a mut dyn FnMut(&SearchResult<A>),
}

/// The results of a search so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<A> {
    /// The best lines, the best first.
    pub lines: Vec<Line<A>>,
    /// Decisions ahead, of the last complete iteration.
    pub depth: u32,
    /// The furthest action from the root that was searched, beyond the depth too.
    pub selective_depth: u32,
    /// Nodes that all threads searched.
    pub nodes: u64,
    /// Actions that they played, and static evaluations: what a node costs. Alpha-beta search counts them.
    pub plays: u64,
    /// See [`SearchResult::plays`].
    pub evaluations: u64,
    /// How full the transposition table is, per mille.
    pub permille_full: u32,
}

/// A line of play with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// The principal variation: the action and the expected continuation, up to the next throw of a die.
    pub actions: Vec<A>,
    /// For the side to act, centipawns; wins as [`super::WIN`] less their distance in actions. From -[`super::WIN`] to [`super::WIN`].
    pub value: i32,
    /// How the value relates to the true one: only a bound where the search was stopped, or has just found that it fell or rose.
    pub bound: Bound,
    /// Decisions ahead for this value; 0 if it is the evaluation after the action.
    pub depth: u32,
}

impl<A> Line<A> {
    /// The probability of winning for the side to act, 0 to 1, a draw being half a win.
    #[must_use]
    pub fn win(&self) -> f64 {
        win_probability(self.value)
    }
}

impl<A> Default for SearchResult<A> {
    /// Of nothing.
    fn default() -> Self {
        SearchResult {
            lines: Vec::new(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            plays: 0,
            evaluations: 0,
            permille_full: 0,
        }
    }
}

impl<A> SearchResult<A> {
    /// Whether the values of the lines can be compared: whether there is one, or all are of the last complete iteration.
    pub(super) fn is_comparable(&self) -> bool {
        self.lines.len() == 1 || self.lines.iter().all(|line| line.depth == self.depth)
    }

    /// The value of the best line.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.value)
    }
}
