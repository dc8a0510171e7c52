//! Keys by the names used in the key map and the settings.

use std::fmt;

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use crate::session::AnnotationColour;

/// The displayed name of the modifier for shortcuts.
const CTRL: &str = if cfg!(target_os = "macos") { "Cmd" } else { "Ctrl" };

/// Whether the system key (Command, Windows or Super) makes shortcuts, as on a Mac. A browser may
/// run on a Mac; on other desktops the key is reserved for the system.
const COMMAND: bool = cfg!(any(target_os = "macos", target_arch = "wasm32"));

/// A key with modifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chord {
    /// With Control, or Command on a Mac.
    pub ctrl: bool,
    /// With Shift. A character typed with Shift, such as `?`, is a key without Shift.
    pub shift: bool,
    /// The key: a capital letter, another character, or a name such as `Enter`, `Page Up` or `F9`.
    pub key: String,
}

impl Chord {
    /// Parses a text such as `Ctrl+Shift+Up`, `M` or `Ctrl++`; `None` if it names no key.
    #[must_use]
    pub fn parse(text: &str) -> Option<Chord> {
        let mut rest = text;
        let mut modifier = |name: &str| {
            let without = rest.strip_prefix(name).filter(|without| !without.is_empty());
            without.map(|without| rest = without).is_some()
        };
        let (ctrl, shift) = (modifier("Ctrl+"), modifier("Shift+"));
        (!rest.is_empty()).then(|| Chord { ctrl, shift, key: rest.to_string() })
    }

    /// The displayed form.
    #[must_use]
    pub fn words(&self) -> String {
        let held = [(self.ctrl, CTRL), (self.shift, "Shift")];
        let held: String = held.iter().filter(|(held, _)| *held).map(|(_, name)| format!("{name} + ")).collect();
        held + &self.key
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (ctrl, shift) = (if self.ctrl { "Ctrl+" } else { "" }, if self.shift { "Shift+" } else { "" });
        write!(f, "{ctrl}{shift}{}", self.key)
    }
}

/// The held modifier keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HeldModifiers {
    /// Shift.
    pub shift: bool,
    /// Control, or Command on a Mac.
    pub ctrl: bool,
    /// Left Alt.
    pub alt: bool,
    /// Right Alt, which types characters on many keyboards.
    pub alt_right: bool,
    /// The system key, unless it makes shortcuts.
    pub system: bool,
}

impl HeldModifiers {
    /// The modifiers among the held keys.
    #[must_use]
    pub fn of(keys: &ButtonInput<KeyCode>) -> HeldModifiers {
        HeldModifiers::with_command(keys, COMMAND)
    }

    /// Like [`HeldModifiers::of`]; with `command`, the system key makes shortcuts.
    fn with_command(keys: &ButtonInput<KeyCode>, command: bool) -> HeldModifiers {
        use KeyCode::{AltLeft, AltRight, ControlLeft, ControlRight, ShiftLeft, ShiftRight, SuperLeft, SuperRight};
        let system = keys.any_pressed([SuperLeft, SuperRight]);
        HeldModifiers {
            shift: keys.any_pressed([ShiftLeft, ShiftRight]),
            ctrl: keys.any_pressed([ControlLeft, ControlRight]) || command && system,
            alt: keys.pressed(AltLeft),
            alt_right: keys.pressed(AltRight),
            system: system && !command,
        }
    }

    /// Whether other keys are shortcuts with these modifiers, not text.
    #[must_use]
    pub fn make_shortcuts(self) -> bool {
        self.ctrl || self.alt || self.system
    }

    /// The colour of annotations for these modifiers.
    #[must_use]
    pub fn ink(self) -> AnnotationColour {
        match self {
            HeldModifiers { shift: true, .. } => AnnotationColour::Shift,
            HeldModifiers { ctrl: true, .. } => AnnotationColour::Ctrl,
            HeldModifiers { alt: true, .. } | HeldModifiers { alt_right: true, .. } => AnnotationColour::Alt,
            _ => AnnotationColour::Plain,
        }
    }
}

/// The names of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyName {
    /// By its label.
    pub(super) label: String,
    /// By its position: as a digit, because some keyboards need Shift for digits; or as the key of
    /// a US keyboard, if the label is a letter of another script.
    pub(super) place: Option<String>,
    /// Whether it is a letter. Shift does not turn a letter into another key.
    letter: bool,
    /// Whether it is a capital letter, typed with Shift or Caps Lock.
    capital: bool,
}

impl KeyName {
    /// The names of a key; `None` for modifiers and unknown keys.
    #[must_use]
    pub fn of(key: &KeyboardInput) -> Option<KeyName> {
        let Key::Character(text) = &key.logical_key else {
            let label = name_of(&key.logical_key)?.to_string();
            return Some(KeyName { label, place: None, letter: false, capital: false });
        };
        if text == " " {
            return Some(KeyName { label: "Space".into(), place: None, letter: false, capital: false });
        }
        let (upper, lower) = (text.to_uppercase(), text.to_lowercase());
        let foreign = text.chars().any(|sign| sign.is_alphabetic() && !is_latin(sign));
        let place = if foreign {
            latin(key.key_code).map(str::to_string)
        } else {
            digit(key.key_code).map(|digit| digit.to_string())
        };
        // In a script without capital letters, Shift types other characters.
        let letter = upper != lower || foreign;
        Some(KeyName { capital: upper != lower && **text == *upper, label: upper, place, letter })
    }

    /// Whether it is a function key, which types no text.
    #[must_use]
    pub fn is_function(&self) -> bool {
        self.label.strip_prefix('F').is_some_and(|number| number.parse::<u8>().is_ok())
    }

    /// The chord of this key and `held`.
    #[must_use]
    pub fn chord(&self, held: HeldModifiers) -> Chord {
        Chord { ctrl: held.ctrl, shift: self.shift(held), key: self.label.clone() }
    }

    /// Whether Shift counts as a modifier of this key.
    pub(super) fn shift(&self, held: HeldModifiers) -> bool {
        if self.letter { held.shift || self.capital } else { held.shift && self.label.chars().count() > 1 }
    }
}

/// Whether a letter is Latin, with or without diacritics.
fn is_latin(letter: char) -> bool {
    matches!(letter, '\0'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' | '\u{2c60}'..='\u{2c7f}' | '\u{a720}'..='\u{a7ff}')
}

/// The name of a key that types no character.
fn name_of(key: &Key) -> Option<&'static str> {
    Some(match key {
        Key::ArrowUp => "Up",
        Key::ArrowDown => "Down",
        Key::ArrowLeft => "Left",
        Key::ArrowRight => "Right",
        Key::Enter => "Enter",
        Key::Space => "Space",
        Key::Escape => "Escape",
        Key::Tab => "Tab",
        Key::Backspace => "Backspace",
        Key::Insert => "Insert",
        Key::Delete => "Delete",
        Key::Home => "Home",
        Key::End => "End",
        Key::PageUp => "Page Up",
        Key::PageDown => "Page Down",
        Key::F1 => "F1",
        Key::F2 => "F2",
        Key::F3 => "F3",
        Key::F4 => "F4",
        Key::F5 => "F5",
        Key::F6 => "F6",
        Key::F7 => "F7",
        Key::F8 => "F8",
        Key::F9 => "F9",
        Key::F10 => "F10",
        Key::F11 => "F11",
        Key::F12 => "F12",
        _ => return None,
    })
}

/// The character of a key on a US keyboard, if a command uses that character.
fn latin(code: KeyCode) -> Option<&'static str> {
    Some(match code {
        KeyCode::KeyA => "A",
        KeyCode::KeyB => "B",
        KeyCode::KeyC => "C",
        KeyCode::KeyD => "D",
        KeyCode::KeyE => "E",
        KeyCode::KeyF => "F",
        KeyCode::KeyG => "G",
        KeyCode::KeyH => "H",
        KeyCode::KeyI => "I",
        KeyCode::KeyJ => "J",
        KeyCode::KeyK => "K",
        KeyCode::KeyL => "L",
        KeyCode::KeyM => "M",
        KeyCode::KeyN => "N",
        KeyCode::KeyO => "O",
        KeyCode::KeyP => "P",
        KeyCode::KeyQ => "Q",
        KeyCode::KeyR => "R",
        KeyCode::KeyS => "S",
        KeyCode::KeyT => "T",
        KeyCode::KeyU => "U",
        KeyCode::KeyV => "V",
        KeyCode::KeyW => "W",
        KeyCode::KeyX => "X",
        KeyCode::KeyY => "Y",
        KeyCode::KeyZ => "Z",
        KeyCode::Comma => ",",
        KeyCode::Period => ".",
        _ => return None,
    })
}

/// The digit of a key by its position.
fn digit(code: KeyCode) -> Option<u8> {
    Some(match code {
        KeyCode::Digit1 | KeyCode::Numpad1 => 1,
        KeyCode::Digit2 | KeyCode::Numpad2 => 2,
        KeyCode::Digit3 | KeyCode::Numpad3 => 3,
        KeyCode::Digit4 | KeyCode::Numpad4 => 4,
        KeyCode::Digit5 | KeyCode::Numpad5 => 5,
        KeyCode::Digit6 | KeyCode::Numpad6 => 6,
        KeyCode::Digit7 | KeyCode::Numpad7 => 7,
        KeyCode::Digit8 | KeyCode::Numpad8 => 8,
        KeyCode::Digit9 | KeyCode::Numpad9 => 9,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_the_system_is_that_of_shortcuts_on_a_mac() {
        let mut keys = ButtonInput::default();
        keys.press(KeyCode::SuperLeft);
        let mac = HeldModifiers::with_command(&keys, true);
        assert_eq!(mac, HeldModifiers { ctrl: true, ..HeldModifiers::default() });
        let other = HeldModifiers::with_command(&keys, false);
        assert_eq!(other, HeldModifiers { system: true, ..HeldModifiers::default() });
        keys.release(KeyCode::SuperLeft);
        keys.press(KeyCode::ControlRight);
        assert!(
            [true, false]
                .map(|mac| HeldModifiers::with_command(&keys, mac))
                .iter()
                .all(|held| held.ctrl && !held.system)
        );
    }
}
