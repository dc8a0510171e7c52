//! Attempts at a lesson.

use super::{Lesson, LessonStep};
use fairground_rules::engine::{ActionText, Cell, DynGame, Gesture, Place, Refusal, TextError};

/// An attempt at a lesson: the game and the current step.
pub struct Attempt {
    lesson: Lesson,
    game: Box<dyn DynGame>,
    at: usize,
}

/// The answer to an action of the learner.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The action is right. It was played, along with the automatic actions after it. Either the
    /// next step is due, or the lesson is complete.
    Next {
        /// The automatic actions, in order.
        followed: Vec<Followed>,
        /// Whether the lesson is complete.
        done: bool,
    },
    /// The action is legal but misses the goal or is not taught yet. It was not played.
    Wrong(String),
    /// The action is illegal. Has the rules' reason and, if the lesson expected the action, its
    /// comment.
    Refused {
        /// The lesson's comment.
        say: Option<String>,
        /// The rules' refusal.
        refusal: Refusal,
    },
}

/// An automatic action after the learner's.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// The action.
    pub action: ActionText,
    /// The text shown if a die was set by hand instead of thrown.
    pub laid: Option<String>,
}

impl Attempt {
    /// Starts a lesson.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn new(lesson: Lesson) -> Result<Attempt, TextError> {
        let game = lesson.begin()?;
        let mut attempt = Attempt { lesson, game, at: 0 };
        attempt.set_up()?;
        Ok(attempt)
    }

    /// The lesson.
    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The current game.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// The current step; `None` when the lesson is complete.
    #[must_use]
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.at)
    }

    /// The number of the current step, from 0, and the number of steps.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.lesson.steps.len())
    }

    /// Whether the lesson is complete.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.step().is_none()
    }

    /// The marked cells.
    #[must_use]
    pub fn marks(&self) -> Vec<Cell> {
        let layout = self.game.layout();
        let named = self.step().map_or(&[][..], |step| &step.mark);
        named.iter().filter_map(|name| layout.cell_named(name.get_ref())).collect()
    }

    /// The cell with a star: the destination of a piece.
    #[must_use]
    pub fn star(&self) -> Option<Cell> {
        self.game.layout().cell_named(self.step()?.goal.at.as_ref()?)
    }

    /// The legal actions taught at this step, with their gestures. Empty for a step of reading or
    /// throwing.
    #[must_use]
    pub fn allowed(&self) -> Vec<(ActionText, Gesture)> {
        let Some(step) = self.step().filter(|step| step.action.is_some()) else { return Vec::new() };
        let mut gestures = self.game.gestures();
        gestures.retain(|(_, gesture)| comes_from(step, &*self.game, gesture));
        gestures
    }

    /// An action that completes the step: the lesson's own, or any face of a die to be thrown.
    /// `None` for a step of reading.
    #[must_use]
    pub fn solution(&self) -> Option<ActionText> {
        let step = self.step()?;
        let asked = step.action.as_ref().map(|action| action.get_ref().as_str().into());
        asked.or_else(|| self.game.actions().first().filter(|_| step.throw).cloned())
    }

    /// Plays the learner's action, or continues after a step of reading if `None`. A throw is an
    /// action like any other: `~N`.
    pub fn act(&mut self, action: Option<&str>) -> Answer {
        let Some(step) = self.lesson.steps.get(self.at) else {
            return Answer::Next { followed: Vec::new(), done: true };
        };
        let Some(action) = action else {
            let waits = step.action.is_some() || step.throw;
            return if waits { Answer::Wrong(step.say.get_ref().clone()) } else { self.follow() };
        };
        if step.action.is_none() && !step.throw {
            return Answer::Wrong("Continue reading first.".to_string());
        }
        if let Err(refusal) = self.game.check(action) {
            let expected = step.refuse.iter().find(|refused| refused.action.get_ref() == action);
            return Answer::Refused { say: expected.map(|refused| refused.say.clone()), refusal };
        }
        if !is_taught(step, &*self.game, action) {
            return Answer::Wrong("Not yet: try a marked move.".to_string());
        }
        let mut next = self.game.boxed();
        let Some(side) = next.turn().side() else { return self.follow() };
        let events = match next.apply(action) {
            Ok(events) => events,
            Err(refusal) => return Answer::Refused { say: None, refusal },
        };
        let asked = step.action.as_ref().is_some_and(|asked| asked.get_ref() == action);
        let reached = step.goal.is_set() && step.goal.is_reached(&*self.game, &*next, &events, side);
        if !(asked || reached || step.throw) {
            let wrong = step.wrong.clone().unwrap_or_else(|| "Legal, but not the move asked for.".to_string());
            return Answer::Wrong(wrong);
        }
        // Later steps assume the lesson's own action.
        if !(asked || step.throw || step.then.is_empty() && self.next_sets_up_position()) {
            let told = step.wrong.clone().unwrap_or_else(|| "That works too, but try another move this time.".into());
            return Answer::Wrong(told);
        }
        self.game = next;
        self.follow()
    }

    /// Restarts the lesson.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn restart(&mut self) -> Result<(), TextError> {
        (self.game, self.at) = (self.lesson.begin()?, 0);
        self.set_up()
    }

    /// Goes to a step, from 0, by playing the lesson's own actions. A step beyond the end means the
    /// end.
    ///
    /// # Errors
    /// If a position cannot be read.
    pub fn go_to(&mut self, step: usize) -> Result<(), TextError> {
        self.restart()?;
        while self.at < step.min(self.lesson.steps.len()) {
            let before = self.at;
            let solution = self.solution();
            self.act(solution.as_deref());
            if self.at == before {
                // A test of all lessons rules this out.
                return Err(TextError::new("step", "a solution that reaches the goal", &before.to_string()));
            }
        }
        Ok(())
    }

    /// Whether the next step, if any, sets up its own position.
    fn next_sets_up_position(&self) -> bool {
        self.lesson.steps.get(self.at + 1).is_none_or(|next| next.position.is_some())
    }

    /// Plays the automatic actions of the current step and goes to the next one.
    fn follow(&mut self) -> Answer {
        let mut followed = Vec::new();
        if let Some(step) = self.lesson.steps.get(self.at) {
            for action in &step.then {
                let action = ActionText::from(action.get_ref().as_str());
                if let Err(refusal) = self.game.apply(&action) {
                    return Answer::Refused { say: None, refusal };
                }
                let laid = if action.is_roll() { step.laid.clone() } else { None };
                followed.push(Followed { action, laid });
            }
        }
        self.at += 1;
        // A test checks that every position can be read.
        let _ = self.set_up();
        Answer::Next { followed, done: self.is_done() }
    }

    /// Sets up the position of the current step, if it has one.
    fn set_up(&mut self) -> Result<(), TextError> {
        if let Some(position) = self.step().and_then(|step| step.position.as_ref()) {
            self.game = self.lesson.at(Some(position.get_ref()))?;
        }
        Ok(())
    }
}

/// Whether this step lets the learner try the action.
pub(super) fn is_taught(step: &LessonStep, game: &dyn DynGame, action: &str) -> bool {
    let gestures = game.gestures();
    let gesture = gestures.iter().find(|(text, _)| *text == *action).map(|(_, gesture)| gesture);
    gesture.is_none_or(|gesture| comes_from(step, game, gesture))
}

/// Whether a gesture starts with a piece that may act at this step.
fn comes_from(step: &LessonStep, game: &dyn DynGame, gesture: &Gesture) -> bool {
    if step.only.is_empty() {
        return true;
    }
    let layout = game.layout();
    step.only.iter().any(|name| match (gesture.from, name.get_ref().as_str()) {
        (Some(Place::Reserve(..)), name) => name == "reserve",
        (Some(Place::Cell(cell)), name) => layout.cell_named(name) == Some(cell),
        (None, _) => false,
    })
}
