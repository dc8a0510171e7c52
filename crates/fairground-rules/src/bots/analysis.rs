//! Analysis of a match: lines where a decision is due, or the value of each face where a die is
//! due.

use super::built_in::Searches;
use super::evaluation::evaluate;
use super::search::SearchRequest;
use super::value::{UTILITY_WIN, of_utility, outcome_value, utility};
use super::{EVALUATION_LIMIT, Limits, SearchControl, SearchResult};
use crate::engine::{Position, Side, Turn, TypedGame};

/// The result of an analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Analysis<A> {
    /// The side to act; `None` when the match is over.
    pub side: Option<Side>,
    /// The value for the side that acts or throws, centipawns; for White when the match is over.
    pub value: i32,
    /// The best lines of a decision, the best first.
    pub report: SearchResult<A>,
    /// The value of each face of the die, if one is due.
    pub faces: Vec<Face<A>>,
}

/// A face of a die that is due.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face<A> {
    /// The roll.
    pub action: A,
    /// The number of sides of the die that show it.
    pub weight: u8,
    /// The value after the roll for the side that throws, centipawns.
    pub value: i32,
}

impl<A> Analysis<A> {
    /// The value for `side`, centipawns.
    #[must_use]
    pub fn value_for(&self, side: Side) -> i32 {
        if self.side.unwrap_or(Side::White) == side { self.value } else { -self.value }
    }
}

/// Analyses a match. Where a die is due, the limit of nodes covers all its faces together. With
/// several lines, the result is from the last complete iteration, because values of different
/// depths cannot be compared.
pub fn analyse<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    lines: usize,
    control: &mut SearchControl<'_, P::Action>,
) -> Analysis<P::Action> {
    match game.turn() {
        Turn::Over(outcome) => over(outcome_value(outcome, Side::White, 0)),
        _ => {
            let mut whole = Vec::new();
            let mut progress = |report: &SearchResult<P::Action>| {
                if report.is_comparable() {
                    whole.clone_from(&report.lines);
                }
                (control.progress)(report);
            };
            let mut control = SearchControl { stop: control.stop, progress: &mut progress };
            let mut found = analyse_ongoing(game, &request(limits, lines), &mut control, &mut || {});
            if !found.report.is_comparable() && !whole.is_empty() {
                found.report.lines = whole;
                found.value = found.report.value();
            }
            found
        }
    }
}

/// Analyses each face of the die that is due, and calls `next_face` after each one, so that the
/// caller can divide the time.
pub fn analyse_faces<P: Position>(
    game: &TypedGame<P>,
    limits: Limits,
    control: &mut SearchControl<'_, P::Action>,
    next_face: &mut dyn FnMut(),
) -> Analysis<P::Action> {
    analyse_ongoing(game, &request(limits, 1), control, next_face)
}

/// Analyses a match as if draws by repetition and by the halfmove clock were never claimed.
pub fn analyse_ongoing<P: Position>(
    game: &TypedGame<P>,
    request: &SearchRequest<P::Action>,
    control: &mut SearchControl<'_, P::Action>,
    next_face: &mut dyn FnMut(),
) -> Analysis<P::Action> {
    let side = match game.position().turn() {
        Turn::Over(outcome) => return over(outcome_value(outcome, Side::White, 0)),
        Turn::Decide(side) => {
            let report = (Searches::of_game().alpha_beta)(game, request, control);
            return Analysis { side: Some(side), value: report.value(), report, faces: Vec::new() };
        }
        Turn::Chance(side, _) => side,
    };
    let mut rolls = Vec::new();
    game.position().chance(&mut rolls);
    let limits = request.limits;
    let share = Limits { nodes: limits.nodes.map(|nodes| (nodes / rolls.len().max(1) as u64).max(1)), ..limits };
    let (mut report, mut faces) = (SearchResult::default(), Vec::new());
    for (action, weight) in rolls {
        let mut next = game.clone();
        next.play(action);
        let value = match next.turn() {
            // Throws may follow each other without limit (assets/rules/whack.md, Opening roll).
            Turn::Chance(other, _) => {
                let net = limits.evaluation.net(next.position());
                let value = evaluate(next.position(), other, net).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
                if other == side { value } else { -value }
            }
            _ => {
                let found = analyse(&next, share, 1, control);
                report.nodes += found.report.nodes;
                report.plays += found.report.plays;
                report.evaluations += found.report.evaluations;
                report.depth = report.depth.max(found.report.depth);
                report.selective_depth = report.selective_depth.max(found.report.selective_depth);
                found.value_for(side)
            }
        };
        faces.push(Face { action, weight, value });
        next_face();
    }
    Analysis { side: Some(side), value: mean(&faces), report, faces }
}

/// The value of a match for `side`, found by a search within `limits`, centipawns.
#[must_use]
pub fn value_for<P: Position>(game: &TypedGame<P>, side: Side, limits: Limits) -> i32 {
    let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
    analyse(game, limits, 1, &mut control).value_for(side)
}

fn over<A>(value: i32) -> Analysis<A> {
    Analysis { side: None, value, report: SearchResult::default(), faces: Vec::new() }
}

fn request<A>(limits: Limits, multi_pv: usize) -> SearchRequest<A> {
    SearchRequest { multi_pv, search_forced_moves: true, ..SearchRequest::new(limits) }
}

/// The value of a throw: the mean probability of winning, converted to a value.
fn mean<A>(faces: &[Face<A>]) -> i32 {
    let sum: i64 =
        faces.iter().map(|face| i64::from(face.weight) * utility(face.value).clamp(-UTILITY_WIN, UTILITY_WIN)).sum();
    let weights: i64 = faces.iter().map(|face| i64::from(face.weight)).sum();
    of_utility(sum / weights.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games::chess::Chess;

    #[test]
    fn lines_of_one_depth_are_the_best_first() {
        let game = TypedGame::<Chess>::new(Options::default());
        let mut cut_short = 0;
        for nodes in (2_000..30_000).step_by(1_000) {
            let limits = Limits::nodes(nodes);
            let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
            let found = analyse(&game, limits, 3, &mut control);
            let lines = &found.report.lines;
            assert!(lines.len() == 3 && found.report.is_comparable(), "{nodes} nodes: {lines:?}");
            assert!(lines.is_sorted_by(|a, b| a.value >= b.value), "{nodes} nodes: {lines:?}");
            assert_eq!((found.value, found.report.depth), (lines[0].value, lines[0].depth), "{nodes} nodes");
            let searched = analyse_ongoing(&game, &request(limits, 3), &mut control, &mut || {});
            cut_short += u32::from(!searched.report.is_comparable());
        }
        assert!(cut_short > 0, "no search ends amid an iteration");
    }
}
