//! Read access to the components of pieces, from the world or from the queries of a system.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::components::{
    DiceTurn, Facing, GrainSeed, Spot, StackedOn, Supports, TablePiece, Toppled, TrayDie, TrayPlace,
};
use super::index::PieceIndex;
use crate::engine::Place;
use crate::table::layout::Places;

/// Read access to the components of pieces, implemented by the [`World`] and by the [`TablePieces`]
/// of a system. The functions of [`super::stacks`] accept either.
pub trait ReadPieces {
    /// The piece component, if the entity is a piece.
    fn piece(&self, entity: Entity) -> Option<&TablePiece>;
    /// Rotation at home.
    fn facing(&self, entity: Entity) -> Quat;
    /// Seed of the grain.
    fn grain(&self, entity: Entity) -> Option<GrainSeed>;
    /// Home cell or reserve, if it is the lowest piece there.
    fn place(&self, entity: Entity) -> Option<Place>;
    /// Slot in a capture tray, if it is the lowest piece there.
    fn captured(&self, entity: Entity) -> Option<TrayPlace>;
    /// The piece below it.
    fn below(&self, entity: Entity) -> Option<Entity>;
    /// The piece on top of it.
    fn above(&self, entity: Entity) -> Option<Entity>;
    /// The pose of a die in the tray or of a toppled piece.
    fn lying(&self, entity: Entity) -> Option<Transform>;
    /// The index of pieces by place.
    fn index(&self) -> &PieceIndex;
    /// The positions of places.
    fn places(&self) -> &Places;
    /// Additional rotation of dice on cells, towards the viewer.
    fn dice_turn(&self) -> Quat;
}

type PieceData = (
    &'static TablePiece,
    &'static Facing,
    &'static GrainSeed,
    Option<&'static Spot>,
    Option<&'static StackedOn>,
    Option<&'static Supports>,
    Option<&'static TrayDie>,
    Option<&'static Toppled>,
);

/// The pieces, for a system that reads their homes.
#[derive(SystemParam)]
pub struct TablePieces<'w, 's> {
    all: Query<'w, 's, PieceData>,
    index: Res<'w, PieceIndex>,
    places: Res<'w, Places>,
    dice_turn: Res<'w, DiceTurn>,
}

impl ReadPieces for TablePieces<'_, '_> {
    fn piece(&self, entity: Entity) -> Option<&TablePiece> {
        self.all.get(entity).ok().map(|data| data.0)
    }

    fn facing(&self, entity: Entity) -> Quat {
        self.all.get(entity).map_or(Quat::IDENTITY, |data| data.1.0)
    }

    fn grain(&self, entity: Entity) -> Option<GrainSeed> {
        self.all.get(entity).ok().map(|data| *data.2)
    }

    fn place(&self, entity: Entity) -> Option<Place> {
        self.all.get(entity).ok()?.3?.place()
    }

    fn captured(&self, entity: Entity) -> Option<TrayPlace> {
        self.all.get(entity).ok()?.3?.captured()
    }

    fn below(&self, entity: Entity) -> Option<Entity> {
        self.all.get(entity).ok()?.4.map(|StackedOn(lower)| *lower)
    }

    fn above(&self, entity: Entity) -> Option<Entity> {
        self.all.get(entity).ok()?.5.and_then(|supports| supports.iter().next())
    }

    fn lying(&self, entity: Entity) -> Option<Transform> {
        let data = self.all.get(entity).ok()?;
        lying_as(data.6, data.7)
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
    fn piece(&self, entity: Entity) -> Option<&TablePiece> {
        self.get(entity)
    }

    fn facing(&self, entity: Entity) -> Quat {
        self.get(entity).map_or(Quat::IDENTITY, |Facing(turn)| *turn)
    }

    fn grain(&self, entity: Entity) -> Option<GrainSeed> {
        self.get(entity).copied()
    }

    fn place(&self, entity: Entity) -> Option<Place> {
        self.get::<Spot>(entity)?.place()
    }

    fn captured(&self, entity: Entity) -> Option<TrayPlace> {
        self.get::<Spot>(entity)?.captured()
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

fn lying_as(die: Option<&TrayDie>, toppled: Option<&Toppled>) -> Option<Transform> {
    die.map(|TrayDie(lying)| *lying).or(toppled.map(|Toppled(lying)| *lying))
}
