use super::judge::{Clarity, judge};
use crate::puzzles::{DEEPER, Kind, Puzzle, PuzzleError};
use fairground_rules::bots::win_probability;
use fairground_rules::engine::{Game, TypedGame};
use fairground_rules::games::{self, Visitor};

/// The maximum difference in expected score between a solution and the best action.
const NEAR: f64 = 0.05;

/// Solves a puzzle again with [`DEEPER`] times `nodes` nodes, and checks it by the rules. `None` if
/// stopped.
///
/// # Errors
/// The fault of the puzzle.
pub fn recheck(puzzle: &Puzzle, nodes: u64, stop: &(dyn Fn() -> bool + Sync)) -> Option<Result<(), PuzzleError>> {
    struct Solve<'a>(&'a Puzzle, u64, &'a (dyn Fn() -> bool + Sync));
    impl Visitor for Solve<'_> {
        type Output = Option<Result<(), String>>;
        fn visit<P: Game>(self) -> Self::Output {
            solve::<P>(self.0, self.1, self.2)
        }
    }
    let wrong = |reason| PuzzleError::Rules { id: puzzle.id.clone(), reason };
    if let Err(error) = puzzle.check_rules() {
        return Some(Err(error));
    }
    match games::visit(&puzzle.game, Solve(puzzle, DEEPER * nodes, stop)) {
        Ok(found) => Some(found?.map_err(wrong)),
        Err(unknown) => Some(Err(wrong(unknown.to_string()))),
    }
}

fn solve<P: Game>(puzzle: &Puzzle, nodes: u64, stop: &(dyn Fn() -> bool + Sync)) -> Option<Result<(), String>> {
    let game = games::with_options(&puzzle.game, &puzzle.options)
        .and_then(|(_, options)| TypedGame::<P>::from_text(options, &puzzle.position));
    let game = match game {
        Ok(game) => game,
        Err(error) => return Some(Err(error.to_string())),
    };
    let mut judged = judge(&game, nodes, stop)?;
    if puzzle.kind == Kind::Chance {
        judged.weigh(&game, nodes, stop)?;
    }
    let is_right = |action: &P::Action| puzzle.solution(&action.to_string()).is_some();
    let told = |(action, value, _): &(P::Action, i32, Vec<P::Action>)| {
        format!("{action} ({:.0} %)", 100.0 * win_probability(*value))
    };
    let list = judged.best.iter().map(told).collect::<Vec<_>>().join(", ");
    let Some((kind, count)) = judged.kind(&game, Clarity::KEPT) else {
        return Some(Err(format!("a search of {nodes} nodes finds no clear solution: {list}")));
    };
    let win = |value: i32| win_probability(value);
    let top = judged.best.first().map_or(0.0, |(_, value, _)| win(*value));
    let right = judged.best[..count].iter().all(|(action, ..)| is_right(action));
    // All solutions must be nearly as good as the best action.
    let is_near = |(action, value, _): &(P::Action, i32, _)| !is_right(action) || win(*value) >= top - NEAR;
    let solutions = judged.best.iter().filter(|(action, ..)| is_right(action)).count() == puzzle.solutions.len();
    if kind == puzzle.kind && right && solutions && judged.best.iter().all(is_near) {
        return Some(Ok(()));
    }
    Some(Err(format!("a search of {nodes} nodes finds another solution ({kind:?}): {list}")))
}
