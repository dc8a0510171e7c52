//! The latest notification, on a card over the table, where it never shifts a button.

use bevy_egui::egui::{self, Area, CornerRadius, Frame, Margin, Order, Rect, Stroke};

use crate::ui::overlay::corner::in_corner;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_state::UiState;
use crate::ui::theme;

/// The maximum width of the card, logical pixels: wider than high, so that the back rank stays
/// visible.
const WIDTH: f32 = 520.0;

/// Draws the card in the corner where it covers less of the board, with a link to the cited rule.
pub fn show(ctx: &egui::Context, free: Rect, state: &mut UiState, cx: &UiContext) {
    let Some(notification) = &state.notification else { return };
    let (mut opened, mut closed) = (None, false);
    let (pivot, at) = in_corner(free, cx.free_corner, cx);
    let area = Area::new("notification".into()).order(Order::Middle).pivot(pivot);
    area.fixed_pos(at).show(ctx, |ui| {
        ui.set_max_width(WIDTH.min(0.56 * free.width() - 18.0));
        let frame = Frame::new().fill(theme::RAISED).stroke(Stroke::new(1.0, theme::BRASS));
        frame.corner_radius(CornerRadius::same(8)).inner_margin(Margin::symmetric(10, 8)).show(ui, |ui| {
            ui.label(&notification.text);
            ui.horizontal_wrapped(|ui| {
                if let Some(rule) = notification.rule.as_deref()
                    && ui
                        .link(format!("Rules: {}", rule.split_once(", ").map_or(rule, |(_, section)| section)))
                        .clicked()
                {
                    opened = cx.session.game().map(|game| RulesView::at(rule, game.info()));
                }
                closed = ui.small_button("Close (Esc)").clicked();
            });
        });
    });
    if opened.is_some() {
        state.rules = opened;
    }
    if closed {
        state.notification = None;
    }
}
