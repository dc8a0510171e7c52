//! Keyboard events for egui, each with the modifiers held at that moment. bevy_egui uses the
//! modifiers held at the end of the frame, which at a low frame rate turns a brief Ctrl+A into a
//! letter.

use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::{EguiInputEvent, ModifierKeysState};
use bevy_egui::{EguiClipboard, EguiGlobalSettings, EguiInputSet, PrimaryEguiContext, egui};

/// Replaces the keyboard system of bevy_egui.
pub fn plugin(app: &mut App) {
    app.add_message::<KeyboardFocusLost>()
        .add_message::<EguiInputEvent>()
        .add_systems(PreStartup, take_over)
        .add_systems(PreUpdate, pass_on.in_set(EguiInputSet::ReadBevyMessages));
}

fn take_over(settings: Option<ResMut<EguiGlobalSettings>>) {
    if let Some(mut settings) = settings {
        settings.input_system_settings.run_write_keyboard_input_messages_system = false;
    }
}

fn pass_on(
    (mut keys, mut focus_lost): (MessageReader<KeyboardInput>, MessageReader<KeyboardFocusLost>),
    mut held: Local<ModifierKeysState>,
    mut clipboard: Option<ResMut<EguiClipboard>>,
    contexts: Query<Entity, With<PrimaryEguiContext>>,
    mut events: MessageWriter<EguiInputEvent>,
) {
    if focus_lost.read().count() > 0 {
        (held.shift, held.ctrl, held.alt, held.win) = (false, false, false, false);
    }
    for key in keys.read() {
        hold(&mut held, key);
        let paste = || clipboard.as_mut().and_then(|clipboard| clipboard.get_text());
        let heard = egui_events(key, &held, paste);
        for context in &contexts {
            events.write_batch(heard.iter().cloned().map(|event| EguiInputEvent { context, event }));
        }
    }
}

fn hold(held: &mut ModifierKeysState, key: &KeyboardInput) {
    let is_held = key.state.is_pressed();
    match &key.logical_key {
        Key::Shift => held.shift = is_held,
        Key::Control => held.ctrl = is_held,
        Key::Alt => held.alt = is_held,
        Key::Super | Key::Meta => held.win = is_held,
        _ => {}
    }
}

/// The egui events of a key. `paste` reads the clipboard; browsers send pasted text as an event
/// instead.
fn egui_events(
    key: &KeyboardInput,
    held: &ModifierKeysState,
    paste: impl FnOnce() -> Option<String>,
) -> Vec<egui::Event> {
    let (pressed, modifiers) = (key.state.is_pressed(), held.to_egui_modifiers());
    let mut events = Vec::new();
    if pressed && held.text_input_is_allowed() {
        match &key.logical_key {
            Key::Character(text) if !text.contains(char::is_control) => {
                events.push(egui::Event::Text(text.to_string()));
            }
            Key::Space => events.push(egui::Event::Text(" ".into())),
            _ => {}
        }
    }
    let physical_key = bevy_to_egui_physical_key(&key.key_code);
    // Layouts without Latin letters have their shortcuts at the usual positions.
    let Some(key) = bevy_to_egui_key(&key.logical_key).or(physical_key) else { return events };
    events.push(egui::Event::Key { key, physical_key, pressed, repeat: false, modifiers });
    if pressed && modifiers.command && cfg!(not(target_arch = "wasm32")) {
        events.extend(match key {
            egui::Key::C => Some(egui::Event::Copy),
            egui::Key::X => Some(egui::Event::Cut),
            egui::Key::V => paste().map(egui::Event::Paste),
            _ => None,
        });
    }
    events
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;

    use super::*;

    fn heard(keys: &[(Key, KeyCode, ButtonState)]) -> Vec<egui::Event> {
        let mut held = ModifierKeysState::default();
        let mut events = Vec::new();
        for (logical_key, key_code, state) in keys.iter().cloned() {
            let window = Entity::PLACEHOLDER;
            let key = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
            hold(&mut held, &key);
            events.extend(egui_events(&key, &held, || Some("pasted".into())));
        }
        events
    }

    fn shortcut(letter: &str, code: KeyCode) -> Vec<egui::Event> {
        let key = |state| (Key::Character(letter.into()), code, state);
        let command = |state| match cfg!(target_os = "macos") {
            true => (Key::Super, KeyCode::SuperLeft, state),
            false => (Key::Control, KeyCode::ControlLeft, state),
        };
        use ButtonState::{Pressed, Released};
        heard(&[command(Pressed), key(Pressed), key(Released), command(Released)])
    }

    /// All in one frame, as at a low frame rate.
    #[test]
    fn shortcuts_are_not_text() {
        let events = shortcut("a", KeyCode::KeyA);
        assert!(!events.iter().any(|event| matches!(event, egui::Event::Text(_))), "{events:?}");
        let selects = |event: &egui::Event| matches!(event, egui::Event::Key { key: egui::Key::A, pressed: true, modifiers, .. } if modifiers.command);
        assert!(events.iter().any(selects), "{events:?}");
        assert!(shortcut("c", KeyCode::KeyC).contains(&egui::Event::Copy));
        // A Cyrillic layout, by the key's position.
        assert!(shortcut("\u{43c}", KeyCode::KeyV).contains(&egui::Event::Paste("pasted".into())));
        let plain = heard(&[(Key::Character("a".into()), KeyCode::KeyA, ButtonState::Pressed)]);
        assert_eq!(plain.first(), Some(&egui::Event::Text("a".into())));
    }
}
