use super::judged::{Judged, Next, Told};
use crate::engine::{ActionText, TextError};
use crate::play::PlayError;
use crate::puzzles::{Answer, Attempt, ChanceTable, Hint, Outlook, Puzzle};

/// A puzzle that is being solved.
pub struct PuzzleTask {
    attempt: Attempt,
    /// How many hints were given towards the next action.
    hints: u32,
    /// What the dice bring after the last action that was tried, where one follows.
    chances: Option<ChanceTable>,
    end: Option<End>,
}

/// How a puzzle came to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The user has found the solution.
    Solved,
    /// It was shown.
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

    /// How it came to its end; `None` as long as something is to be found.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether it counts as solved without help; `None` while that is open.
    #[must_use]
    pub fn result(&self) -> Option<bool> {
        self.attempt.result()
    }

    /// What the dice bring after the last action that was tried, where one follows.
    #[must_use]
    pub fn chances(&self) -> Option<&ChanceTable> {
        self.chances.as_ref()
    }

    /// The search that it takes to judge a legal action of the solver; `None` if it is known without one.
    pub(super) fn search(&self, action: &str) -> Option<impl FnOnce() -> Outlook + Send + use<>> {
        let (game, action, side) = (self.attempt.game().boxed(), ActionText::from(action), self.puzzle().side);
        self.attempt.needs_search(&action).then_some(move || Outlook::after(&*game, &action, side))
    }

    /// Judges an action of the solver, with what its search has found if there was one.
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
                // The table of a wrong action would tell which one is right, so it is shown at the end.
                Ok(Judged { next: [Next::TakeBack].into(), told: Some(Told::Wrong(wrong.reason)) })
            }
            Answer::Refused(refusal) => Err(PlayError::Refused { action: action.into(), refusal: Box::new(refusal) }),
        }
    }

    /// A hint towards the next action: first the piece, then where it goes.
    pub(super) fn hint(&mut self) -> Option<Hint> {
        let hint = self.attempt.hint(self.hints.min(1));
        self.hints += 1;
        hint
    }

    /// Whether another hint would tell more.
    #[must_use]
    pub fn has_hints(&self) -> bool {
        self.end.is_none() && self.hints < 2
    }

    /// Gives up, and lets the rest of the solution be played.
    pub(super) fn give_up(&mut self) -> Judged {
        if let Some(best) = self.puzzle().solutions.first().map(|best| best.action.clone()) {
            self.chances = ChanceTable::of(self.puzzle(), &best).ok().flatten();
        }
        self.end = Some(End::Shown);
        Judged { next: self.attempt.give_up().into_iter().map(Next::Act).collect(), told: None }
    }
}
