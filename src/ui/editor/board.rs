//! The flat board of the editor.

use bevy_egui::egui::{Align2, FontId, PointerButton, Rect, Sense, Shape, Stroke, Ui, Vec2};

use super::men;
use crate::engine::{Cell, CellShape, Layout, Piece, Place};
use crate::ui::drawing::diagram::{DiagramProjection, bounds};
use crate::ui::drawing::figure;
use crate::ui::state::position_draft::PositionDraft;
use crate::ui::theme;

/// The size of a piece relative to the largest circle in its cell.
const PIECE: f32 = 0.84;

/// Empty cells with at least this radius show their names, logical pixels.
const NAMED: f32 = 9.0;

/// The player's gesture on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardTouch {
    /// Places the chosen piece.
    Put(Cell),
    /// Removes the piece there.
    Remove(Cell),
    /// Moves the piece there.
    Carry(Cell, Cell),
}

/// Draws the board within `room`. Returns the cell under the pointer, and the player's gesture.
pub fn show(ui: &mut Ui, draft: &mut PositionDraft, room: Vec2) -> (Option<Cell>, Option<BoardTouch>) {
    let corners = || draft.layout().cells.iter().filter(|cell| cell.is_placed()).flat_map(|cell| &cell.corners);
    let size = bounds(corners()).size();
    let scale = (room / size).min_elem().max(1.0);
    let (rect, response) = ui.allocate_exact_size(size * scale, Sense::click_and_drag());
    let projection = DiagramProjection::fitting(corners(), rect);
    let cell_at = |at| draft.layout().cell_at(projection.unplace(at));
    let hovered = response.hover_pos().and_then(cell_at);
    let pointed = response.interact_pointer_pos();

    let mut touch = None;
    let mut held = draft.held;
    if response.drag_started_by(PointerButton::Primary) {
        let origin = ui.input(|input| input.pointer.press_origin());
        held = origin.and_then(cell_at).filter(|cell| draft.at(*cell).is_some());
    }
    if response.drag_stopped() {
        // A piece dragged off the board is removed.
        touch = held.take().zip(pointed).map(|(from, at)| match cell_at(at) {
            Some(to) => BoardTouch::Carry(from, to),
            None => BoardTouch::Remove(from),
        });
    }
    if let Some(cell) = pointed.and_then(cell_at) {
        if response.clicked() {
            touch = Some(BoardTouch::Put(cell));
        } else if response.secondary_clicked() {
            touch = Some(BoardTouch::Remove(cell));
        }
    }
    draft.held = held;
    if ui.is_rect_visible(rect) {
        draw(ui, draft, &projection, rect, hovered);
        if let (Some(piece), Some(at)) = (held.and_then(|cell| draft.at(cell)), pointed) {
            let radius = radius(draft.layout(), piece, &projection);
            men::draw(ui.painter(), at, radius, draft.base().info(), piece.side, &piece.look);
        }
    }
    (hovered, touch)
}

/// The radius of a drawn piece, logical pixels.
fn radius(layout: &Layout, piece: &Piece, projection: &DiagramProjection) -> f32 {
    let cell = piece.place.cell().and_then(|cell| layout.cells.get(cell.index()));
    PIECE * projection.scale * cell.map_or(0.0, CellShape::inradius)
}

fn draw(ui: &Ui, draft: &PositionDraft, projection: &DiagramProjection, rect: Rect, hovered: Option<Cell>) {
    // Only the board is clipped to its rectangle, because a dragged piece may leave it.
    let painter = ui.painter().with_clip_rect(rect.expand(1.0).intersect(ui.clip_rect()));
    let layout = draft.layout();
    let polygon = |corners: &[_]| corners.iter().map(|corner| projection.place(*corner)).collect::<Vec<_>>();
    for (index, cell) in layout.cells.iter().enumerate().filter(|(_, cell)| cell.is_placed()) {
        let ground = if cell.dark { figure::DARK } else { figure::LIGHT };
        painter.add(Shape::convex_polygon(polygon(&cell.corners), ground, Stroke::NONE));
        let radius = cell.inradius() * projection.scale;
        let empty = !draft.pieces().iter().any(|piece| piece.place.cell().is_some_and(|own| own.index() == index));
        if empty && radius >= NAMED {
            let font = FontId::proportional((0.5 * radius).clamp(8.0, 12.0));
            let middle = projection.place(cell.centre());
            painter.text(middle, Align2::CENTER_CENTER, &cell.name, font, theme::SUNK.gamma_multiply(0.6));
        }
    }
    for section in &layout.sections {
        let rim: Vec<_> = section.outline.iter().map(|point| section.pose.place(*point)).collect();
        painter.add(Shape::closed_line(polygon(&rim), Stroke::new(1.5, theme::SUNK)));
    }
    for piece in draft.pieces() {
        let Place::Cell(at) = piece.place else { continue };
        let Some(cell) = layout.cells.get(at.index()).filter(|cell| cell.is_placed()) else { continue };
        if draft.held != Some(at) {
            let radius = radius(layout, piece, projection);
            men::draw(&painter, projection.place(cell.centre()), radius, draft.base().info(), piece.side, &piece.look);
        }
    }
    if let Some(cell) = hovered.and_then(|cell| layout.cells.get(cell.index())) {
        painter.add(Shape::closed_line(polygon(&cell.corners), Stroke::new(2.0, theme::BRASS)));
    }
}
