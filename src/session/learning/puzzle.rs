use super::judged::{Judged, Next, Told};
use crate::engine::{ActionText, TextError};
use crate::play::PlayError;
use crate::puzzles::{Answer, Attempt, ChanceTable, Hint, Outlook, Puzzle};

/// A puzzle being solved.
pub struct PuzzleTask {
    attempt: Attempt,
    /// The number of hints given for the next action.
    hints: u32,
    /// The chances of each die face after the last action tried, if a roll follows it.
    chances: Option<ChanceTable>,
    end: Option<End>,
}

/// How a puzzle has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The user has found the solution.
    Solved,
    /// The solution has been shown.
    Shown,
}

impl PuzzleTask {
    pub(super) fn new(puzzle: Puzzle) -> Result<PuzzleTask, TextError> {
        Ok(PuzzleTask { attempt: Attempt::new(puzzle)?, hints: 0, chances: None, end: None })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        self.attempt.puzzle()
    }

    /// How the puzzle has ended; `None` until then.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether it counts as solved without help; `None` until decided.
    #[must_use]
    pub fn result(&self) -> Option<bool> {
        self.attempt.result()
    }

    /// The chances of each die face after the last action tried, if a roll follows it.
    #[must_use]
    pub fn chances(&self) -> Option<&ChanceTable> {
        self.chances.as_ref()
    }

    /// The search needed to judge a legal action of the solver; `None` if no search is needed.
    pub(super) fn search(&self, action: &str) -> Option<impl FnOnce() -> Outlook + Send + use<>> {
        let (game, action, side) = (self.attempt.game().boxed(), ActionText::from(action), self.puzzle().side);
        self.attempt.needs_search(&action).then_some(move || Outlook::after(&*game, &action, side))
    }

    /// Judges an action of the solver. `found` is the result of its search, if there was one.
    pub(super) fn judge(&mut self, action: &str, found: Option<Outlook>) -> Result<Judged, PlayError> {
        match self.attempt.answer_with(action, found.unwrap_or_default()) {
            Answer::Right { replies } => {
                self.hints = 0;
                let told = match replies.iter().any(|reply| reply.is_roll()) {
                    true => Told::Laid("Right! The die was laid by hand, as the solution has it. Go on.".into()),
                    false => Told::Right("Right! Go on.".into()),
                };
                Ok(Judged { next: replies.into_iter().map(Next::Act).collect(), told: Some(told) })
            }
            Answer::Solved { chances, .. } => {
                (self.end, self.chances) = (Some(End::Solved), chances);
                Ok(Judged { next: [].into(), told: None })
            }
            Answer::Wrong(wrong) => {
                // The chances after a wrong action would reveal the right one, so they are shown at
                // the end.
                Ok(Judged { next: [Next::TakeBack].into(), told: Some(Told::Wrong(wrong.reason)) })
            }
            Answer::Refused(refusal) => Err(PlayError::Refused { action: action.into(), refusal: Box::new(refusal) }),
        }
    }

    /// A hint for the next action: first the piece, then its target.
    pub(super) fn hint(&mut self) -> Option<Hint> {
        let hint = self.attempt.hint(self.hints.min(1));
        self.hints += 1;
        hint
    }

    /// Whether another hint would reveal more.
    #[must_use]
    pub fn has_hints(&self) -> bool {
        self.end.is_none() && self.hints < 2
    }

    /// Gives up, and schedules the rest of the solution.
    pub(super) fn give_up(&mut self) -> Judged {
        if let Some(best) = self.puzzle().solutions.first().map(|best| best.action.clone()) {
            self.chances = ChanceTable::of(self.puzzle(), &best).ok().flatten();
        }
        self.end = Some(End::Shown);
        Judged { next: self.attempt.give_up().into_iter().map(Next::Act).collect(), told: None }
    }
}
