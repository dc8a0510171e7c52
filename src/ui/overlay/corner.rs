//! The lower corners of the table, for cards.

use bevy_egui::egui::{Align2, Pos2, Rect, Response, Vec2, vec2};

use crate::session::FreeCorner;
use crate::ui::overlay::evaluation_bar;
use crate::ui::state::ui_context::UiContext;

/// The distance from the edges of the table, logical pixels.
const MARGIN: f32 = 12.0;

/// The pivot and position of a card in a corner of the table.
pub fn in_corner(free: Rect, corner: FreeCorner, cx: &UiContext) -> (Align2, Pos2) {
    match corner {
        FreeCorner::Left => {
            let at = free.left_bottom() + vec2(MARGIN + evaluation_bar::room(cx), -MARGIN);
            (Align2::LEFT_BOTTOM, at)
        }
        FreeCorner::Right => (Align2::RIGHT_BOTTOM, free.right_bottom() - vec2(MARGIN, MARGIN)),
    }
}

/// Draws another frame if this area has a new size: egui places it by its size in the last frame,
/// and an idle window would keep it there, over a button for instance.
pub fn settle(area: &Response) {
    let id = area.id.with("size");
    let size = area.rect.size();
    let before = area.ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_insert_with(id, || Vec2::ZERO), size));
    if before != size {
        area.ctx.request_repaint();
    }
}
