//! What lies on what, where it belongs, and how pieces are put there. Everything here works on the world at once, so that one
//! event finds what the event before it has done.

use bevy::prelude::*;
use bevy_rapier3d::prelude::{ColliderDisabled, RigidBodyDisabled};

use super::collider::{PieceShape, body};
use super::components::{
    Boxed, Captured, DrawnScale, Facing, GrainSeed, Home, InReserve, OnCell, Piece, StackedOn, Supports, Toppled,
    TrayDie,
};
use super::index::PieceIndex;
use super::viewer::DiceTurn;
use crate::engine::{self, Look, PieceKind, Place, Side};
use crate::table::layout::{Lots, Places, taker};
use crate::table::mesh::{chip, die};

/// The seed of the piece that was made last.
#[derive(Resource, Debug, Default)]
pub struct LastSeed(u16);

/// Every piece that is not in the box, the oldest first.
#[must_use]
pub fn in_play(world: &mut World) -> Vec<Entity> {
    let mut query = world.query_filtered::<(&GrainSeed, Entity), (With<Piece>, Without<Boxed>)>();
    let mut all: Vec<_> = query.iter(world).collect();
    all.sort_unstable_by_key(|(GrainSeed(seed), _)| *seed);
    all.into_iter().map(|(_, entity)| entity).collect()
}

/// What lies on a piece.
#[must_use]
pub fn above(world: &World, entity: Entity) -> Option<Entity> {
    world.get::<Supports>(entity)?.iter().next()
}

/// The lowest piece of the stack that a piece is in.
#[must_use]
pub fn base(world: &World, mut entity: Entity) -> Entity {
    while let Some(StackedOn(lower)) = world.get(entity) {
        entity = *lower;
    }
    entity
}

/// A piece and all that lies on it, from the bottom up.
#[must_use]
pub fn stack(world: &World, base: Entity) -> Vec<Entity> {
    std::iter::successors(Some(base), |entity| above(world, *entity)).collect()
}

/// The look of a piece with all that lies on it.
#[must_use]
pub fn look(world: &World, base: Entity) -> Option<Look> {
    let mut looks = stack(world, base).into_iter().filter_map(|entity| Some(world.get::<Piece>(entity)?.look.clone()));
    let lowest = looks.next()?;
    Some(looks.fold(lowest, |whole, upper| whole.with(&upper).unwrap_or(whole)))
}

/// The body of a single piece; of what is none, that of a die.
#[must_use]
pub fn shape(world: &World, entity: Entity) -> PieceShape {
    world.get::<Piece>(entity).map_or(PieceShape::Cube, |piece| PieceShape::of(&piece.look))
}

/// From the foot of a stack to its top, m.
#[must_use]
pub fn height(world: &World, base: Entity) -> f32 {
    stack(world, base).into_iter().map(|entity| shape(world, entity).height()).sum()
}

/// The chips, pyramids, men and dice that a look is made of, from the bottom up.
#[must_use]
pub fn units(look: &Look) -> Vec<Look> {
    match look {
        Look::Chips(count) => vec![Look::Chips(1); usize::from(*count)],
        Look::Pyramids(sizes) => sizes.iter().map(|size| Look::Pyramids(std::iter::once(*size).collect())).collect(),
        Look::Man(_) | Look::Die(..) => vec![look.clone()],
    }
}

/// How a single piece of this look is turned when nothing has turned it.
#[must_use]
pub fn facing(look: &Look) -> Quat {
    match look {
        Look::Die(die, symbol) => die::showing(die, symbol),
        _ => Quat::IDENTITY,
    }
}

/// The lowest pieces of what belongs to a place.
#[must_use]
pub fn at(world: &World, place: Place) -> Vec<Entity> {
    world.resource::<PieceIndex>().all(place).to_vec()
}

/// Where the lowest of a stack belongs.
#[must_use]
pub fn place(world: &World, base: Entity) -> Option<Place> {
    if let Some(OnCell(cell)) = world.get(base) {
        return Some(Place::Cell(*cell));
    }
    world.get(base).map(|&InReserve { side, slot }| Place::Reserve(side, slot))
}

/// How a piece stands where it belongs; `None` in hand or in the box.
#[must_use]
pub fn home(world: &World, entity: Entity) -> Option<Transform> {
    if let Some(TrayDie(lying)) = world.get(entity) {
        return Some(*lying);
    }
    if let Some(Toppled(lying)) = world.get(entity) {
        return Some(*lying);
    }
    let (mut lowest, mut rise) = (entity, 0.0);
    while let Some(StackedOn(lower)) = world.get(lowest) {
        lowest = *lower;
        rise += shape(world, lowest).height();
    }
    let places = world.resource::<Places>();
    let foot = if let Some(place) = place(world, lowest) {
        places.place(place, world.resource::<PieceIndex>().rank(place, lowest))
    } else {
        let Captured { by, slot, level } = world.get(lowest)?;
        places.taken(*by, usize::from(*slot), f32::from(*level) * chip::HEIGHT)
    };
    Some(standing(world, entity, foot + Vec3::Y * rise))
}

/// How a piece stands with its foot on a point.
#[must_use]
pub fn standing(world: &World, entity: Entity, foot: Vec3) -> Transform {
    let Facing(turn) = world.get(entity).copied().unwrap_or_default();
    let is_die = world.get::<Piece>(entity).is_some_and(|piece| matches!(piece.look, Look::Die(..)));
    let turn = if is_die { world.resource::<DiceTurn>().0 * turn } else { turn };
    Transform::from_translation(foot + Vec3::Y * shape(world, entity).lift()).with_rotation(turn)
}

/// Keeps [`Home`] up with where everything belongs.
pub fn refresh_homes(world: &mut World) {
    for entity in in_play(world) {
        if let Some(home) = home(world, entity)
            && let Some(mut there) = world.get_mut::<Home>(entity)
        {
            there.set_if_neq(Home(home));
        }
    }
}

/// Takes a piece, with all that lies on it, from where it belongs.
pub fn lift(world: &mut World, base: Entity) {
    world.entity_mut(base).remove::<(OnCell, InReserve, Captured, StackedOn, TrayDie)>();
}

/// Says that a piece, with all that lies on it, belongs to a place.
pub fn put(world: &mut World, base: Entity, place: Place) {
    lift(world, base);
    let mut entity = world.entity_mut(base);
    match place {
        Place::Cell(cell) => entity.insert(OnCell(cell)),
        Place::Reserve(side, slot) => entity.insert(InReserve { side, slot }),
    };
}

/// Says that a piece, with all that lies on it, belongs on top of a stack.
pub fn put_on(world: &mut World, upper: Entity, lower: Entity) {
    lift(world, upper);
    if let Some(top) = stack(world, lower).pop() {
        world.entity_mut(upper).insert(StackedOn(top));
    }
}

/// Takes the upper `count` of a stack off it: the lowest of them, or the stack itself if there are no more.
pub fn split(world: &mut World, base: Entity, count: u8) -> Entity {
    let all = stack(world, base);
    let upper = all[all.len().saturating_sub(usize::from(count.max(1)))];
    lift(world, upper);
    upper
}

/// Says that a piece, with all that lies on it, belongs to what its opponent took.
pub fn capture(world: &mut World, base: Entity) {
    let (Some(look), Some(side)) = (look(world, base), world.get::<Piece>(base).map(|piece| piece.side)) else {
        return;
    };
    lift(world, base);
    let by = taker(side);
    let (slot, level) = free_lot(world, by, &look);
    world.entity_mut(base).insert(Captured { by, slot, level });
}

/// Where in a tray there is room for this.
fn free_lot(world: &World, by: Side, taken: &Look) -> (u16, u8) {
    let index = world.resource::<PieceIndex>();
    let chips = |slot: u16| -> Option<u8> {
        let there = index.lot(by, slot);
        let count = |entity: &Entity| match look(world, *entity) {
            Some(Look::Chips(count)) => count,
            _ => 0,
        };
        (!there.is_empty()).then(|| there.iter().map(count).sum())
    };
    let room = |slot: &u16| match (taken, chips(*slot)) {
        (_, None) => true,
        (Look::Chips(more), Some(there)) => there > 0 && there + more <= Lots::PILE,
        _ => false,
    };
    let slot = (0..u16::MAX).find(room).unwrap_or_default();
    (slot, chips(slot).unwrap_or_default())
}

/// Puts a piece, with all that lies on it, into the box.
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

/// A single piece, from the box if there is one like it; else a new one. It belongs nowhere yet.
pub fn fetch(world: &mut World, look: &Look, side: Option<Side>) -> Entity {
    let mut boxed = world.query_filtered::<(Entity, &Piece, &GrainSeed), With<Boxed>>();
    let like = boxed.iter(world).filter(|(_, piece, _)| piece.side == side && alike(&piece.look, look));
    // The oldest, so that who goes back and comes again finds the same pieces in the same places.
    let found = like.min_by_key(|(.., GrainSeed(seed))| *seed).map(|(entity, ..)| entity);
    if let Some(entity) = found {
        take_from_box(world, entity);
        world.entity_mut(entity).insert((Piece { look: look.clone(), side }, Facing(facing(look))));
        return entity;
    }
    let mut last = world.resource_mut::<LastSeed>();
    last.0 = last.0.wrapping_add(1);
    let seed = GrainSeed(last.0);
    let piece = Piece { look: look.clone(), side };
    let name = Name::new(format!("{look:?}"));
    let drawn = (Transform::default(), Visibility::default(), DrawnScale::default());
    let shape = PieceShape::of(look);
    world.spawn((name, piece, seed, Facing(facing(look)), Home::default(), drawn, body(shape))).id()
}

/// Whether one thing can have either look: a die shows any of its sides.
#[must_use]
pub fn alike(one: &Look, other: &Look) -> bool {
    match (one, other) {
        (Look::Die(one, _), Look::Die(other, _)) => one.id == other.id,
        _ => one == other,
    }
}

/// A piece or a stack, each part from the box or new: its lowest. It belongs nowhere yet.
pub fn fetch_stack(world: &mut World, look: &Look, side: Option<Side>) -> Option<Entity> {
    let mut lowest: Option<Entity> = None;
    for unit in units(look) {
        let entity = fetch(world, &unit, side);
        match lowest {
            Some(lowest) => put_on(world, entity, lowest),
            None => lowest = Some(entity),
        }
    }
    lowest
}

/// Moves a piece and all that lies on it to where it belongs, at once.
pub fn send_home(world: &mut World, base: Entity) {
    for entity in stack(world, base) {
        if let Some(home) = home(world, entity) {
            world.entity_mut(entity).insert((home, Home(home)));
        }
    }
}

/// Gives a piece another look: it stays the same entity.
pub fn become_look(world: &mut World, entity: Entity, look: &Look) {
    let Some(piece) = world.get::<Piece>(entity) else { return };
    if piece.look == *look {
        return;
    }
    let (side, shape) = (piece.side, PieceShape::of(look));
    world.entity_mut(entity).insert((
        Name::new(format!("{look:?}")),
        Piece { look: look.clone(), side },
        Facing(facing(look)),
        shape.collider(),
    ));
}

/// An obstacle on the board belongs to nobody.
pub fn disown(world: &mut World, entity: Entity) {
    if let Some(mut piece) = world.get_mut::<Piece>(entity)
        && piece.look == Look::Man(PieceKind::Obstacle)
    {
        piece.side = None;
    }
}

/// Everything on the board and in the reserves, as a game tells it.
#[must_use]
pub fn told(world: &World) -> Vec<engine::Piece> {
    let index = world.resource::<PieceIndex>();
    let told = |(entity, place): (Entity, Place)| {
        Some(engine::Piece { place, side: world.get::<Piece>(entity)?.side, look: look(world, entity)? })
    };
    index.iter().filter_map(told).collect()
}

/// Whether exactly these pieces are on the board and in the reserves.
#[must_use]
pub fn agree_with(world: &World, pieces: &[engine::Piece]) -> bool {
    let (mut mine, mut theirs) = (told(world), pieces.to_vec());
    let key = |piece: &engine::Piece| (piece.place, piece.side, format!("{:?}", piece.look));
    mine.sort_by_cached_key(key);
    theirs.sort_by_cached_key(key);
    mine == theirs
}
