use crate::engine::Die;

/// A cell of a game's board, by its index in the game's [`Layout`]. The index of a cell never
/// changes during a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// The index into [`Layout::cells`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A point on the table plane, metres: x to White's right, y away from White, the origin at the
/// centre of the board.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Point {
    /// To White's right, m.
    pub x: f32,
    /// Away from White, m.
    pub y: f32,
}

impl Point {
    /// A point with these coordinates, metres.
    #[must_use]
    pub const fn new(x: f32, y: f32) -> Self {
        Point { x, y }
    }
}

/// The pose of a flat rigid body: the position of its origin, and its rotation about the origin.
///
/// ```
/// use fairground_rules::engine::{Point, Pose};
///
/// let pose = Pose { at: Point::new(1.0, 0.0), turn: std::f32::consts::FRAC_PI_2 };
/// let placed = pose.place(Point::new(0.5, 0.0));
/// assert!((placed.x - 1.0).abs() < 1e-6 && (placed.y - 0.5).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct Pose {
    /// The position of the body's origin, m.
    pub at: Point,
    /// Radians, counter-clockwise seen from above.
    pub turn: f32,
}

impl Pose {
    /// Transforms a point of the body's own plane to the table plane.
    #[must_use]
    pub fn place(self, point: Point) -> Point {
        let (sin, cos) = self.turn.sin_cos();
        Point::new(self.at.x + cos * point.x - sin * point.y, self.at.y + sin * point.x + cos * point.y)
    }

    /// Transforms a point of the table plane to the body's own plane: the inverse of
    /// [`Pose::place`].
    #[must_use]
    pub fn unplace(self, point: Point) -> Point {
        let (sin, cos) = self.turn.sin_cos();
        let (x, y) = (point.x - self.at.x, point.y - self.at.y);
        Point::new(cos * x + sin * y, cos * y - sin * x)
    }
}

/// One cell: a quadrilateral on the table plane.
#[derive(Clone, Debug, PartialEq)]
pub struct CellShape {
    /// The name in action texts: `e4`, `Bc3`.
    pub name: String,
    /// Counter-clockwise seen from above, m.
    pub corners: [Point; 4],
    /// Whether the cell has the darker of the board's two shades.
    pub dark: bool,
    /// The section that carries it, an index into [`Layout::sections`]; `None` where the board is
    /// in one piece.
    pub section: Option<u8>,
}

impl CellShape {
    /// Whether it lies on the table: always, unless its section is not placed yet.
    #[must_use]
    pub fn is_placed(&self) -> bool {
        self.corners[0] != self.corners[2]
    }

    /// The mean of the corners, m.
    #[must_use]
    pub fn centre(&self) -> Point {
        let sum = self.corners.iter().fold(Point::default(), |s, c| Point::new(s.x + c.x, s.y + c.y));
        Point::new(sum.x / 4.0, sum.y / 4.0)
    }

    /// Radius of the largest circle about the centre that fits inside, m.
    #[must_use]
    pub fn inradius(&self) -> f32 {
        let centre = self.centre();
        (0..4)
            .map(|i| {
                let (a, b) = (self.corners[i], self.corners[(i + 1) % 4]);
                let (dx, dy) = (b.x - a.x, b.y - a.y);
                ((centre.x - a.x) * dy - (centre.y - a.y) * dx).abs() / dx.hypot(dy)
            })
            .fold(f32::INFINITY, f32::min)
    }

    /// Whether a point of the table plane lies inside or on the boundary.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        (0..4).all(|i| {
            let (a, b) = (self.corners[i], self.corners[(i + 1) % 4]);
            (b.x - a.x) * (point.y - a.y) - (b.y - a.y) * (point.x - a.x) >= 0.0
        })
    }
}

/// A part of the board that moves as one.
#[derive(Clone, Debug, PartialEq)]
pub struct Section {
    /// Its letter.
    pub name: char,
    /// Its current pose.
    pub pose: Pose,
    /// Its outline in its own plane, counter-clockwise, m.
    pub outline: Vec<Point>,
}

impl Section {
    /// The mean of its corners in its own plane, m.
    #[must_use]
    pub fn middle(&self) -> Point {
        let sum = self.outline.iter().fold(Point::default(), |s, c| Point::new(s.x + c.x, s.y + c.y));
        let count = self.outline.len().max(1) as f32;
        Point::new(sum.x / count, sum.y / count)
    }
}

/// The board as the table draws it.
///
/// ```
/// use fairground_rules::engine::Options;
/// use fairground_rules::games;
///
/// let chess = games::begin(games::info("chess")?, Options::default(), None)?;
/// let layout = chess.layout();
/// assert_eq!(layout.cells.len(), 64);
/// let e4 = layout.cells.iter().find(|cell| cell.name == "e4").ok_or("no e4")?;
/// assert!(e4.centre().x > 0.0 && e4.centre().y < 0.0);
/// assert!(layout.sections.is_empty() && layout.die.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Layout {
    /// By [`Cell`] index. All corners of a cell are equal if its section is not placed yet; such a
    /// cell is not drawn.
    pub cells: Vec<CellShape>,
    /// The movable sections on the table; empty where the board is in one piece.
    pub sections: Vec<Section>,
    /// The die thrown in the tray beside the board; `None` for a game without a tray.
    pub die: Option<&'static Die>,
    /// Capacity of each slot of a player's reserve beside the board, in pieces.
    pub reserve: Vec<u8>,
}

impl Layout {
    /// The edge of a square, m.
    pub const SQUARE: f32 = 0.05;

    /// A board of squares. The cell index is `rank * files + file`, both from 0 at White's left
    /// corner; `a1` is dark.
    #[must_use]
    pub fn squares(files: u8, ranks: u8) -> Layout {
        let x0 = -f32::from(files) * Self::SQUARE / 2.0;
        let y0 = -f32::from(ranks) * Self::SQUARE / 2.0;
        let mut cells = Vec::with_capacity(usize::from(files) * usize::from(ranks));
        for rank in 0..ranks {
            for file in 0..files {
                let (x, y) = (x0 + f32::from(file) * Self::SQUARE, y0 + f32::from(rank) * Self::SQUARE);
                let (right, up) = (x + Self::SQUARE, y + Self::SQUARE);
                cells.push(CellShape {
                    name: format!("{}{}", char::from(b'a' + file), rank + 1),
                    corners: [Point::new(x, y), Point::new(right, y), Point::new(right, up), Point::new(x, up)],
                    dark: (file + rank) % 2 == 0,
                    section: None,
                });
            }
        }
        Layout { cells, ..Layout::default() }
    }

    /// The cell under a point of the table plane.
    #[must_use]
    pub fn cell_at(&self, point: Point) -> Option<Cell> {
        let index = self.cells.iter().position(|cell| cell.is_placed() && cell.contains(point))?;
        u16::try_from(index).ok().map(Cell)
    }

    /// The cell called `name`.
    #[must_use]
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let index = self.cells.iter().position(|cell| cell.name == name)?;
        u16::try_from(index).ok().map(Cell)
    }
}
