//! Going through a lesson.

use super::{Lesson, Step};
use crate::engine::{ActionText, Cell, DynGame, Gesture, Place, Refusal, TextError};

/// A lesson that is being played: the game, and the step that it is at.
pub struct Attempt {
    lesson: Lesson,
    game: Box<dyn DynGame>,
    at: usize,
}

/// What an action of the learner comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It is right and was carried out, and so was what followed by itself. The next step is due, or the lesson is done.
    Next {
        /// What followed, in order.
        followed: Vec<Followed>,
        /// Whether the lesson is done.
        done: bool,
    },
    /// It is legal and was not carried out: it misses the goal, or is not taught yet.
    Wrong(String),
    /// It is not legal: what the lesson says about it, if it expected it, and the rules' reason.
    Refused {
        /// A sentence of the lesson.
        say: Option<String>,
        /// The rules' refusal.
        refusal: Refusal,
    },
}

/// Something that happened after the learner's action.
#[derive(Clone, Debug, PartialEq)]
pub struct Followed {
    /// The action.
    pub action: ActionText,
    /// What is told when a die was laid by hand: it was not thrown.
    pub laid: Option<String>,
}

impl Attempt {
    /// Begins with a lesson.
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

    /// The game as it stands.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// The step that is due; `None` when the lesson is done.
    #[must_use]
    pub fn step(&self) -> Option<&Step> {
        self.lesson.steps.get(self.at)
    }

    /// The number of the step that is due, from 0, and how many there are.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.at, self.lesson.steps.len())
    }

    /// Whether the lesson is done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.step().is_none()
    }

    /// The cells that are marked.
    #[must_use]
    pub fn marks(&self) -> Vec<Cell> {
        let layout = self.game.layout();
        let named = self.step().map_or(&[][..], |step| &step.mark);
        named.iter().filter_map(|name| layout.cell_named(name.get_ref())).collect()
    }

    /// The cell with a star: where a piece is to come.
    #[must_use]
    pub fn star(&self) -> Option<Cell> {
        self.game.layout().cell_named(self.step()?.goal.at.as_ref()?)
    }

    /// The legal actions that are taught at this step, with their gestures; none where there is only something to read or to throw.
    #[must_use]
    pub fn allowed(&self) -> Vec<(ActionText, Gesture)> {
        let Some(step) = self.step().filter(|step| step.action.is_some()) else { return Vec::new() };
        let mut gestures = self.game.gestures();
        gestures.retain(|(_, gesture)| comes_from(step, &*self.game, gesture));
        gestures
    }

    /// An action that does what is asked for: that of the lesson, or where a die is to be thrown, any face; `None` where there is only
    /// something to read.
    #[must_use]
    pub fn solution(&self) -> Option<ActionText> {
        let step = self.step()?;
        let asked = step.action.as_ref().map(|action| action.get_ref().as_str().into());
        asked.or_else(|| self.game.actions().first().filter(|_| step.throw).cloned())
    }

    /// The learner acts, or with `None` goes on from a step that is only read. A throw is an action like any other: `~N`.
    pub fn act(&mut self, action: Option<&str>) -> Answer {
        let Some(step) = self.lesson.steps.get(self.at) else {
            return Answer::Next { followed: Vec::new(), done: true };
        };
        let Some(action) = action else {
            let waits = step.action.is_some() || step.throw;
            return if waits { Answer::Wrong(step.say.get_ref().clone()) } else { self.follow() };
        };
        if step.action.is_none() && !step.throw {
            return Answer::Wrong("First read on.".to_string());
        }
        if let Err(refusal) = self.game.check(action) {
            let expected = step.refuse.iter().find(|refused| refused.action.get_ref() == action);
            return Answer::Refused { say: expected.map(|refused| refused.say.clone()), refusal };
        }
        if !is_taught(step, &*self.game, action) {
            return Answer::Wrong("That comes later. Try what is marked.".to_string());
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
            let wrong = step.wrong.clone().unwrap_or_else(|| "That is allowed, but not what is asked for.".to_string());
            return Answer::Wrong(wrong);
        }
        // What follows was written for the action that the lesson has in mind.
        if !(asked || step.throw || step.then.is_empty() && self.starts_anew()) {
            let told =
                step.wrong.clone().unwrap_or_else(|| "That would do as well; this time try the other way.".into());
            return Answer::Wrong(told);
        }
        self.game = next;
        self.follow()
    }

    /// Begins the lesson anew.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn restart(&mut self) -> Result<(), TextError> {
        (self.game, self.at) = (self.lesson.begin()?, 0);
        self.set_up()
    }

    /// Goes to a step, from 0, as if everything before it had been done as the lesson has it; no further than to the end.
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
                // A test of all lessons rules it out.
                return Err(TextError::new("step", "a solution that reaches the goal", &before.to_string()));
            }
        }
        Ok(())
    }

    /// Whether nothing that follows depends on how the board stands.
    fn starts_anew(&self) -> bool {
        self.lesson.steps.get(self.at + 1).is_none_or(|next| next.position.is_some())
    }

    /// What follows a step by itself, and the next step.
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

    /// Sets the board up anew if the step asks for it.
    fn set_up(&mut self) -> Result<(), TextError> {
        if let Some(position) = self.step().and_then(|step| step.position.as_ref()) {
            self.game = self.lesson.at(Some(position.get_ref()))?;
        }
        Ok(())
    }
}

/// Whether a step lets this action be tried.
pub(super) fn is_taught(step: &Step, game: &dyn DynGame, action: &str) -> bool {
    let gestures = game.gestures();
    let gesture = gestures.iter().find(|(text, _)| *text == *action).map(|(_, gesture)| gesture);
    gesture.is_none_or(|gesture| comes_from(step, game, gesture))
}

/// Whether the piece of a gesture is one that may act at this step.
fn comes_from(step: &Step, game: &dyn DynGame, gesture: &Gesture) -> bool {
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
