use super::value::Bound;

/// Lets the caller stop a search and follow its progress. Bots have no clock of their own.
pub struct SearchControl<'a, A> {
    /// Returns `true` to stop the search, which then answers with its best line. Called every few
    /// hundred nodes, from any of the bot's threads.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called with intermediate results: after each iteration, when an iteration first finds only a
    /// bound, and in a Monte Carlo tree search whenever the number of simulations has doubled.
    pub progress: &'a mut dyn FnMut(&SearchResult<A>),
}

/// The results of a search, final or intermediate.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<A> {
    /// The best lines, in descending order.
    pub lines: Vec<Line<A>>,
    /// The depth of the last complete iteration, in decisions.
    pub depth: u32,
    /// The largest distance from the root that was searched, in actions, including extensions and
    /// quiescence.
    pub selective_depth: u32,
    /// Nodes searched by all threads.
    pub nodes: u64,
    /// Actions played. Together with the static evaluations, this measures the cost of a node. Only
    /// alpha-beta search counts them.
    pub plays: u64,
    /// Static evaluations, see [`SearchResult::plays`].
    pub evaluations: u64,
    /// Occupancy of the transposition table, per mille.
    pub permille_full: u32,
    /// Share of the nodes of the last complete iteration that the best action took, per mille; 0 if
    /// unknown.
    pub permille_best: u32,
}

/// A line of play with its value.
#[derive(Clone, Debug, PartialEq)]
pub struct Line<A> {
    /// The principal variation: the action and the expected continuation, up to the next throw of a
    /// die.
    pub actions: Vec<A>,
    /// The value for the side to act, centipawns. A win counts [`WIN`](super::WIN) less its
    /// distance in actions. All values lie between -[`WIN`](super::WIN) and [`WIN`](super::WIN).
    pub value: i32,
    /// Whether the value is exact or a bound. It is a bound if the search was stopped, or if an
    /// iteration has just left its aspiration window.
    pub bound: Bound,
    /// Depth of the value in decisions; 0 if it is the static evaluation after the action.
    pub depth: u32,
}

impl<A> Default for SearchResult<A> {
    fn default() -> Self {
        SearchResult {
            lines: Vec::new(),
            depth: 0,
            selective_depth: 0,
            nodes: 0,
            plays: 0,
            evaluations: 0,
            permille_full: 0,
            permille_best: 0,
        }
    }
}

impl<A> SearchResult<A> {
    /// Whether the values of the lines can be compared: there is only one line, or all are from the
    /// last complete iteration.
    pub(super) fn is_comparable(&self) -> bool {
        self.lines.len() == 1 || self.lines.iter().all(|line| line.depth == self.depth)
    }

    /// The value of the best line for the side to act, centipawns; 0 without lines.
    #[must_use]
    pub fn value(&self) -> i32 {
        self.lines.first().map_or(0, |line| line.value)
    }
}
