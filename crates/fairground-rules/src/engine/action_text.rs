use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// First character of a roll's text. No other action starts with it (assets/rules/common.md,
/// Actions and texts).
pub const ROLL_SIGN: char = '~';

/// Returns the symbol in the text of a roll, or `None` for a decision.
///
/// ```
/// use fairground_rules::engine::roll_symbol;
///
/// assert_eq!(roll_symbol("~N"), Some("N"));
/// assert_eq!(roll_symbol("c1c2"), None);
/// ```
#[must_use]
pub fn roll_symbol(action: &str) -> Option<&str> {
    action.strip_prefix(ROLL_SIGN)
}

/// An action of any game as text. Cheap to clone.
///
/// ```
/// use fairground_rules::engine::ActionText;
///
/// let roll = ActionText::roll("N");
/// assert_eq!((roll.as_str(), roll.symbol()), ("~N", Some("N")));
/// let decision = ActionText::from("c1c2");
/// assert!(!decision.is_roll());
/// assert_eq!(format!("After {decision}"), "After c1c2");
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub struct ActionText(Arc<str>);

impl ActionText {
    /// The roll of a die that shows `symbol`.
    #[must_use]
    pub fn roll(symbol: &str) -> ActionText {
        ActionText(format!("{ROLL_SIGN}{symbol}").into())
    }

    /// Returns `true` for a roll and `false` for a decision.
    #[must_use]
    pub fn is_roll(&self) -> bool {
        self.symbol().is_some()
    }

    /// The symbol that a roll shows, or `None` for a decision.
    #[must_use]
    pub fn symbol(&self) -> Option<&str> {
        roll_symbol(&self.0)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for ActionText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for ActionText {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl AsRef<str> for ActionText {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ActionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

impl fmt::Display for ActionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl From<&str> for ActionText {
    fn from(text: &str) -> ActionText {
        ActionText(text.into())
    }
}

impl From<String> for ActionText {
    fn from(text: String) -> ActionText {
        ActionText(text.into())
    }
}

impl From<ActionText> for String {
    fn from(action: ActionText) -> String {
        (*action.0).to_owned()
    }
}

impl PartialEq<str> for ActionText {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for ActionText {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl PartialEq<String> for ActionText {
    fn eq(&self, other: &String) -> bool {
        *self.0 == **other
    }
}

impl PartialEq<ActionText> for str {
    fn eq(&self, other: &ActionText) -> bool {
        other == self
    }
}

impl PartialEq<ActionText> for &str {
    fn eq(&self, other: &ActionText) -> bool {
        other == *self
    }
}

impl PartialEq<ActionText> for String {
    fn eq(&self, other: &ActionText) -> bool {
        other == self
    }
}
