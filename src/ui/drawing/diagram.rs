//! A small picture of the board after a change, with all its pieces.

use bevy_egui::egui::{
    Align2, Color32, CornerRadius, FontId, Pos2, Rect, Response, Sense, Shape, Stroke, StrokeKind, Ui, Vec2, pos2, vec2,
};

use crate::engine::{GameInfo, Piece, Place, Point, Pose};
use crate::session::{TableScene, ViewYaw};
use crate::ui::theme;

/// The smallest size of a picture, logical pixels.
pub const SIZE: Vec2 = Vec2::new(76.0, 78.0);

/// A button that shows the board after a change, rotated like the view of the table, with the moved
/// sections highlighted. Its height follows from its width, logical pixels.
pub fn button(
    ui: &mut Ui,
    width: f32,
    (info, after): (&GameInfo, &TableScene),
    moved: &[(u8, Pose)],
    yaw: ViewYaw,
    key: &str,
    chosen: bool,
) -> Response {
    let (rect, response) = ui.allocate_exact_size(vec2(width, height(width)), Sense::click());
    let visuals = *ui.style().interact(&response);
    let painter = ui.painter_at(rect);
    let (fill, edge) = if chosen {
        (theme::CHOSEN, Stroke::new(2.0, theme::BRASS))
    } else {
        (visuals.weak_bg_fill, visuals.bg_stroke)
    };
    painter.rect(rect, CornerRadius::same(8), fill, edge, StrokeKind::Inside);
    let sections = &after.layout.sections;
    let rims: Vec<Vec<Point>> = sections
        .iter()
        .map(|section| section.outline.iter().map(|point| seen(section.pose.place(*point), yaw)).collect())
        .collect();
    let projection = DiagramProjection::fitting(rims.iter().flatten(), rect.shrink(5.0));
    for ((index, section), rim) in (0_u8..).zip(sections).zip(&rims) {
        let (fill, edge) = match moved.iter().any(|(moved, _)| *moved == index) {
            true => (theme::BRASS, Stroke::new(2.0, theme::TEXT)),
            false => (theme::MUTED, Stroke::new(1.0, theme::SUNK)),
        };
        painter.add(Shape::convex_polygon(rim.iter().map(|point| projection.place(*point)).collect(), fill, edge));
        let middle = projection.place(seen(section.pose.place(section.middle()), yaw));
        painter.text(
            middle,
            Align2::CENTER_CENTER,
            section.name,
            FontId::proportional(12.0 * width / SIZE.x),
            theme::BRASS_TEXT,
        );
    }
    for (at, colour, height) in men(info, after) {
        let radius = (0.013 + 0.003 * height) * projection.scale;
        painter.circle(projection.place(seen(at, yaw)), radius, colour, Stroke::new(0.5, theme::SUNK));
    }
    if !key.is_empty() {
        theme::keycap(&painter, rect.left_top() + vec2(5.0, 5.0), key);
    }
    response
}

/// The height of a picture of this width, logical pixels.
pub fn height(width: f32) -> f32 {
    (width * SIZE.y / SIZE.x).round()
}

/// Rotates a point of the table into the view.
fn seen(point: Point, ViewYaw(yaw): ViewYaw) -> Point {
    let (sin, cos) = yaw.sin_cos();
    Point::new(cos * point.x + sin * point.y, cos * point.y - sin * point.x)
}

/// The position, colour and height of each piece on the board.
fn men(info: &GameInfo, after: &TableScene) -> Vec<(Point, Color32, f32)> {
    let man = |piece: &Piece| {
        let (Place::Cell(cell), Some(side)) = (piece.place, piece.side) else { return None };
        let at = after.layout.cells.get(cell.index())?.centre();
        Some((at, theme::team(info, side), f32::from(piece.look.height())))
    };
    after.pieces.iter().filter_map(man).collect()
}

/// Projection from the table to the screen, with White at the bottom.
pub struct DiagramProjection {
    /// The projection's centre on the table, m.
    middle: Point,
    /// The projection's centre on the screen.
    centre: Pos2,
    /// Logical pixels per metre.
    pub scale: f32,
}

impl DiagramProjection {
    /// Fits all `points` into a rectangle.
    pub fn fitting<'a>(points: impl Iterator<Item = &'a Point>, rect: Rect) -> DiagramProjection {
        let bounds = bounds(points);
        let scale = if bounds.is_positive() { (rect.size() / bounds.size()).min_elem() } else { 1.0 };
        let middle = if bounds.is_positive() { bounds.center() } else { Pos2::ZERO };
        DiagramProjection { middle: Point::new(middle.x, middle.y), centre: rect.center(), scale }
    }

    /// Projects a point of the table onto the screen.
    pub fn place(&self, point: Point) -> Pos2 {
        self.centre + vec2(point.x - self.middle.x, self.middle.y - point.y) * self.scale
    }

    /// Projects a screen position back onto the table.
    pub fn unplace(&self, at: Pos2) -> Point {
        let offset = (at - self.centre) / self.scale;
        Point::new(self.middle.x + offset.x, self.middle.y - offset.y)
    }
}

/// The bounding box of points of the table, m.
pub fn bounds<'a>(points: impl Iterator<Item = &'a Point>) -> Rect {
    let mut bounds = Rect::NOTHING;
    points.for_each(|point| bounds.extend_with(pos2(point.x, point.y)));
    bounds
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::engine::Options;
    use crate::{games, session};

    #[test]
    fn all_of_the_board_is_in_the_picture_upright() {
        let points = [Point::new(0.0, 0.0), Point::new(0.4, 0.1)];
        let rect = Rect::from_min_size(pos2(10.0, 10.0), vec2(100.0, 50.0));
        let projection = DiagramProjection::fitting(points.iter(), rect);
        assert!(points.iter().all(|point| rect.expand(0.01).contains(projection.place(*point))));
        let [low, high] = points.map(|point| projection.place(point));
        assert!(high.y < low.y && (projection.scale - 250.0).abs() < 0.1 && (high.x - rect.right()).abs() < 0.01);
        let back = projection.unplace(high);
        assert!((back.x - 0.4).abs() < 1e-4 && (back.y - 0.1).abs() < 1e-4);
    }

    /// From Black's side, near and far are swapped, as are left and right.
    #[test]
    fn a_picture_is_turned_as_the_table_is_seen() {
        let at = Point::new(0.3, 0.1);
        let turned = |yaw: f32| seen(at, ViewYaw(yaw));
        for (yaw, x, y) in [(0.0, 0.3, 0.1), (PI, -0.3, -0.1), (FRAC_PI_2, 0.1, -0.3)] {
            assert!((turned(yaw).x - x).abs() < 1e-6 && (turned(yaw).y - y).abs() < 1e-6, "{yaw}");
        }
    }

    /// The picture shows the section to be placed, and the pieces that appear with the last
    /// section.
    #[test]
    fn the_whole_new_board_is_shown_with_its_men() {
        let info = games::info("whack").unwrap();
        let mut game = games::begin(info, Options::default(), None).unwrap();
        for placed in 1..4 {
            let gestures = game.gestures();
            let (action, moved) = session::changes(&gestures).next().unwrap();
            let after = session::after_change(&*game, action, moved).unwrap();
            assert_eq!(after.layout.sections.len(), placed + 1);
            assert_eq!(men(info, &after).len(), if placed == 3 { 32 } else { 0 });
            let action = action.clone();
            game.apply(&action).unwrap();
        }
    }
}
