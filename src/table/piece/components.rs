//! The components of a piece: its look and place.

use bevy::prelude::*;

use crate::engine::{Look, Place, Side};

/// A chip, pyramid, chessman or die: one physical object, and one entity for the whole match.
#[derive(Component, Debug, Clone, PartialEq)]
pub struct TablePiece {
    /// The look of a single object, never of a stack.
    pub look: Look,
    /// The owner; `None` for neutral pieces.
    pub side: Option<Side>,
}

/// Seed of the grain. Each piece has its own and keeps it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrainSeed(pub u32);

impl GrainSeed {
    /// Seed of the grain pattern and of other variations of the piece.
    #[must_use]
    pub fn pattern(self) -> u16 {
        (self.0 & 0xffff) as u16
    }
}

/// The home of the lowest piece of a stack. A piece has this, is [`StackedOn`] another piece, or is
/// the [`TrayDie`]: each removes the others. A piece without a home is [`Boxed`] or in motion.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub enum Spot {
    /// A cell or a reserve.
    Place(Place),
    /// The captor's tray.
    Captured(TrayPlace),
}

impl Spot {
    /// The cell or reserve.
    #[must_use]
    pub fn place(self) -> Option<Place> {
        match self {
            Spot::Place(place) => Some(place),
            Spot::Captured(_) => None,
        }
    }

    /// The place in the captor's tray.
    #[must_use]
    pub fn captured(self) -> Option<TrayPlace> {
        match self {
            Spot::Place(_) => None,
            Spot::Captured(captured) => Some(captured),
        }
    }
}

/// A place in a capture tray.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TrayPlace {
    /// The captor.
    pub by: Side,
    /// The slot in the tray, see [`crate::table::layout::Places::captured`].
    pub slot: u16,
    /// The number of chips below it in its slot.
    pub level: u8,
    /// The number of used slots of the tray, which are centred in it.
    pub in_use: u16,
}

/// The die that is not a piece, with its pose in the tray.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct TrayDie(pub Transform);

/// A toppled piece of the losing side, with its pose at its home.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Toppled(pub Transform);

/// The piece blocks the view of something important and is drawn translucent.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenThrough;

/// The piece is shown as a flat token, and its own meshes are hidden.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownFlat;

/// The piece is in the box: out of the game and invisible, but kept for reuse.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boxed;

/// The piece's home is on top of another piece.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Supports)]
pub struct StackedOn(pub Entity);

/// The single piece on top of it.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[relationship_target(relationship = StackedOn)]
pub struct Supports(Vec<Entity>);

/// Rotation at home. A die keeps the rotation in which it landed.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Facing(pub Quat);

/// Additional rotation of all dice on cells: half a turn for a viewer on Black's half.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct DiceTurn(pub Quat);

/// The home pose in world space, updated by [`super::stacks::refresh_homes`].
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Home(pub Transform);

/// Scale of the drawn piece: less than 1 while it fades. The collider keeps its size.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct DrawnScale(pub f32);

impl Default for DrawnScale {
    fn default() -> Self {
        DrawnScale(1.0)
    }
}
