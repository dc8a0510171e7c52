//! From a look of the engine to parts of shape and finish, and from those to entities.

use std::collections::HashMap;
use std::f32::consts::PI;

use bevy::ecs::system::SystemParam;
use bevy::light::NotShadowCaster;
use bevy::math::{Quat, Vec2, Vec3};
use bevy::prelude::*;

use super::finish::Finish;
use super::material::{Glow, Quality, Surface, tag};
use super::mesh::lathe::Profile;
use super::mesh::{MM, Marks, Shape, badge, chip, circle, die, men, pyramid, tactical};
use super::palette;
use crate::engine::{Die, Look, PieceKind, Side};
use crate::session::Palette;

pub use crate::dice::{EDGE as DIE_EDGE, ROUNDING as DIE_ROUNDING};

/// A shape that is made once and used by many parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Solid {
    /// The wood of a chessman.
    PieceKind(PieceKind),
    /// Its metal, where it has any.
    Trim(PieceKind),
    /// An obstacle, by its seed.
    Rock(u8),
    /// A player's die, by its id.
    Die(Side, &'static str),
    /// A chip.
    Chip,
    /// A player's pyramid of size 1 to 3.
    Pyramid(Side, u8),
    /// The dark patch under a thing of this radius, mm.
    Contact(u8),
    /// A ball of this radius, mm: a shot, an explosion.
    Ball(u8),
    /// A plate with the height of a stack.
    Badge(u8),
}

/// A shape in its finish and place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// Its shape.
    pub solid: Solid,
    /// What it is made of.
    pub finish: Finish,
    /// Where, in the model's own space: x right, y up, the foot's middle in the origin, metres.
    pub place: Transform,
}

/// All the parts of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// From the bottom up. The contact patch, where there is one, comes first.
    pub parts: Vec<Part>,
    /// From the foot to the top, m.
    pub height: f32,
    /// Of the foot, m.
    pub radius: f32,
}

/// The parts of a piece. `seed` chooses among rocks.
#[must_use]
pub fn model(look: &Look, side: Option<Side>, seed: u16) -> Model {
    let owner = side.unwrap_or(Side::White);
    let mut parts = Vec::new();
    let up = |y: f32| Transform::from_translation(Vec3::Y * y);
    let (height, radius) = match look {
        Look::Man(PieceKind::Obstacle) => {
            let rock = Solid::Rock((seed % u16::from(tactical::ROCKS)) as u8);
            parts.push(Part { solid: rock, finish: Finish::Rock, place: Transform::IDENTITY });
            (0.018, 0.0175)
        }
        Look::Man(man) => {
            let place = Transform::from_rotation(facing(owner));
            parts.push(Part { solid: Solid::PieceKind(*man), finish: Finish::Wood(owner), place });
            if let Some(finish) = trim_finish(*man) {
                parts.push(Part { solid: Solid::Trim(*man), finish, place });
            }
            size(*man)
        }
        Look::Die(die, symbol) => {
            let place = up(DIE_EDGE / 2.0).with_rotation(die::showing(die, symbol));
            parts.push(Part { solid: Solid::Die(owner, die.id), finish: Finish::Die(owner), place });
            (DIE_EDGE, 0.6 * DIE_EDGE)
        }
        Look::Chips(count) => {
            for i in 0..*count {
                // No tower of a player's is quite straight.
                let turn = f32::from(i) * 2.4 + f32::from(seed);
                let off = 0.0003 * Vec2::from_angle(turn);
                let place = Transform::from_xyz(off.x, f32::from(i) * chip::HEIGHT, off.y)
                    .with_rotation(Quat::from_rotation_y(turn));
                parts.push(Part { solid: Solid::Chip, finish: Finish::Wood(owner), place });
            }
            (f32::from(*count) * chip::HEIGHT, chip::RADIUS)
        }
        Look::Pyramids(sizes) => {
            let mut y = 0.0;
            let mut top = 0.0;
            for &size in sizes {
                let size = size.clamp(1, 3);
                parts.push(Part {
                    solid: Solid::Pyramid(owner, size),
                    finish: Finish::Pyramid(owner, size),
                    place: up(y),
                });
                top = y + pyramid::height(size);
                y += pyramid::rise(size);
            }
            (top, sizes.first().map_or(0.0, |&size| pyramid::half_base(size)))
        }
    };
    if !parts.is_empty() {
        // The patch reaches half as far again as the foot.
        let reach = Solid::Contact((1.5 * radius / MM) as u8);
        parts.insert(0, Part { solid: reach, finish: Finish::Contact, place: up(0.25 * MM) });
    }
    Model { parts, height, radius }
}

/// Chessmen with a face look past the middle of the enemy's rank, to be seen from the side.
fn facing(side: Side) -> Quat {
    match side {
        Side::White => Quat::from_rotation_y(0.90 * PI),
        Side::Black => Quat::from_rotation_y(-0.88 * PI),
    }
}

/// The metal that a chessman wears.
fn trim_finish(man: PieceKind) -> Option<Finish> {
    match man {
        PieceKind::RoyalRook
        | PieceKind::RoyalBishop
        | PieceKind::RoyalKnight
        | PieceKind::Veteran
        | PieceKind::Fanatic
        | PieceKind::Killer => Some(Finish::Gold),
        PieceKind::Cannon => Some(Finish::Bronze),
        _ => None,
    }
}

/// Height and radius of the foot of a chessman, m.
#[must_use]
pub fn size(man: PieceKind) -> (f32, f32) {
    let (height, radius) = match man {
        PieceKind::King => (81.4, 17.4),
        PieceKind::Queen => (73.9, 16.4),
        PieceKind::Rook => (44.5, 15.0),
        PieceKind::Bishop => (63.5, 14.6),
        PieceKind::Knight => (56.7, 15.0),
        PieceKind::Pawn => (42.1, 13.2),
        PieceKind::Chancellor => (69.0, 16.2),
        PieceKind::RoyalRook => (49.0, 15.0),
        PieceKind::RoyalBishop => (63.5, 14.6),
        PieceKind::RoyalKnight => (59.1, 15.0),
        PieceKind::Veteran => (46.5, 13.2),
        PieceKind::Cannon => (30.8, 15.6),
        PieceKind::Dragon => (56.2, 16.0),
        PieceKind::Prince => (63.6, 14.6),
        PieceKind::Fanatic => (51.2, 13.2),
        PieceKind::Killer => (48.4, 14.2),
        PieceKind::Obstacle => (18.0, 17.5),
    };
    (height * MM, radius * MM)
}

impl Solid {
    /// Makes it. Carving a chessman takes some tenths of a second.
    #[must_use]
    pub fn shape(self, palette: Palette) -> Shape {
        match self {
            Solid::PieceKind(man) => wood(man),
            Solid::Trim(man) => trim(man),
            Solid::Rock(seed) => tactical::rock(seed),
            Solid::Die(side, id) => {
                let edged = palette::edged(palette, side);
                Die::by_id(id).map(|it| die::die(it, DIE_EDGE, DIE_ROUNDING, edged)).unwrap_or_default()
            }
            Solid::Chip => chip::chip(),
            Solid::Pyramid(side, size) => pyramid::pyramid(size, palette::banded(palette, side)),
            Solid::Ball(radius) => ball(f32::from(radius) * MM),
            Solid::Badge(number) => badge::badge(number),
            Solid::Contact(radius) => contact(f32::from(radius) * MM),
        }
    }

    fn made(self, palette: Palette, quality: Quality) -> Mesh {
        let shape = self.shape(palette);
        match self {
            // Figures that are small in the picture have no corner too many.
            Solid::Badge(_) => shape.mesh(),
            _ => shape.simplified(quality.error()).mesh(),
        }
    }
}

fn wood(man: PieceKind) -> Shape {
    match man {
        PieceKind::King => men::king(),
        PieceKind::Queen => men::queen(),
        PieceKind::Rook | PieceKind::RoyalRook => men::rook(),
        PieceKind::Bishop | PieceKind::RoyalBishop => men::bishop(),
        PieceKind::Knight | PieceKind::RoyalKnight => men::knight(),
        PieceKind::Pawn => men::pawn(),
        PieceKind::Chancellor => men::chancellor(),
        PieceKind::Veteran => tactical::veteran(),
        PieceKind::Cannon => tactical::cannon_carriage(),
        PieceKind::Dragon => tactical::dragon(),
        PieceKind::Prince => men::prince(),
        PieceKind::Fanatic => tactical::bomb(),
        PieceKind::Killer => tactical::jester(),
        PieceKind::Obstacle => tactical::rock(0),
    }
}

fn trim(man: PieceKind) -> Shape {
    let raised = |shape: Shape, x: f32, y: f32, tilt: f32| {
        let turn = Quat::from_rotation_z(tilt);
        shape.moved(bevy::math::Affine3A::from_rotation_translation(turn, Vec3::new(x, y, 0.0) * MM))
    };
    match man {
        PieceKind::RoyalRook => {
            let mut shape = men::band(10.9, 35.4, 38.2, 0.7);
            shape.append(&raised(men::crown(6.4, 6), 0.0, 41.0, 0.0), bevy::math::Affine3A::IDENTITY);
            shape
        }
        PieceKind::RoyalBishop => {
            let mut shape = raised(men::crown(7.4, 7), 0.0, 44.2, 0.0);
            shape.append(&men::band(8.7, 35.3, 37.2, 0.7), bevy::math::Affine3A::IDENTITY);
            shape
        }
        PieceKind::RoyalKnight => {
            let mut shape = raised(men::crown(4.6, 6), 1.4, 51.2, -0.18);
            shape.append(&men::band(9.6, 10.2, 12.8, 0.8), bevy::math::Affine3A::IDENTITY);
            shape
        }
        PieceKind::Veteran => men::band(8.1, 25.3, 27.2, 0.7),
        PieceKind::Cannon => tactical::cannon_barrel(),
        PieceKind::Fanatic => tactical::fuse(),
        PieceKind::Killer => tactical::bells(),
        _ => Shape::default(),
    }
}

/// The dark patch under a thing: ink runs from 0 in the middle to 1 at the rim.
fn contact(radius: f32) -> Shape {
    let mut shape = Shape::default();
    let middle = shape.vertex(Vec3::ZERO, Vec3::Y, Marks::PLAIN);
    let rim: Vec<u32> = circle(Vec2::ZERO, radius, 28)
        .into_iter()
        .map(|p| shape.vertex(Vec3::new(p.x, 0.0, -p.y), Vec3::Y, Marks::INK))
        .collect();
    for i in 0..rim.len() {
        shape.triangle([middle, rim[i], rim[(i + 1) % rim.len()]]);
    }
    shape
}

fn ball(radius: f32) -> Shape {
    let radius = radius / MM;
    Profile::at(0.0, -radius).arc((0.0, 0.0), PI).turn(24)
}

/// What was made so far.
#[derive(Resource, Default)]
pub struct Store {
    meshes: HashMap<Solid, Handle<Mesh>>,
    surfaces: HashMap<Finish, Handle<Surface>>,
    quality: Quality,
    palette: Palette,
}

/// Makes meshes and surfaces when they are first asked for.
#[derive(SystemParam)]
pub struct Workshop<'w> {
    store: ResMut<'w, Store>,
    meshes: ResMut<'w, Assets<Mesh>>,
    surfaces: ResMut<'w, Assets<Surface>>,
}

impl Workshop<'_> {
    /// The mesh of a solid.
    pub fn mesh(&mut self, solid: Solid) -> Handle<Mesh> {
        let Store { quality, palette, .. } = *self.store;
        let meshes = &mut self.meshes;
        self.store.meshes.entry(solid).or_insert_with(|| meshes.add(solid.made(palette, quality))).clone()
    }

    /// A mesh of a shape that is used once.
    pub fn own_mesh(&mut self, shape: Shape) -> Handle<Mesh> {
        self.meshes.add(shape.mesh())
    }

    /// The surface of a finish.
    pub fn surface(&mut self, finish: Finish) -> Handle<Surface> {
        let Store { quality, palette, .. } = *self.store;
        let surfaces = &mut self.surfaces;
        self.store.surfaces.entry(finish).or_insert_with(|| surfaces.add(finish.surface(palette).at(quality))).clone()
    }

    /// Spawns a ball of a shot or an explosion, of this radius, mm.
    pub fn ball(&mut self, commands: &mut Commands, radius: u8, finish: Finish) -> Entity {
        let look = (Mesh3d(self.mesh(Solid::Ball(radius))), MeshMaterial3d(self.surface(finish)));
        commands.spawn((look, Transform::default(), NotShadowCaster)).id()
    }

    /// Draws everything with this care from now on; what was made before keeps its shape.
    pub fn set_quality(&mut self, quality: Quality) {
        if self.store.quality != quality {
            self.store.quality = quality;
            self.store.meshes.clear();
            for handle in self.store.surfaces.values() {
                if let Some(mut surface) = self.surfaces.get_mut(handle) {
                    surface.quality = quality;
                }
            }
        }
    }

    /// Gives everything the colours and patterns of this palette from now on.
    pub fn set_palette(&mut self, palette: Palette) {
        if self.store.palette == palette {
            return;
        }
        self.store.palette = palette;
        let Store { meshes, surfaces, quality, .. } = &*self.store;
        for (finish, handle) in surfaces {
            if let Some(mut surface) = self.surfaces.get_mut(handle) {
                *surface = finish.surface(palette).at(*quality);
            }
        }
        for (solid, handle) in meshes {
            if let (Solid::Die(..) | Solid::Pyramid(..), Some(mut mesh)) = (solid, self.meshes.get_mut(handle)) {
                *mesh = solid.made(palette, *quality);
            }
        }
    }

    /// Spawns a piece: an entity at `place` with a child for each part, which are returned too, in their order. `seed` tells
    /// its wood apart from that of others.
    pub fn spawn(
        &mut self,
        commands: &mut Commands,
        model: &Model,
        place: Transform,
        seed: u16,
    ) -> (Entity, Vec<Entity>) {
        let root = commands.spawn((place, Visibility::default())).id();
        let mut parts = Vec::with_capacity(model.parts.len());
        for (part, nth) in model.parts.iter().zip(0_u16..) {
            let look = (Mesh3d(self.mesh(part.solid)), MeshMaterial3d(self.surface(part.finish)));
            let seed = tag(seed.wrapping_add(nth.wrapping_mul(977)), Glow::None, 0.0);
            let child = commands.spawn((look, part.place, seed, ChildOf(root))).id();
            if part.finish == Finish::Contact {
                commands.entity(child).insert(NotShadowCaster);
            }
            parts.push(child);
        }
        (root, parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chessmen_are_as_high_as_they_say() {
        let height = |solid: Solid| solid.shape(Palette::Standard).height();
        let mut wrong = Vec::new();
        for man in PieceKind::ALL.into_iter().filter(|&man| man != PieceKind::Obstacle) {
            let made = height(Solid::PieceKind(man)).max(height(Solid::Trim(man)));
            let (said, _) = size(man);
            if (made - said).abs() > 0.5 * MM {
                wrong.push(format!("{}: {:.1} mm made, {:.1} mm said", man.name(), made / MM, said / MM));
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }

    #[test]
    fn every_look_has_parts() {
        for side in Side::BOTH {
            let looks = PieceKind::ALL.map(Look::Man).into_iter().chain([Look::Chips(8), Look::Die(Die::FLUKY, "N")]);
            for look in looks {
                let model = model(&look, Some(side), 1);
                assert!(model.parts.len() > 1 && model.height > 0.01 && model.radius < 0.025, "{look:?}");
            }
        }
    }
}
