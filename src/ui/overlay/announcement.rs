//! Announcements over the table, large enough for spectators. They take no clicks.

use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;
use bevy_egui::egui::{self, Align2, Area, CornerRadius, Frame, Id, Margin, Rect, RichText, Stroke, vec2};

/// How far below the upper edge, logical pixels; below the graph of the match if that is open.
const BELOW: [f32; 2] = [24.0, 138.0];

/// The least and the greatest size of the text, logical pixels.
const SIZE: [f32; 2] = [18.0, 30.0];

/// Draws the current announcement.
pub fn show(ctx: &egui::Context, free: Rect, cx: &UiContext) {
    let Some(words) = cx.announcement else { return };
    let at = free.center_top() + vec2(0.0, BELOW[usize::from(cx.settings.graph)]);
    let [least, greatest] = SIZE;
    let size = (free.width() / 30.0).clamp(least, greatest);
    let area = Area::new(Id::new("announcement")).interactable(false).pivot(Align2::CENTER_TOP).fixed_pos(at);
    area.constrain_to(free).show(ctx, |ui| {
        let frame = Frame::new().fill(theme::PANEL.gamma_multiply(0.88)).stroke(Stroke::new(1.5, theme::BRASS));
        frame.corner_radius(CornerRadius::same(12)).inner_margin(Margin::symmetric(22, 10)).show(ui, |ui| {
            ui.set_max_width(free.width() - 120.0);
            ui.vertical_centered(|ui| {
                for line in words.lines() {
                    ui.label(RichText::new(line).size(size).color(theme::TEXT));
                }
            });
        });
    });
}
