//! Draws pieces: the meshes of their look, their grain and their contact shadows.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_rapier3d::prelude::Sensor;

use super::collider::{PieceShape, aim};
use super::components::{DrawnScale, GrainSeed, SeenThrough, ShownFlat, StackedOn, TablePiece};
use super::model::model;
use crate::engine::Look;
use crate::table::layout::{CAPTURE_TRAY_FLOOR, TRAY_FLOOR};
use crate::table::material::{Glow, MaterialKind, MeshAssets, MeshKey, Surface, tag};
use crate::table::mesh::{MM, board::TABLE};
use crate::table::schedule::FrameSet;

/// A mesh of a piece, with its pose relative to the piece.
#[derive(Component)]
struct DrawnPart {
    place: Transform,
    solid: MeshKey,
    material: MaterialKind,
}

/// The contact shadow of a piece.
#[derive(Component)]
struct ContactPatch;

/// Height up to which a piece casts a contact shadow on a surface, m.
const NEAR: f32 = 1.5 * MM;

/// Updates the drawn parts of pieces.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (dress, see_through, hide, scale, darken).chain().in_set(FrameSet::Dress));
}

/// Gives a piece the meshes of its look, when it is spawned and when it transforms.
fn dress(
    mut commands: Commands,
    mut assets: MeshAssets,
    changed: Query<(Entity, &TablePiece, &GrainSeed, Option<&Children>), Changed<TablePiece>>,
    worn: Query<&DrawnPart>,
    aims: Query<(), With<Sensor>>,
) {
    for (entity, TablePiece { look, side }, seed, children) in &changed {
        let seed = seed.pattern();
        let made = model(look, *side, seed);
        let worn_now = children.into_iter().flatten().filter_map(|child| worn.get(*child).ok());
        if made.parts.iter().map(|part| part.solid).eq(worn_now.map(|part| part.solid)) {
            continue;
        }
        for child in children.into_iter().flatten() {
            if worn.contains(*child) || aims.contains(*child) {
                commands.entity(*child).despawn();
            }
        }
        let shape = PieceShape::of(look);
        for (part, nth) in made.parts.iter().zip(0_u16..) {
            let mesh = (Mesh3d(assets.mesh(part.solid)), MeshMaterial3d(assets.surface(part.material)));
            let grain = tag(seed.wrapping_add(nth.wrapping_mul(977)), Glow::None, 0.0);
            let mut place = part.place;
            place.translation.y -= shape.lift();
            if let (Look::Die(..), MeshKey::Die(..)) = (look, part.solid) {
                // The entity is rotated, not its mesh.
                place = Transform::IDENTITY;
            }
            let drawn = DrawnPart { place, solid: part.solid, material: part.material };
            let mut child = commands.spawn((drawn, mesh, grain, place, ChildOf(entity)));
            if part.material == MaterialKind::Contact {
                child.insert((NotShadowCaster, ContactPatch));
            }
        }
        if let Some((place, collider)) = shape.aim() {
            commands.spawn((place, aim(collider), ChildOf(entity)));
        }
    }
}

/// Draws pieces that block the view as translucent, and as solid afterwards.
fn see_through(
    mut assets: MeshAssets,
    begun: Query<&Children, (With<TablePiece>, With<SeenThrough>, Or<(Added<SeenThrough>, Changed<Children>)>)>,
    mut ended: RemovedComponents<SeenThrough>,
    pieces: Query<&Children, (With<TablePiece>, Without<SeenThrough>)>,
    mut parts: Query<(&DrawnPart, &mut MeshMaterial3d<Surface>)>,
) {
    let ended: Vec<_> = ended.read().filter_map(|entity| pieces.get(entity).ok()).collect();
    let all = begun.iter().map(|children| (children, true)).chain(ended.into_iter().map(|children| (children, false)));
    for (children, through) in all {
        let mut parts = parts.iter_many_mut(children);
        while let Some((part, mut surface)) = parts.fetch_next() {
            let wanted = if through { assets.translucent(part.material) } else { assets.surface(part.material) };
            surface.set_if_neq(MeshMaterial3d(wanted));
        }
    }
}

/// Hides the meshes of pieces shown as tokens.
fn hide(
    begun: Query<&Children, (With<TablePiece>, With<ShownFlat>, Or<(Added<ShownFlat>, Changed<Children>)>)>,
    mut ended: RemovedComponents<ShownFlat>,
    pieces: Query<&Children, (With<TablePiece>, Without<ShownFlat>)>,
    mut parts: Query<&mut Visibility, (With<DrawnPart>, Without<ContactPatch>)>,
) {
    let ended: Vec<_> = ended.read().filter_map(|entity| pieces.get(entity).ok()).collect();
    let hidden = begun.iter().map(|children| (children, Visibility::Hidden));
    for (children, wanted) in hidden.chain(ended.into_iter().map(|children| (children, Visibility::Inherited))) {
        let mut parts = parts.iter_many_mut(children);
        while let Some(mut visibility) = parts.fetch_next() {
            visibility.set_if_neq(wanted);
        }
    }
}

/// Scales fading pieces down.
fn scale(
    pieces: Query<(&DrawnScale, &Children), Or<(Changed<DrawnScale>, Changed<Children>)>>,
    mut parts: Query<(&DrawnPart, &mut Transform), Without<ContactPatch>>,
) {
    for (DrawnScale(scale), children) in &pieces {
        let mut parts = parts.iter_many_mut(children);
        while let Some((part, mut transform)) = parts.fetch_next() {
            let by = Transform::from_scale(Vec3::splat(*scale));
            transform.set_if_neq(by * part.place);
        }
    }
}

type Stood = Or<(Changed<Transform>, Changed<DrawnScale>, Changed<Children>, Changed<StackedOn>, Added<ShownFlat>)>;

type StandingPiece =
    (&'static TablePiece, &'static Transform, &'static DrawnScale, Has<StackedOn>, Has<ShownFlat>, &'static Children);

/// Shows the contact shadow of pieces that stand on a surface: once below a stack, and not below
/// pieces in the air.
fn darken(
    pieces: Query<StandingPiece, Stood>,
    mut freed: RemovedComponents<StackedOn>,
    mut raised: RemovedComponents<ShownFlat>,
    all: Query<StandingPiece>,
    mut patches: Query<(&mut Transform, &mut Visibility), (With<ContactPatch>, Without<TablePiece>)>,
) {
    let freed: Vec<_> = freed.read().chain(raised.read()).filter_map(|entity| all.get(entity).ok()).collect();
    for (TablePiece { look, .. }, at, DrawnScale(scale), stacked, flat, children) in pieces.iter().chain(freed) {
        let lift = PieceShape::of(look).lift();
        let foot = at.translation.y - lift;
        let floors = [0.0, TABLE, CAPTURE_TRAY_FLOOR, TRAY_FLOOR];
        let low = floors.iter().any(|floor| (foot - floor).abs() < NEAR);
        let upright = matches!(look, Look::Die(..)) || (at.rotation * Vec3::Y).y > 0.999;
        let seen = if !stacked && !flat && low && upright { Visibility::Inherited } else { Visibility::Hidden };
        let back = at.rotation.inverse();
        let place = Transform::from_translation(back * Vec3::Y * (0.25 * MM - lift)).with_rotation(back);
        let mut patches = patches.iter_many_mut(children);
        while let Some((mut transform, mut visibility)) = patches.fetch_next() {
            transform.set_if_neq(place.with_scale(Vec3::splat(*scale)));
            visibility.set_if_neq(seen);
        }
    }
}
