use thiserror::Error;

use super::{ActionText, Cell};

/// A text that cannot be parsed: the field, the expected content and the text found.
///
/// ```
/// use fairground_rules::engine::TextError;
///
/// let error = TextError::new("side", "w or b", "x");
/// assert_eq!(error.to_string(), r#"side: expected w or b, found "x""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{field}: expected {expected}, found {}", if found.is_empty() { "nothing".to_string() } else { format!("{found:?}") })]
pub struct TextError {
    /// The field of the position, action or option.
    pub field: String,
    /// The valid contents.
    pub expected: String,
    /// The text found, cut to 80 characters.
    pub found: String,
}

impl TextError {
    /// An error in one field.
    #[must_use]
    pub fn new(field: impl Into<String>, expected: impl Into<String>, found: &str) -> Self {
        TextError { field: field.into(), expected: expected.into(), found: found.chars().take(80).collect() }
    }
}

/// A well-formed action that the rules forbid here.
///
/// ```
/// use fairground_rules::engine::{Cell, Illegal};
///
/// let illegal = Illegal::new("chess.md, Check", "The king is attacked.").at([Cell(4)]);
/// assert_eq!(illegal.to_string(), "The king is attacked. (chess.md, Check)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{reason} ({rule})")]
pub struct Illegal {
    /// The section of the rules that forbids the action: a file and one of its headings, as in
    /// `fluky.md, A turn` or `common.md, Draws`.
    pub rule: &'static str,
    /// The reason, as a complete sentence for the player.
    pub reason: String,
    /// The cells concerned, such as blockers or attackers.
    pub cells: Vec<Cell>,
}

impl Illegal {
    /// An action forbidden by `rule` for `reason`.
    #[must_use]
    pub fn new(rule: &'static str, reason: impl Into<String>) -> Self {
        Illegal { rule, reason: reason.into(), cells: Vec::new() }
    }

    /// Adds the cells concerned.
    #[must_use]
    pub fn at(mut self, cells: impl IntoIterator<Item = Cell>) -> Self {
        self.cells.extend(cells);
        self
    }
}

/// Reason why an action text was refused. Its words follow the text: `Nd4: no legal move matches`.
///
/// ```
/// use fairground_rules::engine::{Options, Refusal};
/// use fairground_rules::games;
///
/// let mut chess = games::begin(games::info("chess")?, Options::default(), None)?;
/// assert!(matches!(chess.apply("e2"), Err(Refusal::Text(error)) if error.field == "to"));
/// assert!(matches!(chess.apply("e2e5"), Err(Refusal::Illegal(illegal)) if illegal.rule.starts_with("chess.md")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// The text cannot be parsed.
    #[error("cannot be read: {0}")]
    Text(#[from] TextError),
    /// The rules forbid the action.
    #[error("not allowed: {0}")]
    Illegal(#[from] Illegal),
    /// The text is a move in short notation that matches no legal move.
    #[error("no legal move matches")]
    NoSuchMove(String),
    /// The text fits several legal actions.
    #[error("ambiguous: {}", actions.iter().map(|action| &**action).collect::<Vec<_>>().join(" or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The legal actions that it fits.
        actions: Vec<ActionText>,
    },
}
