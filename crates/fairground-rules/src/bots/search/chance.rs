//! Chance nodes: the mean over the outcomes of a die, as far as the window requires it.
//!
//! Star1 and Star2 of Ballard (The *-minimax search procedure for trees containing chance nodes,
//! 1983): the bounds of the other outcomes narrow the window of each outcome. They are bounds of
//! utilities (see `value.rs`), whose range is narrow enough for cutoffs. Where neither the exact
//! value nor a win matters, outcomes are assumed to lie near the evaluation, which permits many
//! more cutoffs. The transposition table marks values that rest on this assumption; they are used
//! only where it is admissible.

use arrayvec::ArrayVec;

use super::node::Node;
use super::parameters::{CHANCE_MARGIN, MAX_PLY, PROBED_DEPTH};
use super::thread::SearchThread;
use super::transposition::NewEntry;
use super::window::Window;
use crate::bots::value::{self, Bound, EVALUATION_LIMIT, INFINITE, WIN, of_utility, utility};
use crate::engine::{Position, Side, Turn};

/// An outcome of a die with bounds of its utility for the side that throws.
struct Outcome<P> {
    next: Node<P>,
    weight: i64,
    /// The current bounds, possibly assumed.
    low: i64,
    high: i64,
    /// The proven bounds.
    proven: [i64; 2],
}

impl<P> Outcome<P> {
    /// Raises the lower bound. If that contradicts an assumed upper bound, the latter is raised
    /// too.
    fn raise(&mut self, utility: i64) {
        self.proven[0] = self.proven[0].max(utility);
        self.low = self.low.max(utility);
        self.high = self.high.max(self.low);
    }

    /// Lowers the upper bound. If that contradicts an assumed lower bound, the latter is lowered
    /// too.
    fn lower(&mut self, utility: i64) {
        self.proven[1] = self.proven[1].min(utility);
        self.high = self.high.min(utility);
        self.low = self.low.min(self.high);
    }

    /// Sets the exact utility.
    fn settle(&mut self, utility: i64) {
        (self.low, self.high, self.proven) = (utility, utility, [utility; 2]);
    }

    /// Resets the current bounds to the proven bounds.
    fn forget_assumptions(&mut self) {
        [self.low, self.high] = self.proven;
    }
}

impl<P: Position> SearchThread<'_, P> {
    /// The distinct positions after a throw, each with its weight.
    fn outcomes(&mut self, position: &P) -> ArrayVec<Outcome<P>, 6> {
        let mut rolls = ArrayVec::<_, 6>::new();
        position.chance(&mut rolls);
        let (low, high) = (utility(-WIN), utility(WIN));
        let mut outcomes = ArrayVec::<Outcome<P>, 6>::new();
        for (roll, weight) in rolls {
            let (next, weight) = (self.play(position, roll), weight.into());
            let is_over = |node: &Node<P>| matches!(node.turn, Turn::Over(_));
            match outcomes.iter_mut().find(|other| other.next.key == next.key && is_over(&other.next) == is_over(&next))
            {
                Some(other) => other.weight += weight,
                None => outcomes.push(Outcome { next, weight, low, high, proven: [low, high] }),
            }
        }
        outcomes
    }

    /// The value of a chance node for `side`, which throws.
    pub fn search_chance(&mut self, side: Side, node: &Node<P>, window: Window, depth: i32, ply: usize) -> i32 {
        if !self.count_node() {
            return 0;
        }
        // `is_improving` does not compare evaluations across a throw.
        self.stack[ply].evaluation = None;
        if ply + 2 >= MAX_PLY {
            return self.evaluate(node);
        }
        let tt_entry = self.shared.table.probe(node.table_key);
        if let Some(entry) = tt_entry
            && let Some(value) = self.cutoff(&entry, window, depth, ply)
        {
            return value;
        }
        let assuming = window.admits_assumptions() && !self.full_width;
        let known = tt_entry.and_then(|entry| entry.evaluation());
        let evaluation = if assuming { known.or_else(|| Some(self.evaluate(node))) } else { known };
        let assumptions = self.assumptions;
        let Window { alpha, beta } = window;
        let mut outcomes = self.outcomes(&node.position);
        let total: i64 = outcomes.iter().map(|outcome| outcome.weight).sum();
        if assuming && let Some(evaluation) = evaluation {
            let [low, high] = assumed_bounds(evaluation);
            for outcome in outcomes.iter_mut().filter(|outcome| !matches!(outcome.next.turn, Turn::Over(_))) {
                (outcome.low, outcome.high) = (low, high);
            }
        }
        // The window as sums of utilities.
        let limits = [total * utility(alpha.max(-WIN)), total * utility(beta.min(WIN))];
        let mut sums = Sums::of(&outcomes);
        let mut settled = None;
        for outcome in &mut outcomes {
            if settled.is_none() {
                let others = sums.without(outcome);
                self.look_up(side, outcome, window, depth, ply);
                sums = others.with(outcome);
                settled = sums.star_bound(limits);
            }
        }
        if depth >= PROBED_DEPTH {
            for outcome in &mut outcomes {
                if settled.is_none() && outcome.low < outcome.high {
                    let others = sums.without(outcome);
                    self.probe(side, outcome, others.child_window(outcome, limits), depth, ply);
                    sums = others.with(outcome);
                    settled = sums.star_bound(limits);
                }
            }
        }
        for outcome in &mut outcomes {
            if settled.is_some() || self.aborted {
                break;
            }
            if outcome.low == outcome.high {
                continue;
            }
            let others = sums.without(outcome);
            let window = others.child_window(outcome, limits);
            let value = match outcome.next.turn {
                // Throws can follow each other without limit (assets/rules/whack.md, Opening roll).
                Turn::Chance(..) => {
                    self.count_node();
                    self.evaluate_for(side, &outcome.next, ply + 1)
                }
                _ => self.search_child(side, &outcome.next, window, depth, ply + 1),
            };
            if value > window.alpha {
                outcome.raise(utility(value));
            }
            if value < window.beta {
                outcome.lower(utility(value));
            }
            sums = others.with(outcome);
            settled = sums.star_bound(limits);
        }
        self.stack[ply].pv.clear();
        if self.aborted {
            return 0;
        }
        let found = settled.unwrap_or((Bound::Exact, sums.low));
        outcomes.iter_mut().for_each(Outcome::forget_assumptions);
        let fact = Sums::of(&outcomes).star_bound(limits);
        self.assumptions += u64::from(fact.is_none());
        let (bound, sum) = fact.unwrap_or(found);
        let value = of_utility(sum.div_euclid(total.max(1)));
        let assumed = self.assumptions != assumptions;
        let found = NewEntry { action: None, value, evaluation, depth, bound, assumed };
        self.shared.table.store(node.table_key, found, ply);
        value
    }

    /// Bounds an outcome by the transposition table.
    fn look_up(&mut self, side: Side, outcome: &mut Outcome<P>, window: Window, depth: i32, ply: usize) {
        let Node { ref position, turn, key, table_key, .. } = outcome.next;
        if let Turn::Over(over) = turn {
            outcome.settle(utility(value::outcome_value(over, side, ply + 1)));
            return;
        }
        let Turn::Decide(other) = turn else { return };
        // The table does not know the history of the match.
        if position.counts_for_repetition() && self.repetitions.is_draw(position, key) {
            outcome.settle(utility(0));
            return;
        }
        let Some(known) = self.shared.table.probe(table_key) else { return };
        if i32::from(known.depth) < depth || known.assumed && !window.admits_assumptions() {
            return;
        }
        self.assumptions += u64::from(known.assumed);
        let (value, own) = (known.value(ply + 1), other == side);
        let seen = utility(if own { value } else { -value });
        // A lower bound for the opponent is an upper bound for `side`.
        if known.bound == Bound::Exact || (known.bound == Bound::Lower) == own {
            outcome.raise(seen);
        }
        if known.bound == Bound::Exact || (known.bound == Bound::Upper) == own {
            outcome.lower(seen);
        }
    }

    /// Star2: a single action of the next player bounds the value of the outcome from one side.
    /// Tried and not kept: the first action in the order of search where the table has none. At
    /// 6,000 nodes: Fluky Chess +2 ± 6 Elo (1,000 matches), Whack Chess -2 ± 7 (300).
    fn probe(&mut self, side: Side, outcome: &mut Outcome<P>, window: Window, depth: i32, ply: usize) {
        let Node { ref position, turn, key, table_key, .. } = outcome.next;
        let Turn::Decide(other) = turn else { return };
        let remembered = self.shared.table.probe(table_key).and_then(|entry| entry.action);
        let Some(action) = remembered.filter(|&action| position.is_legal(action)) else { return };
        let counts = position.counts_for_repetition();
        if counts {
            if self.repetitions.is_draw(position, key) {
                return;
            }
            self.repetitions.push(key);
        }
        let next = self.play(position, action);
        let own = other == side;
        let seen = if own { window } else { window.reversed() };
        let value = self.search_child(other, &next, seen, depth - 1, ply + 2);
        if counts {
            self.repetitions.pop();
        }
        if self.aborted {
            return;
        }
        if own && value > seen.alpha {
            outcome.raise(utility(value));
        }
        if !own && value > seen.alpha {
            outcome.lower(utility(-value));
        }
    }
}

/// The assumed bounds of the utility of each outcome, from the evaluation before the throw.
fn assumed_bounds(evaluation: i32) -> [i64; 2] {
    let utility_at = |value: i32| utility(value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT));
    [evaluation - CHANCE_MARGIN, evaluation + CHANCE_MARGIN].map(utility_at)
}

/// The sums of the bounds of outcomes, each multiplied by its weight.
#[derive(Clone, Copy)]
struct Sums {
    low: i64,
    high: i64,
}

impl Sums {
    fn of<P>(outcomes: &[Outcome<P>]) -> Sums {
        outcomes.iter().fold(Sums { low: 0, high: 0 }, Sums::with)
    }

    fn with<P>(self, outcome: &Outcome<P>) -> Sums {
        Sums { low: self.low + outcome.weight * outcome.low, high: self.high + outcome.weight * outcome.high }
    }

    fn without<P>(self, outcome: &Outcome<P>) -> Sums {
        Sums { low: self.low - outcome.weight * outcome.low, high: self.high - outcome.weight * outcome.high }
    }

    /// The sum of the bounds, if it lies outside the window of sums or is exact (Star1).
    fn star_bound(self, [alpha, beta]: [i64; 2]) -> Option<(Bound, i64)> {
        let Sums { low, high } = self;
        if low == high {
            Some((Bound::Exact, low))
        } else if high <= alpha {
            Some((Bound::Upper, high))
        } else if low >= beta {
            Some((Bound::Lower, low))
        } else {
            None
        }
    }

    /// The window of an outcome in addition to these: values outside it cannot change the result.
    fn child_window<P>(self, outcome: &Outcome<P>, [alpha, beta]: [i64; 2]) -> Window {
        let alpha = (alpha - self.high).div_euclid(outcome.weight).max(outcome.low - 1);
        let beta = (-(self.low - beta).div_euclid(outcome.weight)).min(outcome.high + 1);
        // Values outside the outcome's own bounds cannot occur. The window extends one beyond them,
        // so that values at the bounds are exact.
        let alpha = value::largest_value_at_most(alpha).clamp(-INFINITE, INFINITE - 1);
        Window { alpha, beta: value::smallest_value_at_least(beta).clamp(alpha + 1, INFINITE) }
    }
}
