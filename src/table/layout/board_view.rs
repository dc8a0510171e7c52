//! The board, the tray and the table top as entities.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::{Aside, MAT_WALL, Places, world};
use crate::dice::tray;
use crate::engine::{Pose, Side};
use crate::session::GameSet;
use crate::table::material::MaterialKind;
use crate::table::material::MeshAssets;
use crate::table::material::lighting;
use crate::table::mesh::board::{self, BoardShapes};
use crate::table::mesh::{Shape, tray as tray_shape};

/// How far the table top reaches, m.
const TABLE_RADIUS: f32 = 3.0;

/// The movable sections of the board, by index.
#[derive(Resource, Default)]
pub struct Sections(pub Vec<Entity>);

/// What stands beside the board.
#[derive(Resource, Default)]
pub struct Beside(pub Vec<(Entity, Aside)>);

/// Everything that hangs on the layout.
#[derive(Component)]
pub(in crate::table) struct Fixed;

/// Builds the board when the layout changes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Places>()
        .init_resource::<Sections>()
        .init_resource::<Beside>()
        .add_systems(Startup, lay_table)
        .add_systems(Update, build.in_set(GameSet::Present));
}

fn lay_table(mut commands: Commands, mut assets: MeshAssets) {
    commands.spawn((
        Name::new("table"),
        things(&mut assets, board::table(TABLE_RADIUS), MaterialKind::Table),
        NotShadowCaster,
    ));
    commands.spawn(lighting::sun(2.0));
}

fn things(assets: &mut MeshAssets, shape: Shape, finish: MaterialKind) -> impl Bundle {
    (Mesh3d(assets.own_mesh(shape)), MeshMaterial3d(assets.surface(finish)), Transform::default())
}

/// Where a section lies, in the world.
#[must_use]
pub fn section_transform(pose: Pose) -> Transform {
    Transform::from_translation(world(Vec2::new(pose.at.x, pose.at.y))).with_rotation(Quat::from_rotation_y(pose.turn))
}

pub(in crate::table) fn build(
    mut commands: Commands,
    mut assets: MeshAssets,
    places: Res<Places>,
    mut sections: ResMut<Sections>,
    mut beside: ResMut<Beside>,
    fixed: Query<Entity, With<Fixed>>,
) {
    if !places.is_changed() || places.layout.cells.is_empty() {
        return;
    }
    for entity in &fixed {
        commands.entity(entity).despawn();
    }
    sections.0.clear();
    let layout = &places.layout;
    if layout.sections.is_empty() {
        let root = commands.spawn((Name::new("board"), Fixed, Transform::default(), Visibility::default())).id();
        fill(&mut commands, &mut assets, root, board::board(layout));
    }
    for (index, section) in layout.sections.iter().enumerate() {
        let name = Name::new(format!("section {}", section.name));
        let root = commands.spawn((name, Fixed, section_transform(section.pose), Visibility::default())).id();
        fill(&mut commands, &mut assets, root, board::section(layout, index));
        sections.0.push(root);
    }
    let tray = layout.die.map(|_| Aside::Tray);
    let mats = Side::BOTH.map(Aside::Mat);
    beside.0 =
        tray.into_iter().chain(mats).map(|it| (lay_aside(&mut commands, &mut assets, &places, it), it)).collect();
}

fn lay_aside(commands: &mut Commands, assets: &mut MeshAssets, places: &Places, aside: Aside) -> Entity {
    let pose = places.aside(aside);
    let depth = pose.translation.y - board::TABLE;
    let (name, (walls, lining)) = match aside {
        Aside::Tray => {
            let (wall, thickness) = (tray::WALL_HEIGHT, tray::WALL_THICKNESS);
            ("tray", tray_shape::tray(tray::LENGTH, tray::WIDTH, wall, thickness, depth))
        }
        Aside::Mat(side) => {
            let (mat, (thickness, wall)) = (places.mat(side), MAT_WALL);
            let size = mat.max - mat.min;
            ("taken", tray_shape::tray(size.x, size.y, wall, thickness, depth))
        }
    };
    let root = commands.spawn((Name::new(name), Fixed, pose, Visibility::default())).id();
    for (shape, finish) in [(walls, MaterialKind::Frame), (lining, MaterialKind::Felt)] {
        commands.spawn((things(assets, shape, finish), ChildOf(root)));
    }
    if aside == Aside::Tray {
        let panes = tray_shape::panes(tray::LENGTH, tray::WIDTH, tray::WALL_HEIGHT, tray::GLASS_HEIGHT);
        commands.spawn((things(assets, panes, MaterialKind::Glass), NotShadowCaster, ChildOf(root)));
    }
    root
}

fn fill(commands: &mut Commands, assets: &mut MeshAssets, root: Entity, shapes: BoardShapes) {
    let BoardShapes { light, dark, frame, letters } = shapes;
    for (shape, finish) in [
        (light, MaterialKind::Light),
        (dark, MaterialKind::Dark),
        (frame, MaterialKind::Frame),
        (letters, MaterialKind::Inlay),
    ] {
        if !shape.indices().is_empty() {
            commands.spawn((things(assets, shape, finish), ChildOf(root)));
        }
    }
}
