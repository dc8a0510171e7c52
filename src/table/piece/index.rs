//! An index from places to pieces, maintained by observers of the placement components.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::components::{Captured, InReserve, OnCell};
use crate::engine::{Cell, Place, Side};

/// The lowest pieces by place.
#[derive(Resource, Debug, Default)]
pub struct PieceIndex {
    places: BTreeMap<Place, Vec<Entity>>,
    captured: BTreeMap<(Side, u16), Vec<Entity>>,
}

impl PieceIndex {
    /// The foremost piece in a place.
    #[must_use]
    pub fn at(&self, place: Place) -> Option<Entity> {
        self.places.get(&place)?.last().copied()
    }

    /// All pieces that share a place.
    #[must_use]
    pub fn all(&self, place: Place) -> &[Entity] {
        self.places.get(&place).map_or(&[], Vec::as_slice)
    }

    /// The piece on a cell.
    #[must_use]
    pub fn on(&self, cell: Cell) -> Option<Entity> {
        self.at(Place::Cell(cell))
    }

    /// Everything on the board and in the reserves.
    pub fn iter(&self) -> impl Iterator<Item = (Entity, Place)> + '_ {
        self.places.iter().flat_map(|(place, entities)| entities.iter().map(|entity| (*entity, *place)))
    }

    /// The number of pieces before this one in a shared place.
    #[must_use]
    pub fn rank(&self, place: Place, entity: Entity) -> usize {
        self.places.get(&place).and_then(|all| all.iter().position(|other| *other == entity)).unwrap_or(0)
    }

    /// Every captured stack, with its captor and slot.
    pub fn captured(&self) -> impl Iterator<Item = (Entity, Side, u16)> + '_ {
        self.captured.iter().flat_map(|(&(by, slot), all)| all.iter().map(move |entity| (*entity, by, slot)))
    }

    /// The stacks in one slot of a side's capture tray.
    #[must_use]
    pub fn slot(&self, by: Side, slot: u16) -> &[Entity] {
        self.captured.get(&(by, slot)).map_or(&[], Vec::as_slice)
    }
}

/// Maintains the index.
pub fn plugin(app: &mut App) {
    app.init_resource::<PieceIndex>()
        .add_observer(to_cell)
        .add_observer(from_cell)
        .add_observer(to_reserve)
        .add_observer(from_reserve)
        .add_observer(to_tray)
        .add_observer(from_tray);
}

fn to_cell(insert: On<Insert, OnCell>, places: Query<&OnCell>, mut index: ResMut<PieceIndex>) {
    if let Ok(OnCell(cell)) = places.get(insert.entity) {
        index.places.entry(Place::Cell(*cell)).or_default().push(insert.entity);
    }
}

fn from_cell(gone: On<Discard, OnCell>, places: Query<&OnCell>, mut index: ResMut<PieceIndex>) {
    if let Ok(OnCell(cell)) = places.get(gone.entity) {
        take_out(&mut index.places, Place::Cell(*cell), gone.entity);
    }
}

fn to_reserve(insert: On<Insert, InReserve>, places: Query<&InReserve>, mut index: ResMut<PieceIndex>) {
    if let Ok(&InReserve { side, slot }) = places.get(insert.entity) {
        index.places.entry(Place::Reserve(side, slot)).or_default().push(insert.entity);
    }
}

fn from_reserve(gone: On<Discard, InReserve>, places: Query<&InReserve>, mut index: ResMut<PieceIndex>) {
    if let Ok(&InReserve { side, slot }) = places.get(gone.entity) {
        take_out(&mut index.places, Place::Reserve(side, slot), gone.entity);
    }
}

fn to_tray(insert: On<Insert, Captured>, places: Query<&Captured>, mut index: ResMut<PieceIndex>) {
    if let Ok(&Captured { by, slot, .. }) = places.get(insert.entity) {
        index.captured.entry((by, slot)).or_default().push(insert.entity);
    }
}

fn from_tray(gone: On<Discard, Captured>, places: Query<&Captured>, mut index: ResMut<PieceIndex>) {
    if let Ok(&Captured { by, slot, .. }) = places.get(gone.entity) {
        take_out(&mut index.captured, (by, slot), gone.entity);
    }
}

fn take_out<K: Ord>(from: &mut BTreeMap<K, Vec<Entity>>, key: K, entity: Entity) {
    if let Some(all) = from.get_mut(&key) {
        all.retain(|other| *other != entity);
        if all.is_empty() {
            from.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_index_follows_the_components() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let world = app.world_mut();
        let [pawn, rook] = [(); 2].map(|()| world.spawn_empty().id());
        let on = |world: &World, cell: u16| world.resource::<PieceIndex>().on(Cell(cell));
        world.entity_mut(pawn).insert(OnCell(Cell(3)));
        assert_eq!(on(world, 3), Some(pawn));
        world.entity_mut(pawn).insert(OnCell(Cell(4)));
        assert_eq!((on(world, 3), on(world, 4)), (None, Some(pawn)));
        world.entity_mut(pawn).remove::<OnCell>().insert(Captured { by: Side::Black, slot: 0, level: 0, in_use: 1 });
        world.entity_mut(rook).insert(OnCell(Cell(4)));
        assert_eq!(on(world, 4), Some(rook));
        assert_eq!(world.resource::<PieceIndex>().slot(Side::Black, 0), [pawn]);
        world.entity_mut(pawn).despawn();
        assert_eq!(world.resource::<PieceIndex>().captured().count(), 0);
        let place = InReserve { side: Side::White, slot: 2 };
        world.entity_mut(rook).remove::<OnCell>();
        for entity in [rook, world.spawn_empty().id()] {
            world.entity_mut(entity).insert(place);
        }
        let index = world.resource::<PieceIndex>();
        assert_eq!((index.iter().count(), index.rank(Place::Reserve(Side::White, 2), rook)), (2, 0));
    }
}
