//! The pieces on the table as entities, and which of them stands where.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::collider::PieceShape;
use super::model::{self, Part, model};
use crate::engine::{Cell, Die, Look, Piece, Place, Side};
use crate::table::layout::{InUse, Lots, Places, taker};
use crate::table::material::MaterialKind;
use crate::table::material::MeshAssets;
use crate::table::mesh::die::showing;

/// MarkTarget every piece, those that were taken too.
#[derive(Component, Debug, Clone, Copy, Default)]
pub struct PieceKind;

/// Where a piece lies that was taken.
#[derive(Debug, Clone, Copy)]
struct Lot {
    by: Side,
    /// A place of [`Places::taken`].
    index: usize,
    /// Above its floor, m.
    level: f32,
}

#[derive(Debug, Clone)]
struct Body {
    side: Option<Side>,
    look: Look,
    place: Option<Place>,
    /// If it was taken.
    lot: Option<Lot>,
    /// What it is made of, with the entity of each part.
    parts: Vec<(Entity, Part)>,
    /// From the foot to the top, m.
    height: f32,
    /// A die: how it was made to lie, from its own axes to the model's.
    made: Quat,
    /// Where it was put when it was made.
    begun: Transform,
    /// How it is turned where it stands, other than it was made: a die lies as it fell.
    turn: Quat,
}

/// Which entity stands where.
#[derive(Resource, Default)]
pub struct Pieces {
    at: BTreeMap<Place, Vec<Entity>>,
    bodies: BTreeMap<Entity, Body>,
    /// By the side that took them.
    taken: [Lots; 2],
    /// The part of a stack that is in hand.
    hand: Option<Entity>,
    /// A die that is no piece and lies in the tray.
    loose: Option<Entity>,
    spawned: u16,
}

impl Pieces {
    /// Removes everything.
    pub fn clear(&mut self, commands: &mut Commands) {
        for entity in self.bodies.keys().copied() {
            commands.entity(entity).despawn();
        }
        *self = Pieces { spawned: self.spawned, ..default() };
    }

    /// Puts a new piece where it belongs.
    pub fn spawn(
        &mut self,
        commands: &mut Commands,
        assets: &mut MeshAssets,
        places: &Places,
        piece: &Piece,
    ) -> Entity {
        let entity = self.make(commands, assets, piece.side, piece.look.clone());
        self.put(entity, piece.place);
        let transform = self.standing(entity, piece.place, places);
        self.begin(commands, entity, transform);
        entity
    }

    /// Puts a new piece where those lie that were taken.
    pub fn spawn_taken(&mut self, commands: &mut Commands, assets: &mut MeshAssets, places: &Places, piece: &Piece) {
        let entity = self.make(commands, assets, piece.side, piece.look.clone());
        let transform = self.retire(entity, places);
        self.begin(commands, entity, transform);
    }

    /// Puts a new piece somewhere.
    fn begin(&mut self, commands: &mut Commands, entity: Entity, transform: Transform) {
        commands.entity(entity).insert(transform);
        if let Some(body) = self.bodies.get_mut(&entity) {
            body.begun = transform;
        }
    }

    fn make(&mut self, commands: &mut Commands, assets: &mut MeshAssets, side: Option<Side>, look: Look) -> Entity {
        self.spawned = self.spawned.wrapping_add(1);
        let made = model(&look, side, self.spawned);
        let (entity, parts) = model::spawn(commands, assets, &made, Transform::IDENTITY, self.spawned);
        commands.entity(entity).insert((PieceKind, Name::new(format!("{look:?}"))));
        let lies = match look {
            Look::Die(die, symbol) => showing(die, symbol),
            _ => Quat::IDENTITY,
        };
        let body = Body {
            side,
            look,
            place: None,
            lot: None,
            height: made.height,
            parts: parts.into_iter().zip(made.parts).collect(),
            made: lies,
            begun: Transform::IDENTITY,
            turn: Quat::IDENTITY,
        };
        self.bodies.insert(entity, body);
        entity
    }

    /// Takes what moves from a cell off the map: what is in hand, or else what stands there.
    pub fn lift(&mut self, cell: Cell) -> Option<Entity> {
        self.hand.take().or_else(|| self.take(Place::Cell(cell)))
    }

    /// Takes one piece of a place off the map.
    pub fn take(&mut self, place: Place) -> Option<Entity> {
        let entities = self.at.get_mut(&place)?;
        let entity = entities.pop();
        if entities.is_empty() {
            self.at.remove(&place);
        }
        if let Some(body) = entity.and_then(|entity| self.bodies.get_mut(&entity)) {
            body.place = None;
        }
        entity
    }

    /// Puts a piece on the map.
    pub fn put(&mut self, entity: Entity, place: Place) {
        self.at.entry(place).or_default().push(entity);
        if let Some(body) = self.bodies.get_mut(&entity) {
            body.place = Some(place);
        }
    }

    /// The pieces on the map with their places.
    pub fn iter(&self) -> impl Iterator<Item = (Entity, Place)> + '_ {
        self.at.iter().flat_map(|(place, entities)| entities.iter().map(|entity| (*entity, *place)))
    }

    /// The piece at a place.
    #[must_use]
    pub fn standing_on(&self, place: Place) -> Option<Entity> {
        self.at.get(&place)?.last().copied()
    }

    /// Where a piece is on the map.
    #[must_use]
    pub fn at(&self, entity: Entity) -> Option<Place> {
        self.bodies.get(&entity)?.place
    }

    /// What a piece is made of; `None` for what is no piece.
    #[must_use]
    pub fn look(&self, entity: Entity) -> Option<&Look> {
        Some(&self.bodies.get(&entity)?.look)
    }

    /// From the foot of a piece to its top, m.
    #[must_use]
    pub fn height(&self, entity: Entity) -> f32 {
        self.bodies.get(&entity).map_or(0.0, |body| body.height)
    }

    /// The body that stands for a piece.
    pub(in crate::table) fn hull(&self, entity: Entity) -> Option<PieceShape> {
        Some(PieceShape::of(&self.bodies.get(&entity)?.look))
    }

    /// What a stack comes apart into: the entity of each, where on the piece it belongs, and its body, from the bottom up.
    /// Nothing of what is no stack.
    pub(in crate::table) fn stack(&self, entity: Entity) -> Vec<(Entity, Transform, PieceShape)> {
        let body = self.bodies.get(&entity).filter(|body| body.look.height() > 1);
        let parts = body.into_iter().flat_map(|body| &body.parts);
        parts.filter_map(|(entity, part)| Some((*entity, part.place, PieceShape::of_part(part.solid)?))).collect()
    }

    /// The chips of a stack: see [`Pieces::stack`].
    pub(in crate::table) fn chips(&self, entity: Entity) -> Vec<(Entity, Transform)> {
        let stack = self.stack(entity).into_iter();
        stack.filter(|(.., hull)| matches!(hull, PieceShape::Round(..))).map(|(part, place, _)| (part, place)).collect()
    }

    /// The darkness where a piece stands.
    #[must_use]
    pub fn contact(&self, entity: Entity) -> Option<(Entity, Transform)> {
        let parts = &self.bodies.get(&entity)?.parts;
        let (entity, part) = parts.iter().find(|(_, part)| part.finish == MaterialKind::Contact)?;
        Some((*entity, part.place))
    }

    /// The die that is no piece, if it has been thrown.
    #[must_use]
    pub fn loose(&self) -> Option<Entity> {
        self.loose
    }

    /// Of how many chips or pyramids a stack is made; 1 for what is no stack.
    #[must_use]
    pub fn count(&self, entity: Entity) -> u8 {
        self.bodies.get(&entity).map_or(1, |body| body.look.height())
    }

    /// How a piece stands at a place.
    #[must_use]
    pub fn standing(&self, entity: Entity, place: Place, places: &Places) -> Transform {
        let index = self.at.get(&place).and_then(|there| there.iter().position(|other| *other == entity)).unwrap_or(0);
        self.resting(entity, places.place(place, index))
    }

    /// How a piece stands on a point: turned as it is about its middle.
    fn resting(&self, entity: Entity, point: Vec3) -> Transform {
        self.bodies.get(&entity).map_or(Transform::from_translation(point), |body| {
            let middle = Vec3::Y * (body.height / 2.0);
            Transform::from_translation(point + middle - body.turn * middle).with_rotation(body.turn)
        })
    }

    /// Where a piece was put when it was made.
    #[must_use]
    pub fn begun(&self, entity: Entity) -> Transform {
        self.bodies.get(&entity).map_or(Transform::IDENTITY, |body| body.begun)
    }

    /// How a die was made to lie, from its own axes to the model's.
    #[must_use]
    pub fn made(&self, entity: Entity) -> Quat {
        self.bodies.get(&entity).map_or(Quat::IDENTITY, |body| body.made)
    }

    /// A piece has left the game: says where it goes.
    pub fn retire(&mut self, entity: Entity, places: &Places) -> Transform {
        let Some(body) = self.bodies.get_mut(&entity) else { return Transform::IDENTITY };
        let by = taker(body.side);
        let (index, level) = self.taken[by.index()].add(&body.look);
        body.lot = Some(Lot { by, index, level });
        self.lying(entity, places).unwrap_or_default()
    }

    /// How a piece lies that was taken.
    #[must_use]
    pub fn lying(&self, entity: Entity, places: &Places) -> Option<Transform> {
        let Lot { by, index, level } = self.bodies.get(&entity)?.lot?;
        Some(self.resting(entity, places.taken(by, index, level)))
    }

    /// The pieces that were taken, each with how it lies, in no order.
    pub fn taken<'a>(&'a self, places: &'a Places) -> impl Iterator<Item = (Entity, Transform)> + 'a {
        self.bodies.keys().filter_map(|entity| Some((*entity, self.lying(*entity, places)?)))
    }

    /// An obstacle on the board belongs to nobody.
    pub fn disown(&mut self, entity: Entity) {
        if let Some(body) = self.bodies.get_mut(&entity)
            && body.look == Look::Man(crate::engine::PieceKind::Obstacle)
        {
            body.side = None;
        }
    }

    /// A piece is no longer there.
    pub fn forget(&mut self, entity: Entity) {
        self.bodies.remove(&entity);
    }

    /// Takes the upper `count` chips of the stack on a cell in hand.
    pub fn split(&mut self, commands: &mut Commands, assets: &mut MeshAssets, places: &Places, at: Cell, count: u8) {
        let Some(entity) = self.standing_on(Place::Cell(at)) else { return };
        let Some(body) = self.bodies.get(&entity).cloned() else { return };
        let Some((lower, upper)) = body.look.parted(count) else { return };
        self.change(commands, assets, places, entity, lower);
        let rest = self.standing_on(Place::Cell(at)).map_or(0.0, |entity| self.height(entity));
        let hand = self.make(commands, assets, body.side, upper);
        let up = Transform::from_translation(places.cell(at) + Vec3::Y * rest);
        self.begin(commands, hand, up);
        self.hand = Some(hand);
    }

    /// The look of a stack with another piece on it.
    #[must_use]
    pub fn joined(&self, lower: Entity, upper: Entity) -> Option<Look> {
        self.bodies.get(&lower)?.look.with(&self.bodies.get(&upper)?.look)
    }

    /// Gives a piece another look: its parts are made anew, it stays the same entity to all who look at the map.
    pub fn change(
        &mut self,
        commands: &mut Commands,
        assets: &mut MeshAssets,
        places: &Places,
        entity: Entity,
        look: Look,
    ) {
        let Some(body) = self.bodies.get(&entity).cloned() else { return };
        let Some(place) = body.place else { return };
        if body.look == look {
            return;
        }
        self.take(place);
        self.forget(entity);
        commands.entity(entity).despawn();
        self.spawn(commands, assets, places, &Piece { place, side: body.side, look });
    }

    /// A die that is a piece shows another symbol, turned as it fell.
    pub fn fell(&mut self, entity: Entity, look: Look, turn: Quat) {
        if let Some(body) = self.bodies.get_mut(&entity) {
            body.look = look;
            body.turn = turn;
        }
    }

    /// The die that is no piece and lies in the tray, made when it is first thrown.
    pub fn loose_die(
        &mut self,
        commands: &mut Commands,
        assets: &mut MeshAssets,
        die: &'static Die,
        by: Side,
    ) -> Entity {
        if let Some(there) = self.loose {
            return there;
        }
        let entity = self.make(commands, assets, Some(by), Look::Die(die, die.sides[0]));
        self.loose = Some(entity);
        entity
    }

    /// The tops of all pieces, those that were taken too, where they stand at rest.
    pub fn tops<'a>(&'a self, places: &'a Places) -> impl Iterator<Item = Vec3> + 'a {
        let standing = self.iter().map(|(entity, place)| (entity, self.standing(entity, place, places).translation));
        let taken = self.taken(places).map(|(entity, at)| (entity, at.translation));
        standing.chain(taken).map(|(entity, foot)| foot + Vec3::Y * self.height(entity))
    }

    /// How much is in use beside the board.
    #[must_use]
    pub fn in_use(&self) -> InUse {
        InUse::by(&self.taken, self.at.keys().copied())
    }

    /// Whether exactly these pieces are on the map.
    #[must_use]
    pub fn agree_with(&self, pieces: &[Piece]) -> bool {
        let mut mine: Vec<_> = self
            .iter()
            .filter_map(|(entity, place)| {
                let body = self.bodies.get(&entity)?;
                Some(Piece { place, side: body.side, look: body.look.clone() })
            })
            .collect();
        let mut theirs = pieces.to_vec();
        let key = |piece: &Piece| (piece.place, piece.side, format!("{:?}", piece.look));
        mine.sort_by_cached_key(key);
        theirs.sort_by_cached_key(key);
        mine == theirs
    }
}
