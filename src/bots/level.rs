//! The levels 1 to 8: their strengths, and how each chooses among the lines of its search.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::search::{self, Noise, SearchRequest, faded};
use super::value::{SCALE, UTILITY_WIN, WIN_BOUND, utility};
use super::{Bound, Limits, Line, SearchControl, SearchResult};
use crate::engine::{Info, Position, Side, Tabletop, Turn, TypedGame};

/// A level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The name that players read.
    pub name: &'static str,
    /// Its character, in a line.
    pub character: &'static str,
}

/// The weakest first.
pub const LEVELS: [Level; crate::engine::LEVELS] = [
    level("Pebble", "Takes what it sees, and sees little."),
    level("Twig", "Sees what you threaten at once, and misjudges much."),
    level("Sparrow", "Looks at your answer, and misjudges it now and then."),
    level("Fox", "Looks for tricks of two turns."),
    level("Badger", "Digs in, and gives nothing away for free."),
    level("Heron", "Waits for the mistake of two turns ago."),
    level("Wolf", "Plans, and follows through."),
    level("Dragon", "Sees further than all the others."),
];

const fn level(name: &'static str, character: &'static str) -> Level {
    Level { name, character }
}

/// The score that a level, 1 to 8, is expected to have against the level below in this game, 0 to 1, a draw being half a win; `None` for level 1.
#[must_use]
pub fn expected_score(game: &Info, level: u8) -> Option<f32> {
    game.levels.scores.get(usize::from(level).checked_sub(2)?).copied()
}

/// The Elo of a level, 1 to 8, on the scale of Stockfish's `UCI_Elo`, see [`Levels::stockfish`](crate::engine::Levels::stockfish); `None`
/// where it is not known.
#[must_use]
pub fn stockfish_elo(game: &Info, level: u8) -> Option<u16> {
    game.levels.stockfish?.get(usize::from(level).checked_sub(1)?).copied()
}

/// Chooses an action for a level (0-based). Every level takes a win in one; all but the lowest avoid an avoidable loss in one. No line if
/// there is no such level.
pub(super) fn choose<P: Tabletop>(
    level: usize,
    game: &TypedGame<P>,
    side: Side,
    seed: u64,
    decision_seed: u64,
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    let Some(strength) = P::INFO.levels.strengths.get(level) else { return SearchResult::default() };
    // By hand: so the steps from level to level were measured.
    let limits = Limits { depth: Some(strength.depth), ..Limits::nodes(strength.nodes) }.by_hand();
    let multi_pv = if strength.margin > 0 { usize::MAX } else { 1 };
    let noise = Noise { seed, most: strength.noise };
    let mut report = search::search(game, &SearchRequest { multi_pv, noise, ..SearchRequest::new(limits) }, control);
    if let Some(win) = wins_at_once(game.position(), side) {
        bring_to_front(&mut report, win);
        return report;
    }
    if strength.margin > 0 {
        sample_softmax(strength.margin, &mut report, decision_seed);
    }
    let careful = level > 0;
    let first = report.lines.first().and_then(|line| line.actions.first().copied());
    if careful && first.is_some_and(|action| loses_at_once(game.position(), action, side)) {
        let mut others = Vec::new();
        game.position().generate(&mut others);
        others.sort_unstable();
        // Those in the lines of the search come first, the best first.
        let thought = report.lines.iter().filter_map(|line| line.actions.first().copied());
        let safe = thought.chain(others).find(|&action| !loses_at_once(game.position(), action, side));
        if let Some(safe) = safe {
            bring_to_front(&mut report, safe);
        }
    }
    report
}

/// Draws one of the actions within the margin, centipawns, the better the likelier, and of fewer where much is won or lost; wins are played and losses
/// avoided.
fn sample_softmax<A: Copy>(margin: i32, report: &mut SearchResult<A>, seed: u64) {
    let best = report.value();
    if best.abs() >= WIN_BOUND {
        return;
    }
    let margin = faded(margin, best).max(1);
    let behind = |value: i32| (value > -WIN_BOUND).then_some(best - value).filter(|&behind| behind <= margin);
    // e^(-3 behind / margin), from the utility, which is the same on every machine.
    let weight = |behind: i32| {
        let known = utility(-(f64::from(3 * behind) / f64::from(margin) * SCALE) as i32) as f64 / UTILITY_WIN as f64;
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

/// Puts the line of this action first, with or without an expected reply.
fn bring_to_front<A: Copy + PartialEq>(report: &mut SearchResult<A>, action: A) {
    match report.lines.iter().position(|line| line.actions.first() == Some(&action)) {
        Some(at) => report.lines[..=at].rotate_right(1),
        None => {
            let (value, depth) = (report.value(), report.depth);
            report.lines.insert(0, Line { actions: vec![action], value, bound: Bound::Exact, depth });
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

/// Whether the other side wins at once after this action, on any roll of a die.
pub fn loses_at_once<P: Position>(position: &P, action: P::Action, side: Side) -> bool {
    let mut next = position.clone();
    next.play(action);
    lost_at_once(&next, side, 2)
}

/// `throws`: how many in a row are followed.
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
