//! Iterative deepening from the root, on one or several threads.

use std::cmp::Reverse;

use super::history::Histories;
use super::memory::Learned;
use super::node::Node;
use super::parameters::{MAX_DEPTH, MAX_PLY, SETTLED_MARGIN};
use super::request::SearchRequest;
use super::thread::{Counts, SearchThread, SharedState};
use super::transposition::TranspositionTable;
use super::window::Window;
use crate::bots::value::{Bound, INFINITE, WIN, WIN_BOUND};
use crate::bots::{DEFAULT_HASH, Limits, Line, SearchControl, SearchResult};
use crate::engine::{Packed, Position, Side, Turn, TypedGame};

/// Upper estimate of nodes per millisecond, for the size of the table.
const NODES_PER_MILLISECOND: u64 = 2_000;

/// A table kept between searches is sized for this many searches, up to `Limits::hash`.
const SEARCHES_KEPT: u64 = 4;

/// Minimum number of entries of a table.
const MIN_ENTRIES: u64 = 1 << 10;

/// Minimum depth at which a search that leaves its aspiration window reports the bound.
const MIN_BOUND_REPORT_DEPTH: i32 = 6;

/// An action of the root with its latest results.
#[derive(Clone)]
struct RootAction<A> {
    action: A,
    value: i32,
    bound: Bound,
    depth: u32,
    /// The value after the last complete iteration.
    previous: i32,
    /// Nodes of the main thread in the current iteration.
    nodes: u64,
    pv: Vec<A>,
}

/// Searches the current position of a match, regardless of draws that could be claimed. Returns no
/// line if no decision is due.
pub fn search<P: Position>(
    game: &TypedGame<P>,
    request: &SearchRequest<P::Action>,
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    let Turn::Decide(side) = game.position().turn() else { return SearchResult::default() };
    let mut shared = shared_state(&request.limits, control.stop);
    let Some(memory) = &request.memory else { return search_with(game, side, request, &shared, None, control).0 };
    let valued_by = (request.limits.evaluation, request.noise);
    let sizes = entries::<P::Action>(&request.limits, 1)..=max_entries::<P::Action>(&request.limits);
    let histories = match memory.take(valued_by, sizes) {
        Some(Learned { mut histories, mut table, .. }) => {
            table.begin_search();
            histories.begin_search();
            shared.table = table;
            Some(histories)
        }
        None => {
            shared.table = TranspositionTable::new(entries::<P::Action>(&request.limits, SEARCHES_KEPT));
            None
        }
    };
    let (result, histories) = search_with(game, side, request, &shared, histories, control);
    memory.keep(Learned { valued_by, histories, table: shared.table });
    result
}

/// Searches with these histories, or with new ones for `None`. Returns the result and the updated
/// histories.
fn search_with<P: Position>(
    game: &TypedGame<P>,
    side: Side,
    request: &SearchRequest<P::Action>,
    shared: &SharedState<'_, P::Action>,
    histories: Option<Histories>,
    control: &mut SearchControl<'_, P::Action>,
) -> (SearchResult<P::Action>, Histories) {
    let mut root = Root::new(game, side, shared, request, histories.unwrap_or_else(Histories::new));
    // Every other helper, including the first, starts one depth ahead of the main thread. Otherwise
    // all threads would search the same nodes.
    let helpers = request.limits.thread_count() - 1;
    // Avoids `std::thread::scope`, so that a search with one thread works on targets without
    // threads.
    if helpers == 0 {
        root.iterative_deepening(0, control.progress);
        return (root.report(root.thread.counts()), root.thread.histories);
    }
    std::thread::scope(|scope| {
        let helping: Vec<_> = (0..helpers)
            .map(|index| {
                scope.spawn(move || {
                    let mut root = Root::new(game, side, shared, request, Histories::new());
                    root.iterative_deepening(1 - (index as i32 & 1), &mut |_| {});
                    root.thread.counts()
                })
            })
            .collect();
        root.iterative_deepening(0, control.progress);
        shared.end();
        let mut counts = root.thread.counts();
        for helper in helping {
            match helper.join() {
                Ok(others) => counts += others,
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        (root.report(counts), root.thread.histories)
    })
}

/// Number of entries for `searches` searches within these limits, up to [`max_entries`].
fn entries<A: Packed>(limits: &Limits, searches: u64) -> usize {
    let by_time = limits.time.map(|time| time.saturating_mul(NODES_PER_MILLISECOND * u64::from(limits.thread_count())));
    let expected = [limits.nodes, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    expected.saturating_mul(searches).clamp(MIN_ENTRIES, max_entries::<A>(limits) as u64) as usize
}

/// Maximum number of entries of a table within these limits.
fn max_entries<A: Packed>(limits: &Limits) -> usize {
    let megabytes = u64::from(limits.hash.unwrap_or(DEFAULT_HASH));
    TranspositionTable::<A>::entries_in(megabytes << 20).max(MIN_ENTRIES) as usize
}

/// The shared state of the threads of a search within these limits.
pub fn shared_state<'a, A: Packed>(limits: &Limits, stop: &'a (dyn Fn() -> bool + Sync)) -> SharedState<'a, A> {
    let mut shared = SharedState::new(entries::<A>(limits, 1), limits.nodes.unwrap_or(u64::MAX), stop);
    shared.evaluation = limits.evaluation;
    shared
}

struct Root<'a, P: Position> {
    thread: SearchThread<'a, P>,
    position: P,
    side: Side,
    request: &'a SearchRequest<P::Action>,
    actions: Vec<RootAction<P::Action>>,
    /// The depth of the last complete iteration.
    depth: u32,
    /// See [`SearchResult::permille_best`].
    permille_best: u32,
}

impl<'a, P: Position> Root<'a, P> {
    /// Orders the actions by the evaluation after each. Ignores all limits, so that every action
    /// has a value even if the search stops immediately.
    fn new(
        game: &TypedGame<P>,
        side: Side,
        shared: &'a SharedState<'a, P::Action>,
        request: &'a SearchRequest<P::Action>,
        histories: Histories,
    ) -> Self {
        let mut thread = SearchThread::with_histories(game, shared, request.noise, histories);
        let position = game.position().clone();
        let node = Node::new(position.clone());
        thread.stack[0].evaluation = (!node.danger).then(|| (side, thread.evaluate(&node)));
        let mut actions = Vec::new();
        position.generate(&mut actions);
        if actions.iter().any(|action| request.search_moves.contains(action)) {
            actions.retain(|action| request.search_moves.contains(action));
        }
        // The order of generated actions is arbitrary and must not influence the choice.
        actions.sort_unstable();
        thread.may_stop = false;
        let mut actions: Vec<_> = actions
            .into_iter()
            .map(|action| {
                let next = Node::after(&position, action, |_| ());
                thread.count_node();
                let value = thread.evaluate_for(side, &next, 1);
                RootAction { action, value, bound: Bound::Exact, depth: 0, previous: value, nodes: 0, pv: vec![action] }
            })
            .collect();
        thread.may_stop = true;
        actions.sort_by_key(|action| Reverse(action.value));
        Root { thread, position, side, request, actions, depth: 0, permille_best: 0 }
    }

    /// Searches with increasing depth, starting at `1 + ahead`, until a limit is reached or nothing
    /// more can be found. The main thread starts at depth 1 and completes it even if stopped.
    fn iterative_deepening(&mut self, ahead: i32, progress: &mut dyn FnMut(&SearchResult<P::Action>)) {
        let lines = self.request.multi_pv.clamp(1, self.actions.len().max(1));
        let deepest = self.request.limits.depth.map_or(MAX_DEPTH, |depth| depth.min(MAX_DEPTH as u32) as i32);
        let forced =
            self.actions.len() == 1 && !self.request.search_forced_moves && self.request.limits.depth.is_none();
        for depth in 1 + ahead..=deepest {
            self.thread.may_stop = depth > 1;
            self.search_depth(depth, lines, progress);
            self.thread.may_stop = true;
            if self.thread.aborted {
                return;
            }
            self.depth = depth as u32;
            let all: u64 = self.actions.iter().map(|action| action.nodes).sum();
            let best = self.actions.first().map_or(0, |action| action.nodes);
            self.permille_best = (1_000 * best / all.max(1)) as u32;
            progress(&self.report(self.thread.counts_so_far()));
            // A forced action needs only depth 1, for its expected continuation.
            if forced {
                return;
            }
            let best = self.actions.first().map_or(0, |action| action.value);
            if self.request.win_within.is_some_and(|actions| best >= WIN - actions.min(1_000) as i32) {
                return;
            }
            // A win within the searched depth cannot be improved, unless a selective search missed a
            // shorter one; an immediate win is never missed. If all lines end in such wins or losses,
            // the search is complete.
            let margin = if self.thread.selective { SETTLED_MARGIN } else { 0 };
            let settled = |action: &RootAction<_>| {
                let length = WIN - action.value.abs();
                action.value.abs() >= WIN_BOUND && length + if length > 3 { margin } else { 0 } <= depth
            };
            if self.actions.iter().take(lines).all(settled) || depth as usize >= MAX_PLY {
                return;
            }
        }
    }

    /// Searches to one depth: the best lines in turn, each without the actions of the preceding
    /// lines.
    fn search_depth(&mut self, depth: i32, lines: usize, progress: &mut dyn FnMut(&SearchResult<P::Action>)) {
        self.thread.root_depth = depth;
        self.thread.selective_depth = 0;
        for action in &mut self.actions {
            action.previous = action.value;
            action.nodes = 0;
        }
        for first in 0..lines {
            self.aspiration_search(first, depth, progress);
            if self.thread.aborted {
                self.demote_loss(first);
                break;
            }
        }
        // The sort is stable: an action without a new exact value keeps its rank.
        let reached = lines.min(self.depth_reached(depth));
        self.actions[..reached].sort_by_key(|action| Reverse(action.value));
    }

    /// If the action at index `first` has turned out to lose, and the search stopped before it found
    /// whether others lose too, moves the losing actions behind the others.
    fn demote_loss(&mut self, first: usize) {
        let loses = |action: &RootAction<_>| action.value <= -WIN_BOUND;
        if self.actions.get(first).is_some_and(|action| loses(action) && action.previous > -WIN_BOUND) {
            self.actions[first..].sort_by_key(loses);
        }
    }

    /// The number of leading actions that were searched to this depth.
    fn depth_reached(&self, depth: i32) -> usize {
        self.actions.iter().take_while(|action| action.depth == depth as u32).count()
    }

    /// Searches the actions from index `first` on, with an aspiration window around the last value,
    /// and moves the best of them to that index.
    fn aspiration_search(&mut self, first: usize, depth: i32, progress: &mut dyn FnMut(&SearchResult<P::Action>)) {
        let expected = self.actions[first].previous;
        let mut reach = self.thread.margins.aspiration;
        if self.thread.selective {
            reach = reach * 3 / 5;
        }
        let mut window = if depth < 4 || self.thread.full_width || expected.abs() >= WIN_BOUND {
            Window::FULL
        } else {
            Window { alpha: expected - reach, beta: expected + reach }
        };
        loop {
            let value = self.search_root_moves(first, depth, window);
            if self.thread.aborted {
                return;
            }
            reach = reach.saturating_mul(if self.thread.selective { 2 } else { 3 });
            if value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if reach > 1_000 { -INFINITE } else { (value - reach).max(-INFINITE) };
            } else if value >= window.beta && window.beta < INFINITE {
                window.beta = if reach > 1_000 { INFINITE } else { (value + reach).min(INFINITE) };
            } else {
                return;
            }
            if depth >= MIN_BOUND_REPORT_DEPTH {
                progress(&self.report(self.thread.counts_so_far()));
            }
        }
    }

    /// Searches the actions from index `first` on, moves the best of them to that index, and
    /// returns its value.
    fn search_root_moves(&mut self, first: usize, depth: i32, window: Window) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        for i in first..self.actions.len() {
            let (action, before) = (self.actions[i].action, self.thread.nodes);
            let next = self.thread.play_at(0, self.side, &self.position, action);
            self.thread.expect_cut(i > first);
            let narrow = Window { alpha, beta: alpha + 1 };
            let mut value = alpha + 1;
            if i > first {
                let promising = next.danger || self.position.gain(action).is_some();
                let reduction = match self.request.multi_pv {
                    1 => self.thread.root_reduction(depth, (i - first) as i32, promising),
                    _ => 0,
                };
                value = self.thread.search_child(self.side, &next, narrow, depth - 1 - reduction, 1);
                if value > alpha && reduction > 0 && !self.thread.aborted {
                    self.thread.expect_cut(true);
                    value = self.thread.search_child(self.side, &next, narrow, depth - 1, 1);
                }
            }
            if value > alpha && !self.thread.aborted {
                value = self.thread.search_child(self.side, &next, Window { alpha, beta }, depth - 1, 1);
            }
            self.actions[i].nodes += self.thread.nodes - before;
            if self.thread.aborted {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha || i == first {
                    let root_action = &mut self.actions[i];
                    root_action.value = value;
                    root_action.bound = Bound::of(value, alpha, beta);
                    root_action.depth = depth as u32;
                    root_action.pv.clear();
                    root_action.pv.push(action);
                    root_action.pv.extend_from_slice(&self.thread.stack[1].pv);
                    // If an action fails low, its value is only an upper bound, so it keeps its
                    // rank.
                    if value > alpha {
                        self.actions[first..=i].rotate_right(1);
                        alpha = value;
                    }
                }
            }
            if alpha >= beta {
                break;
            }
        }
        best
    }

    fn report(&mut self, counts: Counts) -> SearchResult<P::Action> {
        let lines = self.request.multi_pv.clamp(1, self.actions.len().max(1));
        for action in self.actions.iter_mut().take(lines) {
            let to_win = if action.value.abs() >= WIN_BOUND { WIN - action.value.abs() } else { 0 };
            let length = (action.depth as usize).max(to_win as usize);
            self.thread.extend_line(&self.position, &mut action.pv, length);
        }
        let line = |action: &RootAction<P::Action>| {
            debug_assert!(action.value.abs() <= WIN, "value {} is out of range", action.value);
            Line { actions: action.pv.clone(), value: action.value, bound: action.bound, depth: action.depth }
        };
        SearchResult {
            lines: self.actions.iter().take(lines).map(line).collect(),
            depth: self.depth,
            selective_depth: self.thread.selective_depth as u32,
            nodes: counts.nodes,
            plays: counts.plays,
            evaluations: counts.evaluations,
            permille_full: self.thread.shared.table.permille_full(),
            permille_best: self.permille_best,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games::chess::Chess;

    #[test]
    fn helpers_keep_to_the_depth_limit() {
        let game = TypedGame::<Chess>::new(Options::default());
        let request = SearchRequest::new(Limits { depth: Some(3), ..Limits::default() });
        let never = || false;
        for ahead in [0, 1] {
            let shared = shared_state(&request.limits, &never);
            let mut root = Root::new(&game, Side::White, &shared, &request, Histories::new());
            let mut deepest = 0;
            root.iterative_deepening(ahead, &mut |report| deepest = deepest.max(report.depth));
            assert_eq!((deepest, root.depth), (3, 3), "{ahead} ahead");
        }
    }

    /// The evaluation with which `is_improving` compares later plies.
    #[test]
    fn the_root_has_an_evaluation_unless_it_is_in_danger() {
        let never = || false;
        for (text, known) in [("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", true), ("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", false)] {
            let game = TypedGame::<Chess>::from_text(Options::default(), text).unwrap();
            let request = SearchRequest::new(Limits::nodes(100));
            let shared = shared_state(&request.limits, &never);
            let root = Root::new(&game, Side::White, &shared, &request, Histories::new());
            assert_eq!(root.thread.stack[0].evaluation.is_some(), known, "{text}");
        }
    }
}
