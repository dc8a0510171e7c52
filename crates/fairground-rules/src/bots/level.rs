//! The levels 1 to 8: their names, and their choice among the lines of a search.

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::built_in::Searches;
use super::search::{Noise, SearchRequest, faded};
use super::value::{SCALE, UTILITY_WIN, WIN_BOUND, utility};
use super::{Bound, Limits, Line, SearchControl, SearchResult};
use crate::engine::{GameInfo, Position, Side, Turn, TypedGame};

/// A level.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The name that players read.
    pub name: &'static str,
    /// The character, in one line.
    pub character: &'static str,
}

/// All levels, the weakest first.
pub const LEVELS: [Level; crate::engine::LEVELS] = [
    level("Pebble", "Takes whatever it sees, but sees little."),
    level("Twig", "Sees immediate threats, but misjudges a lot."),
    level("Sparrow", "Considers your reply, but sometimes misjudges it."),
    level("Fox", "Looks for two-turn tricks."),
    level("Badger", "Digs in, and gives nothing away for free."),
    level("Heron", "Waits for the mistake of two turns ago."),
    level("Wolf", "Plans, and follows through."),
    level("Dragon", "Sees further than the rest."),
];

const fn level(name: &'static str, character: &'static str) -> Level {
    Level { name, character }
}

/// Expected score of a level, 1 to 8, against the level below in this game, 0 to 1; a draw counts
/// as half a win. `None` for level 1.
#[must_use]
pub fn expected_score(game: &GameInfo, level: u8) -> Option<f32> {
    game.levels.scores.get(usize::from(level).checked_sub(2)?).copied()
}

/// Elo of a level, 1 to 8, on the scale of Stockfish's `UCI_Elo`, see
/// [`Levels::stockfish`](crate::engine::Levels::stockfish); `None` where it is not known.
#[must_use]
pub fn stockfish_elo(game: &GameInfo, level: u8) -> Option<u16> {
    game.levels.stockfish?.get(usize::from(level).checked_sub(1)?).copied()
}

/// The two adjacent levels, 1 to 8, whose Elo on the scale of [`stockfish_elo`] encloses `elo`, and
/// the upper level's share of the decisions, 0 to 1, with which both together play at about this
/// Elo. `elo` is clamped to the scale. `None` for a game whose levels have no Elo on that scale.
#[must_use]
pub fn levels_for_elo(game: &GameInfo, elo: u16) -> Option<([u8; 2], f64)> {
    let scale = game.levels.stockfish?;
    let upper = scale.iter().position(|&level| level >= elo).unwrap_or(scale.len() - 1);
    let lower = upper.saturating_sub(1);
    let step = f64::from(scale[upper]) - f64::from(scale[lower]);
    let share = if step > 0.0 { (f64::from(elo) - f64::from(scale[lower])) / step } else { 0.0 };
    Some(([lower as u8 + 1, upper as u8 + 1], share.clamp(0.0, 1.0)))
}

/// A request to a level, in addition to the level's own limits.
#[derive(Clone, Debug)]
pub struct LevelRequest<A> {
    /// The seed of the match.
    pub seed: u64,
    /// The only actions considered; empty for all.
    pub search_moves: Vec<A>,
    /// Maximum number of nodes.
    pub nodes: Option<u64>,
    /// Maximum depth, in decisions.
    pub depth: Option<u32>,
}

impl<A: PartialEq> LevelRequest<A> {
    /// A request without restrictions beyond the limits of the level.
    #[must_use]
    pub const fn new(seed: u64) -> LevelRequest<A> {
        LevelRequest { seed, search_moves: Vec::new(), nodes: None, depth: None }
    }

    fn admits(&self, action: &A) -> bool {
        self.search_moves.is_empty() || self.search_moves.contains(action)
    }
}

/// Chooses an action for a level (0-based), with the seeds of the match and of the decision. Every
/// level takes an immediate win; all but the lowest avoid an immediate loss if they can. Returns no
/// line for an unknown level.
pub(super) fn choose<P: Position>(
    level: usize,
    game: &TypedGame<P>,
    side: Side,
    request: &LevelRequest<P::Action>,
    [match_seed, decision_seed]: [u64; 2],
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    let Some(strength) = P::INFO.levels.strengths.get(level) else { return SearchResult::default() };
    let nodes = request.nodes.map_or(strength.nodes, |nodes| nodes.min(strength.nodes));
    let depth = request.depth.map_or(strength.depth, |depth| depth.min(strength.depth));
    // Uses the hand-written evaluation, with which the steps between levels were measured.
    let limits = Limits { depth: Some(depth), ..Limits::nodes(nodes) }.with_hand_written_evaluation();
    let search_request = SearchRequest {
        multi_pv: if strength.margin > 0 { usize::MAX } else { 1 },
        noise: Noise { seed: match_seed, amplitude: strength.noise },
        search_moves: request.search_moves.clone(),
        ..SearchRequest::new(limits)
    };
    let mut report = (Searches::of_game().alpha_beta)(game, &search_request, control);
    if let Some(win) = immediate_win(game.position(), side).filter(|win| request.admits(win)) {
        bring_to_front(&mut report, win);
        return report;
    }
    if strength.margin > 0 {
        sample_softmax(strength.margin, &mut report, decision_seed);
    }
    let careful = level > 0;
    let first = report.lines.first().and_then(|line| line.actions.first().copied());
    if careful && first.is_some_and(|action| loses_immediately(game.position(), action, side)) {
        let mut others = Vec::new();
        game.position().generate(&mut others);
        others.retain(|action| request.admits(action));
        others.sort_unstable();
        // Actions from the lines of the search are preferred, in order of their value.
        let searched = report.lines.iter().filter_map(|line| line.actions.first().copied());
        let safe = searched.chain(others).find(|&action| !loses_immediately(game.position(), action, side));
        if let Some(safe) = safe {
            bring_to_front(&mut report, safe);
        }
    }
    report
}

/// Samples one of the actions within `margin` centipawns of the best; better ones are more likely.
/// The margin shrinks as the value moves away from 0. Wins are always played, and losses are never
/// sampled.
fn sample_softmax<A: Copy>(margin: i32, report: &mut SearchResult<A>, seed: u64) {
    let best = report.value();
    if best.abs() >= WIN_BOUND {
        return;
    }
    let margin = faded(margin, best).max(1);
    let behind = |value: i32| (value > -WIN_BOUND).then_some(best - value).filter(|&behind| behind <= margin);
    // e^(-3 behind / margin), computed from the utility, which is the same on every machine.
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

/// Moves the line of `action` to the front, or inserts one without a continuation.
fn bring_to_front<A: Copy + PartialEq>(report: &mut SearchResult<A>, action: A) {
    match report.lines.iter().position(|line| line.actions.first() == Some(&action)) {
        Some(at) => report.lines[..=at].rotate_right(1),
        None => {
            let (value, depth) = (report.value(), report.depth);
            report.lines.insert(0, Line { actions: vec![action], value, bound: Bound::Exact, depth });
        }
    }
}

/// The first winning action, in sorted order.
pub fn immediate_win<P: Position>(position: &P, side: Side) -> Option<P::Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions.sort_unstable();
    actions.into_iter().find(|&action| {
        let mut next = position.clone();
        next.play(action);
        matches!(next.turn(), Turn::Over(outcome) if outcome.winner == Some(side))
    })
}

/// Whether the opponent can win immediately after this action, on every roll of a die.
pub fn loses_immediately<P: Position>(position: &P, action: P::Action, side: Side) -> bool {
    let mut next = position.clone();
    next.play(action);
    is_lost_immediately(&next, side, 2)
}

/// Follows at most `throws` consecutive throws.
fn is_lost_immediately<P: Position>(position: &P, side: Side, throws: u32) -> bool {
    match position.turn() {
        Turn::Over(outcome) => outcome.winner == Some(side.other()),
        Turn::Decide(other) => other != side && immediate_win(position, other).is_some(),
        Turn::Chance(..) if throws == 0 => false,
        Turn::Chance(..) => {
            let mut rolls = Vec::new();
            position.chance(&mut rolls);
            rolls.into_iter().all(|(roll, _)| {
                let mut next = position.clone();
                next.play(roll);
                is_lost_immediately(&next, side, throws - 1)
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Notation, Options};
    use crate::games::chess::Chess;

    #[test]
    fn an_elo_lies_between_two_levels() {
        let chess = crate::games::info("chess").unwrap();
        for (elo, levels, share) in [
            (100, [1, 1], 0.0),
            (950, [1, 1], 0.0),
            (1000, [1, 2], 0.25),
            (1150, [1, 2], 1.0),
            (1550, [4, 5], 0.5),
            (1900, [7, 8], 1.0),
            (3000, [7, 8], 1.0),
        ] {
            assert_eq!(levels_for_elo(chess, elo), Some((levels, share)), "{elo}");
        }
        assert_eq!(levels_for_elo(crate::games::info("fluky").unwrap(), 1500), None);
    }

    /// Covers forced wins, avoided losses, sampled actions and a lower limit of nodes.
    #[test]
    fn a_level_chooses_among_the_search_moves() {
        let mate = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
        let game = TypedGame::<Chess>::from_text(Options::default(), mate).unwrap();
        let search_moves = ["a1a2", "d1d7"].map(|text| game.position().parse_action(text).unwrap()).to_vec();
        for level in 1..=8 {
            for seed in 0..4 {
                let request =
                    LevelRequest { search_moves: search_moves.clone(), nodes: Some(90), ..LevelRequest::new(seed) };
                let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
                let found = super::super::think_at_level(level, &game, &request, &mut control);
                assert!(search_moves.contains(&found.lines[0].actions[0]), "level {level}: {found:?}");
                assert!(found.nodes <= 90, "level {level}: {} nodes", found.nodes);
            }
        }
    }
}
