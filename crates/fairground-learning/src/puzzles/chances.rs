//! The table of chances after an action that leads to a throw.

use super::Puzzle;
use fairground_rules::bots::win_probability;
use fairground_rules::engine::{ActionText, DynGame, Outcome, Refusal, Side, Turn};

/// The consequences of each face of the die that is thrown after an action.
#[derive(Clone, Debug, PartialEq)]
pub struct ChanceTable {
    /// The faces, in the order of the die.
    pub chances: Vec<Chance>,
    /// The solver's expected score after the action, 0 to 1: the mean over the faces. `None` if the
    /// action is not a solution of the puzzle.
    pub win: Option<f64>,
}

/// A face of the die.
#[derive(Clone, Debug, PartialEq)]
pub struct Chance {
    /// The symbol.
    pub symbol: &'static str,
    /// The number of the six sides that show it.
    pub sides: u32,
    /// The meaning of the symbol, in a few words, unless obvious.
    pub meaning: Option<String>,
    /// The consequence, by the rules alone.
    pub follows: Follows,
    /// The solver's expected score after the face, 0 to 1, by the search that checked the puzzle;
    /// `None` if the action is not a solution of the puzzle.
    pub win: Option<f64>,
}

/// The exact consequence of a face, by the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follows {
    /// The game is over.
    Over(Outcome),
    /// The solver can win with the next action.
    WinNext,
    /// The opponent can win with the next action.
    LossNext,
    /// The solver can win immediately after every reply of the opponent.
    WinAfterReply,
    /// The game continues.
    GoesOn {
        /// The side to act.
        side: Side,
        /// The number of legal actions.
        actions: usize,
        /// Whether a throw follows.
        throw: bool,
    },
}

impl ChanceTable {
    /// The table for an action of a puzzle; `None` if no throw follows.
    ///
    /// # Errors
    /// If the action is illegal.
    pub fn of(puzzle: &Puzzle, action: &str) -> Result<Option<ChanceTable>, Refusal> {
        let mut game = puzzle.begin()?;
        game.apply(action)?;
        let Turn::Chance(_, die) = game.turn() else { return Ok(None) };
        let known = puzzle.solution(action);
        let chance = |(symbol, sides)| {
            let mut next = game.boxed();
            next.apply(&ActionText::roll(symbol))?;
            Ok(Chance {
                symbol,
                sides,
                meaning: game.face_meaning(symbol),
                follows: Follows::of(&*next, puzzle.side),
                win: known.and_then(|solution| solution.faces.get(symbol)).map(|value| win_probability(*value)),
            })
        };
        let chances = die.outcomes().map(chance).collect::<Result<_, Refusal>>()?;
        Ok(Some(ChanceTable { chances, win: known.map(super::Solution::win) }))
    }

    /// The exact probability that `side` wins with the roll, or with its next action against any
    /// reply.
    #[must_use]
    pub fn certain_win(&self, side: Side) -> f64 {
        let wins = |chance: &&Chance| match chance.follows {
            Follows::Over(outcome) => outcome.winner == Some(side),
            Follows::WinNext | Follows::WinAfterReply => true,
            _ => false,
        };
        f64::from(self.chances.iter().filter(wins).map(|chance| chance.sides).sum::<u32>()) / 6.0
    }
}

impl Follows {
    fn of(game: &dyn DynGame, solver: Side) -> Follows {
        let (side, throw) = match game.turn() {
            Turn::Over(outcome) => return Follows::Over(outcome),
            Turn::Decide(side) => (side, false),
            Turn::Chance(side, _) => (side, true),
        };
        let actions = game.actions();
        if throw {
            return Follows::GoesOn { side, actions: actions.len(), throw };
        }
        if wins_at_once(game, side) {
            return if side == solver { Follows::WinNext } else { Follows::LossNext };
        }
        let answered = |action: &ActionText| {
            let mut next = game.boxed();
            next.apply(action).is_ok() && next.turn() == Turn::Decide(solver) && wins_at_once(&*next, solver)
        };
        if side != solver && actions.iter().all(answered) {
            return Follows::WinAfterReply;
        }
        Follows::GoesOn { side, actions: actions.len(), throw }
    }
}

/// Whether `side`, the side to act, can win with one action.
fn wins_at_once(game: &dyn DynGame, side: Side) -> bool {
    let mut next = game.boxed();
    game.actions().iter().any(|action| {
        let wins = next.apply(action).is_ok() && next.turn().outcome().is_some_and(|end| end.winner == Some(side));
        next.undo();
        wins
    })
}
