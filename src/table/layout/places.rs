//! Positions on the table: the board, the dice tray, the reserves and the capture trays.

use bevy::prelude::*;

use crate::dice::{Frame, tray};
use crate::engine::{Cell, CellShape, Layout, Look, Place, Point, Section, Side};
use crate::table::mesh::board::{FRAME, TABLE};
use crate::table::mesh::chip;

/// Height of the dice tray's floor, m: the thickness of its bottom above the table.
pub const TRAY_FLOOR: f32 = TABLE + 0.003;

/// Gap between the board, the trays and the reserves, m.
const GAP: f32 = 0.020;

/// Height of the capture trays' floor, m.
pub const CAPTURE_TRAY_FLOOR: f32 = TABLE + 0.002;

/// Thickness of the capture trays' walls, m.
pub const CAPTURE_TRAY_WALL: f32 = 0.004;

/// Height of the capture trays' walls, m.
pub const CAPTURE_TRAY_WALL_HEIGHT: f32 = 0.006;

/// Gap between the capture trays of the two players, m.
const CAPTURE_TRAY_GAP: f32 = 0.004;

/// Height of the tallest chessmen, m.
pub const HEADROOM: f32 = 0.085;

/// Half the width of a piece, m.
const FOOT: f32 = 0.018;

/// Distance between the centres of two captured pieces, m.
const SPACING: f32 = 0.036;

/// Distance between the centres of two pieces in reserve, m.
const RESERVE_SPACING: f32 = 0.037;

/// The number of pieces in a row of a reserve.
const RESERVE_COLUMNS: usize = 5;

/// A rectangle on the table plane, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// The corner on White's left.
    pub min: Vec2,
    /// The corner on Black's left.
    pub max: Vec2,
}

impl Bounds {
    /// The bounds of the cells on the table, without the frame; without cells, a square of 0.2 m.
    #[must_use]
    pub fn of(layout: &Layout) -> Bounds {
        let placed = layout.cells.iter().filter(|cell| cell.is_placed());
        let corners = placed.flat_map(|cell| cell.corners).map(|corner| Vec2::new(corner.x, corner.y));
        let around = |bounds: Option<Bounds>, corner: Vec2| {
            let Bounds { min, max } = bounds.unwrap_or(Bounds { min: corner, max: corner });
            Some(Bounds { min: min.min(corner), max: max.max(corner) })
        };
        corners.fold(None, around).unwrap_or(Bounds { min: Vec2::splat(-0.1), max: Vec2::splat(0.1) })
    }

    /// The centre, m.
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        (self.min + self.max) / 2.0
    }

    /// The corners, m.
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        [self.min, Vec2::new(self.max.x, self.min.y), self.max, Vec2::new(self.min.x, self.max.y)]
    }

    /// A square around a point, `half` its width, m.
    fn about(centre: Point, half: f32) -> Bounds {
        let centre = Vec2::new(centre.x, centre.y);
        Bounds { min: centre - half, max: centre + half }
    }

    /// The rectangle extended by `by` on every side, m.
    #[must_use]
    pub fn wider(self, by: f32) -> Bounds {
        Bounds { min: self.min - by, max: self.max + by }
    }
}

/// Converts a point of the table plane to world space: x to White's right, y up, z toward White.
#[must_use]
pub fn world(point: Vec2) -> Vec3 {
    Vec3::new(point.x, 0.0, -point.y)
}

/// Converts a point of world space to the table plane.
#[must_use]
pub fn on_table(point: Vec3) -> Point {
    Point::new(point.x, -point.z)
}

/// A tray next to the board, at a fixed distance from it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BesideBoard {
    /// The dice tray.
    Tray,
    /// The capture tray of this side.
    CaptureTray(Side),
}

/// The captures of one side: the number of chips in each used slot of [`Places::captured`], 0 for
/// another piece.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraySlots(Vec<u8>);

impl TraySlots {
    /// The most chips in one pile.
    pub const PILE: u8 = 8;

    /// Adds a piece and returns its slot and its height above the floor, m. Chips are piled up.
    pub fn add(&mut self, look: &Look) -> (usize, f32) {
        let chips = if let Look::Chips(count) = look { *count } else { 0 };
        let pile = self.0.iter().position(|&there| chips > 0 && there > 0 && there + chips <= Self::PILE);
        let index = pile.unwrap_or_else(|| {
            self.0.push(0);
            self.0.len() - 1
        });
        let level = f32::from(self.0[index]) * chip::HEIGHT;
        self.0[index] += chips;
        (index, level)
    }

    /// The number of used slots.
    #[must_use]
    pub fn used(&self) -> usize {
        self.0.len()
    }
}

/// The captor of a piece of this side: its opponent; Black for a neutral piece.
#[must_use]
pub fn captor(of: Option<Side>) -> Side {
    of.unwrap_or(Side::White).other()
}

/// The positions of everything for one layout.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct Places {
    /// The layout of the board.
    pub layout: Layout,
}

impl Places {
    /// The bounds of the board with its frame.
    #[must_use]
    pub fn board(&self) -> Bounds {
        Bounds::of(&self.layout).wider(FRAME)
    }

    /// The outline of the board with its frame, or of its sections: the points of its upper and
    /// lower edges, in world space.
    #[must_use]
    pub fn outline(&self) -> Vec<Vec3> {
        let rim = |section: &Section| section.outline.iter().map(|point| section.pose.place(*point)).collect();
        let corners: Vec<Vec2> = if self.layout.sections.is_empty() {
            self.board().corners().into()
        } else {
            let rims = self.layout.sections.iter().flat_map(|section| -> Vec<Point> { rim(section) });
            rims.map(|point| Vec2::new(point.x, point.y)).collect()
        };
        corners.into_iter().flat_map(|corner| [TABLE, 0.0].map(|up| world(corner) + Vec3::Y * up)).collect()
    }

    /// World points that must be in the picture so that the board with pieces of `headroom`, m, on
    /// it is visible.
    #[must_use]
    pub fn on_board(&self, headroom: f32) -> Vec<Vec3> {
        self.outline().into_iter().chain(self.above_cells(FOOT, headroom)).collect()
    }

    /// The corners of a square of this half width at this height above each cell, m.
    pub fn above_cells(&self, half: f32, height: f32) -> impl Iterator<Item = Vec3> {
        let squares = self.placed().map(CellShape::centre).map(move |centre| Bounds::about(centre, half));
        squares.flat_map(move |square| square.corners().map(|corner| world(corner) + Vec3::Y * height))
    }

    /// The upper corners of the dice tray; empty in games without a die.
    #[must_use]
    pub fn dice_tray(&self) -> Vec<Vec3> {
        let half = Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0 + tray::WALL_THICKNESS;
        let tray = Bounds { min: self.tray() - half, max: self.tray() + half };
        let corners = tray.corners().map(|corner| world(corner) + Vec3::Y * (TRAY_FLOOR + tray::WALL_HEIGHT));
        corners.into_iter().filter(|_| self.layout.die.is_some()).collect()
    }

    /// The cells that are on the table.
    fn placed(&self) -> impl Iterator<Item = &CellShape> {
        self.layout.cells.iter().filter(|cell| cell.is_placed())
    }

    /// The centre of a cell; the origin for an unknown cell.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Vec3 {
        self.layout.cells.get(cell.index()).map_or(Vec3::ZERO, |shape| {
            let centre = shape.centre();
            world(Vec2::new(centre.x, centre.y))
        })
    }

    /// The position of a piece; `index` counts the pieces that share a place in reserve.
    #[must_use]
    pub fn place(&self, place: Place, index: usize) -> Vec3 {
        match place {
            Place::Cell(cell) => self.cell(cell),
            Place::Reserve(side, slot) => {
                let reserve = &self.layout.reserve;
                let sum = |slots: &[u8]| slots.iter().copied().map(usize::from).sum::<usize>();
                let before = reserve.get(..usize::from(slot)).map_or(0, sum) + index;
                let rows = sum(reserve).div_ceil(RESERVE_COLUMNS);
                // The first pieces, which are the tallest, stand behind the others as seen by their
                // player.
                let row = rows.saturating_sub(before / RESERVE_COLUMNS + 1);
                let board = self.board();
                let x = board.max.x + GAP + RESERVE_SPACING * ((before % RESERVE_COLUMNS) as f32 + 0.5);
                let y = RESERVE_SPACING * (row as f32 + 0.5);
                let y = if side == Side::White { board.min.y + y } else { board.max.y - y };
                world(Vec2::new(x, y)) + Vec3::Y * TABLE
            }
        }
    }

    /// Whether the capture trays are in front of and behind the board: with a reserve beside it,
    /// there is room for them only if the board shrinks.
    fn trays_in_front(&self) -> bool {
        !self.layout.reserve.is_empty()
    }

    /// The right end of the reserves, m.
    fn reserve_end(&self) -> f32 {
        self.board().max.x + GAP + RESERVE_SPACING * (RESERVE_COLUMNS as f32 + 0.2)
    }

    /// The number of columns, counted outwards from the board, and rows of a capture tray. It has
    /// room for all possible losses of a side: a quarter of the cells, or else the opponent's
    /// reserve and obstacles. Independent of the arrangement of sections.
    fn capture_tray_size(&self) -> [usize; 2] {
        let cells = self.layout.cells.len();
        let edge = (cells as f32).sqrt() * Layout::SQUARE + 2.0 * FRAME;
        let length = if self.trays_in_front() {
            self.reserve_end() - self.board().min.x
        } else {
            (edge - CAPTURE_TRAY_GAP) / 2.0
        };
        let rows = (((length - 2.0 * CAPTURE_TRAY_WALL) / SPACING) as usize).max(2);
        let reserve: usize = self.layout.reserve.iter().copied().map(usize::from).sum();
        let room = if reserve > 0 { reserve + 3 } else { cells / 4 };
        [room.div_ceil(rows).max(2), rows]
    }

    /// The floor of the capture tray of this side: on White's left of the board, or in front of the
    /// player.
    #[must_use]
    pub fn capture_tray(&self, by: Side) -> Bounds {
        let (board, [columns, rows]) = (self.board(), self.capture_tray_size());
        let (depth, length) = (SPACING * columns as f32, SPACING * rows as f32);
        let out = GAP + CAPTURE_TRAY_WALL;
        if self.trays_in_front() {
            let left = board.min.x + CAPTURE_TRAY_WALL;
            let low = if by == Side::White { board.min.y - out - depth } else { board.max.y + out };
            return Bounds { min: Vec2::new(left, low), max: Vec2::new(left + length, low + depth) };
        }
        let right = board.min.x - out;
        let middle = board.centre().y;
        let near = CAPTURE_TRAY_GAP / 2.0 + CAPTURE_TRAY_WALL;
        let low = if by == Side::White { middle - near - length } else { middle + near };
        Bounds { min: Vec2::new(right - depth, low), max: Vec2::new(right, low + length) }
    }

    /// The position of a captured piece in a tray, `level` above the floor, m, given its slot and
    /// the number of slots in use. Used slots are centred and counted from the player's own end or
    /// left, in columns outwards from the board. Any excess continues on the table.
    #[must_use]
    pub fn captured(&self, by: Side, [index, in_use]: [usize; 2], level: f32) -> Vec3 {
        let (tray, [columns, rows]) = (self.capture_tray(by), self.capture_tray_size());
        let (row, column) = ((index % rows) as f32, (index / rows) as f32);
        let free = |size: usize, used: usize| size.saturating_sub(used) as f32 / 2.0;
        let out = SPACING * (column + free(columns, in_use.div_ceil(rows)) + 0.5);
        let along = SPACING * (row + free(rows, in_use) + 0.5);
        let at = match (self.trays_in_front(), by) {
            (true, Side::White) => Vec2::new(tray.min.x + along, tray.max.y - out),
            (true, Side::Black) => Vec2::new(tray.max.x - along, tray.min.y + out),
            (false, Side::White) => Vec2::new(tray.max.x - out, tray.min.y + along),
            (false, Side::Black) => Vec2::new(tray.max.x - out, tray.max.y - along),
        };
        world(at) + Vec3::Y * (CAPTURE_TRAY_FLOOR + level)
    }

    /// The pose of a tray next to the board, its origin on its floor.
    #[must_use]
    pub fn beside_board(&self, tray: BesideBoard) -> Transform {
        match tray {
            BesideBoard::Tray => {
                let turn = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
                Transform::from_translation(world(self.tray()) + Vec3::Y * TRAY_FLOOR).with_rotation(turn)
            }
            BesideBoard::CaptureTray(side) => {
                Transform::from_translation(world(self.capture_tray(side).centre()) + Vec3::Y * CAPTURE_TRAY_FLOOR)
            }
        }
    }

    /// The centre of the dice tray, to the right of the board; its length points away from White.
    #[must_use]
    pub fn tray(&self) -> Vec2 {
        let board = self.board();
        Vec2::new(board.max.x + GAP + tray::WALL_THICKNESS + tray::WIDTH / 2.0, board.centre().y)
    }

    /// The world pose of an object in the tray (tray frame: x along the length, z up, see
    /// [`crate::dice`]).
    #[must_use]
    pub fn in_tray(&self, frame: &Frame) -> Transform {
        let turn = tray_to_world();
        Transform {
            translation: world(self.tray()) + Vec3::Y * TRAY_FLOOR + turn * Vec3::from_array(frame.position),
            rotation: turn * Quat::from_array(frame.rotation),
            scale: Vec3::ONE,
        }
    }

    /// Converts a direction from world space to the tray frame.
    #[must_use]
    pub fn to_tray(&self, direction: Vec3) -> Vec3 {
        tray_to_world().inverse() * direction
    }
}

/// The tray's length points away from White (-z), its width to White's left (-x), and its up axis
/// is the world's.
fn tray_to_world() -> Quat {
    Quat::from_mat3(&Mat3::from_cols(Vec3::NEG_Z, Vec3::NEG_X, Vec3::Y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_reserve_stands_in_anothers_place() {
        let layout = Layout { reserve: vec![2, 1, 8, 1, 3], ..Layout::squares(8, 8) };
        let places = Places { layout };
        let mut all = Vec::new();
        for side in Side::BOTH {
            for (slot, &count) in (0..).zip(&places.layout.reserve) {
                all.extend((0..usize::from(count)).map(|index| places.place(Place::Reserve(side, slot), index)));
            }
        }
        for (i, one) in all.iter().enumerate() {
            assert!(all[..i].iter().all(|other| other.distance(*one) > 0.9 * RESERVE_SPACING));
            assert!(places.board().max.x < one.x && one.x < places.reserve_end());
        }
    }

    #[test]
    fn captured_pieces_have_room_beside_the_board() {
        for (layout, most) in [
            (Layout::squares(8, 8), 16),
            (Layout::squares(5, 5), 5),
            (Layout { reserve: vec![27], ..Layout::squares(8, 8) }, 29),
        ] {
            let places = Places { layout };
            let [white, black] = Side::BOTH.map(|side| places.capture_tray(side));
            let board = places.board();
            if places.trays_in_front() {
                assert!(white.max.y < board.min.y && board.max.y < black.min.y);
                assert!(white.min.x > board.min.x && white.max.x < places.reserve_end());
            } else {
                assert!(white.max.x < board.min.x && white.max.y < black.min.y);
                assert!(white.min.y >= board.min.y, "it is no longer than the board");
            }
            for (side, tray) in [(Side::White, white), (Side::Black, black)] {
                for in_use in 1..=most {
                    let all: Vec<_> =
                        (0..in_use).map(|index| on_table(places.captured(side, [index, in_use], 0.0))).collect();
                    for at in &all {
                        let inside = |low: f32, at: f32, high: f32| low + 0.017 < at && at < high - 0.017;
                        assert!(inside(tray.min.x, at.x, tray.max.x) && inside(tray.min.y, at.y, tray.max.y));
                    }
                    // In the centre, not in a corner.
                    let (low, high) = all.iter().fold((Vec2::MAX, Vec2::MIN), |(low, high), at| {
                        (low.min(Vec2::new(at.x, at.y)), high.max(Vec2::new(at.x, at.y)))
                    });
                    assert!((low + high).distance(tray.min + tray.max) < 1e-4, "{in_use}: {low} to {high}");
                }
            }
        }
    }
}
