//! Checks of puzzles by the rules.

use thiserror::Error;

use super::puzzle::id_of;
use super::themes::themes_of;
use super::{Kind, Puzzle, Solution};
use fairground_rules::bots::WIN_BOUND;
use fairground_rules::engine::{DynGame, Refusal, Turn};

/// Why a puzzle is invalid.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// A line of a list is not valid JSON of a puzzle.
    #[error("line {line}: {source}")]
    Json {
        /// The line number, from 1.
        line: usize,
        /// The parser's error.
        source: serde_json::Error,
    },
    /// The puzzle contradicts the rules.
    #[error("{id}: {reason}")]
    Rules {
        /// The id of the puzzle.
        id: String,
        /// The fault.
        reason: String,
    },
}

impl Puzzle {
    /// Checks everything that the rules determine: position and side are valid, all solutions are
    /// legal, the line is legal and starts with the best solution, a forced win ends with a win or
    /// before a throw, and the themes are right.
    ///
    /// # Errors
    /// The first fault.
    pub fn check_rules(&self) -> Result<(), PuzzleError> {
        self.examine().map_err(|reason| PuzzleError::Rules { id: self.id.clone(), reason })
    }

    fn examine(&self) -> Result<(), String> {
        let mut game = self.begin().map_err(|error| error.to_string())?;
        if game.text() != self.position {
            return Err(format!("its position is written {:?}", game.text()));
        }
        let id = id_of(&self.game, game.options(), &self.position);
        if self.id != id {
            return Err(format!("its name should be {id}"));
        }
        if game.turn() != Turn::Decide(self.side) {
            return Err(format!("it is not {}'s decision", self.side));
        }
        let refused = |action: &str, refusal: &Refusal| format!("{action}: {refusal}");
        for (place, solution) in self.solutions.iter().enumerate() {
            if self.solutions[..place].iter().any(|earlier| earlier.action == solution.action) {
                return Err(format!("its solution {} is listed twice", solution.action));
            }
            game.check(&solution.action).map_err(|refusal| refused(&solution.action, &refusal))?;
            self.examine_faces(&*game, solution)?;
        }
        let best = self.solutions.first().ok_or("it has no solution")?;
        if self.line.first() != Some(&best.action) {
            return Err("its line does not begin with the best solution".to_string());
        }
        let values: Vec<_> = self.solutions.iter().map(|solution| solution.value).collect();
        if !values.is_sorted_by(|a, b| a >= b) || self.other >= values[values.len() - 1] {
            return Err("its values are out of order".to_string());
        }
        if (self.kind == Kind::Win) != (best.value >= WIN_BOUND) {
            return Err("its kind and its value disagree".to_string());
        }
        for action in &self.line {
            game.apply(action).map_err(|refusal| refused(action, &refusal))?;
        }
        let ends = match game.turn() {
            Turn::Over(outcome) => outcome.winner == Some(self.side),
            Turn::Chance(..) => true,
            Turn::Decide(_) => self.kind != Kind::Win,
        };
        if !ends {
            return Err("its line does not end as stated".to_string());
        }
        let themes = themes_of(self);
        if themes != self.themes {
            let themes: Vec<_> = themes.iter().map(ToString::to_string).collect();
            return Err(format!("its themes should be {}", themes.join(", ")));
        }
        Ok(())
    }

    /// Checks that the faces of a solution belong to the die that follows.
    fn examine_faces(&self, game: &dyn DynGame, solution: &Solution) -> Result<(), String> {
        let mut next = game.boxed();
        next.apply(&solution.action).map_err(|refusal| refusal.to_string())?;
        let mut due: Vec<_> = match next.turn() {
            Turn::Chance(_, die) if self.kind == Kind::Chance => die.outcomes().map(|(symbol, _)| symbol).collect(),
            _ => Vec::new(),
        };
        due.sort_unstable();
        if solution.faces.keys().eq(due.iter().copied()) {
            return Ok(());
        }
        Err(format!("{}: its faces should be {due:?}", solution.action))
    }
}
