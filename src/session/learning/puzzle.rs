use super::judged::{Feedback, Judgement, Scheduled};
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
    end: Option<PuzzleEnd>,
}

/// The end of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PuzzleEnd {
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

    /// The end of the puzzle; `None` before the end.
    #[must_use]
    pub fn end(&self) -> Option<PuzzleEnd> {
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

    /// The search needed to judge a legal action of the solver; `None` if the action can be judged
    /// without.
    pub(super) fn search(&self, action: &str) -> Option<impl FnOnce() -> Outlook + Send + use<>> {
        let (game, action, side) = (self.attempt.game().boxed(), ActionText::from(action), self.puzzle().side);
        self.attempt.needs_search(&action).then_some(move || Outlook::after(&*game, &action, side))
    }

    /// Judges an action of the solver. `found` is the result of its search, if one was needed.
    pub(super) fn judge(&mut self, action: &str, found: Option<Outlook>) -> Result<Judgement, PlayError> {
        match self.attempt.answer_with(action, found.unwrap_or_default()) {
            Answer::Right { replies } => {
                self.hints = 0;
                let feedback = match replies.iter().any(|reply| reply.is_roll()) {
                    true => Feedback::Laid("Right! The die was set as in the solution. Your move.".into()),
                    false => Feedback::Right("Right! Your move.".into()),
                };
                Ok(Judgement { next: replies.into_iter().map(Scheduled::Act).collect(), feedback: Some(feedback) })
            }
            Answer::Solved { chances, .. } => {
                (self.end, self.chances) = (Some(PuzzleEnd::Solved), chances);
                Ok(Judgement { next: [].into(), feedback: None })
            }
            Answer::Wrong(wrong) => {
                // The chances after a wrong action would reveal the right one, so they are shown at
                // the end.
                Ok(Judgement { next: [Scheduled::TakeBack].into(), feedback: Some(Feedback::Wrong(wrong.reason)) })
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
    pub(super) fn give_up(&mut self) -> Judgement {
        if let Some(best) = self.puzzle().solutions.first().map(|best| best.action.clone()) {
            self.chances = ChanceTable::of(self.puzzle(), &best).ok().flatten();
        }
        self.end = Some(PuzzleEnd::Shown);
        Judgement { next: self.attempt.give_up().into_iter().map(Scheduled::Act).collect(), feedback: None }
    }
}
