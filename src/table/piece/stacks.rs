//! Stacking and placement of pieces. Reading functions accept the world or the [`TablePieces`] of a
//! system. Functions that change anything mutate the world directly, so each sees the effects of
//! the previous one; systems queue them as [`StackCommands`].

use bevy::prelude::*;
use bevy_rapier3d::prelude::{ColliderDisabled, RigidBodyDisabled};

use super::collider::{PieceShape, body};
use super::components::{Boxed, DrawnScale, Facing, GrainSeed, Home, Spot, StackedOn, TablePiece, TrayDie, TrayPlace};
use super::read_pieces::{ReadPieces, TablePieces};
use crate::engine::{self, Look, PieceKind, Place, Side};
use crate::table::layout::{TraySlots, captor};
use crate::table::mesh::{chip, die};

/// The seed of the last piece created.
#[derive(Resource, Debug, Default)]
pub struct LastSeed(u32);

/// Every piece outside the box, oldest first.
#[must_use]
pub fn in_play(world: &mut World) -> Vec<Entity> {
    let mut query = world.query_filtered::<(&GrainSeed, Entity), (With<TablePiece>, Without<Boxed>)>();
    let mut all: Vec<_> = query.iter(world).collect();
    all.sort_unstable_by_key(|(GrainSeed(seed), _)| *seed);
    all.into_iter().map(|(_, entity)| entity).collect()
}

/// The lowest piece of the stack that contains a piece.
#[must_use]
pub fn base(pieces: &impl ReadPieces, mut entity: Entity) -> Entity {
    while let Some(lower) = pieces.below(entity) {
        entity = lower;
    }
    entity
}

/// A piece with all pieces on top of it, from the bottom up.
#[must_use]
pub fn stack(pieces: &impl ReadPieces, base: Entity) -> Vec<Entity> {
    std::iter::successors(Some(base), |entity| pieces.above(*entity)).collect()
}

/// The combined look of a piece and all pieces on top of it.
#[must_use]
pub fn look(pieces: &impl ReadPieces, base: Entity) -> Option<Look> {
    let all = stack(pieces, base);
    let mut looks = all.into_iter().filter_map(|entity| Some(pieces.piece(entity)?.look.clone()));
    let lowest = looks.next()?;
    Some(looks.fold(lowest, |whole, upper| whole.with(&upper).unwrap_or(whole)))
}

/// The shape of a single piece; a die's for any other entity.
#[must_use]
pub fn shape(pieces: &impl ReadPieces, entity: Entity) -> PieceShape {
    pieces.piece(entity).map_or(PieceShape::Cube, |piece| PieceShape::of(&piece.look))
}

/// Height of a stack, m.
#[must_use]
pub fn height(pieces: &impl ReadPieces, base: Entity) -> f32 {
    stack(pieces, base).into_iter().map(|entity| shape(pieces, entity).height()).sum()
}

/// The single chips, pyramids, chessmen and dice of a look, from the bottom up.
#[must_use]
pub fn units(look: &Look) -> Vec<Look> {
    match look {
        Look::Chips(count) => vec![Look::Chips(1); usize::from(*count)],
        Look::Pyramids(sizes) => sizes.iter().map(|size| Look::Pyramids(std::iter::once(*size).collect())).collect(),
        Look::Chessman(_) | Look::Die(..) => vec![look.clone()],
    }
}

/// The initial rotation of a single piece of this look.
#[must_use]
pub fn facing(look: &Look) -> Quat {
    match look {
        Look::Die(die, symbol) => die::showing(die, symbol),
        _ => Quat::IDENTITY,
    }
}

/// The home pose of a piece; `None` for a piece in the box or without a place.
#[must_use]
pub fn home(pieces: &impl ReadPieces, entity: Entity) -> Option<Transform> {
    if let Some(lying) = pieces.lying(entity) {
        return Some(lying);
    }
    let (mut lowest, mut rise) = (entity, 0.0);
    while let Some(lower) = pieces.below(lowest) {
        lowest = lower;
        rise += shape(pieces, lowest).height();
    }
    let foot = if let Some(place) = pieces.place(lowest) {
        pieces.places().place(place, pieces.index().rank(place, lowest))
    } else {
        in_tray(pieces, &pieces.captured(lowest)?)
    };
    Some(standing(pieces, entity, foot + Vec3::Y * rise))
}

/// The foot of a stack in a capture tray.
#[must_use]
pub fn in_tray(pieces: &impl ReadPieces, &TrayPlace { by, slot, level, in_use }: &TrayPlace) -> Vec3 {
    pieces.places().captured(by, [slot, in_use].map(usize::from), f32::from(level) * chip::HEIGHT)
}

/// The pose of a piece standing on a point.
#[must_use]
pub fn standing(pieces: &impl ReadPieces, entity: Entity, foot: Vec3) -> Transform {
    let turn = pieces.facing(entity);
    let is_die = pieces.piece(entity).is_some_and(|piece| matches!(piece.look, Look::Die(..)));
    let turn = if is_die { pieces.dice_turn() * turn } else { turn };
    Transform::from_translation(foot + Vec3::Y * shape(pieces, entity).lift()).with_rotation(turn)
}

/// Updates [`Home`] from the places of all pieces.
pub fn refresh_homes(world: &mut World) {
    if let Err(error) = world.run_system_cached(keep_homes) {
        error!("{error}");
    }
}

/// Updates [`Home`], as a system.
pub fn keep_homes(pieces: TablePieces, mut homes: Query<(Entity, &mut Home), Without<Boxed>>) {
    for (entity, mut there) in &mut homes {
        if let Some(home) = home(&pieces, entity) {
            there.set_if_neq(Home(home));
        }
    }
}

/// Changes of places as commands. Each calls the function of the same name.
pub trait StackCommands {
    /// See [`lift`].
    fn lift(&mut self, base: Entity);
    /// See [`put`].
    fn put(&mut self, base: Entity, place: Place);
    /// See [`stack_on`].
    fn stack_on(&mut self, upper: Entity, lower: Entity);
    /// See [`capture`].
    fn capture(&mut self, base: Entity);
    /// See [`put_in_box`].
    fn put_in_box(&mut self, base: Entity);
    /// See [`become_stack`].
    fn become_stack(&mut self, base: Entity, look: &Look);
}

impl StackCommands for Commands<'_, '_> {
    fn lift(&mut self, base: Entity) {
        self.queue(move |world: &mut World| lift(world, base));
    }

    fn put(&mut self, base: Entity, place: Place) {
        self.queue(move |world: &mut World| put(world, base, place));
    }

    fn stack_on(&mut self, upper: Entity, lower: Entity) {
        self.queue(move |world: &mut World| stack_on(world, upper, lower));
    }

    fn capture(&mut self, base: Entity) {
        self.queue(move |world: &mut World| capture(world, base));
    }

    fn put_in_box(&mut self, base: Entity) {
        self.queue(move |world: &mut World| put_in_box(world, base));
    }

    fn become_stack(&mut self, base: Entity, look: &Look) {
        let look = look.clone();
        self.queue(move |world: &mut World| become_stack(world, base, &look));
    }
}

/// Removes a piece, with all pieces on top of it, from its place.
pub fn lift(world: &mut World, base: Entity) {
    world.entity_mut(base).remove::<(Spot, StackedOn, TrayDie)>();
}

/// Assigns a piece, with all pieces on top of it, to a place.
pub fn put(world: &mut World, base: Entity, place: Place) {
    world.entity_mut(base).insert(Spot::Place(place));
}

/// Assigns a piece, with all pieces on top of it, to the top of a stack.
pub fn stack_on(world: &mut World, upper: Entity, lower: Entity) {
    lift(world, upper);
    if let Some(top) = stack(world, lower).pop() {
        world.entity_mut(upper).insert(StackedOn(top));
    }
}

/// The lowest of the upper `count` pieces of a stack; the base if the stack has no more pieces.
#[must_use]
pub fn upper(pieces: &impl ReadPieces, base: Entity, count: u8) -> Entity {
    let all = stack(pieces, base);
    all[all.len().saturating_sub(usize::from(count.max(1)))]
}

/// Marks a piece, with all pieces on top of it, as captured, and assigns a slot in the tray.
pub fn capture(world: &mut World, base: Entity) {
    let (Some(look), Some(side)) = (look(world, base), world.get::<TablePiece>(base).map(|piece| piece.side)) else {
        return;
    };
    lift(world, base);
    let by = captor(side);
    let (slot, level) = free_slot(world, by, &look);
    // Provisional: arranging the tray recounts the slots.
    world.entity_mut(base).insert(Spot::Captured(TrayPlace { by, slot, level, in_use: slot + 1 }));
}

/// A free slot and level in a tray for this look.
fn free_slot(world: &World, by: Side, captured: &Look) -> (u16, u8) {
    let index = world.index();
    let chips = |slot: u16| -> Option<u8> {
        let there = index.slot(by, slot);
        let count = |entity: &Entity| match look(world, *entity) {
            Some(Look::Chips(count)) => count,
            _ => 0,
        };
        (!there.is_empty()).then(|| there.iter().map(count).sum())
    };
    let room = |slot: &u16| match (captured, chips(*slot)) {
        (_, None) => true,
        (Look::Chips(more), Some(there)) => there > 0 && there + more <= TraySlots::PILE,
        _ => false,
    };
    let slot = (0..u16::MAX).find(room).unwrap_or_default();
    (slot, chips(slot).unwrap_or_default())
}

/// Puts a piece, with all pieces on top of it, into the box.
pub fn put_in_box(world: &mut World, base: Entity) {
    lift(world, base);
    for entity in stack(world, base) {
        world.entity_mut(entity).remove::<StackedOn>().insert((
            Boxed,
            Visibility::Hidden,
            RigidBodyDisabled,
            ColliderDisabled,
        ));
    }
}

/// Takes a piece out of the box, if it is there.
pub fn take_from_box(world: &mut World, entity: Entity) {
    if world.get::<Boxed>(entity).is_some() {
        let seen = (Visibility::Inherited, DrawnScale::default());
        world.entity_mut(entity).remove::<(Boxed, RigidBodyDisabled, ColliderDisabled)>().insert(seen);
    }
}

/// Returns a single piece, from the box if it contains a suitable one, otherwise a new one. It has
/// no place yet.
pub fn take_or_spawn(world: &mut World, look: &Look, side: Option<Side>) -> Entity {
    let mut boxed = world.query_filtered::<(Entity, &TablePiece, &GrainSeed), With<Boxed>>();
    let like = boxed.iter(world).filter(|(_, piece, _)| piece.side == side && same_body(&piece.look, look));
    // The oldest one, so that going back and forth finds the same pieces in the same places.
    let found = like.min_by_key(|(.., GrainSeed(seed))| *seed).map(|(entity, ..)| entity);
    if let Some(entity) = found {
        take_from_box(world, entity);
        world.entity_mut(entity).insert((TablePiece { look: look.clone(), side }, Facing(facing(look))));
        return entity;
    }
    let mut last = world.resource_mut::<LastSeed>();
    last.0 += 1;
    let seed = GrainSeed(last.0);
    let piece = TablePiece { look: look.clone(), side };
    let name = Name::new(format!("{look:?}"));
    let drawn = (Transform::default(), Visibility::default(), DrawnScale::default());
    let shape = PieceShape::of(look);
    world.spawn((name, piece, seed, Facing(facing(look)), Home::default(), drawn, body(shape))).id()
}

/// Whether one object can have both looks: a die shows any of its sides.
#[must_use]
pub fn same_body(one: &Look, other: &Look) -> bool {
    match (one, other) {
        (Look::Die(one, _), Look::Die(other, _)) => one.id == other.id,
        _ => one == other,
    }
}

/// Returns the lowest piece of a stack whose parts come from the box or are new. It has no place
/// yet.
pub fn fetch_stack(world: &mut World, look: &Look, side: Option<Side>) -> Option<Entity> {
    let mut lowest: Option<Entity> = None;
    for unit in units(look) {
        let entity = take_or_spawn(world, &unit, side);
        match lowest {
            Some(lowest) => stack_on(world, entity, lowest),
            None => lowest = Some(entity),
        }
    }
    lowest
}

/// Gives a piece another look. It stays the same entity.
pub fn become_look(world: &mut World, entity: Entity, look: &Look) {
    let Some(piece) = world.get::<TablePiece>(entity) else { return };
    if piece.look == *look {
        return;
    }
    let (side, shape) = (piece.side, PieceShape::of(look));
    world.entity_mut(entity).insert((
        Name::new(format!("{look:?}")),
        TablePiece { look: look.clone(), side },
        Facing(facing(look)),
        shape.collider(),
    ));
}

/// Gives a stack another look. Its lower parts stay the same entities, missing ones come from the
/// box, and surplus ones go there.
pub fn become_stack(world: &mut World, base: Entity, look: &Look) {
    let (there, units) = (stack(world, base), units(look));
    for (entity, unit) in there.iter().zip(&units) {
        become_look(world, *entity, unit);
    }
    let side = world.get::<TablePiece>(base).and_then(|piece| piece.side);
    for unit in units.iter().skip(there.len()) {
        let more = take_or_spawn(world, unit, side);
        stack_on(world, more, base);
    }
    if let Some(over) = there.get(units.len()) {
        put_in_box(world, *over);
    }
}

/// Removes the owner of an obstacle: on the board, obstacles are neutral.
pub fn make_neutral(world: &mut World, entity: Entity) {
    if let Some(mut piece) = world.get_mut::<TablePiece>(entity)
        && piece.look == Look::Chessman(PieceKind::Obstacle)
    {
        piece.side = None;
    }
}

/// Everything on the board and in the reserves, as listed by a game.
#[must_use]
pub fn pieces_on_table(pieces: &impl ReadPieces) -> Vec<engine::Piece> {
    let listed = |(entity, place): (Entity, Place)| {
        Some(engine::Piece { place, side: pieces.piece(entity)?.side, look: look(pieces, entity)? })
    };
    pieces.index().iter().filter_map(listed).collect()
}

/// Whether exactly these pieces are on the board and in the reserves.
#[must_use]
pub fn agree_with(pieces: &impl ReadPieces, expected: &[engine::Piece]) -> bool {
    let (mut mine, mut theirs) = (pieces_on_table(pieces), expected.to_vec());
    let key = |piece: &engine::Piece| (piece.place, piece.side, format!("{:?}", piece.look));
    mine.sort_by_cached_key(key);
    theirs.sort_by_cached_key(key);
    mine == theirs
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The grain of a piece depends on its number, as does the order in which pieces are found.
    #[test]
    fn numbers_of_pieces_never_repeat() {
        let mut world = World::new();
        world.init_resource::<LastSeed>();
        let mut seen = BTreeSet::new();
        // More numbers than a thousand matches need in the game with the most pieces.
        for _ in 0..95_000 {
            let piece = take_or_spawn(&mut world, &Look::Chessman(PieceKind::Pawn), Some(Side::White));
            let GrainSeed(number) = *world.get(piece).unwrap();
            assert!(seen.insert(number), "{number} comes again");
            world.despawn(piece);
        }
    }
}
