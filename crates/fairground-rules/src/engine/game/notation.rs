use std::borrow::Cow;

use super::Rules;
use crate::engine::{Options, TextError, short_notation};

/// The texts of positions and actions, which match files and the command line use.
///
/// `Display` writes the text of a position, and [`Notation::parse`] reads it back to an equal
/// position.
///
/// ```
/// use fairground_rules::engine::{Notation, Options, Rules};
/// use fairground_rules::games::chess::Chess;
///
/// let position = Chess::start(&Options::default());
/// assert_eq!(position.notation(position.parse_action("g1f3")?), "Nf3");
/// assert_eq!(Chess::parse(&position.to_string(), &Options::default())?, position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Notation: Rules {
    /// Parses a position text.
    ///
    /// # Errors
    /// The first invalid field and the expected content.
    fn parse(text: &str, options: &Options) -> Result<Self, TextError>;

    /// Completes a position text written by a person or another program, so that
    /// [`Notation::parse`] can read it. Other text is returned unchanged.
    fn complete(text: &str) -> Cow<'_, str> {
        Cow::Borrowed(text.trim())
    }

    /// Parses a well-formed action, whether or not it is legal here. By default, reads only the
    /// legal actions.
    ///
    /// # Errors
    /// The invalid part of the text and the expected content.
    fn parse_action(&self, text: &str) -> Result<Self::Action, TextError> {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let found = actions.into_iter().find(|action| action.to_string() == text);
        found.ok_or_else(|| TextError::new("action", "a legal action", text))
    }

    /// A legal action in the short notation of this game, such as algebraic notation in chess. It
    /// is unique among the legal actions of a position.
    fn notation(&self, action: Self::Action) -> String {
        action.to_string()
    }

    /// The legal actions that match a text in short notation, as written by [`Notation::notation`],
    /// by other programs or by people: one, or several if the text is ambiguous. If no match is
    /// legal, the actions that the text attempts, so that a refusal can be explained. `None` for
    /// text in another format.
    fn read_notation(&self, text: &str) -> Option<Vec<Self::Action>> {
        Some(self.spelled(text)).filter(|actions| !actions.is_empty())
    }

    /// The legal actions with this short notation ([`Notation::notation`]) or action text, with or
    /// without the signs that people often leave out. Several if the text is ambiguous.
    fn spelled(&self, text: &str) -> Vec<Self::Action> {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let spelled = |action: Self::Action| (action, [self.notation(action), action.to_string()]);
        short_notation::matching(&actions.into_iter().map(spelled).collect::<Vec<_>>(), text)
    }
}
