//! The frame of the picture-in-picture.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{CornerRadius, Id, LayerId, Order, Rect, Stroke, StrokeKind, pos2};

use crate::session::Inset;
use crate::ui::theme;

/// Draws the frame.
pub fn draw(mut contexts: EguiContexts, inset: Res<Inset>) -> Result {
    let Some(bevy::math::Rect { min, max }) = inset.0 else { return Ok(()) };
    let ctx = contexts.ctx_mut()?;
    let place = Rect::from_min_max(pos2(min.x, min.y), pos2(max.x, max.y));
    let painter = ctx.layer_painter(LayerId::new(Order::Background, Id::new("inset")));
    painter.rect_stroke(place, CornerRadius::ZERO, Stroke::new(2.0, theme::BRASS), StrokeKind::Outside);
    Ok(())
}
