//! The evaluation bar: each side's probability of winning, at the left edge of the window. A
//! broadcast has a bar of its own.

use bevy::prelude::{Local, Res};
use bevy_egui::egui::{Align2, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};

use crate::engine::Side;
use crate::session::{OverlayLevel, white_wins};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

/// The width, logical pixels.
const WIDTH: f32 = 14.0;

/// Whether the bar is drawn beside the panel.
fn is_shown(cx: &UiContext) -> bool {
    cx.settings.evaluation_bar && cx.settings.overlay == OverlayLevel::Panel && cx.session.allows_assistance()
}

/// The width of the bar with its labels at the left edge of the table, logical pixels; 0 while it
/// is hidden.
pub fn room(cx: &UiContext) -> f32 {
    if is_shown(cx) { 58.0 } else { 0.0 }
}

/// The height of the label at each end, logical pixels.
const LABEL: f32 = 22.0;

/// Draws the bar in the free part of the window below the graph, if it is enabled. It does not take
/// clicks from the table. Until a position has been analysed, the bar keeps its last value, White's
/// probability of winning.
pub fn show(frame: Res<UiFrame>, mut last: Local<Option<f64>>, mut params: UiParams) {
    let cx = &params.context();
    if !is_shown(cx) {
        *last = None;
        return;
    }
    let known = white_wins(cx.session, cx.analysis);
    *last = known.or(*last);
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    let below = cx.seats.below(cx.settings.view);
    let white = last.unwrap_or(0.5);
    let share = if below == Side::White { white } else { 1.0 - white };
    let (painter, free) = (frame.root.painter(), frame.free());
    let free = free.with_min_y(frame.graph.unwrap_or(free.top()));
    let at = pos2(free.left() + 10.0, free.top() + 8.0 + LABEL);
    let bar = Rect::from_min_max(at, pos2(at.x + WIDTH, free.bottom() - 8.0 - LABEL));
    let middle = bar.bottom() - bar.height() * share as f32;
    let colour = |side: Side| theme::team(info, side);
    let round = CornerRadius::same(4);
    painter.rect_filled(bar, round, colour(below.other()));
    painter.rect_filled(bar.with_min_y(middle), round, colour(below));
    painter.rect_stroke(bar, round, Stroke::new(1.0, theme::BRASS), StrokeKind::Outside);
    painter.hline(bar.x_range().expand(3.0), bar.center().y, Stroke::new(1.0, theme::BRASS));
    let words = |share: f64| {
        if last.is_none() { "…".to_string() } else { format!("{:.0} %", 100.0 * share) }
    };
    label(painter, pos2(at.x, bar.top() - LABEL / 2.0), &words(1.0 - share), known.is_some());
    label(painter, pos2(at.x, bar.bottom() + LABEL / 2.0), &words(share), known.is_some());
}

fn label(painter: &Painter, at: Pos2, words: &str, known: bool) {
    let colour = if known { theme::TEXT } else { theme::MUTED };
    let text = painter.layout_no_wrap(words.to_string(), FontId::proportional(theme::SMALL), colour);
    let plate = Rect::from_min_size(pos2(at.x - 4.0, at.y - text.size().y / 2.0), text.size() + vec2(8.0, 0.0));
    painter.rect_filled(plate, CornerRadius::same(4), theme::PANEL);
    painter.galley(Align2::LEFT_CENTER.anchor_size(at, text.size()).min, text, colour);
}
