//! Shots and explosions: their flames and sparks, and the pieces they strike.

use std::f32::consts::TAU;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::captures::{Blow, KnockDirection, Victims, in_order};
use super::motion::{EffectBall, MotionPath, MovingAlong, StartMoving};
use super::performer::Performer;
use super::show::{Exploded, Shot, Show};
use crate::session::{PlaySound, Sound};
use crate::table::material::{MaterialKind, MeshAssets, MeshKey};
use crate::table::mesh::board::TABLE;
use crate::table::piece::ReadPieces;
use crate::table::schedule::FrameSet;

/// Speed of a shot, m/s.
const SHOT_SPEED: f32 = 0.9;
/// Height of a shot above the cells, m.
const SHOT_HEIGHT: f32 = 0.025;

/// The number of sparks after a shot.
const SPARKS: u8 = 6;
/// Time between successive sparks, s.
const SPARK_LAG: f32 = 0.018;

/// A shot strikes like a piece moving at this speed, m/s.
const STRIKE: f32 = 0.6;

/// Time from the start of an explosion until pieces fly, s.
const BURST: f32 = 0.08;

/// The radii of all balls, mm.
const RADII: [u8; 11] = [1, 2, 3, 4, 5, 6, 12, 16, 34, 48, 62];

/// The number of embers of an explosion.
const EMBERS: u8 = 12;

/// Shows shots and explosions.
pub fn plugin(app: &mut App) {
    app.add_observer(shoot)
        .add_observer(explode)
        .add_systems(Startup, keep_ready)
        .add_systems(Update, dress.in_set(FrameSet::Dress));
}

/// Creates all meshes and materials of flames in advance, because a short flame could be over
/// before they are ready. An invisible spark below the table keeps them in use.
fn keep_ready(mut commands: Commands, mut assets: MeshAssets) {
    for radius in RADII {
        assets.mesh(MeshKey::Ball(radius));
    }
    let look = (Mesh3d(assets.mesh(MeshKey::Ball(3))), MeshMaterial3d(assets.surface(MaterialKind::Flash)));
    let under = Transform::from_xyz(0.0, TABLE - 0.02, 0.0);
    commands.spawn((Name::new("spark under the table"), look, under, NotShadowCaster));
}

/// Gives effects their meshes.
fn dress(mut commands: Commands, mut assets: MeshAssets, new: Query<(Entity, &EffectBall), Added<EffectBall>>) {
    for (entity, EffectBall { radius, material }) in &new {
        let look = (Mesh3d(assets.mesh(MeshKey::Ball(*radius))), MeshMaterial3d(assets.surface(*material)));
        commands.entity(entity).insert((look, NotShadowCaster));
    }
}

fn shoot(shot: On<Show<Shot>>, victims: Victims, mut performer: Performer) {
    let Show(Shot { from, path }) = shot.event();
    let Some(&to) = path.last() else { return };
    let up = Vec3::Y * SHOT_HEIGHT;
    let places = performer.pieces.places();
    let (muzzle, target) = (places.cell(*from) + up, places.cell(to) + up);
    let flight = (target - muzzle).with_y(0.0);
    let muzzle = muzzle + flight.normalize_or_zero() * SHOT_HEIGHT;
    let seconds = muzzle.distance(target) / SHOT_SPEED;
    let bang = PlaySound::new(Sound::Shot, muzzle, 1.0);
    let commands = &mut performer.commands;
    Flame { radius: 12, path: [muzzle; 2], after: 0.0, seconds: 0.14 }.light(commands, MaterialKind::Flash, Some(bang));
    let smoke = Flame { radius: 16, path: [muzzle, muzzle + 1.2 * up], after: 0.03, seconds: 0.5 };
    smoke.light(commands, MaterialKind::Smoke, None);
    for nth in 0..=SPARKS {
        let (material, radius) = if nth == 0 { (MaterialKind::Flash, 6) } else { (MaterialKind::Fire, 6 - nth.min(5)) };
        let after = f32::from(nth) * SPARK_LAG;
        Spark { radius, rise: 0.0, path: [muzzle, target], after, seconds }.fly(commands, material);
    }
    for victim in in_order(&victims) {
        let path = (performer.pose(victim).translation - muzzle).with_y(0.0);
        let push = KnockDirection::Along(path.normalize_or_zero() * STRIKE);
        performer.commands.trigger(Blow { victims: vec![victim], after: path.length() / SHOT_SPEED, push });
    }
}

fn explode(exploded: On<Show<Exploded>>, victims: Victims, mut performer: Performer) {
    let Show(Exploded { at }) = exploded.event();
    let centre = performer.pieces.places().cell(*at) + Vec3::Y * 0.012;
    let blast = PlaySound::new(Sound::Explosion, centre, 1.0);
    let commands = &mut performer.commands;
    Flame { radius: 34, path: [centre; 2], after: 0.0, seconds: 0.22 }.light(
        commands,
        MaterialKind::Flash,
        Some(blast),
    );
    Flame { radius: 62, path: [centre; 2], after: 0.02, seconds: 0.42 }.light(commands, MaterialKind::Fire, None);
    let rising = [centre, centre + Vec3::Y * 0.03];
    Flame { radius: 48, path: rising, after: 0.05, seconds: 0.5 }.light(commands, MaterialKind::Fire, None);
    for ember in 0..EMBERS {
        let (sin, cos) = (TAU * f32::from(ember) / f32::from(EMBERS)).sin_cos();
        let far = 0.07 + 0.03 * (f32::from(ember) * 2.4).sin();
        let out = Vec3::new(cos, 0.0, sin);
        let material = if ember % 2 == 0 { MaterialKind::Flash } else { MaterialKind::Fire };
        let seconds = 0.45 + 0.1 * (f32::from(ember) * 1.7).sin();
        let path = [centre, centre + out * far];
        Spark { radius: 3, rise: 0.06, path, after: 0.0, seconds }.fly(commands, material);
    }
    for puff in 0..4_u8 {
        let (sin, cos) = (2.4 * f32::from(puff)).sin_cos();
        let out = Vec3::new(0.025 * cos, 0.05 + 0.01 * f32::from(puff), 0.025 * sin);
        let (path, after) = ([centre + 0.3 * out, centre + out], 0.1 + 0.05 * f32::from(puff));
        Flame { radius: 34, path, after, seconds: 0.8 }.light(commands, MaterialKind::Smoke, None);
    }
    performer.commands.trigger(Blow { victims: in_order(&victims), after: BURST, push: KnockDirection::From(centre) });
}

fn sized(at: Vec3, scale: f32) -> Transform {
    Transform::from_translation(at).with_scale(Vec3::splat(scale))
}

/// Spawns a ball shown only during its movement.
fn ball(commands: &mut Commands, effect: EffectBall, at: Transform, moving: MovingAlong) {
    let entity = commands.spawn((effect, at, Visibility::default())).id();
    commands.start(entity, moving);
}

/// A ball that grows and shrinks along its way.
struct Flame {
    /// In mm.
    radius: u8,
    path: [Vec3; 2],
    /// Time until it starts, s.
    after: f32,
    seconds: f32,
}

impl Flame {
    fn light(self, commands: &mut Commands, material: MaterialKind, sound: Option<PlaySound>) {
        let Flame { radius, path: [from, to], after, seconds } = self;
        let poses = vec![sized(from, 0.02), sized(from.lerp(to, 0.4), 1.0), sized(to, 0.9), sized(to, 0.02)];
        let start = poses[0];
        let moving = MovingAlong::new(MotionPath::Straight, poses, seconds).evenly().after(after);
        let moving = sound.into_iter().fold(moving, |moving, sound| moving.sounding(0.0, sound));
        ball(commands, EffectBall { radius, material }, start, moving);
    }
}

/// A small ball that flies and disappears at its target.
struct Spark {
    /// In mm.
    radius: u8,
    /// Largest height above the straight line, m.
    rise: f32,
    path: [Vec3; 2],
    /// Time until it starts, s.
    after: f32,
    seconds: f32,
}

impl Spark {
    fn fly(self, commands: &mut Commands, material: MaterialKind) {
        let Spark { radius, rise, path: [from, to], after, seconds } = self;
        let poses =
            vec![sized(from, 0.02), sized(from.lerp(to, 0.05), 1.0), sized(from.lerp(to, 0.95), 0.9), sized(to, 0.02)];
        let start = poses[0];
        let path = if rise > 0.0 { MotionPath::Arc(rise) } else { MotionPath::Straight };
        let moving = MovingAlong::new(path, poses, seconds).after(after);
        ball(commands, EffectBall { radius, material }, start, moving);
    }
}
