//! Checks of lessons by the rules.

use toml::Spanned;

use super::{Lesson, LessonError, LessonStep, Refused};
use fairground_rules::engine::{DynGame, Refusal, Turn, roll_symbol};

/// The maximum number of lines in a step's text.
const MAX_LINES: usize = 2;

/// The maximum number of characters in a line.
const MAX_LINE_CHARS: usize = 110;

impl Lesson {
    /// Checks the lesson by the rules: the positions are valid, each step is legal and reaches its
    /// goal, each forbidden action is refused for the reason named in the lesson, no text is longer
    /// than two lines, and no die is set without a comment.
    ///
    /// # Errors
    /// The first fault, with its file and line.
    pub fn check(&self) -> Result<(), LessonError> {
        let at = self.position.as_ref().map_or(0, |position| position.span().start);
        let mut game = self.begin().map_err(|error| self.wrong(at, error.to_string()))?;
        if self.steps.is_empty() {
            return Err(self.wrong(0, "it has no steps"));
        }
        if self.title.trim().is_empty() {
            return Err(self.wrong(0, "it has no title"));
        }
        for (index, step) in self.steps.iter().enumerate() {
            if step.throw && self.steps.get(index + 1).is_some_and(|next| next.position.is_none()) {
                let reason = "the step after a throw needs a position, since the die may show any face";
                return Err(self.wrong_in(&step.say, reason));
            }
            if let Some(position) = &step.position {
                let unread = |error: fairground_rules::engine::TextError| self.wrong_in(position, error.to_string());
                game = self.at(Some(position.get_ref())).map_err(unread)?;
            }
            self.check_step(step, &mut *game)?;
        }
        Ok(())
    }

    fn check_step(&self, step: &LessonStep, game: &mut dyn DynGame) -> Result<(), LessonError> {
        for text in [Some(step.say.get_ref()), step.wrong.as_ref(), step.laid.as_ref()].into_iter().flatten() {
            let lines: Vec<_> = text.trim().lines().collect();
            let long = lines.iter().any(|line| line.chars().count() > MAX_LINE_CHARS);
            if lines.is_empty() || lines.len() > MAX_LINES || long {
                let expected =
                    format!("expected 1 to {MAX_LINES} lines of at most {MAX_LINE_CHARS} characters: {text:?}");
                return Err(self.wrong_in(&step.say, expected));
            }
        }
        let layout = game.layout();
        let cells = step.mark.iter().chain(step.only.iter().filter(|name| name.get_ref() != "reserve"));
        for name in cells {
            if layout.cell_named(name.get_ref()).is_none() {
                return Err(self.wrong_in(name, format!("unknown cell {:?}", name.get_ref())));
            }
        }
        for name in [&step.goal.at, &step.goal.gone].into_iter().flatten() {
            if layout.cell_named(name).is_none() {
                return Err(self.wrong_in(&step.say, format!("the goal of this step names an unknown cell: {name:?}")));
            }
        }
        for refused in &step.refuse {
            self.check_refused(refused, game)?;
        }
        self.check_action(step, game)?;
        for action in &step.then {
            if roll_symbol(action.get_ref()).is_some() && step.laid.is_none() {
                return Err(self.wrong_in(action, "a die is set by hand, but `laid` is missing"));
            }
            game.apply(action.get_ref()).map_err(|refusal| self.refused(action, &refusal))?;
        }
        Ok(())
    }

    fn check_action(&self, step: &LessonStep, game: &mut dyn DynGame) -> Result<(), LessonError> {
        let say = &step.say;
        let Some(action) = &step.action else {
            if step.goal.is_set() {
                return Err(self.wrong_in(say, "this step has a goal, but no `do` that reaches it"));
            }
            if step.throw {
                if !matches!(game.turn(), Turn::Chance(..)) {
                    return Err(self.wrong_in(say, "this step throws a die, but none is due"));
                }
                let any = game.actions().first().cloned();
                if let Some(Err(refusal)) = any.map(|roll| game.apply(&roll)) {
                    return Err(self.wrong_in(say, refusal.to_string()));
                }
            }
            return Ok(());
        };
        if roll_symbol(action.get_ref()).is_some() {
            return Err(self.wrong_in(action, "a die must be thrown (`throw = true`) or set (`then`), not chosen"));
        }
        let Some(side) = game.turn().side() else { return Err(self.wrong_in(action, "the game is over here")) };
        let allowed = super::attempt::is_taught(step, game, action.get_ref());
        let before = game.boxed();
        let events = game.apply(action.get_ref()).map_err(|refusal| self.refused(action, &refusal))?;
        if !allowed {
            return Err(self.wrong_in(action, "`only` does not allow it"));
        }
        if !step.goal.is_reached(&*before, game, &events, side) {
            return Err(self.wrong_in(action, "it does not reach the goal of the step"));
        }
        Ok(())
    }

    fn check_refused(&self, refused: &Refused, game: &dyn DynGame) -> Result<(), LessonError> {
        let action = &refused.action;
        match game.check(action.get_ref()) {
            Err(Refusal::Illegal(illegal)) if illegal.rule == refused.rule => Ok(()),
            Err(Refusal::Illegal(illegal)) => {
                let told =
                    format!("it is refused by {:?}, not by {:?}: {}", illegal.rule, refused.rule, illegal.reason);
                Err(self.wrong_in(action, told))
            }
            Err(refusal) => Err(self.wrong_in(action, format!("it {refusal}"))),
            Ok(()) => Err(self.wrong_in(action, "it is legal, but should be refused")),
        }
    }

    fn refused(&self, action: &Spanned<String>, refusal: &Refusal) -> LessonError {
        self.wrong_in(action, format!("{}: {refusal}", action.get_ref().escape_debug()))
    }

    fn wrong_in(&self, text: &Spanned<String>, reason: impl Into<String>) -> LessonError {
        self.wrong(text.span().start, reason)
    }

    fn wrong(&self, offset: usize, reason: impl Into<String>) -> LessonError {
        LessonError::at(&self.file.0, &self.file.1, offset, reason)
    }
}
