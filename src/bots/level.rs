//! The levels 1 to 8: how far each looks, how exactly, and what it plays of what it finds.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::search::{self, Noise, Question};
use super::value::{CERTAIN, SCALE, WIN_BOUND, utility};
use super::{Control, Limits, Report};
use crate::engine::{Position, Side, Turn, TypedGame};

/// A level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// What players read.
    pub name: &'static str,
    /// Its character, in a line.
    pub character: &'static str,
    nodes: u64,
    depth: u32,
    /// The most by which it misjudges a position, hundredths of a pawn.
    noise: i32,
    /// What it may give away by not playing the best action that it sees, hundredths of a pawn.
    margin: i32,
}

/// The weakest first. Steps are measured by `fairground arena`.
pub const LEVELS: [Level; 8] = [
    level("Pebble", "Takes what it sees, and sees little.", 300, 1, 250, 120),
    level("Twig", "Sees what you threaten at once, and misjudges much.", 500, 2, 210, 110),
    level("Sparrow", "Looks at your answer, and wanders off now and then.", 1_000, 2, 140, 60),
    level("Fox", "Looks for tricks of two turns.", 1_800, 3, 110, 0),
    level("Badger", "Digs in, and gives nothing away for free.", 3_500, 4, 80, 0),
    level("Heron", "Waits for the mistake of two turns ago.", 12_000, 6, 42, 0),
    level("Wolf", "Plans, and follows through.", 45_000, 9, 18, 0),
    level("Dragon", "Sees what can be seen in a fifth of a second.", 250_000, 60, 2, 0),
];

const fn level(name: &'static str, character: &'static str, nodes: u64, depth: u32, noise: i32, margin: i32) -> Level {
    Level { name, character, nodes, depth, noise, margin }
}

/// The score of each level from 2 to 8 against the one below, 0 to 1, by game; `None` where it has not been measured.
/// Measured by `fairground arena`.
const SCORES: [(&str, [Option<f32>; 7]); 6] = [
    ("makarenko", [None; 7]),
    ("abalonian", [None; 7]),
    ("chess", [None; 7]),
    ("whack", [None; 7]),
    ("tactical", [None; 7]),
    ("fluky", [None; 7]),
];

/// The score, 0 to 1, that a level is to be expected to reach in this game against the level below; `None` where that has not been
/// measured.
#[must_use]
pub fn expected_score(game: &str, level: u8) -> Option<f32> {
    let (_, scores) = SCORES.iter().find(|(id, _)| *id == game)?;
    *scores.get(usize::from(level).checked_sub(2)?)?
}

impl Level {
    /// What this level plays: a win in one action if there is one, and, but for the lowest, nothing that lets the other side win at
    /// once where something else does not.
    pub(super) fn choose<P: Position>(
        &self,
        game: &TypedGame<P>,
        side: Side,
        careful: bool,
        seed: u64,
        decision_seed: u64,
        control: &mut Control<'_, P::Action>,
    ) -> Report<P::Action> {
        let limits = Limits { nodes: Some(self.nodes), depth: Some(self.depth), time: None, threads: 1 };
        let lines = if self.margin > 0 { usize::MAX } else { 1 };
        let noise = Noise { seed, most: self.noise };
        let mut report = search::search(game, &Question { lines, noise, ..Question::new(limits) }, control);
        if let Some(win) = wins_at_once(game.position(), side) {
            bring_to_front(&mut report, win);
            return report;
        }
        if self.margin > 0 {
            self.wander(&mut report, decision_seed);
        }
        if careful && let Some(line) = report.lines.first() {
            let first = line.actions.first().copied();
            if first.is_some_and(|action| loses_at_once(game.position(), action, side)) {
                let mut others = Vec::new();
                game.position().generate(&mut others);
                others.sort_unstable();
                // Those that the search thought of come first, the best first.
                let thought = report.lines.iter().filter_map(|line| line.actions.first().copied());
                let safe = thought.chain(others).find(|&action| !loses_at_once(game.position(), action, side));
                if let Some(safe) = safe {
                    bring_to_front(&mut report, safe);
                }
            }
        }
        report
    }

    /// Plays one of the actions within the margin, the better the likelier; wins are played and losses avoided.
    fn wander<A: Copy>(&self, report: &mut Report<A>, seed: u64) {
        let best = report.value();
        if best.abs() >= WIN_BOUND {
            return;
        }
        let behind = |value: i32| (value > -WIN_BOUND).then_some(best - value).filter(|&behind| behind <= self.margin);
        // e^(-3 behind / margin), from the utility, which is the same on every machine.
        let weight = |behind: i32| {
            let known =
                utility(-(f64::from(3 * behind) / f64::from(self.margin) * SCALE) as i32) as f64 / CERTAIN as f64;
            (1.0 + known) / (1.0 - known)
        };
        let weights: Vec<f64> = report.lines.iter().map(|line| behind(line.value).map_or(0.0, weight)).collect();
        let mut left = ChaCha8Rng::seed_from_u64(seed).random::<f64>() * weights.iter().sum::<f64>();
        let chosen = weights.iter().position(|weight| {
            left -= weight;
            left < 0.0
        });
        report.lines[..=chosen.unwrap_or(0)].rotate_right(1);
    }
}

/// Puts the line of this action first, with or without what is expected after it.
fn bring_to_front<A: Copy + PartialEq>(report: &mut Report<A>, action: A) {
    match report.lines.iter().position(|line| line.actions.first() == Some(&action)) {
        Some(at) => report.lines[..=at].rotate_right(1),
        None => {
            let (value, depth) = (report.value(), report.depth);
            report.lines.insert(0, super::Line { actions: vec![action], value, depth });
        }
    }
}

/// The first action, in order, that wins at once.
pub fn wins_at_once<P: Position>(position: &P, side: Side) -> Option<P::Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions.sort_unstable();
    actions.into_iter().find(|&action| {
        let mut next = position.clone();
        next.play(action);
        matches!(next.turn(), Turn::Over(outcome) if outcome.winner == Some(side))
    })
}

/// Whether the other side wins at once after this action, whatever a die shows.
pub fn loses_at_once<P: Position>(position: &P, action: P::Action, side: Side) -> bool {
    let mut next = position.clone();
    next.play(action);
    lost_at_once(&next, side, 2)
}

/// `throws`: how many in a row are looked through.
fn lost_at_once<P: Position>(position: &P, side: Side, throws: u32) -> bool {
    match position.turn() {
        Turn::Over(outcome) => outcome.winner == Some(side.other()),
        Turn::Decide(other) => other != side && wins_at_once(position, other).is_some(),
        Turn::Chance(..) if throws == 0 => false,
        Turn::Chance(..) => {
            let mut rolls = Vec::new();
            position.chance(&mut rolls);
            rolls.into_iter().all(|(roll, _)| {
                let mut next = position.clone();
                next.play(roll);
                lost_at_once(&next, side, throws - 1)
            })
        }
    }
}
