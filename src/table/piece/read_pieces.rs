//! Reading the components of pieces, from the world or from the queries of a system.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::components::{
    Captured, DiceTurn, Facing, GrainSeed, InReserve, OnCell, Piece, StackedOn, Supports, Toppled, TrayDie,
};
use super::index::PieceIndex;
use crate::engine::Place;
use crate::table::layout::Places;

/// Where the components of pieces are read from: the [`World`], or the [`Pieces`] of a system. The functions of
/// [`super::stacks`] work on either.
pub trait ReadPieces {
    /// What an entity is, if it is a piece.
    fn piece(&self, entity: Entity) -> Option<&Piece>;
    /// How it is turned where it belongs.
    fn facing(&self, entity: Entity) -> Quat;
    /// Its grain.
    fn grain(&self, entity: Entity) -> Option<GrainSeed>;
    /// The cell or reserve that it belongs to, if it is the lowest piece there.
    fn place(&self, entity: Entity) -> Option<Place>;
    /// Its slot in a capture tray, if it is the lowest piece there.
    fn captured(&self, entity: Entity) -> Option<Captured>;
    /// The piece that it belongs on.
    fn below(&self, entity: Entity) -> Option<Entity>;
    /// The piece that belongs on it.
    fn above(&self, entity: Entity) -> Option<Entity>;
    /// How it lies, if it is a die in the tray or has been toppled.
    fn lying(&self, entity: Entity) -> Option<Transform>;
    /// Which pieces belong where.
    fn index(&self) -> &PieceIndex;
    /// Where places lie.
    fn places(&self) -> &Places;
    /// How dice on their cells are turned to the viewer.
    fn dice_turn(&self) -> Quat;
}

type PieceData = (
    &'static Piece,
    &'static Facing,
    &'static GrainSeed,
    Option<&'static OnCell>,
    Option<&'static InReserve>,
    Option<&'static Captured>,
    Option<&'static StackedOn>,
    Option<&'static Supports>,
    Option<&'static TrayDie>,
    Option<&'static Toppled>,
);

/// The pieces, for a system that reads where they belong.
#[derive(SystemParam)]
pub struct Pieces<'w, 's> {
    all: Query<'w, 's, PieceData>,
    index: Res<'w, PieceIndex>,
    places: Res<'w, Places>,
    dice_turn: Res<'w, DiceTurn>,
}

impl ReadPieces for Pieces<'_, '_> {
    fn piece(&self, entity: Entity) -> Option<&Piece> {
        self.all.get(entity).ok().map(|data| data.0)
    }

    fn facing(&self, entity: Entity) -> Quat {
        self.all.get(entity).map_or(Quat::IDENTITY, |data| data.1.0)
    }

    fn grain(&self, entity: Entity) -> Option<GrainSeed> {
        self.all.get(entity).ok().map(|data| *data.2)
    }

    fn place(&self, entity: Entity) -> Option<Place> {
        let data = self.all.get(entity).ok()?;
        place_of(data.3, data.4)
    }

    fn captured(&self, entity: Entity) -> Option<Captured> {
        self.all.get(entity).ok()?.5.copied()
    }

    fn below(&self, entity: Entity) -> Option<Entity> {
        self.all.get(entity).ok()?.6.map(|StackedOn(lower)| *lower)
    }

    fn above(&self, entity: Entity) -> Option<Entity> {
        self.all.get(entity).ok()?.7.and_then(|supports| supports.iter().next())
    }

    fn lying(&self, entity: Entity) -> Option<Transform> {
        let data = self.all.get(entity).ok()?;
        lying_as(data.8, data.9)
    }

    fn index(&self) -> &PieceIndex {
        &self.index
    }

    fn places(&self) -> &Places {
        &self.places
    }

    fn dice_turn(&self) -> Quat {
        self.dice_turn.0
    }
}

impl ReadPieces for World {
    fn piece(&self, entity: Entity) -> Option<&Piece> {
        self.get(entity)
    }

    fn facing(&self, entity: Entity) -> Quat {
        self.get(entity).map_or(Quat::IDENTITY, |Facing(turn)| *turn)
    }

    fn grain(&self, entity: Entity) -> Option<GrainSeed> {
        self.get(entity).copied()
    }

    fn place(&self, entity: Entity) -> Option<Place> {
        place_of(self.get(entity), self.get(entity))
    }

    fn captured(&self, entity: Entity) -> Option<Captured> {
        self.get(entity).copied()
    }

    fn below(&self, entity: Entity) -> Option<Entity> {
        self.get(entity).map(|StackedOn(lower)| *lower)
    }

    fn above(&self, entity: Entity) -> Option<Entity> {
        self.get::<Supports>(entity)?.iter().next()
    }

    fn lying(&self, entity: Entity) -> Option<Transform> {
        lying_as(self.get(entity), self.get(entity))
    }

    fn index(&self) -> &PieceIndex {
        self.resource()
    }

    fn places(&self) -> &Places {
        self.resource()
    }

    fn dice_turn(&self) -> Quat {
        self.resource::<DiceTurn>().0
    }
}

fn place_of(cell: Option<&OnCell>, reserve: Option<&InReserve>) -> Option<Place> {
    let reserve = || reserve.map(|&InReserve { side, slot }| Place::Reserve(side, slot));
    cell.map(|OnCell(cell)| Place::Cell(*cell)).or_else(reserve)
}

fn lying_as(die: Option<&TrayDie>, toppled: Option<&Toppled>) -> Option<Transform> {
    die.map(|TrayDie(lying)| *lying).or(toppled.map(|Toppled(lying)| *lying))
}
