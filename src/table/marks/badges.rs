//! What stacks are, written on plates that float over them and face the viewer.

use std::collections::BTreeMap;
use std::f32::consts::FRAC_PI_2;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::engine::{DynGame, Look, Place};
use crate::session::{Badges, FreeHands, Selection, Session, Settings};
use crate::table::material::{MaterialKind, MeshAssets};
use crate::table::mesh::badge;
use crate::table::piece::collider::PieceShape;
use crate::table::piece::model::model;
use crate::table::piece::{Piece, PieceIndex, Supports, Toppled};
use crate::table::schedule::FrameSet;

/// From so many chips on a stack cannot be counted at a glance.
const TALL: u8 = 3;

/// Between the top of a stack and its plate, m.
const GAP: f32 = 0.003;

/// The plate of a stack.
#[derive(Component)]
struct Plate {
    /// The uppermost piece of the stack.
    of: Entity,
    /// From the origin of that to its top, m.
    top: f32,
}

/// Keeps plates over stacks.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (hang, face).chain().in_set(FrameSet::Mark));
}

/// Whether the height of a stack is to be read.
fn is_told(badges: Badges, count: u8, place: Place, hand: &Selection) -> bool {
    let pointed = || {
        let cell = |cell: Option<_>| cell.map(Place::Cell) == Some(place);
        hand.held == Some(place) || cell(hand.hover) || cell(hand.cursor)
    };
    match badges {
        Badges::Never => false,
        Badges::Hover => count > 1 && (count >= TALL || pointed()),
        Badges::Always => count > 1,
    }
}

/// What the plate over a stack says: how much of it is in hand, or what it is. `None` if there is none.
fn told(game: &dyn DynGame, settings: &Settings, hand: &Selection, place: Place, look: &Look) -> Option<String> {
    if let (true, Some(count)) = (hand.held == Some(place), hand.count)
        && let Some((stays, lifted)) = look.parted(count)
    {
        let [lifted_name, stays_name] = [&lifted, &stays].map(|look| game.piece_info(look).name);
        return Some(format!("{count}: {lifted_name}, {} stay: {stays_name}", stays.height()));
    }
    let plate = game.piece_info(look).plate;
    plate.filter(|_| is_told(settings.badges, look.height(), place, hand))
}

/// A plate over the uppermost piece of a stack, and its words.
type Told = (Entity, String);

fn hang(
    mut commands: Commands,
    mut assets: MeshAssets,
    (settings, hand, session, free): (Res<Settings>, Res<Selection>, Res<Session>, Res<FreeHands>),
    index: Res<PieceIndex>,
    (supports, pieces, lying): (Query<&Supports>, Query<&Piece>, Query<Ref<Toppled>>),
    mut risen: RemovedComponents<Toppled>,
    mut meshes: Local<BTreeMap<String, Handle<Mesh>>>,
    mut hung: Local<BTreeMap<Told, Entity>>,
) {
    let fallen = risen.read().count() > 0 || lying.iter().any(|lies| lies.is_added());
    if !(settings.is_changed() || hand.is_changed() || free.is_changed() || index.is_changed() || fallen) {
        return;
    }
    let Some(game) = session.game() else { return };
    let upper = |entity: &Entity| supports.get(*entity).ok().and_then(|upper| upper.iter().next());
    let stacks = index.iter().filter(|(base, _)| !lying.contains(*base)).filter_map(|(base, place)| {
        let mut whole: Option<(Entity, Look)> = None;
        for entity in std::iter::successors(Some(base), upper) {
            let own = &pieces.get(entity).ok()?.look;
            let look = whole.map_or_else(|| own.clone(), |(_, below)| below.with(own).unwrap_or(below));
            whole = Some((entity, look));
        }
        let (top, look) = whole?;
        told(game, &settings, &hand, place, &look).map(|words| (top, words))
    });
    // What free hands have scattered is no stack.
    let wanted: Vec<Told> = if free.0 { Vec::new() } else { stacks.collect() };
    hung.retain(|stack, plate| {
        let stays = wanted.contains(stack);
        if !stays {
            commands.entity(*plate).despawn();
        }
        stays
    });
    for (of, words) in wanted {
        let Ok(Piece { look, side }) = pieces.get(of) else { continue };
        let top = model(look, *side, 0).height - PieceShape::of(look).lift();
        hung.entry((of, words.clone())).or_insert_with(|| {
            let mesh = meshes.entry(words).or_insert_with_key(|words| assets.own_mesh(badge::badge(words)));
            let look = (Mesh3d(mesh.clone()), MeshMaterial3d(assets.surface(MaterialKind::Badge)));
            let plate = Plate { of, top };
            commands.spawn((plate, look, Transform::default(), Visibility::Hidden, NotShadowCaster)).id()
        });
    }
}

/// Holds each plate over its stack, wherever that moves, and turns it to the viewer.
fn face(
    cameras: Query<&Transform, With<Camera3d>>,
    pieces: Query<(&Transform, &Visibility), (With<Piece>, Without<Camera3d>, Without<Plate>)>,
    mut plates: Query<(&Plate, &mut Transform, &mut Visibility), Without<Camera3d>>,
) {
    let Some(camera) = cameras.iter().next() else { return };
    for (plate, mut transform, mut visibility) in &mut plates {
        let Ok((piece, seen)) = pieces.get(plate.of) else { continue };
        let top = piece.translation + Vec3::Y * (plate.top + GAP);
        transform.set_if_neq(facing(top, camera.rotation));
        visibility.set_if_neq(*seen);
    }
}

/// A plate over the top of a stack, seen by a camera that is turned so: from the side it stands on the stack, from above it
/// lies in its middle.
fn facing(top: Vec3, camera: Quat) -> Transform {
    let up = camera * Vec3::Y;
    Transform::from_translation(top + up * (up.y.max(0.0) * badge::HEIGHT / 2.0))
        .with_rotation(camera * Quat::from_rotation_x(FRAC_PI_2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Options};
    use crate::games;
    use crate::session::View;
    use crate::table::camera::Orbit;

    #[test]
    fn heights_are_told_as_set() {
        let place = Place::Cell(Cell(3));
        let (away, there) = (Selection::default(), Selection { hover: Some(Cell(3)), ..Selection::default() });
        let cursor = Selection { cursor: Some(Cell(3)), ..Selection::default() };
        for (badges, count, hand, told) in [
            (Badges::Never, 9, &there, false),
            (Badges::Hover, TALL, &away, true),
            (Badges::Hover, TALL - 1, &away, false),
            (Badges::Hover, 2, &there, true),
            (Badges::Hover, 2, &cursor, true),
            (Badges::Hover, 1, &there, false),
            (Badges::Always, 2, &away, true),
            (Badges::Always, 1, &there, false),
        ] {
            assert_eq!(is_told(badges, count, place, hand), told, "{badges:?} {count}");
        }
    }

    #[test]
    fn plates_say_what_a_stack_is_and_what_is_lifted() {
        let game = |id: &str| games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
        let (stacks, wedges) = (game("makarenko"), game("whack"));
        let (place, settings) = (Place::Cell(Cell(2)), Settings::default());
        let says = |game: &dyn DynGame, hand: &Selection, look: Look| told(game, &settings, hand, place, &look);
        let away = Selection::default();
        assert_eq!(says(&*stacks, &away, Look::Chips(5)), Some("5 bishop".into()));
        assert_eq!(says(&*stacks, &away, Look::Chips(1)), None);
        // King and queen of three pyramids each.
        let pyramids = |sizes: [u8; 3]| Look::Pyramids(sizes.into_iter().collect());
        assert_eq!(says(&*wedges, &away, pyramids([3, 1, 1])), Some("5".into()));
        assert_eq!(says(&*wedges, &away, pyramids([2, 2, 2])), Some("6".into()));
        let held = Selection { held: Some(place), count: Some(3), ..Selection::default() };
        assert_eq!(says(&*stacks, &held, Look::Chips(7)), Some("3: rook, 4 stay: knight".into()));
        let whole = Selection { count: Some(7), ..held };
        assert_eq!(says(&*stacks, &whole, Look::Chips(7)), Some("7 queen".into()));
    }

    #[test]
    fn a_plate_is_read_from_every_view() {
        let points = [Vec3::new(-0.2, 0.0, -0.2), Vec3::new(0.2, 0.0, 0.2)];
        for (view, name) in View::ALL {
            let orbit = Orbit::framing(view, points, 1.5);
            let plate = facing(Vec3::Y * 0.05, orbit.transform().rotation);
            let seen = |own: Vec3| orbit.pixel(plate.transform_point(own), Vec2::new(1500.0, 1000.0)).unwrap();
            let middle = seen(Vec3::ZERO);
            // To the right on the plate is to the right in the picture, and its top is up.
            let (right, up) = (seen(Vec3::X * 0.01) - middle, seen(Vec3::NEG_Z * 0.01) - middle);
            assert!(right.x > 10.0 && right.y.abs() < 1.0 && up.y < -10.0 && up.x.abs() < 1.0, "{name}");
            let stack = orbit.pixel(Vec3::Y * 0.05, Vec2::new(1500.0, 1000.0)).unwrap();
            assert!(middle.y <= stack.y + 0.1 && middle.distance(stack) < 50.0, "{name}: {middle} over {stack}");
        }
    }
}
