//! Small flat figures of pieces.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, Vec2, vec2,
};

use crate::engine::{GameInfo, Look, PieceKind, Side};
use crate::ui::{theme, words};

const IVORY: Color32 = Color32::from_rgb(0xf6, 0xec, 0xda);
const EBONY: Color32 = Color32::from_rgb(0x1c, 0x13, 0x0d);

const STONE: Color32 = Color32::from_gray(0x88);

/// Draws a piece within a circle: a chessman or a number of chips as a disc, a die as a square,
/// pyramids as a stack.
pub fn draw(painter: &Painter, at: Pos2, radius: f32, info: &GameInfo, side: Option<Side>, look: &Look) {
    let fill = side.map_or(STONE, |side| theme::team(info, side));
    let ink = if brightness(fill) > 110 { EBONY } else { IVORY };
    let edge = Stroke::new((0.07 * radius).max(1.0), if ink == EBONY { EBONY } else { theme::MUTED });
    match look {
        Look::Chessman(PieceKind::Obstacle) => {
            let rect = Rect::from_center_size(at, Vec2::splat(1.7 * radius));
            painter.rect(rect, CornerRadius::ZERO, fill, edge, StrokeKind::Inside);
            painter.line_segment([rect.left_top(), rect.right_bottom()], edge);
            painter.line_segment([rect.right_top(), rect.left_bottom()], edge);
        }
        Look::Chessman(kind) => {
            painter.circle(at, radius, fill, edge);
            man(painter, at, radius, *kind, ink);
        }
        Look::Die(_, symbol) => {
            let rect = Rect::from_center_size(at, Vec2::splat(1.7 * radius));
            painter.rect(rect, CornerRadius::same((0.35 * radius) as u8), fill, edge, StrokeKind::Inside);
            match PieceKind::marked(symbol) {
                Some(kind) => man(painter, at, radius, kind, ink),
                None => letters(painter, at, 1.2 * radius, symbol, ink),
            }
        }
        Look::Chips(count) => {
            painter.circle(at, radius, fill, edge);
            painter.circle_stroke(at, 0.78 * radius, Stroke::new(1.0, ink));
            letters(painter, at, 1.15 * radius, &count.to_string(), ink);
        }
        Look::Pyramids(sizes) => pyramids(painter, at, radius, sizes, fill),
    }
}

/// Draws the symbol of a chessman, with a plus for a royal piece, or its letters if it has no
/// symbol.
fn man(painter: &Painter, at: Pos2, radius: f32, kind: PieceKind, ink: Color32) {
    let name = kind.name();
    let Some(sign) = words::sign(name) else {
        letters(painter, at, radius, kind.mark(), ink);
        return;
    };
    letters(painter, at, 1.6 * radius, &sign.to_string(), ink);
    if name.starts_with("royal") {
        letters(painter, at + vec2(0.62, -0.5) * radius, 0.8 * radius, "+", ink);
    }
}

fn letters(painter: &Painter, at: Pos2, size: f32, text: &str, ink: Color32) {
    painter.text(at, Align2::CENTER_CENTER, text, FontId::proportional(size), ink);
}

/// Draws pyramids from the side, the lowest first, in proportion to their sizes.
fn pyramids(painter: &Painter, at: Pos2, radius: f32, sizes: &[u8], fill: Color32) {
    let unit = radius / 17.0;
    let step = (24.0 / (sizes.len() as f32 + 1.0)).min(8.0);
    for (index, size) in sizes.iter().enumerate() {
        let (half, height) = (4.5 + 4.0 * f32::from(*size), 5.0 + 4.0 * f32::from(*size));
        let foot = at + vec2(0.0, 13.0 - step * index as f32) * unit;
        let corners = [vec2(-half, 0.0), vec2(half, 0.0), vec2(0.0, -height)].map(|corner| foot + corner * unit);
        painter.add(Shape::convex_polygon(corners.to_vec(), fill, Stroke::new(1.0, EBONY)));
    }
}

/// Perceived brightness of a colour, 0 to 255.
fn brightness(colour: Color32) -> u32 {
    let [red, green, blue] = [colour.r(), colour.g(), colour.b()].map(u32::from);
    (299 * red + 587 * green + 114 * blue) / 1000
}
