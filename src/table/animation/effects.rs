//! Shots and explosions: what flies and flames, and whom it strikes.

use std::f32::consts::TAU;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::capture_animation::{Blow, Push, knock};
use super::event_animation::{pose, start, take_off};
use super::motion_path::{Effect, MotionPath, MovingAlong};
use super::queue::AnimationQueue;
use crate::engine::{Cause, Cell, Event};
use crate::session::{PlaySound, Sound};
use crate::table::layout::Places;
use crate::table::material::{MaterialKind, MeshAssets, Solid};
use crate::table::schedule::FrameSet;

/// How fast a shot flies, m/s, and how high above the cells, m.
const SHOT: (f32, f32) = (0.9, 0.025);

/// How many sparks follow a shot, and from one to the next, s.
const TRAIL: (u8, f32) = (6, 0.018);

/// How hard a shot strikes: as what moves so fast, m/s.
const STRIKE: f32 = 0.6;

/// When an explosion has grown so that pieces fly, s.
const BURST: f32 = 0.08;

/// How many embers an explosion throws.
const EMBERS: u8 = 12;

/// Gives effects their meshes.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, dress.in_set(FrameSet::Dress));
}

fn dress(mut commands: Commands, mut assets: MeshAssets, new: Query<(Entity, &Effect), Added<Effect>>) {
    for (entity, Effect { radius, material }) in &new {
        let look = (Mesh3d(assets.mesh(Solid::Ball(*radius))), MeshMaterial3d(assets.surface(*material)));
        commands.entity(entity).insert((look, NotShadowCaster));
    }
}

pub(super) fn shoot(world: &mut World, from: Cell, path: &[Cell]) {
    let Some(&to) = path.last() else { return };
    take_all(world, Cause::Shot);
    let up = Vec3::Y * SHOT.1;
    let places = world.resource::<Places>();
    let (muzzle, target) = (places.cell(from) + up, places.cell(to) + up);
    let flight = (target - muzzle).with_y(0.0);
    let muzzle = muzzle + flight.normalize_or_zero() * SHOT.1;
    let seconds = muzzle.distance(target) / SHOT.0;
    let shot = PlaySound::new(Sound::Shot, muzzle, 1.0);
    flame(world, MaterialKind::Flash, 12, [muzzle; 2], 0.0, 0.14, Some(shot));
    flame(world, MaterialKind::Smoke, 16, [muzzle, muzzle + 1.2 * up], 0.03, 0.5, None);
    for nth in 0..=TRAIL.0 {
        let (material, radius) = if nth == 0 { (MaterialKind::Flash, 6) } else { (MaterialKind::Fire, 6 - nth.min(5)) };
        let after = f32::from(nth) * TRAIL.1;
        spark(world, material, radius, 0.0, [muzzle, target], after, seconds);
    }
    for victim in std::mem::take(&mut world.resource_mut::<AnimationQueue>().struck) {
        let way = (pose(world, victim).translation - muzzle).with_y(0.0);
        let push = Push::Along(way.normalize_or_zero() * STRIKE);
        knock(world, &[victim], &Blow { after: way.length() / SHOT.0, push });
    }
}

pub(super) fn explode(world: &mut World, at: Cell) {
    take_all(world, Cause::Exploded);
    let centre = world.resource::<Places>().cell(at) + Vec3::Y * 0.012;
    let blast = PlaySound::new(Sound::Blast, centre, 1.0);
    flame(world, MaterialKind::Flash, 34, [centre; 2], 0.0, 0.22, Some(blast));
    flame(world, MaterialKind::Fire, 62, [centre; 2], 0.02, 0.42, None);
    flame(world, MaterialKind::Fire, 48, [centre, centre + Vec3::Y * 0.03], 0.05, 0.5, None);
    for ember in 0..EMBERS {
        let (sin, cos) = (TAU * f32::from(ember) / f32::from(EMBERS)).sin_cos();
        let far = 0.07 + 0.03 * (f32::from(ember) * 2.4).sin();
        let out = Vec3::new(cos, 0.0, sin);
        let material = if ember % 2 == 0 { MaterialKind::Flash } else { MaterialKind::Fire };
        let seconds = 0.45 + 0.1 * (f32::from(ember) * 1.7).sin();
        spark(world, material, 3, 0.06, [centre, centre + out * far], 0.0, seconds);
    }
    for puff in 0..4_u8 {
        let (sin, cos) = (2.4 * f32::from(puff)).sin_cos();
        let out = Vec3::new(0.025 * cos, 0.05 + 0.01 * f32::from(puff), 0.025 * sin);
        let after = 0.1 + 0.05 * f32::from(puff);
        flame(world, MaterialKind::Smoke, 34, [centre + 0.3 * out, centre + out], after, 0.8, None);
    }
    let victims = std::mem::take(&mut world.resource_mut::<AnimationQueue>().struck);
    knock(world, &victims, &Blow { after: BURST, push: Push::From(centre) });
}

/// Takes all that the next events say was taken so.
fn take_all(world: &mut World, by: Cause) {
    let taken = |event: &Event| match event {
        Event::Taken { at, cause } if *cause == by => Some(*at),
        _ => None,
    };
    while let Some(at) = world.resource_mut::<AnimationQueue>().follows(taken) {
        take_off(world, at);
    }
}

fn ball(world: &mut World, radius: u8, material: MaterialKind, at: Transform) -> Entity {
    world.spawn((Effect { radius, material }, at, Visibility::default())).id()
}

fn sized(at: Vec3, scale: f32) -> Transform {
    Transform::from_translation(at).with_scale(Vec3::splat(scale))
}

/// Something that grows and shrinks again on its way.
fn flame(
    world: &mut World,
    material: MaterialKind,
    radius: u8,
    [from, to]: [Vec3; 2],
    after: f32,
    seconds: f32,
    sound: Option<PlaySound>,
) {
    let way = vec![sized(from, 0.02), sized(from.lerp(to, 0.4), 1.0), sized(to, 0.9), sized(to, 0.02)];
    let entity = ball(world, radius, material, way[0]);
    let moving = MovingAlong::new(MotionPath::Straight, way, seconds).evenly().after(after);
    let moving = sound.into_iter().fold(moving, |moving, sound| moving.sounding(0.0, sound));
    start(world, entity, moving);
}

/// Something small that flies, `rise` above the straight line at the highest, and goes out where it gets to.
fn spark(
    world: &mut World,
    material: MaterialKind,
    radius: u8,
    rise: f32,
    [from, to]: [Vec3; 2],
    after: f32,
    seconds: f32,
) {
    let way =
        vec![sized(from, 0.02), sized(from.lerp(to, 0.05), 1.0), sized(from.lerp(to, 0.95), 0.9), sized(to, 0.02)];
    let entity = ball(world, radius, material, way[0]);
    let by = if rise > 0.0 { MotionPath::Arc(rise) } else { MotionPath::Straight };
    start(world, entity, MovingAlong::new(by, way, seconds).after(after));
}
