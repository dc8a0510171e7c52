//! A piece's look and its place, as components.

use bevy::prelude::*;

use crate::engine::{Cell, Look, Side};

/// A chip, a pyramid, a chessman or a die: one thing, and one entity for the whole match.
#[derive(Component, Debug, Clone, PartialEq)]
pub struct Piece {
    /// Its look: never a stack of more than one.
    pub look: Look,
    /// Whose it is; `None` if it belongs to nobody.
    pub side: Option<Side>,
}

/// From which piece of wood it was cut: no two have the same grain, and a piece keeps its own.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrainSeed(pub u32);

impl GrainSeed {
    /// The seed of the pattern of its grain, and of other chance about the piece.
    #[must_use]
    pub fn pattern(self) -> u16 {
        (self.0 & 0xffff) as u16
    }
}

/// It belongs on this cell, as the lowest piece there.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct OnCell(pub Cell);

/// It belongs in a player's reserve.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct InReserve {
    /// Whose reserve.
    pub side: Side,
    /// Which slot of it, by kind.
    pub slot: u8,
}

/// It is captured, and belongs in the tray of the side that captured it, as the lowest of a stack.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[component(immutable)]
pub struct Captured {
    /// The side that captured it.
    pub by: Side,
    /// Its place in the tray, see [`crate::table::layout::Places::taken`].
    pub slot: u16,
    /// How many chips lie under it there.
    pub level: u8,
    /// How many slots of the tray are in use: they lie in its middle.
    pub in_use: u16,
}

/// It is no piece of the game but the die that is thrown, and lies so in its tray.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct TrayDie(pub Transform);

/// It has been tipped over where it belongs, because its side has lost, and lies so.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Toppled(pub Transform);

/// It blocks the view of something important, and is drawn translucent.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeenThrough;

/// A flat token is drawn for it, which hides its own meshes.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShownFlat;

/// It is in the box: out of the game, out of sight, and kept in case it comes back.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct Boxed;

/// It belongs on top of another piece.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
#[relationship(relationship_target = Supports)]
pub struct StackedOn(pub Entity);

/// The one piece that belongs on top of it.
#[derive(Component, Debug, Clone, PartialEq, Eq, Default)]
#[relationship_target(relationship = StackedOn)]
pub struct Supports(Vec<Entity>);

/// How it is turned when it is where it belongs: a die lies as it fell.
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Facing(pub Quat);

/// The turn of a die on its cell, besides the side it shows: half a turn for a viewer on Black's half.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Default)]
pub struct DiceTurn(pub Quat);

/// Where it belongs in the world: kept up with its place by [`super::stacks::refresh_homes`].
#[derive(Component, Debug, Clone, Copy, PartialEq, Default)]
pub struct Home(pub Transform);

/// How large it is drawn, without unit: less than 1 while it fades. The body keeps its size.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct DrawnScale(pub f32);

impl Default for DrawnScale {
    fn default() -> Self {
        DrawnScale(1.0)
    }
}
