//! Variations as match files have them.

use serde::{Deserialize, Serialize};

use super::evaluation::Evaluation;
use super::mark::Mark;
use super::note::Note;
use crate::engine::{ActionText, DynGame, Refusal};

/// What could have been played instead of an action that stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// How many of the actions that stand come before it: it is instead of the next one.
    pub after: usize,
    /// The actions, in order.
    pub line: Vec<Branch>,
}

/// An action of a variation, with what a reader says of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Branch {
    /// Its text: a decision or a roll.
    #[serde(rename = "text")]
    pub action: ActionText,
    /// Whether there is a bookmark after it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bookmark: bool,
    /// A comment, in one line; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Arrows and rings over the position after it.
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
    /// Variations instead of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub instead: Vec<Vec<Branch>>,
}

/// Why a variation does not agree with the rules.
pub(in crate::record) enum VariationFault {
    /// It is deeper than files can be.
    Depth,
    /// A line has no action.
    Empty,
    /// The rules refuse this action.
    Refused(ActionText, Box<Refusal>),
    /// What is wrong with the note on this action: the part, what was expected and what was found.
    Note(ActionText, &'static str, String, String),
}

impl Variation {
    /// The most variations within each other.
    pub const DEEPEST: usize = 30;

    /// Checks the variation against the rules, from the position in which it begins.
    pub(in crate::record) fn check(&self, before: &dyn DynGame) -> Result<(), VariationFault> {
        check_line(&self.line, before, 1)
    }
}

impl Branch {
    /// An action of which nothing is said.
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

    /// What is said after it, at a point with this many actions before it.
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

    /// Takes over what is said.
    pub fn set_note(&mut self, note: Note) {
        let Note { after: _, bookmark, comment, marks, nags, evaluation, clock_ms, elapsed_ms } = note;
        let (action, instead) = (self.action.clone(), std::mem::take(&mut self.instead));
        *self = Branch { action, bookmark, comment, marks, nags, evaluation, clock_ms, elapsed_ms, instead };
    }
}

fn check_line(line: &[Branch], before: &dyn DynGame, depth: usize) -> Result<(), VariationFault> {
    if depth > Variation::DEEPEST {
        return Err(VariationFault::Depth);
    }
    if line.is_empty() {
        return Err(VariationFault::Empty);
    }
    let mut game = before.boxed();
    for branch in line {
        for other in &branch.instead {
            check_line(other, &*game, depth + 1)?;
        }
        let action = &branch.action;
        game.apply(action).map_err(|refusal| VariationFault::Refused(action.clone(), Box::new(refusal)))?;
        branch
            .note(0)
            .check(&*game)
            .map_err(|(part, expected, found)| VariationFault::Note(action.clone(), part, expected, found))?;
    }
    Ok(())
}
