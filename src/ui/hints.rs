//! Texts that name the user's keys and gestures.

use crate::session::{InputCommand, InputMap, Pointing};

/// The user's keys and pointing device. Keys are not named to fingers.
#[derive(Clone, Copy)]
pub struct Hints<'a> {
    /// The key bindings.
    pub keys: &'a InputMap,
    /// The pointing device.
    pub pointing: Pointing,
}

impl Hints<'_> {
    /// A text with a command's key: `Throw (Space)`.
    pub fn keyed(self, words: &str, command: InputCommand) -> String {
        self.with_key(words, &self.key(command))
    }

    /// A text with a key, before its full stop.
    pub fn with_key(self, words: &str, key: &str) -> String {
        if self.pointing == Pointing::Touch || key.is_empty() {
            return words.to_string();
        }
        match words.strip_suffix('.') {
            Some(sentence) => format!("{sentence} ({key})."),
            None => format!("{words} ({key})"),
        }
    }

    /// The key of a command.
    pub fn key(self, command: InputCommand) -> String {
        match self.pointing {
            Pointing::Mouse => self.keys.key(command),
            Pointing::Touch => String::new(),
        }
    }

    /// The text for the pointing device.
    pub fn text<'t>(self, mouse: &'t str, touch: &'t str) -> &'t str {
        self.pointing.text(mouse, touch)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_named_beside_a_mouse_only() {
        let keys = InputMap::default();
        let [mouse, touch] = [Pointing::Mouse, Pointing::Touch].map(|pointing| Hints { keys: &keys, pointing });
        assert_eq!(mouse.keyed("Throw", InputCommand::Space), "Throw (Space)");
        assert_eq!(mouse.keyed("Fills the screen.", InputCommand::FullScreen), "Fills the screen (F11).");
        assert_eq!(touch.keyed("Fills the screen.", InputCommand::FullScreen), "Fills the screen.");
        assert_eq!((touch.with_key("Cancel", "Esc").as_str(), touch.text("Click", "Tap")), ("Cancel", "Tap"));
    }
}
