//! A player with the clock.

use std::time::Duration;

use bevy_egui::egui::{Align, CornerRadius, Frame, Label, Layout, Margin, RichText, Stroke, Ui};

use crate::engine::{GameInfo, Side};
use crate::ui::{theme, words};

/// A clock below this time is shown in the alarm colour.
const LOW_TIME: Duration = Duration::from_secs(20);

/// Draws the name of a player, and the contents for the clock at the right. The edge shows whether
/// the player is to act.
pub fn show(ui: &mut Ui, info: &GameInfo, side: Side, to_act: bool, name: RichText, clock: impl FnOnce(&mut Ui)) {
    let edge = if to_act { theme::BRASS } else { theme::EDGE };
    let frame = Frame::new().fill(theme::SUNK).stroke(Stroke::new(1.0, edge)).corner_radius(CornerRadius::same(8));
    frame.inner_margin(Margin::symmetric(10, 3)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            theme::disc(ui, info, side);
            // The name gets the room left by the clock.
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                clock(ui);
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    ui.add(Label::new(name).truncate());
                });
            });
        });
    });
}

/// The remaining time as text.
pub fn time(left: Duration) -> RichText {
    let colour = if left < LOW_TIME { theme::ALARM } else { theme::TEXT };
    RichText::new(words::clock(left)).monospace().size(18.0).color(colour)
}
