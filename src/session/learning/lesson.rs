use std::collections::VecDeque;

use super::judged::{Feedback, Judgement, Scheduled};
use crate::engine::{ActionText, Cell, DynGame, Gesture, TextError};
use crate::lessons::{Answer, Attempt, Lesson, LessonStep};
use crate::play::PlayError;

/// A lesson in progress.
pub struct LessonTask {
    attempt: Attempt,
    /// The step shown. It remains the previous step while that step's consequences are played.
    shown: usize,
}

impl LessonTask {
    pub(super) fn new(lesson: Lesson) -> Result<LessonTask, TextError> {
        Ok(LessonTask { attempt: Attempt::new(lesson)?, shown: 0 })
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        self.attempt.lesson()
    }

    /// The game in its state within the lesson.
    pub(super) fn game(&self) -> &dyn DynGame {
        self.attempt.game()
    }

    /// The step shown; `None` once the lesson is done.
    #[must_use]
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson().steps.get(self.shown)
    }

    /// The number of the step shown, from 0, and the number of steps.
    #[must_use]
    pub fn at(&self) -> (usize, usize) {
        (self.shown, self.lesson().steps.len())
    }

    /// Whether all steps have been done and shown.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.step().is_none()
    }

    /// Whether the step shown is only to be read.
    #[must_use]
    pub fn is_read(&self) -> bool {
        self.step().is_some_and(|step| step.action.is_none() && !step.throw)
    }

    /// Whether the learner is to throw the die.
    #[must_use]
    pub fn may_throw(&self) -> bool {
        self.step().is_some_and(|step| step.throw)
    }

    /// The marked cells.
    #[must_use]
    pub fn marks(&self) -> Vec<Cell> {
        self.attempt.marks()
    }

    /// The cell with a star.
    #[must_use]
    pub fn star(&self) -> Option<Cell> {
        self.attempt.star()
    }

    /// The legal actions that the lesson has taught.
    pub(super) fn allowed(&self) -> Vec<(ActionText, Gesture)> {
        self.attempt.allowed()
    }

    /// An action that solves the step.
    pub(super) fn solution(&self) -> Option<ActionText> {
        self.attempt.solution().filter(|action| !action.is_roll())
    }

    /// The lesson's message about an illegal action that it expects.
    #[must_use]
    pub fn expected(&self, action: &str) -> Option<&str> {
        let refused = self.step()?.refuse.iter().find(|refused| refused.action.get_ref() == action);
        refused.map(|refused| refused.say.as_str())
    }

    /// Judges an action; `None` continues after a step that is only read.
    pub(super) fn judge(&mut self, action: Option<&str>) -> Result<Judgement, PlayError> {
        match self.attempt.act(action) {
            Answer::Next { followed, .. } => {
                let laid = followed.iter().find_map(|followed| followed.laid.clone());
                let mut next: VecDeque<_> =
                    followed.into_iter().map(|followed| Scheduled::Act(followed.action)).collect();
                if self.attempt.step().is_some_and(|step| step.position.is_some()) {
                    next.push_back(Scheduled::SetUp { has_feedback: laid.is_some() });
                }
                if next.is_empty() {
                    self.catch_up();
                }
                Ok(Judgement { next, feedback: laid.map(Feedback::Laid) })
            }
            Answer::Wrong(words) => {
                Ok(Judgement { next: [Scheduled::TakeBack].into(), feedback: Some(Feedback::Wrong(words)) })
            }
            Answer::Refused { refusal, .. } => {
                Err(PlayError::Refused { action: action.unwrap_or_default().into(), refusal: Box::new(refusal) })
            }
        }
    }

    /// Shows the pending step.
    pub(super) fn catch_up(&mut self) {
        self.shown = self.attempt.progress().0;
    }

    /// Goes to a step, as if the previous steps had been solved as intended.
    pub(super) fn go_to(&mut self, step: usize) -> Result<(), TextError> {
        self.attempt.go_to(step)?;
        self.catch_up();
        Ok(())
    }
}
