//! Variations in match files.

use serde::{Deserialize, Serialize};

use super::evaluation::Evaluation;
use super::mark::Mark;
use super::note::Note;
use fairground_rules::engine::{ActionText, DynGame, Refusal};

/// An alternative to an action of the match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// The number of actions before it. It replaces the next one.
    pub after: usize,
    /// The actions, in order.
    pub line: Vec<Branch>,
}

/// An action of a variation, with a reader's annotations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// The text of a decision or roll.
    #[serde(rename = "text")]
    pub action: ActionText,
    /// Whether the point after the action is bookmarked.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bookmark: bool,
    /// A comment in one line, or empty.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Arrows and rings over the position after the action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    /// Numeric annotation glyphs, as in [`Note::nags`].
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// An engine's evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// As in [`Note::clock_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock_ms: Option<u64>,
    /// As in [`Note::elapsed_ms`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub elapsed_ms: Option<u64>,
    /// Variations that replace this action.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<Vec<Branch>>,
}

/// Why a variation is invalid.
pub(in crate::record) enum VariationError {
    /// Variations are nested deeper than [`Variation::MAX_DEPTH`].
    Depth,
    /// A line has no actions.
    Empty,
    /// The rules refuse this action.
    Refused(ActionText, Box<Refusal>),
    /// The note on this action is invalid: its part, the expected value and the value found.
    Note(ActionText, &'static str, String, String),
}

impl Variation {
    /// The maximum nesting depth of variations.
    pub const MAX_DEPTH: usize = 30;

    /// Checks the variation against the rules. `before` is the position in which it begins.
    pub(in crate::record) fn check(&self, before: &dyn DynGame) -> Result<(), VariationError> {
        check_line(&self.line, before, 1)
    }
}

impl Branch {
    /// An action without annotations.
    #[must_use]
    pub fn new(action: ActionText) -> Branch {
        Branch {
            action,
            bookmark: false,
            comment: String::new(),
            marks: Vec::new(),
            nags: Vec::new(),
            evaluation: None,
            clock_ms: None,
            elapsed_ms: None,
            instead: Vec::new(),
        }
    }

    /// The note after this action, which is action `after` of its line.
    #[must_use]
    pub fn note(&self, after: usize) -> Note {
        Note {
            after,
            bookmark: self.bookmark,
            comment: self.comment.clone(),
            marks: self.marks.clone(),
            nags: self.nags.clone(),
            evaluation: self.evaluation.clone(),
            clock_ms: self.clock_ms,
            elapsed_ms: self.elapsed_ms,
        }
    }

    /// Replaces the annotations.
    pub fn set_note(&mut self, note: Note) {
        let Note { after: _, bookmark, comment, marks, nags, evaluation, clock_ms, elapsed_ms } = note;
        let (action, instead) = (self.action.clone(), std::mem::take(&mut self.instead));
        *self = Branch { action, bookmark, comment, marks, nags, evaluation, clock_ms, elapsed_ms, instead };
    }
}

fn check_line(line: &[Branch], before: &dyn DynGame, depth: usize) -> Result<(), VariationError> {
    if depth > Variation::MAX_DEPTH {
        return Err(VariationError::Depth);
    }
    if line.is_empty() {
        return Err(VariationError::Empty);
    }
    let mut game = before.boxed();
    for branch in line {
        for other in &branch.instead {
            check_line(other, &*game, depth + 1)?;
        }
        let action = &branch.action;
        game.apply(action).map_err(|refusal| VariationError::Refused(action.clone(), Box::new(refusal)))?;
        branch
            .note(0)
            .check(&*game)
            .map_err(|(part, expected, found)| VariationError::Note(action.clone(), part, expected, found))?;
    }
    Ok(())
}
