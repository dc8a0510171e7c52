//! The indicator of a running recording, with the elapsed time.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align2, Area, CornerRadius, Frame, Id, Margin, Order, RichText, Stroke, vec2};

use crate::session::Filming;
use crate::ui::{theme, words};

/// Draws the indicator at the upper edge.
pub fn draw(mut contexts: EguiContexts, filming: Res<Filming>) -> Result {
    let Some(time) = filming.0 else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let area = Area::new(Id::new("filming")).interactable(false).pivot(Align2::CENTER_TOP);
    area.order(Order::Foreground).fixed_pos(ctx.content_rect().center_top() + vec2(0.0, 6.0)).show(ctx, |ui| {
        let frame = Frame::new().fill(theme::ALARM_BACK).stroke(Stroke::new(1.0, theme::ALARM));
        frame.corner_radius(CornerRadius::same(8)).inner_margin(Margin::symmetric(9, 5)).show(ui, |ui| {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), egui::Sense::hover());
                ui.painter().circle_filled(rect.center(), 6.0, theme::ALARM);
                ui.label(RichText::new(words::elapsed(time)).monospace().color(theme::TEXT));
            });
        });
    });
    Ok(())
}
