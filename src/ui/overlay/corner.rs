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

/// Requests another frame if the size of this area has changed. egui places the area by its size in
/// the last frame, and an idle window would leave it there, for example over a button.
pub fn settle(area: &Response) {
    let id = area.id.with("size");
    let size = area.rect.size();
    let before = area.ctx.data_mut(|data| std::mem::replace(data.get_temp_mut_or_insert_with(id, || Vec2::ZERO), size));
    if before != size {
        area.ctx.request_repaint();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{Area, Context, RawInput, Sense, ViewportId};

    /// Draws an area in the lower right corner of a table. Returns its place, and whether another
    /// frame was requested.
    fn frame(ctx: &Context, size: Vec2) -> (Rect, bool) {
        let mut shown = Rect::NOTHING;
        let table = Rect::from_min_size(Pos2::ZERO, vec2(400.0, 300.0));
        let input = RawInput { screen_rect: Some(table), ..RawInput::default() };
        let output = ctx.run_ui(input, |ui| {
            let area = Area::new("card".into()).pivot(Align2::RIGHT_BOTTOM).constrain(false);
            let area =
                area.fixed_pos(table.right_bottom()).show(ui.ctx(), |ui| ui.allocate_exact_size(size, Sense::hover()));
            settle(&area.response);
            shown = area.response.rect;
        });
        (shown, output.viewport_output[&ViewportId::ROOT].repaint_delay.is_zero())
    }

    #[test]
    fn an_area_of_a_new_size_is_placed_again() {
        let ctx = Context::default();
        let (small, large) = (vec2(50.0, 20.0), vec2(120.0, 60.0));
        for _ in 0..60 {
            frame(&ctx, small);
        }
        assert!(!frame(&ctx, small).1);
        assert!(frame(&ctx, large).1);
        assert_eq!(frame(&ctx, large).0.max, Pos2::new(400.0, 300.0));
    }
}
