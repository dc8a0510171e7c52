//! The chat of a room.

use bevy_egui::egui::{Key, Label, ScrollArea, TextEdit, Ui};

use crate::rooms::{ChatMode, MAX_CHAT, Phrase, Said};
use crate::session::{Joined, RoomCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

/// The width left for the button with the phrases, points.
const MENU: f32 = 86.0;

/// The height of the visible messages, points.
const HEIGHT: f32 = 54.0;

/// Draws the latest messages and, for players, the input field with the message being typed.
pub fn show(ui: &mut Ui, message: &mut String, cx: &mut UiContext) {
    let Some(joined) = cx.room.on_table() else { return };
    // The area has its full height before the first message, so that messages move nothing.
    let area = ScrollArea::vertical().id_salt("chat").max_height(HEIGHT).min_scrolled_height(HEIGHT);
    area.auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
        for said in joined.state().chat() {
            ui.add(Label::new(line(joined, said)).wrap());
        }
    });
    let mode = joined.state().welcome().map(|welcome| welcome.chat).unwrap_or_default();
    if joined.state().side().is_none() || joined.connection().is_over() || mode == ChatMode::Off {
        return;
    }
    let mut wanted = None;
    ui.horizontal(|ui| {
        if mode == ChatMode::Free {
            let field = TextEdit::singleline(message).hint_text(theme::muted("Say something"));
            let field = ui.add(field.desired_width(ui.available_width() - MENU).char_limit(MAX_CHAT));
            let text = message.trim();
            if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) && !text.is_empty() {
                wanted = Some(RoomCommand::Say(text.to_string()));
                message.clear();
                field.request_focus();
            }
        }
        ui.menu_button("Say …", |ui| {
            for phrase in Phrase::ALL {
                if ui.button(phrase.to_string()).clicked() {
                    wanted = Some(RoomCommand::SayPhrase(phrase));
                    ui.close();
                }
            }
            ui.separator();
            let muted = joined.state().is_muted();
            if ui.button(if muted { "Unmute opponent" } else { "Mute opponent" }).clicked() {
                wanted = Some(RoomCommand::Mute(!muted));
                ui.close();
            }
        });
    });
    cx.room_commands.extend(wanted);
}

fn line(joined: &Joined, said: &Said) -> String {
    let name = match joined.state().side() == Some(said.by) {
        true => "You",
        false => joined.name(said.by).unwrap_or("Opponent"),
    };
    let text = said.phrase.map(|phrase| phrase.to_string()).or_else(|| said.text.clone()).unwrap_or_default();
    format!("{name}: {text}")
}
