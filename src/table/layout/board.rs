//! The board, the trays and the table top as entities with colliders.

use std::f32::consts::TAU;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;
use bevy_rapier3d::prelude::{Collider, ColliderMassProperties, RigidBody};

use super::bodies::{DENSITY, TOUCHABLE, hull, slab, surface};
use super::places::{BesideBoard, CAPTURE_TRAY_WALL, CAPTURE_TRAY_WALL_HEIGHT, Places, TRAY_FLOOR, world};
use crate::dice::tray;
use crate::engine::{CellShape, Layout, Pose, Side};
use crate::session::{MainCamera, Settings};
use crate::table::material::{MaterialKind, MeshAssets, lighting};
use crate::table::mesh::board::{self, BoardShapes};
use crate::table::mesh::{TriangleMesh, tray as tray_shape};
use crate::table::schedule::FrameSet;

/// Radius of the table top, m.
pub const TABLE_RADIUS: f32 = 1.3;

/// Letters turn with the view in this many steps per full turn, so that they stay still while the
/// view drifts.
const STEPS: i32 = 12;

/// One of these steps, radians.
const STEP: f32 = TAU / STEPS as f32;

/// The board, or a movable section of it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoardPart {
    /// The board as one piece.
    Whole,
    /// A section, by its index.
    Section(u8),
}

/// The top of the table, below everything.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableTop;

/// Letters that are upright for the viewer.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// Visible only from this player's half of the table.
    For(Side),
    /// Turned to the viewer.
    Turned,
}

/// The viewer's yaw, radians.
fn view_yaw(camera: &Transform) -> f32 {
    let right = camera.rotation * Vec3::X;
    (-right.z).atan2(right.x)
}

/// Keeps letters upright for the viewer, and hides coordinates if the user wants none.
fn turn_letters(
    settings: Res<Settings>,
    cameras: Query<&Transform, MainCamera>,
    sections: Query<&Transform, (Without<Camera3d>, Without<Letters>)>,
    mut letters: Query<(&Letters, &ChildOf, &mut Transform, &mut Visibility), Without<Camera3d>>,
) {
    let Some(camera) = cameras.iter().next() else { return };
    let yaw = (view_yaw(camera) / STEP).round() * STEP;
    for (letters, section, mut transform, mut visibility) in &mut letters {
        match letters {
            Letters::For(side) => {
                let viewer = if (camera.rotation * Vec3::X).x < -1e-3 { Side::Black } else { Side::White };
                let seen =
                    if viewer == *side && settings.coordinates { Visibility::Inherited } else { Visibility::Hidden };
                visibility.set_if_neq(seen);
            }
            Letters::Turned => {
                let Ok(section) = sections.get(section.parent()) else { continue };
                let turn = section.rotation.inverse() * Quat::from_rotation_y(yaw);
                if transform.rotation.angle_between(turn) > 1e-3 {
                    transform.rotation = turn;
                }
            }
        }
    }
}

/// Everything created by the layout.
#[derive(Component)]
struct Furniture;

/// Builds the board when the layout changes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Places>()
        .add_systems(Startup, lay_table)
        .add_systems(Update, build.run_if(resource_changed::<Places>).in_set(FrameSet::Dress))
        .add_systems(Update, turn_letters.in_set(FrameSet::Mark));
}

fn lay_table(mut commands: Commands, mut assets: MeshAssets) {
    let mesh = things(&mut assets, board::table(TABLE_RADIUS), MaterialKind::Table);
    // A half-space has no far side that anything could fall through.
    let ground = Collider::halfspace(Vec3::Y).unwrap_or_else(|| Collider::cuboid(TABLE_RADIUS, 0.001, TABLE_RADIUS));
    let table = commands.spawn((Name::new("table"), TableTop, mesh, NotShadowCaster)).id();
    commands.spawn((
        Name::new("table top"),
        Transform::from_xyz(0.0, board::TABLE, 0.0),
        RigidBody::Fixed,
        ground,
        surface(),
        TOUCHABLE,
    ));
    commands.entity(table).insert(Visibility::default());
    commands.spawn(lighting::sun(2.0));
}

fn things(assets: &mut MeshAssets, shape: TriangleMesh, material: MaterialKind) -> impl Bundle {
    (Mesh3d(assets.own_mesh(shape)), MeshMaterial3d(assets.surface(material)), Transform::default())
}

/// The pose of a section in the world.
#[must_use]
pub fn section_transform(pose: Pose) -> Transform {
    Transform::from_translation(world(Vec2::new(pose.at.x, pose.at.y))).with_rotation(Quat::from_rotation_y(pose.turn))
}

impl BoardPart {
    /// The undisturbed pose; `None` for a section that is not on the table.
    #[must_use]
    pub fn home(self, layout: &Layout) -> Option<Transform> {
        match self {
            BoardPart::Whole => Some(Transform::IDENTITY),
            BoardPart::Section(index) => layout.sections.get(usize::from(index)).map(|it| section_transform(it.pose)),
        }
    }
}

/// The parts of a layout that determine the meshes. The poses of sections do not.
#[derive(PartialEq, Clone, Default)]
struct Blueprint {
    whole: Vec<CellShape>,
    sections: Vec<char>,
    cells: usize,
    die: bool,
    reserve: Vec<u8>,
}

impl Blueprint {
    fn of(layout: &Layout) -> Blueprint {
        Blueprint {
            whole: if layout.sections.is_empty() { layout.cells.clone() } else { Vec::new() },
            sections: layout.sections.iter().map(|section| section.name).collect(),
            cells: layout.cells.len(),
            die: layout.die.is_some(),
            reserve: layout.reserve.clone(),
        }
    }
}

fn build(
    mut commands: Commands,
    mut assets: MeshAssets,
    places: Res<Places>,
    mut built: Local<Option<Blueprint>>,
    furniture: Query<Entity, With<Furniture>>,
    mut standing: Query<(&mut Transform, Option<&BoardPart>, Option<&BesideBoard>), With<Furniture>>,
) {
    let layout = &places.layout;
    if layout.cells.is_empty() {
        return;
    }
    let blueprint = Blueprint::of(layout);
    if built.as_ref() == Some(&blueprint) {
        for (mut transform, board, aside) in &mut standing {
            let home = board.and_then(|board| board.home(layout)).or(aside.map(|aside| places.beside_board(*aside)));
            if let Some(home) = home {
                transform.set_if_neq(home);
            }
        }
        return;
    }
    *built = Some(blueprint);
    for entity in &furniture {
        commands.entity(entity).despawn();
    }
    if layout.sections.is_empty() {
        let body = slab(places.board().corners().map(world), board::TABLE, 0.0);
        let board = (Name::new("board"), BoardPart::Whole, Transform::default(), solid(body));
        fill(&mut commands, &mut assets, board, board::board(layout));
    }
    for (index, section) in (0_u8..).zip(&layout.sections) {
        let rim = section.outline.iter().map(|point| world(Vec2::new(point.x, point.y)));
        let body = slab(rim, board::TABLE, 0.0);
        let name = Name::new(format!("section {}", section.name));
        let board = (name, BoardPart::Section(index), section_transform(section.pose), solid(body));
        fill(&mut commands, &mut assets, board, board::section(layout, usize::from(index)));
    }
    // The next section may be laid where the trays would be.
    if !layout.cells.iter().all(CellShape::is_placed) {
        return;
    }
    let tray = layout.die.map(|_| BesideBoard::Tray);
    for aside in tray.into_iter().chain(Side::BOTH.map(BesideBoard::CaptureTray)) {
        lay_aside(&mut commands, &mut assets, &places, aside);
    }
}

fn solid(body: Collider) -> impl Bundle {
    let mass = ColliderMassProperties::Density(DENSITY);
    (Furniture, Visibility::default(), RigidBody::Fixed, body, mass, surface(), TOUCHABLE)
}

fn lay_aside(commands: &mut Commands, assets: &mut MeshAssets, places: &Places, aside: BesideBoard) {
    let pose = places.beside_board(aside);
    let depth = pose.translation.y - board::TABLE;
    let (name, (walls, lining), body) = match aside {
        BesideBoard::Tray => {
            let (wall, thickness) = (tray::WALL_HEIGHT, tray::WALL_THICKNESS);
            ("tray", tray_shape::tray(tray::LENGTH, tray::WIDTH, wall, thickness, depth), tray_body())
        }
        BesideBoard::CaptureTray(side) => {
            let (tray, thickness, wall) = (places.capture_tray(side), CAPTURE_TRAY_WALL, CAPTURE_TRAY_WALL_HEIGHT);
            let size = tray.max - tray.min;
            let half = (size / 2.0).extend(0.0).xzy();
            let floor = hull(
                [Vec3::ONE, Vec3::NEG_ONE, Vec3::new(1.0, 0.0, -1.0), Vec3::new(-1.0, 0.0, 1.0)]
                    .into_iter()
                    .flat_map(|corner| [-depth, 0.0].map(|y| (corner * half).with_y(y))),
            );
            ("taken", tray_shape::tray(size.x, size.y, wall, thickness, depth), floor)
        }
    };
    let root = commands.spawn((Name::new(name), aside, pose, solid(body))).id();
    for (shape, material) in [(walls, MaterialKind::Frame), (lining, MaterialKind::Felt)] {
        commands.spawn((things(assets, shape, material), ChildOf(root)));
    }
    if aside == BesideBoard::Tray {
        let panes = tray_shape::panes(tray::LENGTH, tray::WIDTH, tray::WALL_HEIGHT, tray::GLASS_HEIGHT);
        commands.spawn((things(assets, panes, MaterialKind::Glass), NotShadowCaster, ChildOf(root)));
    }
}

/// The dice tray, with its length along x: a floor, and walls as high as the glass.
fn tray_body() -> Collider {
    let (half, wall) = (Vec2::new(tray::LENGTH, tray::WIDTH) / 2.0, tray::WALL_THICKNESS / 2.0);
    let (depth, height) = (TRAY_FLOOR - board::TABLE, tray::GLASS_HEIGHT / 2.0);
    let floor = (Vec3::Y * -depth / 2.0, Quat::IDENTITY, Collider::cuboid(half.x, depth / 2.0, half.y));
    let ends = [1.0, -1.0].map(|side| {
        let at = Vec3::new(side * (half.x + wall), height, 0.0);
        (at, Quat::IDENTITY, Collider::cuboid(wall, height, half.y + 2.0 * wall))
    });
    let sides = [1.0, -1.0].map(|side| {
        let at = Vec3::new(0.0, height, side * (half.y + wall));
        (at, Quat::IDENTITY, Collider::cuboid(half.x, height, wall))
    });
    Collider::compound(std::iter::once(floor).chain(ends).chain(sides).collect())
}

fn fill(commands: &mut Commands, assets: &mut MeshAssets, root: impl Bundle, shapes: BoardShapes) {
    let root = commands.spawn(root).id();
    let BoardShapes { light, dark, frame, letters, letters_for_black, letters_at } = shapes;
    let legible =
        if letters_for_black.indices().is_empty() { [Letters::Turned; 2] } else { Side::BOTH.map(Letters::For) };
    for (shape, legible) in [letters, letters_for_black].into_iter().zip(legible) {
        if !shape.indices().is_empty() {
            let letters = things(assets, shape, MaterialKind::Inlay);
            commands.spawn((letters, legible, ChildOf(root))).insert(Transform::from_translation(letters_at));
        }
    }
    for (shape, material) in [(light, MaterialKind::Light), (dark, MaterialKind::Dark), (frame, MaterialKind::Frame)] {
        if !shape.indices().is_empty() {
            commands.spawn((things(assets, shape, material), ChildOf(root)));
        }
    }
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;

    #[test]
    fn coordinates_are_hidden_on_request() {
        let mut world = World::new();
        world.spawn((Camera3d::default(), Transform::default()));
        let frame = world.spawn(Transform::default()).id();
        let letters = Side::BOTH.map(|side| {
            world.spawn((Letters::For(side), ChildOf(frame), Transform::default(), Visibility::default())).id()
        });
        for coordinates in [true, false, true] {
            world.insert_resource(Settings { coordinates, ..default() });
            world.run_system_once(turn_letters).unwrap();
            let seen = letters.map(|letters| world.get::<Visibility>(letters) == Some(&Visibility::Inherited));
            assert_eq!(seen, [coordinates, false], "the viewer sits at White's side");
        }
    }
}
