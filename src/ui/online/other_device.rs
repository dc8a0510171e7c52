//! The window with the link by which a seat moves to another device.

use bevy_egui::egui::{self, Align2, Button, Label, Rect, RichText, Ui};

use crate::session::{Joined, RoomCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// Draws the button that asks for the link, for a player of the room on the table whose match goes on.
pub fn button(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let plays = |joined: &&Joined| joined.state().side().is_some();
    let goes_on = cx.session.running().is_some_and(|running| running.outcome().is_none());
    if cx.room.on_table().filter(plays).is_none() || !goes_on {
        return;
    }
    let button = Button::new(RichText::new("Move …").size(theme::SMALL));
    if ui.add(button).on_hover_text("Go on playing on another device, a phone for instance").clicked() {
        state.online.other_device = true;
        cx.room_commands.push(RoomCommand::MoveSeat);
    }
}

/// Draws the window, if it is open.
pub fn window(ctx: &egui::Context, free: Rect, state: &mut UiState, cx: &UiContext) {
    let Some(joined) = cx.room.on_table().filter(|_| state.online.other_device) else { return };
    let mut open = true;
    let (window, _) = theme::window(ctx, "Another device", &mut open, free);
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center());
    window.show(ctx, |ui| {
        ui.set_width(440.0_f32.min(free.width() - 60.0));
        let Some(link) = joined.other_device() else {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("Asking the server for a link to your seat …");
            });
            return;
        };
        let words = "Join with this link on the other device. Your seat moves there as soon as it is used; until then it is here. \
                     Keep it to yourself: whoever has it can take the seat.";
        ui.add(Label::new(words).wrap());
        let link = link.to_string();
        ui.add(Label::new(RichText::new(&link).monospace().size(theme::SMALL)).wrap());
        if theme::main_button(ui, "Copy the link").clicked() {
            ui.ctx().copy_text(link);
        }
    });
    state.online.other_device &= open;
}
