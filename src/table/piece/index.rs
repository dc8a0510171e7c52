//! An index from places to pieces, maintained by observers of the placement components.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::components::{Spot, StackedOn, TrayDie};
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

/// Maintains the index, and that each piece has one home.
pub fn plugin(app: &mut App) {
    app.init_resource::<PieceIndex>()
        .add_observer(enter)
        .add_observer(exit)
        .add_observer(only::<Spot, (StackedOn, TrayDie)>)
        .add_observer(only::<StackedOn, (Spot, TrayDie)>)
        .add_observer(only::<TrayDie, (Spot, StackedOn)>);
}

fn enter(insert: On<Insert, Spot>, spots: Query<&Spot>, mut index: ResMut<PieceIndex>) {
    match spots.get(insert.entity) {
        Ok(Spot::Place(place)) => index.places.entry(*place).or_default().push(insert.entity),
        Ok(Spot::Captured(at)) => index.captured.entry((at.by, at.slot)).or_default().push(insert.entity),
        Err(_) => {}
    }
}

fn exit(gone: On<Discard, Spot>, spots: Query<&Spot>, mut index: ResMut<PieceIndex>) {
    match spots.get(gone.entity) {
        Ok(Spot::Place(place)) => take_out(&mut index.places, *place, gone.entity),
        Ok(Spot::Captured(at)) => take_out(&mut index.captured, (at.by, at.slot), gone.entity),
        Err(_) => {}
    }
}

/// Removes the other homes of a piece.
fn only<Home: Component, Others: Bundle>(insert: On<Insert, Home>, mut commands: Commands) {
    commands.entity(insert.entity).remove::<Others>();
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
    use crate::table::piece::components::TrayPlace;

    #[test]
    fn a_piece_has_one_home() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let world = app.world_mut();
        let [upper, lower] = [(); 2].map(|()| world.spawn(Spot::Place(Place::Cell(Cell(0)))).id());
        world.entity_mut(upper).insert(StackedOn(lower));
        assert!(world.get::<Spot>(upper).is_none());
        assert_eq!(world.resource::<PieceIndex>().all(Place::Cell(Cell(0))), [lower]);
        world.entity_mut(upper).insert(TrayDie(Transform::IDENTITY));
        assert!(world.get::<StackedOn>(upper).is_none());
        world.entity_mut(upper).insert(Spot::Place(Place::Cell(Cell(1))));
        assert!(world.get::<TrayDie>(upper).is_none());
    }

    #[test]
    fn the_index_follows_the_components() {
        let mut app = App::new();
        app.add_plugins(plugin);
        let world = app.world_mut();
        let [pawn, rook] = [(); 2].map(|()| world.spawn_empty().id());
        let on = |world: &World, cell: u16| world.resource::<PieceIndex>().on(Cell(cell));
        let cell = |cell| Spot::Place(Place::Cell(Cell(cell)));
        world.entity_mut(pawn).insert(cell(3));
        assert_eq!(on(world, 3), Some(pawn));
        world.entity_mut(pawn).insert(cell(4));
        assert_eq!((on(world, 3), on(world, 4)), (None, Some(pawn)));
        world.entity_mut(pawn).insert(Spot::Captured(TrayPlace { by: Side::Black, slot: 0, level: 0, in_use: 1 }));
        world.entity_mut(rook).insert(cell(4));
        assert_eq!(on(world, 4), Some(rook));
        assert_eq!(world.resource::<PieceIndex>().slot(Side::Black, 0), [pawn]);
        world.entity_mut(pawn).despawn();
        assert_eq!(world.resource::<PieceIndex>().captured().count(), 0);
        for entity in [rook, world.spawn_empty().id()] {
            world.entity_mut(entity).insert(Spot::Place(Place::Reserve(Side::White, 2)));
        }
        let index = world.resource::<PieceIndex>();
        assert_eq!((index.iter().count(), index.rank(Place::Reserve(Side::White, 2), rook)), (2, 0));
    }
}
