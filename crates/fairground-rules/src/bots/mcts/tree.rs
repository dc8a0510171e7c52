use std::ops::Range;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::playout::playout;
use crate::bots::search::SearchThread;
use crate::bots::value::{SCALE, UTILITY_WIN, WIN, utility};
use crate::bots::{Bound, Line, SearchResult};
use crate::engine::{Position, Side, Turn, TypedGame};

/// Exploration constant: the preference for actions with few visits.
const EXPLORATION: f64 = 1.2;
const UCT_EXPLORATION: f64 = 1.0;

/// First play urgency: the amount by which untried actions count as worse than the mean.
const FIRST_PLAY_URGENCY: f64 = 0.15;

/// The difference in evaluation that multiplies the prior of an action by e, centipawns.
const TEMPERATURE: f64 = 80.0;

/// Maximum numbers of nodes and edges in a tree; that many take some hundred megabytes each. In
/// Tactical Chess, a node has up to a thousand edges.
const MAX_NODES: usize = 1_000_000;
const MAX_EDGES: usize = 10_000_000;

/// Number of simulations before the first progress report.
const FIRST_REPORT: u32 = 64;

/// The evaluation of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafPolicy {
    Quiescence,
    Playout,
}

struct Node<P: Position> {
    position: P,
    /// The side that acts or throws; when the match is over, the side that acted last.
    side: Side,
    turn: Turn,
    edges: Range<u32>,
    expanded: bool,
    visits: u32,
    /// The sum of the values of all simulations through the node, -1 to 1 each, for `side`.
    sum: f64,
    /// The value for `side`, -1, 0 or 1, once proven.
    proven: Option<i8>,
}

struct Edge<A> {
    action: A,
    child: Option<u32>,
    /// The estimated probability that the action is good; for a roll, its probability.
    prior: f64,
}

pub struct Tree<'a, P: Position> {
    thread: SearchThread<'a, P>,
    leaf_policy: LeafPolicy,
    rng: ChaCha8Rng,
    nodes: Vec<Node<P>>,
    edges: Vec<Edge<P::Action>>,
}

impl<'a, P: Position> Tree<'a, P> {
    pub fn new(game: &TypedGame<P>, thread: SearchThread<'a, P>, leaf_policy: LeafPolicy, seed: u64) -> Self {
        let mut tree =
            Tree { thread, leaf_policy, rng: ChaCha8Rng::seed_from_u64(seed), nodes: Vec::new(), edges: Vec::new() };
        tree.add(game.position().clone(), Side::White);
        tree
    }

    fn add(&mut self, position: P, mover: Side) -> u32 {
        let turn = position.pending();
        let side = turn.side().unwrap_or(mover);
        let proven = turn.outcome().map(|outcome| sign(outcome.winner, side));
        self.nodes.push(Node { position, side, turn, edges: 0..0, expanded: false, visits: 0, sum: 0.0, proven });
        (self.nodes.len() - 1) as u32
    }

    /// Grows the tree until a limit is reached or the root is proven. Calls `progress` whenever the
    /// number of simulations has doubled.
    pub fn run(&mut self, progress: &mut dyn FnMut(&Self)) {
        while self.nodes[0].proven.is_none() && !self.thread.aborted && self.has_room() {
            self.simulate();
            let simulations = self.nodes[0].visits;
            if simulations >= FIRST_REPORT && simulations.is_power_of_two() && !self.thread.aborted {
                progress(self);
            }
        }
    }

    fn has_room(&self) -> bool {
        self.nodes.len() <= MAX_NODES && self.edges.len() <= MAX_EDGES
    }

    /// Runs one simulation: descends from the root to a leaf and backs up its value.
    fn simulate(&mut self) {
        let (mut path, mut pushed) = (vec![0_u32], 0);
        let mut at = 0_usize;
        let mut drawn = false;
        while self.nodes[at].proven.is_none() && (self.nodes[at].expanded || self.nodes[at].visits > 0 || at == 0) {
            if !self.nodes[at].expanded {
                self.expand(at);
            }
            let Some(edge) = self.select(at) else { break };
            let child = match self.edges[edge].child {
                Some(child) => child,
                None => {
                    let mut next = self.nodes[at].position.clone();
                    next.play(self.edges[edge].action);
                    let child = self.add(next, self.nodes[at].side);
                    self.edges[edge].child = Some(child);
                    child
                }
            };
            path.push(child);
            at = child as usize;
            let node = &self.nodes[at];
            if let (None, Some(key)) = (node.proven, node.position.repetition_key()) {
                if self.thread.repetitions.is_draw(&node.position, key) {
                    drawn = true;
                    break;
                }
                self.thread.repetitions.push(key);
                pushed += 1;
            }
        }
        if drawn {
            self.nodes[at].proven = Some(0);
        }
        let value = match self.nodes[at].proven {
            Some(proven) => {
                self.thread.count_node();
                f64::from(proven)
            }
            None => self.leaf(at),
        };
        for _ in 0..pushed {
            self.thread.repetitions.pop();
        }
        if self.thread.aborted {
            return;
        }
        let side = self.nodes[at].side;
        for &index in path.iter().rev() {
            let node = &mut self.nodes[index as usize];
            node.visits += 1;
            node.sum += if node.side == side { value } else { -value };
            if self.leaf_policy == LeafPolicy::Quiescence && index as usize != at {
                self.prove(index as usize);
            }
        }
    }

    /// The value of a leaf for its side, -1 to 1.
    fn leaf(&mut self, at: usize) -> f64 {
        let Node { side, turn, .. } = self.nodes[at];
        let position = self.nodes[at].position.clone();
        match (self.leaf_policy, turn) {
            (LeafPolicy::Playout, _) => playout(&mut self.thread, &position, side, &mut self.rng).unwrap_or(0.0),
            (LeafPolicy::Quiescence, Turn::Decide(_)) => {
                let value = self.thread.quiescence_value(side, &position);
                utility(value) as f64 / UTILITY_WIN as f64
            }
            (LeafPolicy::Quiescence, _) => {
                self.thread.count_node();
                utility(self.thread.static_value(side, position)) as f64 / UTILITY_WIN as f64
            }
        }
    }

    /// Adds an edge for each action or roll of a position.
    fn expand(&mut self, at: usize) {
        let node = &self.nodes[at];
        let (position, side, turn) = (node.position.clone(), node.side, node.turn);
        let first = self.edges.len();
        if let Turn::Chance(..) = turn {
            let mut rolls = Vec::new();
            position.chance(&mut rolls);
            let sides: u32 = rolls.iter().map(|&(_, weight)| u32::from(weight)).sum();
            let edge = |(action, weight)| Edge { action, child: None, prior: f64::from(weight) / f64::from(sides) };
            self.edges.extend(rolls.into_iter().map(edge));
        } else {
            let mut actions = Vec::new();
            position.generate(&mut actions);
            actions.sort_unstable();
            if actions.is_empty() {
                self.nodes[at].proven = Some(sign(position.outcome_without_actions().winner, side));
            }
            let mut sum = 0.0;
            for action in actions {
                let prior = match self.leaf_policy {
                    LeafPolicy::Playout => 1.0,
                    LeafPolicy::Quiescence => {
                        self.thread.count_node();
                        let mut next = position.clone();
                        next.play(action);
                        likelihood(self.thread.static_value(side, next))
                    }
                };
                sum += prior;
                self.edges.push(Edge { action, child: None, prior });
            }
            for edge in &mut self.edges[first..] {
                edge.prior /= sum;
            }
        }
        self.nodes[at].edges = first as u32..self.edges.len() as u32;
        self.nodes[at].expanded = true;
    }

    /// Selects the edge to follow: at a throw, the roll with the greatest lack of visits for its
    /// probability; otherwise the most promising action.
    fn select(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let visits = f64::from(node.visits);
        let chance = matches!(node.turn, Turn::Chance(..));
        let mean = if node.visits > 0 { node.sum / visits } else { 0.0 };
        let root = visits.max(1.0).sqrt();
        let logarithm = log2(node.visits.max(1)).sqrt();
        let mut best: Option<(f64, usize)> = None;
        for index in node.edges.clone() {
            let edge = &self.edges[index as usize];
            let child = edge.child.map(|child| &self.nodes[child as usize]);
            let tried = child.map_or(0.0, |child| f64::from(child.visits));
            let score = if chance {
                edge.prior * (visits + 1.0) - tried
            } else {
                let own = child.map_or(1.0, |child| if child.side == node.side { 1.0 } else { -1.0 });
                let value = match child {
                    Some(Node { proven: Some(proven), .. }) => Some(own * f64::from(*proven)),
                    Some(child) if child.visits > 0 => Some(own * child.sum / tried),
                    _ => None,
                };
                match (self.leaf_policy, value) {
                    (LeafPolicy::Playout, None) => f64::INFINITY,
                    (LeafPolicy::Playout, Some(value)) => value + UCT_EXPLORATION * logarithm / tried.max(1.0).sqrt(),
                    (LeafPolicy::Quiescence, value) => {
                        let lost = child.is_some_and(|child| child.proven == Some(-own as i8))
                            && self.leaf_policy == LeafPolicy::Quiescence;
                        value.unwrap_or(mean - FIRST_PLAY_URGENCY) + EXPLORATION * edge.prior * root / (1.0 + tried)
                            - if lost { 10.0 } else { 0.0 }
                    }
                }
            };
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, index as usize));
            }
        }
        best.map(|(_, index)| index)
    }

    /// Tries to prove a node from its children. One won action suffices for a win; otherwise all
    /// actions have to be proven. At a throw, all rolls have to agree.
    fn prove(&mut self, at: usize) {
        let node = &self.nodes[at];
        if node.proven.is_some() || !node.expanded {
            return;
        }
        let values = node.edges.clone().map(|index| {
            let child = &self.nodes[self.edges[index as usize].child? as usize];
            let proven = child.proven?;
            Some(if child.side == node.side { proven } else { -proven })
        });
        let proven = if matches!(node.turn, Turn::Chance(..)) {
            let mut values = values;
            let first = values.next().flatten();
            first.filter(|_| values.all(|value| value == first))
        } else {
            let values: Vec<_> = values.collect();
            if values.contains(&Some(1)) {
                Some(1)
            } else {
                values.into_iter().min().flatten().and_then(|_| self.best_proven(at))
            }
        };
        self.nodes[at].proven = proven;
    }

    /// The best value of a node whose children are all proven.
    fn best_proven(&self, at: usize) -> Option<i8> {
        let node = &self.nodes[at];
        let mut best = None;
        for index in node.edges.clone() {
            let child = &self.nodes[self.edges[index as usize].child? as usize];
            let value = if child.side == node.side { child.proven? } else { -child.proven? };
            best = best.max(Some(value));
        }
        best
    }

    /// Reports the most visited action; a proven win ranks before all others and a proven loss
    /// after them. Before the first simulation, reports the action with the highest prior.
    pub fn report(&self, value_of: impl Fn(f64) -> i32) -> SearchResult<P::Action> {
        let root = &self.nodes[0];
        let rank = |edge: &&Edge<P::Action>| {
            let Some(child) = edge.child.map(|child| &self.nodes[child as usize]) else { return (-1, 0) };
            let own = if child.side == root.side { 1 } else { -1 };
            (child.proven.map_or(0, |proven| own * proven), child.visits)
        };
        let order =
            |a: &&Edge<P::Action>, b: &&Edge<P::Action>| rank(a).cmp(&rank(b)).then(a.prior.total_cmp(&b.prior));
        let edges = &self.edges[root.edges.start as usize..root.edges.end as usize];
        // Takes the first of equals, whereas `max_by` takes the last.
        let best = edges.iter().rev().max_by(order);
        let line = best.map(|edge| {
            let child = edge.child.map(|child| &self.nodes[child as usize]);
            let value = child.filter(|child| child.visits > 0).map_or(0, |child| {
                let own = if child.side == root.side { 1 } else { -1 };
                match child.proven {
                    Some(0) => 0,
                    Some(proven) => i32::from(proven) * own * (WIN - 100),
                    None => own * value_of(child.sum / f64::from(child.visits)),
                }
            });
            Line { actions: vec![edge.action], value, bound: Bound::Exact, depth: 1 }
        });
        SearchResult {
            lines: line.into_iter().collect(),
            depth: 1,
            nodes: self.thread.nodes,
            ..SearchResult::default()
        }
    }
}

fn sign(winner: Option<Side>, side: Side) -> i8 {
    match winner {
        Some(winner) if winner == side => 1,
        Some(_) => -1,
        None => 0,
    }
}

/// The unnormalised prior of an action with this evaluation: e to the evaluation over the
/// temperature. Computed from the utility, which is the same on every machine.
fn likelihood(value: i32) -> f64 {
    let scaled = (f64::from(value.clamp(-800, 800)) * SCALE / TEMPERATURE) as i32;
    let known = utility(scaled.clamp(-2_000, 2_000)) as f64 / UTILITY_WIN as f64;
    (1.0 + known) / (1.0 - known)
}

/// The binary logarithm, linear between powers of two: the same on every machine.
fn log2(number: u32) -> f64 {
    let whole = number.max(1).ilog2();
    f64::from(whole) + f64::from(number) / f64::from(1_u32 << whole) - 1.0
}
