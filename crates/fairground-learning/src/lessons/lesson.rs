use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{Goal, LessonError};
use fairground_rules::engine::{DynGame, TextError};
use fairground_rules::games;

/// A lesson: a position, and steps with a sentence or two each.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The id of the game: the name of the file's folder.
    #[serde(skip)]
    pub game: String,
    /// The name of the file without its ending: `01-dice`.
    #[serde(skip)]
    pub id: String,
    /// The title: a few words.
    pub title: String,
    /// The game's options that differ from their defaults.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The text of the initial position; `None` is the start of the game.
    pub position: Option<Spanned<String>>,
    /// The steps, in order.
    #[serde(rename = "step")]
    pub steps: Vec<LessonStep>,
    /// The name of the file and its text, for errors.
    #[serde(skip)]
    pub(super) file: (String, String),
}

/// A step of a lesson: a text, and usually a task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LessonStep {
    /// The text: at most two lines.
    pub say: Spanned<String>,
    /// A position that is set up before the step.
    pub position: Option<Spanned<String>>,
    /// The names of marked cells.
    #[serde(default)]
    pub mark: Vec<Spanned<String>>,
    /// An action that completes the step. Without one, the step is for reading or throwing.
    #[serde(rename = "do")]
    pub action: Option<Spanned<String>>,
    /// The goal of the learner's action. Without one, only `do` itself is right.
    #[serde(default)]
    pub goal: Goal,
    /// Names of cells with pieces that may act, or `reserve`; empty allows all. Other actions are
    /// not taught yet.
    #[serde(default)]
    pub only: Vec<Spanned<String>>,
    /// The text shown if a legal action misses the goal.
    pub wrong: Option<String>,
    /// Illegal actions that the learner is invited to try, or is likely to.
    #[serde(default)]
    pub refuse: Vec<Refused>,
    /// Automatic actions after the step: dice set by hand, and the opponent's actions.
    #[serde(default)]
    pub then: Vec<Spanned<String>>,
    /// The text shown when a die is set by hand. Required if `then` sets one.
    pub laid: Option<String>,
    /// Whether the learner throws the due die; any result is right.
    #[serde(default)]
    pub throw: bool,
}

/// An illegal action, and the rule that forbids it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The action.
    #[serde(rename = "do")]
    pub action: Spanned<String>,
    /// The section of the rules that forbids it, as `fluky.md, A turn`.
    pub rule: String,
    /// The text shown before the rules' reason when the action is tried.
    pub say: String,
}

impl Lesson {
    /// Parses a lesson. `file` is its path in the folder of lessons, as `fluky/01-dice.toml`.
    /// [`Lesson::check`] checks it by the rules.
    ///
    /// # Errors
    /// The line with the fault, and the expected content.
    pub fn parse(file: &str, text: &str) -> Result<Lesson, LessonError> {
        let wrong = |error: &toml::de::Error| {
            let offset = error.span().map_or(0, |span| span.start);
            LessonError::at(file, text, offset, error.message().to_string())
        };
        let mut lesson: Lesson = toml::from_str(text).map_err(|error| wrong(&error))?;
        let path = file.strip_suffix(".toml").unwrap_or(file).replace('\\', "/");
        let mut parts = path.rsplit('/');
        lesson.id = parts.next().unwrap_or_default().to_string();
        lesson.game = parts.next().unwrap_or_default().to_string();
        lesson.file = (file.to_string(), text.to_string());
        Ok(lesson)
    }

    /// The game at the start of the lesson.
    ///
    /// # Errors
    /// The wrong field: `game`, `options` or one of the position text.
    pub fn begin(&self) -> Result<Box<dyn DynGame>, TextError> {
        self.at(self.position.as_ref().map(|position| position.get_ref().as_str()))
    }

    /// The game at a position; `None` is the start of the game.
    pub(super) fn at(&self, position: Option<&str>) -> Result<Box<dyn DynGame>, TextError> {
        let (info, options) = games::with_options(&self.game, &self.options)?;
        games::begin(info, options, position)
    }
}
