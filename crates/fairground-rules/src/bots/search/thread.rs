use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::candidate::Candidate;
use super::correction::CorrectionKeys;
use super::history::{Histories, MoveIndex};
use super::node::Node;
use super::noise::Noise;
use super::parameters::{MAX_PLY, Margins};
use super::repetition::RepetitionHistory;
use super::transposition::{Entry, TranspositionTable};
use super::window::Window;
use crate::bots::Evaluation;
use crate::bots::evaluation::Evaluator;
use crate::bots::value::{EVALUATION_LIMIT, outcome_value};
use crate::engine::{Packed, Position, Side, Turn, TypedGame};

/// Nodes that a thread reserves at a time from the shared budget. Also the interval for polling the
/// stop flag.
const NODE_BATCH: u64 = 256;

/// State shared by the threads of a search.
pub struct SharedState<'a, A> {
    pub(super) table: TranspositionTable<A>,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
    /// Nodes not yet reserved by a thread.
    remaining: AtomicU64,
    /// Nodes searched by all threads, without their current batches.
    searched: AtomicU64,
    /// The evaluation of positions.
    pub(super) evaluation: Evaluation,
}

impl<'a, A: Packed> SharedState<'a, A> {
    /// A new state with an empty table of `entries` entries and a budget of `nodes` nodes.
    pub fn new(entries: usize, nodes: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        SharedState {
            table: TranspositionTable::new(entries),
            stop,
            stopped: AtomicBool::new(false),
            remaining: AtomicU64::new(nodes),
            searched: AtomicU64::new(0),
            evaluation: Evaluation::default(),
        }
    }

    /// Ends the search of all threads.
    pub fn end(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Counts a finished batch and reserves the next one. Returns 0 if the search has to end.
    #[inline]
    fn reserve_nodes(&self, finished: u64, may_stop: bool) -> u64 {
        self.searched.fetch_add(finished, Ordering::Relaxed);
        let stop = self.stopped.load(Ordering::Relaxed) || (self.stop)();
        if stop && may_stop {
            self.end();
            return 0;
        }
        let take = |remaining: u64| Some(remaining.saturating_sub(NODE_BATCH));
        let remaining = self.remaining.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        remaining.min(NODE_BATCH)
    }
}

/// Work done by threads.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counts {
    pub nodes: u64,
    /// Actions played.
    pub plays: u64,
    /// Static evaluations.
    pub evaluations: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.nodes += other.nodes;
        self.plays += other.plays;
        self.evaluations += other.evaluations;
    }
}

/// The state of a thread at a ply.
pub struct StackEntry<A> {
    /// The principal variation from this ply on.
    pub pv: Vec<A>,
    pub killers: [Option<A>; 2],
    /// Reusable lists of actions.
    pub noisy: Vec<Candidate<A>>,
    pub quiet: Vec<Candidate<A>>,
    pub actions: Vec<A>,
    /// The actions that were searched without a cutoff, and whether each is noisy.
    pub searched: Vec<(A, bool)>,
    /// The static evaluation and its side; `None` in danger and where a die is due.
    pub evaluation: Option<(Side, i32)>,
    /// The action searched here; `None` for a null move.
    pub moved: Option<MoveIndex>,
    /// The action to omit, in the search that tests whether it is singular.
    pub excluded: Option<A>,
}

/// How a decision node is searched.
#[derive(Clone, Copy, Default)]
pub struct Expectation {
    /// Whether the node is expected to fail high.
    pub cut: bool,
    /// The reduction of its depth, plies.
    pub reduction: i32,
}

/// One thread of a search.
pub struct SearchThread<'a, P: Position> {
    pub shared: &'a SharedState<'a, P::Action>,
    pub noise: Noise,
    pub margins: Margins,
    evaluator: Evaluator<P>,
    pub repetitions: RepetitionHistory,
    pub stack: Vec<StackEntry<P::Action>>,
    pub histories: Histories,
    /// Disables pruning, reductions, extensions and quiescence, so that tests can compare the
    /// search with plain minimax.
    pub full_width: bool,
    /// Whether the stop flag ends the search. The limit of nodes always does.
    pub may_stop: bool,
    /// The depth of the current iteration.
    pub root_depth: i32,
    /// The largest ply reached in the current iteration.
    pub selective_depth: usize,
    /// Nodes searched by this thread.
    pub nodes: u64,
    /// Actions played and static evaluations made by this thread.
    pub plays: u64,
    pub evaluations: u64,
    /// Running count of values that rested on assumptions about outcomes of dice, see `chance.rs`.
    /// If the search of a node leaves this count unchanged, its value is proven.
    pub assumptions: u64,
    /// Size of the current batch of nodes, and its remainder.
    batch: u64,
    budget: u64,
    /// Whether the search is over. Values returned after that are meaningless.
    pub aborted: bool,
    /// See [`Heuristics::SELECTIVE`](crate::engine::Heuristics::SELECTIVE). Searches with the
    /// hand-written evaluation are not selective, because the strength of the levels was measured
    /// without it.
    pub selective: bool,
    /// How the next decision node is searched. That node resets it.
    pub next: Expectation,
}

impl<'a, P: Position> SearchThread<'a, P> {
    pub fn new(game: &TypedGame<P>, shared: &'a SharedState<'a, P::Action>, noise: Noise) -> Self {
        SearchThread::with_histories(game, shared, noise, Histories::new())
    }

    /// A thread with the histories of earlier searches.
    pub fn with_histories(
        game: &TypedGame<P>,
        shared: &'a SharedState<'a, P::Action>,
        noise: Noise,
        histories: Histories,
    ) -> Self {
        let entry = |_| StackEntry {
            pv: Vec::new(),
            killers: [None; 2],
            noisy: Vec::new(),
            quiet: Vec::new(),
            actions: Vec::new(),
            searched: Vec::new(),
            evaluation: None,
            moved: None,
            excluded: None,
        };
        SearchThread {
            shared,
            noise,
            margins: Margins::of::<P>(),
            evaluator: Evaluator::new(shared.evaluation, game.position()),
            repetitions: RepetitionHistory::new(game),
            stack: (0..MAX_PLY + 2).map(entry).collect(),
            histories,
            full_width: false,
            may_stop: true,
            root_depth: 0,
            selective_depth: 0,
            nodes: 0,
            plays: 0,
            evaluations: 0,
            assumptions: 0,
            batch: 0,
            budget: 0,
            aborted: false,
            selective: P::SELECTIVE && shared.evaluation == Evaluation::Net,
            next: Expectation::default(),
        }
    }

    /// Sets how the next decision node is searched, without a reduction.
    #[inline]
    pub fn expect_cut(&mut self, cut: bool) {
        self.next = Expectation { cut, reduction: 0 };
    }

    /// Counts a node. Returns `false` if the search is over.
    #[inline]
    pub fn count_node(&mut self) -> bool {
        if self.aborted {
            return false;
        }
        if self.budget == 0 {
            self.batch = self.shared.reserve_nodes(self.batch, self.may_stop);
            self.budget = self.batch;
            if self.budget == 0 {
                self.aborted = true;
                return false;
            }
        }
        self.budget -= 1;
        self.nodes += 1;
        true
    }

    /// The work of this thread.
    pub fn counts(&self) -> Counts {
        Counts { nodes: self.nodes, plays: self.plays, evaluations: self.evaluations }
    }

    /// The work of this thread, but with the nodes of all threads. Of the other threads, only full
    /// batches count.
    pub fn counts_so_far(&self) -> Counts {
        let nodes = self.shared.searched.load(Ordering::Relaxed) + self.batch - self.budget;
        Counts { nodes, ..self.counts() }
    }

    /// The value of a table entry, if it suffices for a search of this depth with this window. Open
    /// windows have no cutoffs, which would shorten the principal variation.
    pub fn cutoff(&mut self, entry: &Entry<P::Action>, window: Window, depth: i32, ply: usize) -> Option<i32> {
        if window.is_open()
            || entry.assumed && !window.admits_assumptions()
            || !entry.allows_cutoff(depth, window.alpha, window.beta, ply)
        {
            return None;
        }
        self.assumptions += u64::from(entry.assumed);
        Some(entry.value(ply))
    }

    /// The sum of the continuation histories of a quiet action.
    #[inline]
    pub fn continuation_score(&self, ply: usize, now: MoveIndex) -> i32 {
        let score = |before| self.histories.continuation.get(before, now);
        self.preceding(ply).map(|(before, divisor)| score(before) / divisor).sum()
    }

    /// The actions one, two and four plies earlier, each with the divisor of its weight.
    pub fn preceding(&self, ply: usize) -> impl Iterator<Item = (MoveIndex, i32)> {
        let at = move |back: usize| ply.checked_sub(back).and_then(|at| self.stack[at].moved);
        [(1, 1), (2, 1), (4, 2)].into_iter().filter_map(move |(back, divisor)| Some((at(back)?, divisor)))
    }

    /// The keys of a position at `ply` for [`Histories::corrections`].
    pub fn correction_keys(&self, position: &P, ply: usize) -> CorrectionKeys {
        let number = |back: usize| {
            let moved = ply.checked_sub(back).and_then(|at| self.stack[at].moved);
            moved.map_or(1 << 13, MoveIndex::number)
        };
        let [pawns, white, black] = position.part_keys();
        [pawns, white, black, (31 * number(1) + 1_031 * number(2)) as u64]
    }

    /// The static evaluation with the correction for this side and these keys, if the search is
    /// selective.
    pub fn corrected(&self, side: Side, keys: CorrectionKeys, value: i32) -> i32 {
        if self.selective { value + self.histories.corrections.get(side.index(), keys) } else { value }
    }

    /// The node after an action at `ply`.
    #[inline]
    pub fn play_at(&mut self, ply: usize, side: Side, position: &P, action: P::Action) -> Node<P> {
        if self.selective {
            self.stack[ply].moved = Some(MoveIndex::of(side, position, action));
        }
        self.play(position, action)
    }

    /// The node after an action.
    #[inline]
    pub fn play(&mut self, position: &P, action: P::Action) -> Node<P> {
        self.plays += 1;
        Node::after(position, action, |table_key| self.shared.table.prefetch(table_key))
    }

    /// The static evaluation for the side to act, from the table if possible.
    #[inline]
    pub fn static_evaluation(&mut self, node: &Node<P>, entry: Option<&Entry<P::Action>>) -> i32 {
        if let Some(known) = entry.and_then(Entry::evaluation) {
            return known;
        }
        let value = self.evaluate(node);
        if entry.is_none() && !node.danger {
            self.shared.table.store_evaluation(node.table_key, value);
        }
        value
    }

    /// The static evaluation for the side to act.
    #[inline]
    pub fn evaluate(&mut self, node: &Node<P>) -> i32 {
        self.evaluations += 1;
        let value = self.evaluator.evaluate(&node.position, node.turn.side().unwrap_or(Side::White));
        let value = if self.noise.amplitude == 0 { value } else { self.noise.on(value, node.key) };
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// The static evaluation for `side`, or the value of the outcome.
    pub fn evaluate_for(&mut self, side: Side, node: &Node<P>, ply: usize) -> i32 {
        match node.turn {
            Turn::Over(outcome) => outcome_value(outcome, side, ply),
            Turn::Decide(other) | Turn::Chance(other, _) if other == side => self.evaluate(node),
            _ => -self.evaluate(node),
        }
    }
}
