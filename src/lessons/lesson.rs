use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::{Goal, LessonError};
use crate::engine::{DynGame, TextError};
use crate::games;

/// A lesson: a position, and steps with a sentence or two each.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// The id of the game: the folder of the file.
    #[serde(skip)]
    pub game: String,
    /// The name of the file in the folder, without its ending: `01-dice`.
    #[serde(skip)]
    pub id: String,
    /// A few words.
    pub title: String,
    /// The options of the game that are not the default.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The text of the position that it begins with; the start of the game, if there is none.
    pub position: Option<Spanned<String>>,
    /// The steps, in order.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
    /// The file and its text, for errors.
    #[serde(skip)]
    pub(super) file: (String, String),
}

/// A step of a lesson: something to read, and mostly something to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is told: at most two lines.
    pub say: Spanned<String>,
    /// The board is set up anew with this position before the step.
    pub position: Option<Spanned<String>>,
    /// The names of cells that are marked.
    #[serde(default)]
    pub mark: Vec<Spanned<String>>,
    /// An action that does what is asked for; without one the step is only read, or a die is thrown.
    #[serde(rename = "do")]
    pub action: Option<Spanned<String>>,
    /// What has to be so after the action of the learner; without a goal only `do` itself will do.
    #[serde(default)]
    pub goal: Goal,
    /// The names of the cells whose pieces may act, or `reserve`; all, if there are none. Everything else is not taught yet.
    #[serde(default)]
    pub only: Vec<Spanned<String>>,
    /// What is told if a legal action misses the goal.
    pub wrong: Option<String>,
    /// Actions that the rules forbid here, which the learner is invited to try or likely to.
    #[serde(default)]
    pub refuse: Vec<Refused>,
    /// What happens next, by itself: a die that is laid by hand, and what the other side does.
    #[serde(default)]
    pub then: Vec<Spanned<String>>,
    /// What is told when a die is laid by hand: it has to be told.
    pub laid: Option<String>,
    /// Whether the learner really throws the die that is due; whatever it shows is right.
    #[serde(default)]
    pub throw: bool,
}

/// An action that the rules forbid, and which rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refused {
    /// The action.
    #[serde(rename = "do")]
    pub action: Spanned<String>,
    /// The section of the rules that forbids it, as `fluky.md, A turn`.
    pub rule: String,
    /// What is told when it is tried, before the reason of the rules.
    pub say: String,
}

impl Lesson {
    /// Reads a lesson; `file` is its path from the folder of lessons on, as `fluky/01-dice.toml`. Whether the rules agree says
    /// [`Lesson::check`].
    ///
    /// # Errors
    /// The line that cannot be read, and what was expected there.
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

    /// The game at the beginning of the lesson.
    ///
    /// # Errors
    /// The field that is wrong: `game`, `options` or one of the position text.
    pub fn begin(&self) -> Result<Box<dyn DynGame>, TextError> {
        self.at(self.position.as_ref().map(|position| position.get_ref().as_str()))
    }

    /// The game at a position of the lesson.
    pub(super) fn at(&self, position: Option<&str>) -> Result<Box<dyn DynGame>, TextError> {
        let pairs = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let (info, options) = games::with_options(&self.game, pairs)?;
        games::begin(info, options, position)
    }
}
