//! A small picture of the board after a change.

use bevy_egui::egui::{
    Align2, CornerRadius, FontId, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

use super::theme;
use crate::engine::{Gesture, GestureKind, Layout, Point, Pose};

/// The size of a picture, logical pixels.
pub const SIZE: Vec2 = Vec2::new(122.0, 90.0);

/// A button that shows the board after a gesture, with the sections that it moves highlighted.
pub fn button(ui: &mut Ui, layout: &Layout, gesture: &Gesture, key: &str, chosen: bool) -> Response {
    let (rect, response) = ui.allocate_exact_size(SIZE, Sense::click());
    let visuals = *ui.style().interact(&response);
    let painter = ui.painter_at(rect);
    let (fill, edge) = if chosen {
        (theme::CHOSEN, Stroke::new(2.0, theme::BRASS))
    } else {
        (visuals.weak_bg_fill, visuals.bg_stroke)
    };
    painter.rect(rect, CornerRadius::same(8), fill, edge, StrokeKind::Inside);
    let moves = match &gesture.kind {
        GestureKind::Rearrange(moves) => moves.as_slice(),
        _ => &[],
    };
    let sections = lying(layout, moves);
    let scale = fit(sections.iter().flat_map(|section| &section.outline), rect.shrink(10.0));
    for section in &sections {
        let (fill, edge) = match section.moved {
            true => (theme::BRASS, Stroke::new(2.5, theme::TEXT)),
            false => (theme::MUTED, Stroke::new(1.0, theme::SUNK)),
        };
        let rim: Vec<_> = section.outline.iter().map(|point| scale(*point)).collect();
        let middle = rim.iter().fold(Vec2::ZERO, |sum, at| sum + at.to_vec2()) / rim.len().max(1) as f32;
        painter.add(Shape::convex_polygon(rim, fill, edge));
        painter.text(
            middle.to_pos2(),
            Align2::CENTER_CENTER,
            section.name,
            FontId::proportional(14.0),
            theme::BRASS_TEXT,
        );
    }
    painter.text(
        rect.left_top() + vec2(8.0, 5.0),
        Align2::LEFT_TOP,
        key,
        FontId::proportional(theme::SMALL),
        theme::TEXT,
    );
    response
}

struct Lying {
    name: char,
    moved: bool,
    /// On the table, m.
    outline: Vec<Point>,
}

fn lying(layout: &Layout, moves: &[(u8, Pose)]) -> Vec<Lying> {
    let places = layout.sections.iter().enumerate().map(|(index, section)| {
        let moved = moves.iter().find(|(moved, _)| usize::from(*moved) == index);
        let pose = moved.map_or(section.pose, |(_, pose)| *pose);
        let outline = section.outline.iter().map(|point| pose.place(*point)).collect();
        Lying { name: section.name, moved: moved.is_some(), outline }
    });
    places.collect()
}

/// Maps points of the table to the screen so that all of them fit into a rectangle.
fn fit<'a>(points: impl Iterator<Item = &'a Point>, rect: Rect) -> impl Fn(Point) -> Pos2 {
    let mut bounds = Rect::NOTHING;
    for point in points {
        bounds.extend_with(pos2(point.x, point.y));
    }
    let scale = if bounds.is_positive() { (rect.size() / bounds.size()).min_elem() } else { 1.0 };
    move |point| {
        let offset = pos2(point.x, point.y) - bounds.center();
        rect.center() + vec2(offset.x, -offset.y) * scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_board_is_in_the_picture_upright() {
        let points = [Point::new(0.0, 0.0), Point::new(0.4, 0.1)];
        let rect = Rect::from_min_size(pos2(10.0, 10.0), vec2(100.0, 50.0));
        let scale = fit(points.iter(), rect);
        assert!(points.iter().all(|point| rect.expand(0.01).contains(scale(*point))));
        assert!(scale(points[1]).y < scale(points[0]).y);
        assert!((scale(points[1]).x - rect.right()).abs() < 0.01);
    }
}
