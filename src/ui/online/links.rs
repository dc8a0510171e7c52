//! The links of the match on the table: for spectators, and to move a seat to another device.

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{Align2, Label, RichText, Ui};

use crate::session::{CurrentRoom, RoomCommand};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::online_form::OnlineForm;
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

/// Draws the menu of links to the room on the table, if there are any.
pub fn menu(ui: &mut Ui, cx: &mut UiContext) {
    let Some(joined) = cx.room.on_table().filter(|joined| !joined.connection().is_over()) else { return };
    let goes_on = cx.session.live_match().is_some_and(|running| running.outcome().is_none());
    let plays = joined.state().side().is_some() && goes_on;
    let watch = joined.watch_link();
    if !plays && watch.is_none() {
        return;
    }
    let mut move_seat = false;
    ui.menu_button(RichText::new("Links …").size(theme::SMALL), |ui| {
        if let Some(watch) = watch
            && ui.button("Copy a link for spectators").clicked()
        {
            ui.ctx().copy_text(watch.to_string());
            ui.close();
        }
        if plays {
            let button = ui.button("Play on another device …");
            move_seat = button.on_hover_text("Moves your seat to another device, such as a phone").clicked();
        }
    });
    if move_seat {
        cx.ui_commands.push(UiCommand::Open(UiWindow::OtherDevice));
        cx.room_commands.push(RoomCommand::MoveSeat);
    }
}

/// Draws the window if it is open.
pub fn window(frame: Res<UiFrame>, mut online: ResMut<OnlineForm>, room: Res<CurrentRoom>) {
    let (ctx, free) = (frame.ctx(), frame.room());
    let joined = room.on_table().filter(|joined| !joined.connection().is_over());
    let Some(joined) = joined.filter(|_| online.other_device) else {
        online.other_device = false;
        return;
    };
    let mut open = true;
    let (window, _) = theme::window(ctx, "Another device", &mut open, free);
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center());
    window.show(ctx, |ui| {
        ui.set_width(440.0_f32.min(free.width() - 60.0));
        let Some(link) = joined.other_device() else {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("Requesting a link to your seat …");
            });
            return;
        };
        let words = "Join with this link on the other device. Your seat moves there when the link is used. Keep the link private: anyone who has it can take the seat.";
        ui.add(Label::new(words).wrap());
        let link = link.to_string();
        ui.add(Label::new(RichText::new(&link).monospace().size(theme::SMALL)).wrap());
        if theme::main_button(ui, "Copy the link").clicked() {
            ui.ctx().copy_text(link);
        }
    });
    online.other_device &= open;
}
