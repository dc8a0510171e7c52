//! The key map: the command for each key, with its modifiers and context. [`super::key_reader`]
//! reads the keyboard with it; all other modules receive [`InputCommand`]s.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::bindings::{Binding, ENTRIES, KeyContext, KeyEntry, binding};
use super::chord::{Chord, HeldModifiers, KeyName};
use super::command::InputCommand;

/// A key and its command.
#[derive(Debug, Clone, PartialEq)]
struct BoundKey {
    chord: Chord,
    binding: &'static Binding,
    entry: &'static KeyEntry,
}

/// Keys bound by the user, by the id of the binding, in the format of [`Chord::parse`].
pub type UserKeys = BTreeMap<String, String>;

/// The current keys of all commands.
#[derive(Resource, Debug, Clone, PartialEq)]
pub struct InputMap {
    bound: Vec<BoundKey>,
}

impl Default for InputMap {
    fn default() -> InputMap {
        InputMap::of(&UserKeys::new())
    }
}

impl InputMap {
    /// The defaults, overridden by the user's keys. Unknown ids, invalid keys and keys of other
    /// commands are ignored.
    #[must_use]
    pub fn of(own: &UserKeys) -> InputMap {
        let mut own = own.clone();
        loop {
            let map = InputMap::unchecked(&own);
            match map.taken(&own) {
                // Restores the command's default keys, which the user may have bound to another
                // command.
                Some(id) => drop(own.remove(id)),
                None => return map,
            }
        }
    }

    /// Like [`InputMap::of`], but a key may have several commands.
    fn unchecked(own: &UserKeys) -> InputMap {
        let mut bound = Vec::new();
        for entry in ENTRIES {
            for binding in entry.bindings {
                let own = own.get(binding.id).filter(|_| !entry.fixed).and_then(|text| Chord::parse(text));
                let chords: Vec<_> = match own {
                    Some(chord) => vec![chord],
                    None => binding.defaults.iter().filter_map(|text| Chord::parse(text)).collect(),
                };
                bound.extend(chords.into_iter().map(|chord| BoundKey { chord, binding, entry }));
            }
        }
        InputMap { bound }
    }

    /// The first command with a user key that another command also has; of two commands with the
    /// same user key, the second.
    fn taken(&self, own: &UserKeys) -> Option<&'static str> {
        let is_own = |bound: &BoundKey| own.contains_key(bound.binding.id) && !bound.entry.fixed;
        let taken = self.bound.iter().enumerate().find(|(index, bound)| {
            let earlier = |other: &(usize, &BoundKey)| !is_own(other.1) || other.0 < *index;
            let others = self.bound.iter().enumerate().filter(earlier);
            is_own(bound)
                && (uses_colour_modifiers(bound.binding, &bound.chord)
                    || others
                        .map(|(_, other)| other)
                        .any(|other| conflicts(bound.entry, bound.binding, &bound.chord, other)))
        });
        taken.map(|(_, bound)| bound.binding.id)
    }

    /// The command of a key.
    #[must_use]
    pub fn command(&self, key: &KeyName, held: HeldModifiers, context: KeyContext) -> Option<InputCommand> {
        // Reserved for the system.
        if held.system {
            return None;
        }
        [Some(&key.label), key.place.as_ref()].into_iter().flatten().find_map(|label| {
            let there = |own: &&BoundKey| own.chord.key == *label && own.entry.contexts.contains(&context);
            let exact = |shift: bool| {
                let mut found = self.bound.iter().filter(there);
                found.find(|own| own.chord.ctrl == held.ctrl && own.chord.shift == shift)
            };
            let shift = key.shift(held);
            // Shift is ignored unless a command needs it.
            let found = exact(shift).or_else(|| exact(false).filter(|_| shift && !held.ctrl)).filter(|_| !held.alt);
            let coloured = || self.bound.iter().filter(there).find(|own| own.binding.command.is_coloured());
            found.or_else(coloured).map(|own| own.binding.command)
        })
    }

    /// The displayed keys of a binding.
    #[must_use]
    pub fn keys_of(&self, binding: &Binding) -> String {
        let chords = self.bound.iter().filter(|own| own.binding.id == binding.id).map(|own| own.chord.words());
        chords.collect::<Vec<_>>().join(" or ")
    }

    /// The first displayed key of a command.
    #[must_use]
    pub fn key(&self, command: InputCommand) -> String {
        self.bound.iter().find(|own| own.binding.command == command).map(|own| own.chord.words()).unwrap_or_default()
    }

    /// The keys with a command in a context, in the format of [`Chord::parse`].
    #[must_use]
    pub fn chords(&self, context: KeyContext) -> Vec<String> {
        let mut chords = Vec::new();
        for own in self.bound.iter().filter(|own| own.entry.contexts.contains(&context)) {
            chords.push(own.chord.to_string());
            if own.binding.command.is_coloured() {
                let coloured = |ctrl, shift| Chord { ctrl, shift, key: own.chord.key.clone() }.to_string();
                chords.extend([coloured(true, false), coloured(false, true), coloured(true, true)]);
            }
        }
        chords
    }

    /// The displayed keys of an entry.
    #[must_use]
    pub fn words(&self, entry: &KeyEntry) -> String {
        let is_default = |binding: &Binding| {
            let own = self.bound.iter().filter(|own| own.binding.id == binding.id).map(|own| own.chord.to_string());
            own.eq(binding.defaults.iter().map(ToString::to_string))
        };
        match entry.name.filter(|_| entry.bindings.iter().all(is_default)) {
            Some(name) => name.to_string(),
            None => entry.bindings.iter().map(|binding| self.keys_of(binding)).collect::<Vec<_>>().join(", "),
        }
    }

    /// Binds a key to a command in the settings `own`.
    ///
    /// # Errors
    /// The reason why the key cannot be bound, as a sentence for players. Nothing changes then.
    pub fn bind(&self, own: &mut UserKeys, id: &str, chord: &Chord) -> Result<(), String> {
        let Some((entry, binding)) = binding(id).filter(|(entry, _)| !entry.fixed) else {
            return Err("This key cannot be changed.".into());
        };
        if uses_colour_modifiers(binding, chord) {
            return Err("Shift and Ctrl choose the colour here: press a key without them.".into());
        }
        let taken = self.bound.iter().find(|other| conflicts(entry, binding, chord, other));
        if let Some(other) = taken {
            return Err(format!("{} is already used: {}.", chord.words(), other.entry.does));
        }
        let text = chord.to_string();
        if binding.defaults == [text.as_str()] {
            own.remove(id);
        } else {
            own.insert(id.to_string(), text);
        }
        Ok(())
    }
}

/// Whether the modifiers of a chord would also choose the colour of its command.
fn uses_colour_modifiers(binding: &Binding, chord: &Chord) -> bool {
    binding.command.is_coloured() && (chord.ctrl || chord.shift)
}

/// Whether a key for this command would also trigger the command of `other`.
fn conflicts(entry: &KeyEntry, binding: &Binding, chord: &Chord, other: &BoundKey) -> bool {
    let there = entry.contexts.iter().any(|context| other.entry.contexts.contains(context));
    let coloured = binding.command.is_coloured() || other.binding.command.is_coloured();
    other.binding.id != binding.id && other.chord.key == chord.key && there && (other.chord == *chord || coloured)
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;
    use bevy::input::keyboard::{Key, KeyboardInput};

    use super::*;
    use crate::session::keys::command::ScreenDirection;

    fn name(text: &str, key_code: KeyCode) -> KeyName {
        KeyName::of(&pressed(Key::Character(text.into()), key_code)).unwrap()
    }

    fn pressed(logical_key: Key, key_code: KeyCode) -> KeyboardInput {
        let (state, window) = (ButtonState::Pressed, Entity::PLACEHOLDER);
        KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window }
    }

    fn command(text: &str, code: KeyCode, held: HeldModifiers) -> Option<InputCommand> {
        InputMap::default().command(&name(text, code), held, KeyContext::Match)
    }

    const SHIFT: HeldModifiers =
        HeldModifiers { shift: true, ctrl: false, alt: false, alt_right: false, system: false };
    const CTRL: HeldModifiers = HeldModifiers { shift: false, ctrl: true, alt: false, alt_right: false, system: false };
    const ALT: HeldModifiers = HeldModifiers { shift: false, ctrl: false, alt: true, alt_right: false, system: false };

    #[test]
    fn no_key_has_two_commands_and_every_default_can_be_read() {
        let mut own = UserKeys::new();
        let map = InputMap::default();
        for entry in ENTRIES.iter().filter(|entry| !entry.fixed) {
            for binding in entry.bindings {
                for text in binding.defaults {
                    let chord = Chord::parse(text).unwrap();
                    assert_eq!(chord.to_string(), *text);
                    assert_eq!(map.bind(&mut own, binding.id, &chord), Ok(()), "{text}");
                }
            }
        }
        let mut ids: Vec<_> = ENTRIES.iter().flat_map(|entry| entry.bindings).map(|binding| binding.id).collect();
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count);
    }

    #[test]
    fn keys_are_read_by_their_labels_and_digits_by_their_place() {
        use InputCommand as C;
        let plain = HeldModifiers::default();
        assert_eq!(command("U", KeyCode::KeyU, plain), Some(C::TakeBack));
        assert_eq!(command("u", KeyCode::KeyU, SHIFT), Some(C::TakeBack));
        assert_eq!(command("&", KeyCode::Digit1, plain), Some(C::Digit(1)));
        assert_eq!(command("7", KeyCode::Numpad7, plain), Some(C::Digit(7)));
        assert_eq!(command("/", KeyCode::Digit7, SHIFT), Some(C::TypeAction));
        assert_eq!(command("+", KeyCode::Equal, SHIFT), Some(C::Faster));
        assert_eq!(command("ß", KeyCode::Minus, plain), None);
        assert_eq!(command("j", KeyCode::KeyJ, plain), Some(C::Shake));
        let system = HeldModifiers { system: true, ..plain };
        assert!(command("k", KeyCode::KeyK, plain).is_some() && command("k", KeyCode::KeyK, system).is_none());
        assert_eq!(command("J", KeyCode::KeyJ, SHIFT), Some(C::FlipBoard));
        let left = KeyName::of(&pressed(Key::ArrowLeft, KeyCode::ArrowLeft)).unwrap();
        let map = InputMap::default();
        assert_eq!(map.command(&left, SHIFT, KeyContext::Match), Some(C::Go(ScreenDirection::Left)));
        assert_eq!(map.command(&left, SHIFT, KeyContext::Replay), Some(C::Point(ScreenDirection::Left)));
        assert_eq!(map.command(&left, CTRL, KeyContext::Replay), Some(C::TurnView(ScreenDirection::Left)));
        assert_eq!(KeyName::of(&pressed(Key::Control, KeyCode::ControlLeft)), None);
    }

    #[test]
    fn letters_of_other_scripts_are_read_by_their_place() {
        use InputCommand as C;
        let plain = HeldModifiers::default();
        for (letters, code, expected) in [
            // Cyrillic, Greek, Hebrew, Arabic, Korean.
            ("\u{433}\u{3c5}\u{5d5}\u{639}\u{3155}", KeyCode::KeyU, C::TakeBack),
            ("\u{44f}\u{3b6}", KeyCode::KeyZ, C::Bookmark),
            ("\u{431}", KeyCode::Comma, C::Step { forward: false }),
        ] {
            for letter in letters.chars() {
                assert_eq!(command(&letter.to_string(), code, plain), Some(expected), "{letter}");
            }
        }
        for letter in ["\u{441}", "\u{3c8}", "\u{5d1}", "\u{624}"] {
            assert_eq!(command(letter, KeyCode::KeyC, CTRL), Some(C::Copy), "{letter}");
        }
        // Shift distinguishes two commands, even in a script without capital letters.
        for (plain_letter, shifted) in [("\u{43e}", "\u{41e}"), ("\u{5d7}", "\u{5d7}")] {
            assert_eq!(command(plain_letter, KeyCode::KeyJ, plain), Some(C::Shake));
            assert_eq!(command(shifted, KeyCode::KeyJ, SHIFT), Some(C::FlipBoard));
        }
        // A Latin label counts at any position of the key, as does a bound letter.
        assert_eq!(command("z", KeyCode::KeyY, plain), Some(C::Bookmark));
        assert_eq!(command("\u{e9}", KeyCode::Digit2, plain), Some(C::Digit(2)));
        assert_eq!(command("\u{fc}", KeyCode::BracketLeft, plain), None);
        let map = InputMap::of(&UserKeys::from([("hint".to_string(), "\u{413}".to_string())]));
        assert_eq!(map.command(&name("\u{433}", KeyCode::KeyU), plain, KeyContext::Match), Some(C::Hint));
    }

    #[test]
    fn a_key_that_another_command_has_is_ignored() {
        let map = |keys: &[(&str, &str)]| {
            InputMap::of(&keys.iter().map(|(id, key)| (id.to_string(), key.to_string())).collect())
        };
        let default = InputMap::default();
        for keys in [
            &[("hint", "F")][..],
            &[("hint", "F"), ("rules", "I")],
            &[("ring", "Ctrl+Q")],
            &[("hint", "Ctrl+A")],
            &[("hint", ""), ("nothing", "Q")],
        ] {
            assert_eq!(map(keys), default, "{keys:?}");
        }
        // Of two commands bound to one key, the first in the list keeps it.
        let both = map(&[("take-back", "F5"), ("hint", "F5")]);
        assert_eq!((both.key(InputCommand::TakeBack), both.key(InputCommand::Hint)), ("F5".into(), "I".into()));
        // Two commands may swap keys.
        let swapped = map(&[("take-back", "I"), ("hint", "U")]);
        assert_eq!((swapped.key(InputCommand::TakeBack), swapped.key(InputCommand::Hint)), ("I".into(), "U".into()));
        for map in [both, swapped] {
            let chords: Vec<_> =
                map.bound.iter().map(|own| (&own.binding.id, own.entry.contexts, own.chord.to_string())).collect();
            for (id, contexts, chord) in &chords {
                let same = |(other, there, own): &&(&&str, &[KeyContext], String)| {
                    other != id && own == chord && there.iter().any(|context| contexts.contains(context))
                };
                assert_eq!(chords.iter().find(same), None, "{id}");
            }
        }
    }

    #[test]
    fn modifiers_make_shortcuts_or_choose_a_colour() {
        use InputCommand as C;
        assert_eq!(command("c", KeyCode::KeyC, CTRL), Some(C::Copy));
        assert_eq!(command("c", KeyCode::KeyC, ALT), None);
        assert_eq!(command("C", KeyCode::KeyC, HeldModifiers { shift: true, ..CTRL }), None);
        assert_eq!(command("g", KeyCode::KeyG, CTRL), None);
        for held in [HeldModifiers::default(), SHIFT, CTRL, ALT] {
            assert_eq!(command("k", KeyCode::KeyK, held), Some(C::Ring));
        }
    }

    #[test]
    fn another_key_is_bound_and_a_taken_one_refused() {
        let (map, mut own) = (InputMap::default(), UserKeys::new());
        let chord = |text| Chord::parse(text).unwrap();
        let refused = map.bind(&mut own, "take-back", &chord("F")).unwrap_err();
        assert_eq!(refused, "F is already used: view from the other side.");
        assert!(map.bind(&mut own, "take-back", &chord("Ctrl+K")).is_err(), "Ctrl is a colour of K");
        assert!(map.bind(&mut own, "escape", &chord("Ctrl+X")).is_err() && own.is_empty());
        map.bind(&mut own, "take-back", &chord("Ctrl+B")).unwrap();
        let map = InputMap::of(&own);
        let command = |text: &str, held| map.command(&name(text, KeyCode::F35), held, KeyContext::Match);
        assert_eq!(command("b", CTRL), Some(InputCommand::TakeBack));
        assert_eq!(command("z", HeldModifiers::default()), Some(InputCommand::Bookmark));
        assert_eq!(command("u", HeldModifiers::default()), None);
        assert_eq!(map.key(InputCommand::TakeBack), "Ctrl + B");
        // The previous key is free again, and a default key is not stored.
        map.bind(&mut own, "hint", &chord("U")).unwrap();
        assert!(InputMap::of(&own).bind(&mut own, "take-back", &chord("U")).is_err());
        map.bind(&mut own, "hint", &chord("I")).unwrap();
        InputMap::of(&own).bind(&mut own, "take-back", &chord("U")).unwrap();
        assert!(own.is_empty());
    }

    #[test]
    fn a_context_has_keys_of_its_own() {
        let map = InputMap::default();
        let has = |context, key: &str| map.chords(context).iter().any(|chord| chord == key);
        assert!(has(KeyContext::Match, "F3") && !has(KeyContext::Start, "F3"));
        assert!(has(KeyContext::Start, "F1") && has(KeyContext::Match, "Ctrl+Shift+Up"));
        assert!(has(KeyContext::Match, "Ctrl+K") && !has(KeyContext::Match, "Ctrl+G"));
    }

    #[test]
    fn keys_stand_in_words() {
        let map = InputMap::default();
        let words = |id: &str| map.words(binding(id).unwrap().0);
        assert_eq!(words("up"), "Arrow keys");
        assert_eq!((words("faster").as_str(), words("type").as_str()), ("+ and -", "M or /"));
        assert_eq!(words("flip-board"), "Shift + J");
        let own = UserKeys::from([("up".to_string(), "Ctrl+U".to_string())]);
        assert_eq!(InputMap::of(&own).words(binding("up").unwrap().0), "Ctrl + U, Down, Left, Right");
    }
}
