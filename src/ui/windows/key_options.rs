//! The part of the options that changes key bindings.

use bevy_egui::egui::{Button, CollapsingHeader, Label, RichText, Ui};

use crate::session::{Binding, ENTRIES, KeyCapture, KeyEntry};
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

/// The state of choosing a key for a command.
#[derive(Debug, Clone, Default)]
pub struct KeyChoice {
    /// The id of the command's binding.
    pub binding: Option<&'static str>,
    /// The binding whose new key was refused, with the reason.
    pub refusal: Option<(&'static str, String)>,
}

impl KeyChoice {
    /// Stops waiting for a key.
    pub fn cancel(&mut self, cx: &mut UiContext) {
        *self = KeyChoice::default();
        *cx.capture = KeyCapture::Off;
    }

    /// Starts waiting for a new key for a command.
    fn wait(&mut self, binding: &Binding, cx: &mut UiContext) {
        *self = KeyChoice { binding: Some(binding.id), refusal: None };
        *cx.capture = KeyCapture::Waiting;
    }

    /// Binds the key that was pressed, if any.
    fn take(&mut self, cx: &mut UiContext) {
        let KeyCapture::Caught(chord) = std::mem::take(cx.capture) else { return };
        let Some(id) = self.binding.take().filter(|_| chord.key != "Escape") else { return };
        self.refusal = cx.keys.bind(&mut cx.settings.keys, id, &chord).err().map(|words| (id, words));
    }
}

/// Draws the keys as buttons. A click on one waits for another key.
pub fn show(ui: &mut Ui, choice: &mut KeyChoice, cx: &mut UiContext) {
    if matches!(cx.capture, KeyCapture::Caught(_)) {
        choice.take(cx);
    }
    CollapsingHeader::new("Change keys …").id_salt("keys").show(ui, |ui| {
        ui.add(Label::new(theme::muted("Click a key, then press another. Escape keeps the old one.")).wrap());
        for entry in ENTRIES.iter().filter(|entry| !entry.fixed) {
            row(ui, entry, choice, cx);
        }
        ui.add_enabled_ui(!cx.settings.keys.is_empty(), |ui| {
            if ui.button("Reset all keys").clicked() {
                cx.settings.keys.clear();
                choice.cancel(cx);
            }
        });
    });
}

fn row(ui: &mut Ui, entry: &KeyEntry, choice: &mut KeyChoice, cx: &mut UiContext) {
    ui.add(Label::new(entry.does).wrap());
    ui.horizontal_wrapped(|ui| {
        for binding in entry.bindings {
            let waits = choice.binding == Some(binding.id);
            let text = if waits { "press a key".to_string() } else { cx.keys.keys_of(binding) };
            let button = Button::selectable(waits, RichText::new(text).color(theme::BRASS)).frame_when_inactive(true);
            let clicked = ui.push_id(binding.id, |ui| ui.add(button).clicked()).inner;
            match clicked {
                true if waits => choice.cancel(cx),
                true => choice.wait(binding, cx),
                false => {}
            }
        }
    });
    if let Some((id, words)) = &choice.refusal
        && entry.bindings.iter().any(|binding| binding.id == *id)
    {
        ui.add(Label::new(RichText::new(words).color(theme::ALARM)).wrap());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{Chord, InputCommand, InputMap, Session};
    use crate::ui::tests::{Rig, SCREENS, played};

    fn press(rig: &mut Rig, key: &str) {
        assert_eq!(rig.capture, KeyCapture::Waiting);
        rig.capture = KeyCapture::Caught(Chord::parse(key).unwrap());
        rig.frame(Vec::new());
        assert_eq!(rig.capture, KeyCapture::Off);
    }

    #[test]
    fn keys_are_changed_in_the_options() {
        let mut rig = Rig::new(SCREENS[1], Session::from(played("chess", 0)));
        rig.settings.notes_read.insert("chess".into());
        rig.state.options.open = true;
        assert!(rig.reach("Change keys"), "{:?}", rig.seen());
        rig.click("Change keys");
        // The next entry is visible below it.
        assert!(rig.reach("view from the other side"), "{:?}", rig.seen());
        let take_back = |rig: &Rig| InputMap::of(&rig.settings.keys).key(InputCommand::TakeBack);
        // The list keeps gliding after the wheel has stopped.
        let rest = |rig: &mut Rig| (0..60).for_each(|_| drop(rig.frame(Vec::new())));
        let choose = |rig: &mut Rig| {
            rest(rig);
            let at = rig.position_of(&take_back(rig)).expect("the key is in sight");
            rig.click_at(at);
        };
        choose(&mut rig);
        press(&mut rig, "F");
        rig.frame(Vec::new());
        assert!(rig.find("F is already used").is_some(), "{:?}", rig.seen());
        assert_eq!(take_back(&rig), "U");
        choose(&mut rig);
        press(&mut rig, "Ctrl+B");
        rig.frame(Vec::new());
        assert_eq!(take_back(&rig), "Ctrl + B");
        assert!(rig.reach("Reset all keys"));
        rest(&mut rig);
        rig.click("Reset all keys");
        assert_eq!(take_back(&rig), "U");
    }
}
