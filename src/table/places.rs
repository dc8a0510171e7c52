//! Where things lie on the table: board, tray, reserves and what was taken.

use bevy::prelude::*;

use super::mesh::board::{FRAME, TABLE};
use crate::dice::{Frame, tray};
use crate::engine::{Cell, Layout, Place, Point, Side};

/// The floor of the tray, m: on the table, a bottom's thickness above it.
pub const TRAY_FLOOR: f32 = TABLE + 0.003;

/// Between board, tray and what lies beside them, m.
const GAP: f32 = 0.025;

/// Between the middles of two pieces that were taken, m.
const PITCH: f32 = 0.036;

/// Between the middles of two kinds in reserve, m.
const RESERVE_PITCH: f32 = 0.054;

/// How many kinds of a reserve stand in a row.
const RESERVE_COLUMNS: usize = 4;

/// A rectangle on the table plane, m.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Its corner on White's left.
    pub min: Vec2,
    /// Its corner on Black's left.
    pub max: Vec2,
}

impl Bounds {
    /// Round the cells that lie on the table, without the frame. Round nothing, a square of 0.2 m.
    #[must_use]
    pub fn of(layout: &Layout) -> Bounds {
        let placed = layout.cells.iter().filter(|cell| cell.corners[0] != cell.corners[2]);
        let corners = placed.flat_map(|cell| cell.corners).map(|corner| Vec2::new(corner.x, corner.y));
        let around = |bounds: Option<Bounds>, corner: Vec2| {
            let Bounds { min, max } = bounds.unwrap_or(Bounds { min: corner, max: corner });
            Some(Bounds { min: min.min(corner), max: max.max(corner) })
        };
        corners.fold(None, around).unwrap_or(Bounds { min: Vec2::splat(-0.1), max: Vec2::splat(0.1) })
    }

    /// Its middle, m.
    #[must_use]
    pub fn centre(&self) -> Vec2 {
        (self.min + self.max) / 2.0
    }

    /// Wider by this much on every side, m.
    #[must_use]
    pub fn wider(self, by: f32) -> Bounds {
        Bounds { min: self.min - by, max: self.max + by }
    }
}

/// A point of the table plane in the world: x to White's right, y up, z toward White.
#[must_use]
pub fn world(point: Vec2) -> Vec3 {
    Vec3::new(point.x, 0.0, -point.y)
}

/// A point of the world on the table plane.
#[must_use]
pub fn on_table(point: Vec3) -> Point {
    Point::new(point.x, -point.z)
}

/// Where everything lies for one layout.
#[derive(Resource, Debug, Clone, Default)]
pub struct Places {
    /// The board.
    pub layout: Layout,
}

impl Places {
    /// Round the board and its frame.
    #[must_use]
    pub fn board(&self) -> Bounds {
        Bounds::of(&self.layout).wider(FRAME)
    }

    /// Round all that a player has to see: board, tray, reserves, and the first of what is taken.
    #[must_use]
    pub fn all(&self) -> Bounds {
        let board = self.board();
        let mut all = Bounds { min: board.min - Vec2::new(GAP + 2.0 * PITCH, 0.0), max: board.max };
        if self.layout.die.is_some() {
            let half = Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0 + tray::WALL_THICKNESS;
            all = Bounds { min: all.min.min(self.tray() - half), max: all.max.max(self.tray() + half) };
        }
        if self.layout.reserve > 0 {
            all.max.x += GAP + RESERVE_PITCH * RESERVE_COLUMNS as f32;
        }
        all
    }

    /// The middle of a cell; of the board for a cell that it does not have.
    #[must_use]
    pub fn cell(&self, cell: Cell) -> Vec3 {
        self.layout.cells.get(cell.index()).map_or(Vec3::ZERO, |shape| {
            let centre = shape.centre();
            world(Vec2::new(centre.x, centre.y))
        })
    }

    /// Where a piece stands; `index` counts the pieces that share a place in reserve.
    #[must_use]
    pub fn place(&self, place: Place, index: usize) -> Vec3 {
        match place {
            Place::Cell(cell) => self.cell(cell),
            Place::Reserve(side, slot) => {
                let (column, row) = (usize::from(slot) % RESERVE_COLUMNS, usize::from(slot) / RESERVE_COLUMNS);
                let board = self.board();
                // Several of a kind stand close behind one another.
                let behind = index as f32 * RESERVE_PITCH * 0.22;
                let x = board.max.x + GAP + RESERVE_PITCH * (column as f32 + 0.35) + behind * 0.45;
                let y = RESERVE_PITCH * (row as f32 + 0.4) + behind * 0.25;
                let y = if side == Side::White { board.min.y + y } else { board.max.y - y };
                world(Vec2::new(x, y)) + Vec3::Y * TABLE
            }
        }
    }

    /// Where the `count`th piece that this side took is put.
    #[must_use]
    pub fn taken(&self, by: Side, count: usize) -> Vec3 {
        world(self.beside(by, count)) + Vec3::Y * TABLE
    }

    /// Places to the left of the board as White sees it, from this side's corner on, in columns.
    fn beside(&self, side: Side, count: usize) -> Vec2 {
        let board = self.board();
        let rows = (((board.max.y - board.min.y) / 2.0 / PITCH) as usize).max(1);
        let (row, column) = ((count % rows) as f32, (count / rows) as f32);
        let x = board.min.x - GAP - PITCH * (column + 0.5);
        match side {
            Side::White => Vec2::new(x, board.min.y + PITCH * (row + 0.5)),
            Side::Black => Vec2::new(x, board.max.y - PITCH * (row + 0.5)),
        }
    }

    /// The middle of the dice tray, to the right of the board; its length runs away from White.
    #[must_use]
    pub fn tray(&self) -> Vec2 {
        let board = self.board();
        Vec2::new(board.max.x + GAP + tray::WALL_THICKNESS + tray::WIDTH / 2.0, board.centre().y)
    }

    /// The pose in the world of a thing in the tray (tray frame: x along the length, z up, see [`crate::dice`]).
    #[must_use]
    pub fn in_tray(&self, frame: &Frame) -> Transform {
        let turn = tray_to_world();
        Transform {
            translation: world(self.tray()) + Vec3::Y * TRAY_FLOOR + turn * Vec3::from_array(frame.position),
            rotation: turn * Quat::from_array(frame.rotation),
            scale: Vec3::ONE,
        }
    }

    /// A direction in the world as the tray frame has it.
    #[must_use]
    pub fn to_tray(&self, direction: Vec3) -> Vec3 {
        tray_to_world().inverse() * direction
    }
}

/// The tray's length lies away from White (-z), its width to White's left (-x), its up is up.
fn tray_to_world() -> Quat {
    Quat::from_mat3(&Mat3::from_cols(Vec3::NEG_Z, Vec3::NEG_X, Vec3::Y))
}
