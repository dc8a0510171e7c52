//! Announcements over the table, large enough for spectators. They ignore clicks.

use bevy::prelude::Res;

use crate::ui::overlay::corner::{in_corner, settle};
use crate::ui::overlay::evaluation_bar;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_context::person_decides;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;
use bevy_egui::egui::{Align2, Area, CornerRadius, Frame, Id, Margin, RichText, Stroke, vec2};

/// Distance from the edges, logical pixels. Announcements are in the upper left corner, where there
/// is room beside and behind the far rank. In games with dice the tray is there, and with the graph
/// of the match the graph; then they are in a lower corner.
const ASIDE: f32 = 10.0;

/// In an area lower than this, logical pixels, the announcement covers the graph.
const HIGH: f32 = 300.0;

/// The maximum width relative to the table's.
const SHARE: f32 = 0.42;

/// The minimum width, logical pixels.
const MIN_WIDTH: f32 = 260.0;

/// The minimum and maximum text size, logical pixels.
const SIZE: [f32; 2] = [16.0, 22.0];

/// Draws the current announcement.
pub fn show(frame: Res<UiFrame>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.free(), &params.context());
    // The sentence bar shows it to the player to move.
    let shown = cx.announcement.filter(|_| !cx.session.running().is_some_and(person_decides));
    let Some(words) = shown else { return };
    let has_dice = cx.session.game().is_some_and(|game| game.info().dice);
    let (pivot, at) = if has_dice || cx.settings.graph && free.height() > HIGH {
        let above_card = if frame.card > 0.0 { frame.card + ASIDE } else { 0.0 };
        let (pivot, at) = in_corner(free, cx.free_corner, cx);
        (pivot, at - vec2(0.0, above_card))
    } else {
        (Align2::LEFT_TOP, free.left_top() + vec2(ASIDE + evaluation_bar::room(cx), ASIDE))
    };
    let [least, greatest] = SIZE;
    let size = (free.width() / 40.0).clamp(least, greatest);
    let area = Area::new(Id::new("announcement")).interactable(false).pivot(pivot).fixed_pos(at);
    let words = area.constrain_to(free).show(ctx, |ui| {
        let frame = Frame::new().fill(theme::PANEL.gamma_multiply(0.88)).stroke(Stroke::new(1.5, theme::BRASS));
        frame.corner_radius(CornerRadius::same(12)).inner_margin(Margin::symmetric(18, 7)).show(ui, |ui| {
            ui.set_max_width((SHARE * free.width()).max(MIN_WIDTH).min(free.width() - 60.0));
            for line in words.lines() {
                ui.label(RichText::new(line).size(size).color(theme::TEXT));
            }
        });
    });
    settle(&words.response);
}
