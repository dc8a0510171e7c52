use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::candidate::Candidate;
use super::history::History;
use super::node::Node;
use super::noise::Noise;
use super::parameters::{MAX_PLY, Margins};
use super::repetition::RepetitionHistory;
use super::transposition::{Entry, TranspositionTable};
use super::window::Window;
use crate::bots::Evaluation;
use crate::bots::evaluation::evaluate;
use crate::bots::value::{EVALUATION_LIMIT, outcome_value};
use crate::engine::{Net, Packed, Position, Side, Turn, TypedGame};

/// Nodes a thread reserves from the shared budget at once; it also polls the stop flag this often.
const NODE_BATCH: u64 = 256;

/// The state that the threads of a search share.
pub struct SharedState<'a, A> {
    pub(super) table: TranspositionTable<A>,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
    /// Nodes that may still be handed out to threads.
    remaining: AtomicU64,
    /// Nodes that all threads have searched, apart from their current batches.
    searched: AtomicU64,
    /// How positions are valued.
    pub(super) evaluation: Evaluation,
}

impl<'a, A: Packed> SharedState<'a, A> {
    /// With an empty table of this number of entries, for this number of nodes.
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

    /// Counts a finished batch and reserves the next one; 0 if the search is to end.
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

/// What threads have done.
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

/// The state of a thread for each ply.
pub struct StackEntry<A> {
    /// The principal variation from here on.
    pub pv: Vec<A>,
    pub killers: [Option<A>; 2],
    /// Room for lists of actions.
    pub noisy: Vec<Candidate<A>>,
    pub quiet: Vec<Candidate<A>>,
    pub actions: Vec<A>,
    /// The actions that were searched without refuting the position, and whether each is noisy.
    pub searched: Vec<(A, bool)>,
    /// The static evaluation and the side that it is for; `None` in danger and where a die is due.
    pub evaluation: Option<(Side, i32)>,
}

/// One thread of a search.
pub struct SearchThread<'a, P: Position> {
    pub shared: &'a SharedState<'a, P::Action>,
    pub noise: Noise,
    pub margins: Margins,
    /// What values positions; `None` if they are valued by hand.
    net: Option<&'static Net>,
    pub repetitions: RepetitionHistory,
    pub stack: Vec<StackEntry<P::Action>>,
    /// Of quiet actions.
    pub history: History,
    pub capture_history: History,
    /// Whether nothing is pruned, reduced, extended or searched beyond the depth: for tests, which compare with plain minimax.
    pub full_width: bool,
    /// Whether the stop flag ends the search. The limit of nodes does in any case.
    pub may_stop: bool,
    /// The depth of the current iteration.
    pub root_depth: i32,
    /// The furthest ply that the current iteration has reached.
    pub selective_depth: usize,
    /// Nodes that this thread has searched.
    pub nodes: u64,
    /// Actions that it has played, and static evaluations.
    pub plays: u64,
    pub evaluations: u64,
    /// How often a value has rested on assumptions about outcomes of dice, see `chance.rs`: a node whose search leaves this count
    /// unchanged knows its value for a fact.
    pub assumptions: u64,
    /// Nodes of the current batch, and those of them that are left.
    batch: u64,
    budget: u64,
    /// Whether the search is over: the values that it returns from then on mean nothing.
    pub aborted: bool,
}

impl<'a, P: Position> SearchThread<'a, P> {
    pub fn new(game: &TypedGame<P>, shared: &'a SharedState<'a, P::Action>, noise: Noise) -> Self {
        let entry = |_| StackEntry {
            pv: Vec::new(),
            killers: [None; 2],
            noisy: Vec::new(),
            quiet: Vec::new(),
            actions: Vec::new(),
            searched: Vec::new(),
            evaluation: None,
        };
        SearchThread {
            shared,
            noise,
            margins: Margins::of::<P>(),
            net: shared.evaluation.net(game.position()),
            repetitions: RepetitionHistory::new(game),
            stack: (0..MAX_PLY + 2).map(entry).collect(),
            history: History::new(),
            capture_history: History::new(),
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
        }
    }

    /// What it has learned of quiet actions and of captures.
    pub fn into_histories(self) -> [History; 2] {
        [self.history, self.capture_history]
    }

    /// Counts a node; `false` if the search is over instead.
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

    /// What this thread has done.
    pub fn counts(&self) -> Counts {
        Counts { nodes: self.nodes, plays: self.plays, evaluations: self.evaluations }
    }

    /// The same with the nodes of all threads; of the others, full batches only.
    pub fn counts_so_far(&self) -> Counts {
        let nodes = self.shared.searched.load(Ordering::Relaxed) + self.batch - self.budget;
        Counts { nodes, ..self.counts() }
    }

    /// The value of a table entry, if it decides a search of this depth with this window. In open windows none does: the table cuts lines
    /// short.
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

    /// The node that an action leads to.
    #[inline]
    pub fn play(&mut self, position: &P, action: P::Action) -> Node<P> {
        self.plays += 1;
        let mut next = position.clone();
        next.play(action);
        Node::announced(next, |table_key| self.shared.table.prefetch(table_key))
    }

    /// The static evaluation, for the side to act.
    #[inline]
    pub fn evaluate(&mut self, position: &P) -> i32 {
        self.evaluations += 1;
        let value = evaluate(position, self.net);
        // The key is not asked for where there is no noise.
        let value = if self.noise.most == 0 { value } else { self.noise.on(value, position.key()) };
        value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// The static evaluation for a side, or the value of the outcome.
    pub fn evaluate_for(&mut self, side: Side, position: &P, ply: usize) -> i32 {
        match position.pending() {
            Turn::Over(outcome) => outcome_value(outcome, side, ply),
            Turn::Decide(other) | Turn::Chance(other, _) if other == side => self.evaluate(position),
            _ => -self.evaluate(position),
        }
    }
}
