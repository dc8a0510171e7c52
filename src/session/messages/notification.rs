//! Messages to the players.

use std::borrow::Cow;

use bevy::prelude::*;

use crate::engine::{ActionText, Cell, Illegal, Refusal};
use crate::platform::jobs::Panicked;
use crate::play::PlayError;

/// A message to the players, such as the reason why an action was refused, or the file of a saved
/// picture.
#[derive(Message, Debug, Clone, PartialEq, Eq, Default)]
pub struct Notification {
    /// The text.
    pub text: String,
    /// The cited section of the rules.
    pub rule: Option<Cow<'static, str>>,
    /// The cells to mark.
    pub cells: Vec<Cell>,
    /// The refused action, if any.
    pub action: Option<ActionText>,
}

impl Notification {
    /// A message that cites no rule.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Notification {
        Notification { text: text.into(), ..default() }
    }

    /// Merges several notifications, so that none hides another: a line for each text, the last
    /// cited rule and all cells. `None` for no notifications.
    #[must_use]
    pub fn merged<'a>(notifications: impl IntoIterator<Item = &'a Notification>) -> Option<Notification> {
        let mut notifications = notifications.into_iter();
        let mut merged = notifications.next()?.clone();
        for Notification { text, rule, cells, action } in notifications {
            // Two notifications of a frame may have the same text.
            if !merged.text.lines().any(|line| line == text) {
                merged.text.push('\n');
                merged.text.push_str(text);
            }
            merged.rule = rule.clone().or(merged.rule);
            merged.action = action.clone().or(merged.action);
            for cell in cells {
                if !merged.cells.contains(cell) {
                    merged.cells.push(*cell);
                }
            }
        }
        Some(merged)
    }
}

impl From<Illegal> for Notification {
    fn from(Illegal { rule, reason, cells }: Illegal) -> Notification {
        Notification { text: reason, rule: Some(rule.into()), cells, action: None }
    }
}

impl From<Refusal> for Notification {
    fn from(refusal: Refusal) -> Notification {
        match refusal {
            Refusal::Illegal(illegal) => illegal.into(),
            other => Notification::new(capital(&other.to_string())),
        }
    }
}

impl From<PlayError> for Notification {
    fn from(error: PlayError) -> Notification {
        match error {
            PlayError::Refused { refusal, action } => {
                Notification { action: Some(action.as_str().into()), ..(*refusal).into() }
            }
            other => Notification::new(format!("{}.", capital(&other.to_string()))),
        }
    }
}

impl From<Panicked> for Notification {
    fn from(error: Panicked) -> Notification {
        Notification::new(format!("{}.", capital(&error.to_string())))
    }
}

/// Capitalises the first letter.
pub(in crate::session) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Notification>();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_notifications_are_all_shown() {
        assert_eq!(Notification::merged([]), None);
        let refused = Notification {
            rule: Some("rules, Moves".into()),
            cells: vec![Cell(1), Cell(2)],
            ..Notification::new("No")
        };
        assert_eq!(Notification::merged([&refused]), Some(refused.clone()));
        let saved = Notification { cells: vec![Cell(2), Cell(3)], ..Notification::new("Saved") };
        let merged = Notification::merged([&refused, &saved, &saved]).unwrap();
        assert_eq!((&*merged.text, merged.rule.as_deref()), ("No\nSaved", Some("rules, Moves")));
        assert_eq!(merged.cells, [Cell(1), Cell(2), Cell(3)]);
    }
}
