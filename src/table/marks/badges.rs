//! Labels above stacks, and above the die in its tray, that face the viewer.

use std::collections::{BTreeSet, HashMap};
use std::f32::consts::FRAC_PI_2;

use bevy::ecs::system::SystemParam;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::dice::{EDGE, tray};
use crate::engine::{ActionText, DynGame, Look, Place};
use crate::session::{Animating, Badges, FreeHands, MainCamera, MatchProgress, Selection, Session, Settings, View};
use crate::table::animation::Landed;
use crate::table::layout::TRAY_FLOOR;
use crate::table::material::{MaterialKind, MeshAssets};
use crate::table::mesh::badge;
use crate::table::piece::collider::PieceShape;
use crate::table::piece::model::model;
use crate::table::piece::{PieceIndex, Supports, TablePiece, Toppled, TrayDie};
use crate::table::schedule::FrameSet;

/// From this height on, a stack of chips cannot be counted at a glance. Pyramids show their size by
/// pips, which are too small to be read from a seat.
const TALL: u8 = 3;

/// Gap between the top of a stack and its plate, m.
const GAP: f32 = 0.003;

/// The plate of a stack.
#[derive(Component, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Plate {
    /// The uppermost piece of the stack.
    pub on: Entity,
    /// The text.
    pub label: String,
    /// Whether the stack is in hand. Its plate lies in front of its targets and takes no clicks.
    pub held: bool,
}

/// Height of the plate above the origin of its piece, m.
#[derive(Component)]
struct PlateHeight(f32);

/// Scale of the plate of the die, which is farther away and alone.
const DIE_PLATE_SCALE: f32 = 2.2;

/// The mesh of each label.
#[derive(Resource, Default)]
pub(super) struct PlateMeshes(HashMap<String, Handle<Mesh>>);

impl PlateMeshes {
    /// The mesh of a plate with this label.
    pub fn mesh(&mut self, assets: &mut MeshAssets, label: &str) -> Handle<Mesh> {
        self.0.entry(label.to_string()).or_insert_with_key(|label| assets.own_mesh(badge::badge(label))).clone()
    }
}

/// Maintains the plates above stacks.
pub fn plugin(app: &mut App) {
    app.init_resource::<PlateMeshes>().add_systems(Update, (hang, face).chain().in_set(FrameSet::Mark));
}

fn has_plate(badges: Badges, look: &Look, place: Place, selection: &Selection) -> bool {
    let (count, pyramids) = (look.height(), matches!(look, Look::Pyramids(_)));
    let pointed = || [selection.held, selection.pointed()].contains(&Some(place));
    match badges {
        Badges::Never => false,
        Badges::Hover => count > 1 && (count >= TALL || pyramids || pointed()),
        Badges::Always => count > 1,
    }
}

/// The label of a stack: the number of chips in hand, or its kind. `None` without a plate.
fn label(game: &dyn DynGame, settings: &Settings, selection: &Selection, place: Place, look: &Look) -> Option<String> {
    if let (true, Some(count)) = (selection.held == Some(place), selection.count)
        && let Some((stays, lifted)) = look.split(count)
    {
        let [lifted_name, stays_name] = [&lifted, &stays].map(|look| game.piece_info(look).name);
        return Some(format!("{count}: {lifted_name}, {} stay: {stays_name}", stays.height()));
    }
    let plate = game.piece_info(look).plate;
    plate.filter(|_| has_plate(settings.badges, look, place, selection))
}

/// A symbol with its meaning, if the game gives the roll a notation beyond the symbol. `None`
/// unless a throw is due.
fn roll_label(game: &dyn DynGame, symbol: &str) -> Option<String> {
    let roll = ActionText::roll(symbol);
    let meaning = game.notation(&roll)?;
    // The notation of a die that is a piece may also tell a check.
    let plain = meaning.trim_end_matches(['+', '#']);
    let is_symbol = plain == symbol || plain == roll.as_str();
    Some(if is_symbol { symbol.to_string() } else { format!("{symbol}: {meaning}") })
}

/// The label of a die that is not a piece: its symbol with the meaning. `None` unless the last
/// action is its roll: after the action that follows, the label no longer applies.
fn throw_label(game: &dyn DynGame) -> Option<String> {
    let mut before = game.boxed();
    let action = before.undo()?;
    let symbol = action.symbol()?;
    Some(roll_label(&*before, symbol).unwrap_or_else(|| symbol.to_string()))
}

/// The label of a die that has come to rest with this symbol, before or after the roll is played.
fn landed_label(game: &dyn DynGame, symbol: &str) -> String {
    let label = roll_label(game, symbol).or_else(|| throw_label(game));
    label.unwrap_or_else(|| symbol.to_string())
}

/// The stacks and everything else that determines their plates.
#[derive(SystemParam)]
struct PlateSources<'w, 's> {
    settings: Res<'w, Settings>,
    selection: Res<'w, Selection>,
    session: Res<'w, Session>,
    free: Res<'w, FreeHands>,
    animating: Res<'w, Animating>,
    progress: Res<'w, MatchProgress>,
    index: Res<'w, PieceIndex>,
    in_tray: Query<'w, 's, Entity, With<TrayDie>>,
    landed: Query<'w, 's, (Entity, &'static Landed)>,
    supports: Query<'w, 's, &'static Supports>,
    pieces: Query<'w, 's, &'static TablePiece>,
    toppled: Query<'w, 's, (), With<Toppled>>,
    regrouped: Query<'w, 's, (), Or<(Changed<Supports>, Changed<TablePiece>, Added<Toppled>, Changed<Landed>)>>,
    unloaded: RemovedComponents<'w, 's, Supports>,
    read: RemovedComponents<'w, 's, Landed>,
    risen: RemovedComponents<'w, 's, Toppled>,
}

impl PlateSources<'_, '_> {
    fn changed(&mut self) -> bool {
        let fewer = self.unloaded.read().count() + self.risen.read().count() + self.read.read().count() > 0;
        fewer
            || !self.regrouped.is_empty()
            || self.settings.is_changed()
            || self.selection.is_changed()
            || self.session.is_changed()
            || self.free.is_changed()
            || self.animating.is_changed()
            || self.progress.is_changed()
            || self.index.is_changed()
    }

    /// The plates of all stacks that have one. Pieces scattered by free hands form no stacks, and
    /// tokens need no plates.
    fn plates(&self) -> BTreeSet<Plate> {
        let Some(game) = self.session.game().filter(|_| !self.free.0) else { return BTreeSet::new() };
        let lies = !self.animating.0 && !self.progress.is_rolling();
        let thrown = self.in_tray.iter().next().filter(|_| lies);
        let thrown = thrown.and_then(|on| Some(Plate { on, label: throw_label(game)?, held: false }));
        let landed = self.landed.iter().next().map(|(on, Landed(symbol))| Plate {
            on,
            label: landed_label(game, symbol),
            held: false,
        });
        let thrown = landed.or(thrown).filter(|_| self.settings.badges != Badges::Never);
        if self.settings.view == View::Flat {
            return thrown.into_iter().collect();
        }
        let upper = |entity: &Entity| self.supports.get(*entity).ok().and_then(|upper| upper.iter().next());
        let standing = self.index.iter().filter(|(base, _)| !self.toppled.contains(*base));
        let plates = standing.filter_map(|(base, place)| {
            let mut whole: Option<(Entity, Look)> = None;
            for entity in std::iter::successors(Some(base), upper) {
                let own = &self.pieces.get(entity).ok()?.look;
                let look = whole.map_or_else(|| own.clone(), |(_, below)| below.with(own).unwrap_or(below));
                whole = Some((entity, look));
            }
            let (on, look) = whole?;
            let held = self.selection.held == Some(place);
            label(game, &self.settings, &self.selection, place, &look).map(|label| Plate { on, label, held })
        });
        plates.chain(thrown).collect()
    }
}

fn hang(
    mut commands: Commands,
    (mut assets, mut meshes): (MeshAssets, ResMut<PlateMeshes>),
    mut stacks: PlateSources,
    hung: Query<(Entity, &Plate)>,
) {
    if !stacks.changed() {
        return;
    }
    let mut missing = stacks.plates();
    for (entity, plate) in &hung {
        if !missing.remove(plate) {
            commands.entity(entity).despawn();
        }
    }
    for plate in missing {
        let Ok(TablePiece { look, side }) = stacks.pieces.get(plate.on) else { continue };
        let height = PlateHeight(model(look, *side, 0).height - PieceShape::of(look).lift());
        let mesh = meshes.mesh(&mut assets, &plate.label);
        let look = (Mesh3d(mesh), MeshMaterial3d(assets.surface(MaterialKind::Badge)));
        commands.spawn((plate, height, look, Transform::default(), Visibility::Hidden, NotShadowCaster));
    }
}

/// A piece, and whether it is a die in the tray.
type Carrier = (&'static Transform, &'static Visibility, Has<TrayDie>, Has<Landed>);

/// Holds each plate above its stack as the stack moves, facing the viewer.
fn face(
    cameras: Query<(&Transform, &Projection), MainCamera>,
    pieces: Query<Carrier, (With<TablePiece>, Without<Camera3d>, Without<Plate>)>,
    mut plates: Query<(&Plate, &PlateHeight, &mut Transform, &mut Visibility), Without<Camera3d>>,
) {
    let Some((camera, projection)) = cameras.iter().next() else { return };
    for (plate, PlateHeight(height), mut transform, mut visibility) in &mut plates {
        let Ok((piece, seen, in_tray, landed)) = pieces.get(plate.on) else { continue };
        let is_die = in_tray || landed;
        let top = piece.translation + Vec3::Y * (height + GAP);
        let hung = if is_die { over_die(top, camera.rotation) } else { facing(top, camera.rotation, 1.0) };
        transform.set_if_neq(lowered_into_picture(hung, camera, projection));
        visibility.set_if_neq(*seen);
    }
}

/// The plate above a die in its tray with this top, turned to a camera with this rotation.
pub(in crate::table) fn over_die(mut top: Vec3, camera: Quat) -> Transform {
    // The wall of the tray would hide part of it.
    top.y = top.y.max(TRAY_FLOOR + tray::WALL_HEIGHT + GAP);
    let (plate, up) = (facing(top, camera, DIE_PLATE_SCALE), camera * Vec3::Y);
    // Behind the upper side of the die, which must stay visible.
    let behind = EDGE * up.with_y(0.0).length() + (1.0 - up.y.max(0.0)) * DIE_PLATE_SCALE * badge::HEIGHT / 2.0;
    plate.with_translation(plate.translation + up * behind)
}

/// A plate of this size above the top of a stack, turned to a camera with this rotation: seen from
/// the side, it stands on the stack; seen from above, it is centred on it.
pub(super) fn facing(top: Vec3, camera: Quat, size: f32) -> Transform {
    let up = camera * Vec3::Y;
    Transform::from_translation(top + up * (up.y.max(0.0) * size * badge::HEIGHT / 2.0))
        .with_rotation(camera * Quat::from_rotation_x(FRAC_PI_2))
        .with_scale(Vec3::splat(size))
}

/// A plate, moved down where the upper edge of the picture would cut it off.
fn lowered_into_picture(plate: Transform, camera: &Transform, projection: &Projection) -> Transform {
    let seen = camera.rotation.inverse() * (plate.translation - camera.translation);
    let half_height = match projection {
        Projection::Perspective(lens) => -seen.z * (lens.fov / 2.0).tan(),
        Projection::Orthographic(lens) => lens.area.height() / 2.0,
        Projection::Custom(_) => return plate,
    };
    let over = seen.y + plate.scale.y * badge::HEIGHT / 2.0 - half_height;
    plate.with_translation(plate.translation - camera.rotation * Vec3::Y * over.max(0.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Options};
    use crate::games;
    use crate::table::camera::Orbit;

    #[test]
    fn plates_are_shown_as_set() {
        let place = Place::Cell(Cell(3));
        let (away, there) = (Selection::default(), Selection { hover: Some(Cell(3)), ..Selection::default() });
        let cursor = Selection { cursor: Some(Cell(3)), ..Selection::default() };
        for (badges, count, selection, shown) in [
            (Badges::Never, 9, &there, false),
            (Badges::Hover, TALL, &away, true),
            (Badges::Hover, TALL - 1, &away, false),
            (Badges::Hover, 2, &there, true),
            (Badges::Hover, 2, &cursor, true),
            (Badges::Hover, 1, &there, false),
            (Badges::Always, 2, &away, true),
            (Badges::Always, 1, &there, false),
        ] {
            assert_eq!(has_plate(badges, &Look::Chips(count), place, selection), shown, "{badges:?} {count}");
        }
        let two = Look::Pyramids([2, 1].into_iter().collect());
        assert!(has_plate(Badges::Hover, &two, place, &away) && !has_plate(Badges::Never, &two, place, &away));
    }

    #[test]
    fn plates_say_what_a_stack_is_and_what_is_lifted() {
        let game = |id: &str| games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
        let (stacks, wedges) = (game("makarenko"), game("whack"));
        let (place, settings) = (Place::Cell(Cell(2)), Settings::default());
        let says =
            |game: &dyn DynGame, selection: &Selection, look: Look| label(game, &settings, selection, place, &look);
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
    fn the_die_says_what_it_means() {
        let mut game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        assert_eq!(throw_label(&*game), None);
        while !game.actions().iter().any(|action| action.is_roll()) {
            let action = game.actions().swap_remove(0);
            game.apply(&action).unwrap();
        }
        game.apply("~3").unwrap();
        let label = throw_label(&*game).unwrap();
        assert!(label.starts_with("3: ") && label.len() > 4, "{label}");
        // The label is the same before and after the roll is played.
        let before = game.undo().map(|_| landed_label(&*game, "3"));
        game.apply("~3").unwrap();
        assert_eq!(before, Some(label.clone()));
        assert_eq!(landed_label(&*game, "3"), label);
        let change = game.actions().swap_remove(0);
        game.apply(&change).unwrap();
        assert_eq!(throw_label(&*game), None, "after the change");
        // A piece that is a die has no further meaning.
        let mut pieces = games::begin(games::info("fluky").unwrap(), Options::default(), None).unwrap();
        pieces.apply("c1c2").unwrap();
        assert_eq!(landed_label(&*pieces, "P"), "P");
        pieces.apply("~P").unwrap();
        assert_eq!(landed_label(&*pieces, "P"), "P");
        // Nor has one that gives check.
        let moves = "d5d4 ~P a1a2 ~P a4a3 ~R d1d2 ~P a5b4 d2d3 ~R b4a4 d3a3 a4a3 e1d2 a3b2 d2d3 c5c4 d3e4 b2b1 a2a3 ~P \
                     b1c2 e2e3 ~B c2d1 e3c1";
        moves.split(' ').for_each(|action| drop(pieces.apply(action).unwrap()));
        assert!(pieces.notation(&ActionText::roll("R")).unwrap().ends_with('+'));
        assert_eq!(landed_label(&*pieces, "R"), "R");
    }

    /// However tall its stack, and wherever it stands.
    #[test]
    fn a_plate_is_not_cut_off_at_the_top() {
        let orbit = Orbit::framing(View::White, [Vec3::new(-0.2, 0.0, -0.2), Vec3::new(0.2, 0.0, 0.2)], 1.5);
        let (camera, size) = (orbit.transform(), Vec2::new(1500.0, 1000.0));
        for (height, z, moves) in [(0.0, 0.0, false), (0.05, -0.2, true), (0.1, -0.2, true)] {
            let hung = facing(Vec3::new(0.0, height, z), camera.rotation, 1.0);
            let plate = lowered_into_picture(hung, &camera, &orbit.projection());
            let upper_edge = orbit.pixel(plate.transform_point(Vec3::NEG_Z * badge::HEIGHT / 2.0), size).unwrap();
            assert!(upper_edge.y > -0.5 && (plate != hung) == moves, "{height}: {upper_edge}");
            let [before, after] = [hung, plate].map(|plate| orbit.pixel(plate.translation, size).unwrap().x);
            assert!((before - after).abs() < 0.5, "straight down");
        }
    }

    /// From every view, the plate of a die is above the upper side of the die in the picture.
    #[test]
    fn a_die_is_not_covered_by_its_plate() {
        let top = Vec3::new(0.1, TRAY_FLOOR + EDGE, 0.05);
        for view in [View::White, View::Black, View::Side, View::Close, View::Top] {
            let orbit = Orbit::framing(view, [Vec3::splat(-0.3), Vec3::splat(0.3)], 1.5);
            let (size, hung) = (Vec2::new(1500.0, 1000.0), over_die(top, orbit.transform().rotation));
            let y = |point: Vec3| orbit.pixel(point, size).unwrap().y;
            let lower_edge = y(hung.transform_point(Vec3::Z * badge::HEIGHT / 2.0));
            let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)];
            let upper =
                corners.map(|(x, z)| y(top + EDGE / 2.0 * Vec3::new(x, 0.0, z))).into_iter().fold(f32::MAX, f32::min);
            assert!(lower_edge < upper + 0.5, "{view:?}: {lower_edge} below {upper}");
        }
    }

    #[test]
    fn a_plate_is_read_from_every_view() {
        let points = [Vec3::new(-0.2, 0.0, -0.2), Vec3::new(0.2, 0.0, 0.2)];
        for (view, name) in View::ALL {
            let orbit = Orbit::framing(view, points, 1.5);
            let plate = facing(Vec3::Y * 0.05, orbit.transform().rotation, 1.0);
            let seen = |own: Vec3| orbit.pixel(plate.transform_point(own), Vec2::new(1500.0, 1000.0)).unwrap();
            let middle = seen(Vec3::ZERO);
            // The plate's right is right in the picture, and its top is up.
            let (right, up) = (seen(Vec3::X * 0.01) - middle, seen(Vec3::NEG_Z * 0.01) - middle);
            assert!(right.x > 10.0 && right.y.abs() < 1.0 && up.y < -10.0 && up.x.abs() < 1.0, "{name}");
            let stack = orbit.pixel(Vec3::Y * 0.05, Vec2::new(1500.0, 1000.0)).unwrap();
            assert!(middle.y <= stack.y + 0.1 && middle.distance(stack) < 50.0, "{name}: {middle} over {stack}");
        }
    }
}
