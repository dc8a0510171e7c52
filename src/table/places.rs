//! Where things lie on the table: board, tray, reserves and what was taken.

use bevy::prelude::*;

use super::mesh::board::{FRAME, TABLE};
use crate::dice::{Frame, tray};
use crate::engine::{Cell, CellShape, Layout, Place, Point, Section, Side};

/// The floor of the tray, m: on the table, a bottom's thickness above it.
pub const TRAY_FLOOR: f32 = TABLE + 0.003;

/// Between board, tray and what lies beside them, m.
const GAP: f32 = 0.025;

/// How tall the tallest chessmen are, m.
pub const HEADROOM: f32 = 0.085;

/// Half the width of what stands on a cell, m.
const FOOT: f32 = 0.018;

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

    /// The corners, m.
    #[must_use]
    pub fn corners(&self) -> [Vec2; 4] {
        [self.min, Vec2::new(self.max.x, self.min.y), self.max, Vec2::new(self.min.x, self.max.y)]
    }

    /// A square about a point, from its middle to its sides so wide, m.
    fn about(centre: Point, half: f32) -> Bounds {
        let centre = Vec2::new(centre.x, centre.y);
        Bounds { min: centre - half, max: centre + half }
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
#[derive(Resource, Debug, Clone, Default, PartialEq)]
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

    /// Points of the world: who sees them all, sees all that a player may have to see with this board, however many pieces are
    /// taken. See [`Places::now`].
    #[must_use]
    pub fn all(&self) -> Vec<Vec3> {
        // Nobody has more men than a quarter of the cells.
        self.now(self.placed().count() / 4)
    }

    /// Points of the world: who sees them all, sees the board with pieces of [`HEADROOM`] on it, tray, reserves, and so many
    /// taken pieces of each side.
    #[must_use]
    pub fn now(&self, taken: usize) -> Vec<Vec3> {
        let board = self.board();
        let mut points: Vec<Vec3> = if self.layout.sections.is_empty() {
            board.corners().map(|corner| world(corner) + Vec3::Y * TABLE).into()
        } else {
            let rim = |section: &Section| section.outline.iter().map(|point| section.pose.place(*point)).collect();
            let rims = self.layout.sections.iter().flat_map(|section| -> Vec<Point> { rim(section) });
            rims.map(|point| world(Vec2::new(point.x, point.y)) + Vec3::Y * TABLE).collect()
        };
        let upright = |bounds: Bounds| {
            bounds.corners().map(world).into_iter().flat_map(|at| [TABLE, HEADROOM].map(|up| at + Vec3::Y * up))
        };
        points.extend(self.placed().map(CellShape::centre).flat_map(|centre| upright(Bounds::about(centre, FOOT))));
        if taken > 0 {
            let columns = taken.div_ceil(self.rows_beside());
            let min = board.min - Vec2::new(GAP + PITCH * columns as f32, 0.0);
            points.extend(upright(Bounds { min, max: Vec2::new(board.min.x, board.max.y) }));
        }
        if self.layout.die.is_some() {
            let half = Vec2::new(tray::WIDTH, tray::LENGTH) / 2.0 + tray::WALL_THICKNESS;
            let tray = Bounds { min: self.tray() - half, max: self.tray() + half };
            points.extend(tray.corners().map(|corner| world(corner) + Vec3::Y * (TRAY_FLOOR + tray::WALL_HEIGHT)));
        }
        if self.layout.reserve > 0 {
            let right = board.max.x + GAP + RESERVE_PITCH * (RESERVE_COLUMNS as f32 + 0.2);
            let min = Vec2::new(board.max.x, board.min.y);
            points.extend(upright(Bounds { min, max: Vec2::new(right, board.max.y) }));
        }
        points
    }

    /// The cells that lie on the table.
    fn placed(&self) -> impl Iterator<Item = &CellShape> {
        self.layout.cells.iter().filter(|cell| cell.corners[0] != cell.corners[2])
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
        let rows = self.rows_beside();
        let (row, column) = ((count % rows) as f32, (count / rows) as f32);
        let x = board.min.x - GAP - PITCH * (column + 0.5);
        match side {
            Side::White => Vec2::new(x, board.min.y + PITCH * (row + 0.5)),
            Side::Black => Vec2::new(x, board.max.y - PITCH * (row + 0.5)),
        }
    }

    /// How many taken pieces a column beside a player's half of the board has.
    fn rows_beside(&self) -> usize {
        let board = self.board();
        (((board.max.y - board.min.y) / 2.0 / PITCH) as usize).max(1)
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
