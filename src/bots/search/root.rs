//! The search from the position that is asked about, deeper step by step, on one thread or several.

use std::cmp::Reverse;

use super::node::Window;
use super::worker::{MOST_PLIES, Noise, Shared, Worker};
use crate::bots::value::{INFINITE, WIN, WIN_BOUND};
use crate::bots::{Control, Limits, Line, Report};
use crate::engine::{Position, Side, Turn, TypedGame};

/// The deepest that is searched, decisions.
const DEEPEST: i32 = 100;

/// How far from the last value the next is expected, hundredths of a pawn.
const ASPIRATION: i32 = 20;

/// Positions looked at in a millisecond, at most: for the size of the table.
const NODES_PER_MILLISECOND: u64 = 2_000;

/// The least and the most entries of a table.
const TABLE: [u64; 2] = [1 << 10, 1 << 21];

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub limits: Limits,
    /// The number of best lines that are wanted, at least one.
    pub lines: usize,
    pub noise: Noise,
    /// Whether to search on though there is nothing to decide: for values rather than actions.
    pub thorough: bool,
}

impl Question {
    /// The best line within these limits, without noise.
    pub fn new(limits: Limits) -> Question {
        Question { limits, lines: 1, noise: Noise::default(), thorough: false }
    }
}

/// An action of the root with what is known of it.
#[derive(Clone)]
struct RootAction<A> {
    action: A,
    value: i32,
    depth: u32,
    /// What the last complete step had it at.
    before: i32,
    line: Vec<A>,
}

/// Searches the position that a match stands at. No line if no decision is due there.
pub fn search<P: Position>(
    game: &TypedGame<P>,
    question: &Question,
    control: &mut Control<'_, P::Action>,
) -> Report<P::Action> {
    let Turn::Decide(side) = game.turn() else { return Report::default() };
    let limits = question.limits;
    let shared = shared_for(&limits, control.stop);
    let helpers = limits.threads.clamp(1, crate::bots::limits::MOST_THREADS) - 1;
    std::thread::scope(|scope| {
        let helping: Vec<_> = (0..helpers)
            .map(|index| {
                let shared = &shared;
                scope.spawn(move || {
                    let mut root = Root::new(game, side, shared, question);
                    // Some of them are a step ahead: they would all do the same otherwise.
                    root.deepen(1 + (index as i32 & 1), &mut |_| {});
                    root.worker.nodes
                })
            })
            .collect();
        let mut root = Root::new(game, side, &shared, question);
        root.deepen(0, control.progress);
        shared.end();
        let others: u64 = helping.into_iter().map(|helper| helper.join().unwrap_or(0)).sum();
        let mut report = root.report();
        report.nodes += others;
        report
    })
}

/// What the threads of a search within these limits share.
pub fn shared_for<'a, A: Copy>(limits: &Limits, stop: &'a (dyn Fn() -> bool + Sync)) -> Shared<'a, A> {
    let by_time = limits.time.map(|time| time.saturating_mul(NODES_PER_MILLISECOND * u64::from(limits.threads.max(1))));
    let expected = [limits.nodes, by_time].into_iter().flatten().min().unwrap_or(u64::MAX);
    Shared::new(expected.clamp(TABLE[0], TABLE[1]) as usize, limits.nodes.unwrap_or(u64::MAX), stop)
}

struct Root<'a, P: Position> {
    worker: Worker<'a, P>,
    position: P,
    side: Side,
    question: &'a Question,
    actions: Vec<RootAction<P::Action>>,
    depth: u32,
}

impl<'a, P: Position> Root<'a, P> {
    fn new(game: &TypedGame<P>, side: Side, shared: &'a Shared<'a, P::Action>, question: &'a Question) -> Self {
        let mut worker = Worker::new(game, shared, question.noise);
        let position = game.position().clone();
        let mut actions = Vec::new();
        position.generate(&mut actions);
        // Generators may list in any order; what is chosen must not depend on it.
        actions.sort_unstable();
        let mut actions: Vec<_> = actions
            .into_iter()
            .map(|action| {
                let mut next = position.clone();
                next.play(action);
                let value = if worker.visit() { worker.evaluate_for(side, &next, 1) } else { -INFINITE };
                RootAction { action, value, depth: 0, before: value, line: vec![action] }
            })
            .collect();
        actions.sort_by_key(|action| Reverse(action.value));
        Root { worker, position, side, question, actions, depth: 0 }
    }

    /// Searches deeper and deeper until a limit is reached or there is nothing more to find out.
    fn deepen(&mut self, ahead: i32, progress: &mut dyn FnMut(&Report<P::Action>)) {
        let lines = self.question.lines.clamp(1, self.actions.len().max(1));
        let deepest = self.question.limits.depth.map_or(DEEPEST, |depth| depth.min(DEEPEST as u32) as i32);
        if self.actions.len() == 1 && !self.question.thorough && self.question.limits.depth.is_none() {
            // There is nothing to choose: a look says what to expect.
            self.step(1, 1);
            return;
        }
        for depth in 1..=deepest {
            let searched = (depth + ahead).min(DEEPEST);
            self.step(searched, lines);
            if self.worker.aborted {
                return;
            }
            self.depth = searched as u32;
            progress(&self.report());
            // A win that is searched to its end cannot come sooner; every line is known if every value is one.
            let settled = |action: &RootAction<_>| action.value.abs() >= WIN_BOUND && WIN - action.value.abs() <= depth;
            if self.actions.iter().take(lines).all(settled) || searched as usize >= MOST_PLIES {
                return;
            }
        }
    }

    /// Searches to one depth: the best lines one after the other, each without those before it.
    fn step(&mut self, depth: i32, lines: usize) {
        self.worker.root_depth = depth;
        for action in &mut self.actions {
            action.before = action.value;
        }
        for first in 0..lines {
            self.aspire(first, depth);
            if self.worker.aborted {
                break;
            }
        }
        // Stable: what was not found better keeps its place.
        let reached = lines.min(self.depth_reached(depth));
        self.actions[..reached].sort_by_key(|action| Reverse(action.value));
    }

    /// How many of the first actions were searched to this depth.
    fn depth_reached(&self, depth: i32) -> usize {
        self.actions.iter().take_while(|action| action.depth == depth as u32).count()
    }

    /// Searches the actions from `first` on and brings the best of them to that place, with a window round what is expected.
    fn aspire(&mut self, first: usize, depth: i32) {
        let expected = self.actions[first].before;
        let mut reach = ASPIRATION;
        let mut window = if depth < 4 || self.worker.plain || expected.abs() >= WIN_BOUND {
            Window::FULL
        } else {
            Window { alpha: expected - reach, beta: expected + reach }
        };
        loop {
            let value = self.search_all(first, depth, window);
            if self.worker.aborted {
                return;
            }
            reach = reach.saturating_mul(3);
            if value <= window.alpha && window.alpha > -INFINITE {
                window.alpha = if reach > 1_000 { -INFINITE } else { (value - reach).max(-INFINITE) };
            } else if value >= window.beta && window.beta < INFINITE {
                window.beta = if reach > 1_000 { INFINITE } else { (value + reach).min(INFINITE) };
            } else {
                return;
            }
        }
    }

    /// The best value of the actions from `first` on; the action that has it is brought to that place.
    fn search_all(&mut self, first: usize, depth: i32, window: Window) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        for i in first..self.actions.len() {
            let action = self.actions[i].action;
            let mut next = self.position.clone();
            next.play(action);
            let narrow = Window { alpha, beta: alpha + 1 };
            let mut value = alpha + 1;
            if i > first {
                let reduction =
                    i32::from(i > first + 6 && depth >= 4 && !self.worker.plain && self.question.lines == 1);
                value = self.worker.after(self.side, &next, narrow, depth - 1 - reduction, 1);
                if value > alpha && reduction > 0 && !self.worker.aborted {
                    value = self.worker.after(self.side, &next, narrow, depth - 1, 1);
                }
            }
            if value > alpha && !self.worker.aborted {
                value = self.worker.after(self.side, &next, Window { alpha, beta }, depth - 1, 1);
            }
            if self.worker.aborted {
                return best;
            }
            if value > best {
                best = value;
                if value > alpha || i == first {
                    let mut line = vec![action];
                    line.extend_from_slice(&self.worker.frames[1].line);
                    let known = &mut self.actions[i];
                    (known.value, known.depth, known.line) = (value, depth as u32, line);
                    // What fails low is only known to be no better than that: it stays where it is.
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

    fn report(&self) -> Report<P::Action> {
        let lines = self.question.lines.clamp(1, self.actions.len().max(1));
        let line = |action: &RootAction<P::Action>| Line {
            actions: action.line.clone(),
            value: action.value,
            depth: action.depth,
        };
        Report {
            lines: self.actions.iter().take(lines).map(line).collect(),
            depth: self.depth,
            nodes: self.worker.nodes,
        }
    }
}
