use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::order::History;
use super::path::Path;
use super::table::Table;
use crate::bots::value::{EVALUATION_LIMIT, of_outcome};
use crate::engine::{Position, Side, Turn, TypedGame};

/// Actions from the root beyond which nothing is looked at.
pub const MOST_PLIES: usize = 120;

/// Positions that a thread takes at a time from what all threads may look at together; the stop is asked for as often.
const QUANTUM: u64 = 256;

/// What the threads of a search share.
pub struct Shared<'a, A> {
    pub(super) table: Table<A>,
    stop: &'a (dyn Fn() -> bool + Sync),
    stopped: AtomicBool,
    /// Positions that may still be handed out to threads.
    remaining: AtomicU64,
}

impl<'a, A: Copy> Shared<'a, A> {
    pub fn new(entries: usize, nodes: u64, stop: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Shared { table: Table::new(entries), stop, stopped: AtomicBool::new(false), remaining: AtomicU64::new(nodes) }
    }

    /// Ends the search of all threads.
    pub fn end(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Some of the positions that are left; 0 if the search is to end.
    fn take(&self) -> u64 {
        if self.stopped.load(Ordering::Relaxed) || (self.stop)() {
            self.end();
            return 0;
        }
        let take = |remaining: u64| Some(remaining.saturating_sub(QUANTUM));
        let remaining = self.remaining.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        remaining.min(QUANTUM)
    }
}

/// Deterministic noise on the evaluation, the same for the same position and seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Noise {
    pub seed: u64,
    /// The most that it adds or takes, hundredths of a pawn.
    pub most: i32,
}

impl Noise {
    fn of(self, key: u64) -> i32 {
        if self.most == 0 {
            return 0;
        }
        let mixed = (key ^ self.seed).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        // The sum of two numbers: small noise is likelier than great.
        let [a, b] = [mixed >> 48, mixed >> 32 & 0xffff].map(|word| word as i64);
        (((a + b - 0xffff) * i64::from(self.most)) >> 16) as i32
    }
}

/// An action to be tried.
#[derive(Clone, Copy, Debug)]
pub struct Candidate<A> {
    /// The greatest first.
    pub score: i32,
    pub action: A,
    pub noisy: bool,
}

/// What is kept for each ply.
pub struct Frame<A> {
    /// What is expected from here on.
    pub line: Vec<A>,
    pub killers: [Option<A>; 2],
    /// Room for lists of actions.
    pub candidates: Vec<Candidate<A>>,
    pub actions: Vec<A>,
    /// The static evaluation and whose it is; `None` in danger.
    pub evaluation: Option<(Side, i32)>,
}

/// One thread of a search.
pub struct Worker<'a, P: Position> {
    pub shared: &'a Shared<'a, P::Action>,
    pub noise: Noise,
    pub path: Path,
    pub frames: Vec<Frame<P::Action>>,
    pub history: History,
    /// Whether nothing is left out, reduced, extended or looked at beyond the depth: for tests, which compare with plain minimax.
    pub plain: bool,
    /// The depth that is being searched at the root.
    pub root_depth: i32,
    pub nodes: u64,
    budget: u64,
    /// Whether the search is over: whatever it returns then means nothing.
    pub aborted: bool,
}

impl<'a, P: Position> Worker<'a, P> {
    pub fn new(game: &TypedGame<P>, shared: &'a Shared<'a, P::Action>, noise: Noise) -> Self {
        let frame = |_| Frame {
            line: Vec::new(),
            killers: [None; 2],
            candidates: Vec::new(),
            actions: Vec::new(),
            evaluation: None,
        };
        Worker {
            shared,
            noise,
            path: Path::new(game),
            frames: (0..MOST_PLIES + 2).map(frame).collect(),
            history: History::new(),
            plain: false,
            root_depth: 0,
            nodes: 0,
            budget: 0,
            aborted: false,
        }
    }

    /// Counts a position; `false` if the search is over instead.
    #[inline]
    pub fn visit(&mut self) -> bool {
        if self.aborted {
            return false;
        }
        if self.budget == 0 {
            self.budget = self.shared.take();
            if self.budget == 0 {
                self.aborted = true;
                return false;
            }
        }
        self.budget -= 1;
        self.nodes += 1;
        true
    }

    /// The quick look at a position, for the player who has to act.
    #[inline]
    pub fn evaluate(&self, position: &P) -> i32 {
        let value = position.evaluate();
        let noise = if self.noise.most == 0 { 0 } else { self.noise.of(position.key()) };
        (value + noise).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// The quick look at a position, for a given side.
    pub fn evaluate_for(&self, side: Side, position: &P, ply: usize) -> i32 {
        match position.pending() {
            Turn::Over(outcome) => of_outcome(outcome, side, ply),
            Turn::Decide(other) | Turn::Chance(other, _) if other == side => self.evaluate(position),
            _ => -self.evaluate(position),
        }
    }
}
