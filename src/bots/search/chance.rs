//! Where a die is due: the mean over its outcomes, as far as the window needs it.
//!
//! Star1 and Star2 of Ballard (The *-minimax search procedure for trees containing chance nodes, 1983): what is known of the other
//! outcomes, at worst and at best, says which values of this one still matter. It is done on utilities (see `value.rs`), whose range
//! is narrow, so that the bounds cut.

use super::node::Window;
use super::table::Bound;
use super::worker::{MOST_PLIES, Worker};
use crate::bots::value::{self, INFINITE, WIN, of_utility, utility};
use crate::engine::{Position, Side, Turn};

/// From this depth on, an outcome is first tried with the one action that was best before.
const PROBED_DEPTH: i32 = 2;

/// What is known of an outcome: the range of its utility for the side that throws.
struct Outcome<P> {
    next: P,
    weight: i64,
    low: i64,
    high: i64,
}

impl<P: Position> Worker<'_, P> {
    /// The distinct positions that the die may lead to, each with its weight: what shows no difference is one.
    pub fn outcomes(&self, position: &P) -> Vec<(P, u8)> {
        let mut rolls = Vec::with_capacity(6);
        position.chance(&mut rolls);
        let mut outcomes: Vec<(u64, P, u8)> = Vec::with_capacity(rolls.len());
        for (roll, weight) in rolls {
            let mut next = position.clone();
            next.play(roll);
            let key = next.key();
            match outcomes.iter_mut().find(|(other, ..)| *other == key) {
                Some((.., sum)) => *sum += weight,
                None => outcomes.push((key, next, weight)),
            }
        }
        outcomes.into_iter().map(|(_, next, weight)| (next, weight)).collect()
    }

    /// The value of a position in which `side` throws, for it.
    pub fn chance(&mut self, side: Side, position: &P, window: Window, depth: i32, ply: usize) -> i32 {
        if !self.visit() {
            return 0;
        }
        if ply + 2 >= MOST_PLIES {
            return self.evaluate(position);
        }
        let key = position.key();
        if let Some(known) = self.shared.table.probe(key)
            && known.decides(depth, window.alpha, window.beta, ply)
        {
            return known.value(ply);
        }
        let Window { alpha, beta } = window;
        let (worst, best) = (utility(-WIN), utility(WIN));
        let mut outcomes: Vec<_> = self
            .outcomes(position)
            .into_iter()
            .map(|(next, weight)| Outcome { next, weight: weight.into(), low: worst, high: best })
            .collect();
        let total: i64 = outcomes.iter().map(|outcome| outcome.weight).sum();
        let (least, most) = (total * utility(alpha.max(-WIN)), total * utility(beta.min(WIN)));
        let mut settled = None;
        for i in 0..outcomes.len() {
            if settled.is_none() {
                self.look_up(side, &mut outcomes[i], depth, ply);
                settled = cut(&outcomes, least, most);
            }
        }
        if depth >= PROBED_DEPTH {
            for i in 0..outcomes.len() {
                if settled.is_none() && outcomes[i].low < outcomes[i].high {
                    let window = needed(&outcomes, i, least, most);
                    self.probe(side, &mut outcomes[i], window, depth, ply);
                    settled = cut(&outcomes, least, most);
                }
            }
        }
        for i in 0..outcomes.len() {
            if settled.is_some() || self.aborted {
                break;
            }
            if outcomes[i].low == outcomes[i].high {
                continue;
            }
            let window = needed(&outcomes, i, least, most);
            let outcome = &mut outcomes[i];
            let value = match outcome.next.pending() {
                // A throw may follow a throw without end (assets/rules/whack.md, Opening roll).
                Turn::Chance(..) => {
                    self.visit();
                    self.evaluate_for(side, &outcome.next, ply + 1)
                }
                _ => self.after(side, &outcome.next, window, depth, ply + 1),
            };
            if value > window.alpha {
                outcome.low = outcome.low.max(utility(value));
            }
            if value < window.beta {
                outcome.high = outcome.high.min(utility(value)).max(outcome.low);
            }
            settled = cut(&outcomes, least, most);
        }
        self.frames[ply].line.clear();
        if self.aborted {
            return 0;
        }
        let (bound, sum) = settled.unwrap_or_else(|| (Bound::Exact, sum(&outcomes, |outcome| outcome.low)));
        let value = of_utility(sum.div_euclid(total.max(1)));
        self.shared.table.store(key, None, value, None, depth, bound, ply);
        value
    }

    /// What the table knows of an outcome.
    fn look_up(&self, side: Side, outcome: &mut Outcome<P>, depth: i32, ply: usize) {
        let turn = outcome.next.pending();
        if let Turn::Over(over) = turn {
            outcome.low = utility(value::of_outcome(over, side, ply + 1));
            outcome.high = outcome.low;
            return;
        }
        let Turn::Decide(other) = turn else { return };
        let Some(known) = self.shared.table.probe(outcome.next.key()) else { return };
        if i32::from(known.depth) < depth {
            return;
        }
        let (value, own) = (known.value(ply + 1), other == side);
        let seen = utility(if own { value } else { -value });
        // What is at least so good for the other is at most so good here.
        if known.bound == Bound::Exact || (known.bound == Bound::Lower) == own {
            outcome.low = outcome.low.max(seen);
        }
        if known.bound == Bound::Exact || (known.bound == Bound::Upper) == own {
            outcome.high = outcome.high.min(seen);
        }
        outcome.high = outcome.high.max(outcome.low);
    }

    /// Star2: one action of whoever decides next bounds the outcome's value from one side.
    fn probe(&mut self, side: Side, outcome: &mut Outcome<P>, window: Window, depth: i32, ply: usize) {
        let Turn::Decide(other) = outcome.next.pending() else { return };
        let Some(action) = self.shared.table.probe(outcome.next.key()).and_then(|known| known.action) else { return };
        let mut actions = std::mem::take(&mut self.frames[ply].actions);
        actions.clear();
        outcome.next.generate(&mut actions);
        let legal = actions.contains(&action);
        self.frames[ply].actions = actions;
        let Some(key) = legal.then(|| outcome.next.repetition_key()) else { return };
        if key.is_some_and(|key| self.path.draws(&outcome.next, key)) {
            return;
        }
        if let Some(key) = key {
            self.path.push(key);
        }
        let mut next = outcome.next.clone();
        next.play(action);
        let own = other == side;
        let seen = if own { window } else { window.reversed() };
        let value = self.after(other, &next, seen, depth - 1, ply + 2);
        if key.is_some() {
            self.path.pop();
        }
        if self.aborted {
            return;
        }
        if own && value > seen.alpha {
            outcome.low = outcome.low.max(utility(value)).min(outcome.high);
        }
        if !own && value > seen.alpha {
            outcome.high = outcome.high.min(utility(-value)).max(outcome.low);
        }
    }
}

fn sum<P>(outcomes: &[Outcome<P>], of: impl Fn(&Outcome<P>) -> i64) -> i64 {
    outcomes.iter().map(|outcome| outcome.weight * of(outcome)).sum()
}

/// The weighted sum, if what is known puts it beyond the window, or pins it.
fn cut<P>(outcomes: &[Outcome<P>], least: i64, most: i64) -> Option<(Bound, i64)> {
    let (low, high) = (sum(outcomes, |outcome| outcome.low), sum(outcomes, |outcome| outcome.high));
    if low == high {
        Some((Bound::Exact, low))
    } else if high <= least {
        Some((Bound::Upper, high))
    } else if low >= most {
        Some((Bound::Lower, low))
    } else {
        None
    }
}

/// The values of one outcome between which it still matters what it is.
fn needed<P>(outcomes: &[Outcome<P>], i: usize, least: i64, most: i64) -> Window {
    let (low, high) = (sum(outcomes, |outcome| outcome.low), sum(outcomes, |outcome| outcome.high));
    let Outcome { weight, low: own_low, high: own_high, .. } = outcomes[i];
    let alpha = (least - (high - weight * own_high)).div_euclid(weight);
    let beta = -(-(most - (low - weight * own_low))).div_euclid(weight);
    // Nor does it matter beyond what is known of it already; one lies within the window, so that what is there is told exactly.
    let alpha = value::floor(alpha.max(own_low - 1)).clamp(-INFINITE, INFINITE - 1);
    Window { alpha, beta: value::ceil(beta.min(own_high + 1)).clamp(alpha + 1, INFINITE) }
}
