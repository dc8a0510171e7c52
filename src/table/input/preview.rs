//! Previews a board change before it is played, with ghosts of the moved sections and their pieces;
//! the originals are hidden. A section that snaps lies in its new place, with a wide outline; a
//! loose one is translucent.

use std::collections::HashMap;

use bevy::ecs::system::SystemParam;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::sections::HangingSection;
use crate::engine::{ActionText, Cell, DynGame, Layout, Piece, Place, Point, Pose};
use crate::session::{self, LegalActions, Selection, Session, Settings, TableScene, View};
use crate::table::layout::{BoardPart, Letters, Places, section_transform, world};
use crate::table::marks::{TokenMeshes, token};
use crate::table::material::{Glow, MarkKind, MaterialKind, MeshAssets, tag};
use crate::table::mesh::{board, flat};
use crate::table::piece::model::model;
use crate::table::piece::{PieceIndex, Supports};
use crate::table::schedule::FrameSet;

/// Height above the table of a section previewed in its new place, m.
const LAID: f32 = 0.003;

/// Height above the table of a section that hangs from the cursor, m.
const HANGING: f32 = 0.030;

/// Height of a token above its cell, m.
const TOKEN: f32 = 0.001;

/// Width of the outline of a section, m.
const RIM: f32 = 0.006;

/// The previewed board change: the parent of everything drawn for it.
#[derive(Component, Debug, Clone, PartialEq)]
struct Preview {
    action: ActionText,
    /// Whether one of its sections hangs from the cursor, because it cannot be joined there.
    hangs: bool,
}

/// The section that hangs from the cursor.
#[derive(Component)]
struct Hanging;

/// Hidden while a preview shows it elsewhere.
#[derive(Component)]
struct HiddenByPreview;

/// The meshes of previewed sections, with the positions of their letters. Made once for each
/// section of a board.
#[derive(Resource, Default)]
struct SectionMeshes(HashMap<SectionKey, SectionMesh>);

/// A section by its index and name, and the number of cells of its board.
type SectionKey = (u8, char, usize);

/// Width of the outline of a section that snaps, relative to a loose one.
const SNAPPED: f32 = 2.0;

#[derive(Clone)]
struct SectionMesh {
    parts: [(Handle<Mesh>, MaterialKind); 3],
    /// The outlines of a loose section and of one that snaps.
    rims: [Handle<Mesh>; 2],
    letters: Handle<Mesh>,
    letters_at: Vec3,
}

/// Shows previews.
pub fn plugin(app: &mut App) {
    app.init_resource::<SectionMeshes>().add_systems(Update, (preview, hang).chain().in_set(FrameSet::Mark));
}

fn preview(
    mut commands: Commands,
    (mut drawing, mut meshes): (PreviewAssets, ResMut<SectionMeshes>),
    (selection, hanging, legal, session): (Res<Selection>, Res<HangingSection>, Res<LegalActions>, Res<Session>),
    (places, index): (Res<Places>, Res<PieceIndex>),
    shown: Query<(Entity, &Preview)>,
    hidden: Query<Entity, With<HiddenByPreview>>,
    boards: Query<(Entity, &BoardPart)>,
    supports: Query<&Supports>,
) {
    let previewed = selection.preview.clone().map(|action| Preview { action, hangs: false });
    let hanging = || hanging.0.clone().map(|(action, _)| Preview { action, hangs: true });
    let wanted = previewed.or_else(hanging);
    if shown.single().ok().map(|(_, preview)| preview) == wanted.as_ref() {
        return;
    }
    for (entity, _) in &shown {
        commands.entity(entity).despawn();
    }
    for entity in &hidden {
        commands.entity(entity).remove::<HiddenByPreview>().insert(Visibility::Inherited);
    }
    let Some(wanted) = wanted else { return };
    let root = commands.spawn((wanted.clone(), Transform::default(), Visibility::default())).id();
    let Preview { action, hangs } = wanted;
    let Some(game) = session.game() else { return };
    let Some((_, moved)) = session::changes(&legal.0).find(|(text, _)| **text == action) else { return };
    let after = if hangs { hung(game, &action, moved, selection.section) } else { after_change(game, &action, moved) };
    let Some((moved, scene)) = after else { return };
    let (height, now) = (if hangs { HANGING } else { LAID }, &places.layout);
    let moves = |section: Option<u8>| section.is_some_and(|section| moved.iter().any(|(it, _)| *it == section));
    for &(section, pose) in &moved {
        let mut ghost = commands.spawn((raised(pose, height), Visibility::default(), ChildOf(root)));
        if hangs {
            ghost.insert(Hanging);
        }
        let ghost = ghost.id();
        draw_section(&mut commands, &mut drawing.assets, &mut meshes, &scene.layout, (section, hangs), ghost);
        for piece in scene.pieces.iter().filter(|piece| section_of(&scene.layout, piece.place) == Some(section)) {
            let at = pose.unplace(centre(&scene.layout, piece.place));
            draw_piece(&mut commands, &mut drawing, (game, piece), ghost, at);
        }
    }
    // When the last section is laid, pieces can also be set up on the other sections.
    let is_there = |place: Place| index.at(place).is_some();
    for piece in &scene.pieces {
        if !moves(section_of(&scene.layout, piece.place)) && !is_there(piece.place) {
            let at = centre(&scene.layout, piece.place);
            draw_piece(&mut commands, &mut drawing, (game, piece), root, at);
        }
    }
    let sections = boards.iter().filter(|(_, board)| matches!(board, BoardPart::Section(it) if moves(Some(*it))));
    let upper = |entity: &Entity| supports.get(*entity).ok().and_then(|upper| upper.iter().next());
    let pieces = index.iter().filter(|(_, place)| moves(section_of(now, *place)));
    let pieces = pieces.flat_map(|(base, _)| std::iter::successors(Some(base), upper));
    for entity in sections.map(|(entity, _)| entity).chain(pieces) {
        commands.entity(entity).insert((HiddenByPreview, Visibility::Hidden));
    }
}

/// The shown poses of moved sections, and the table after the change.
type AfterChange = (Vec<(u8, Pose)>, TableScene);

fn after_change(game: &dyn DynGame, action: &str, moved: &[(u8, Pose)]) -> Option<AfterChange> {
    Some((moved.to_vec(), session::after_change(game, action, moved)?))
}

/// The section in hand with its current pieces, in its current pose; a section not yet on the table
/// has no pieces.
fn hung(game: &dyn DynGame, action: &str, moved: &[(u8, Pose)], section: Option<u8>) -> Option<AfterChange> {
    let Some(section) = section else {
        let (moved, after) = after_change(game, action, moved)?;
        return Some((moved, TableScene { pieces: game.pieces(), ..after }));
    };
    let layout = game.layout();
    let pose = layout.sections.get(usize::from(section))?.pose;
    Some((vec![(section, pose)], TableScene { pieces: game.pieces(), layout }))
}

fn raised(pose: Pose, height: f32) -> Transform {
    let on_table = section_transform(pose);
    on_table.with_translation(on_table.translation + Vec3::Y * height)
}

fn section_of(layout: &Layout, place: Place) -> Option<u8> {
    let Place::Cell(Cell(index)) = place else { return None };
    layout.cells.get(usize::from(index)).and_then(|cell| cell.section)
}

/// The centre of a cell, m.
fn centre(layout: &Layout, place: Place) -> Point {
    let Place::Cell(Cell(index)) = place else { return Point::default() };
    layout.cells.get(usize::from(index)).map(|cell| cell.centre()).unwrap_or_default()
}

fn draw_section(
    commands: &mut Commands,
    assets: &mut MeshAssets,
    meshes: &mut SectionMeshes,
    layout: &Layout,
    (index, loose): (u8, bool),
    ghost: Entity,
) {
    let Some(section) = layout.sections.get(usize::from(index)) else { return };
    let key = (index, section.name, layout.cells.len());
    let mesh = meshes.0.entry(key).or_insert_with(|| {
        let board::BoardShapes { light, dark, frame, letters, letters_at, .. } =
            board::section(layout, usize::from(index));
        let rim: Vec<Vec2> = section.outline.iter().map(|point| Vec2::new(point.x, point.y)).collect();
        let parts = [(light, MaterialKind::Light), (dark, MaterialKind::Dark), (frame, MaterialKind::Frame)];
        let parts = parts.map(|(shape, material)| (assets.own_mesh(shape), material));
        let rims = [RIM, SNAPPED * RIM].map(|width| assets.own_mesh(flat::band(&rim, width)));
        SectionMesh { parts, rims, letters: assets.own_mesh(letters), letters_at }
    });
    for (part, material) in &mesh.parts {
        let material = if loose { assets.translucent(*material) } else { assets.surface(*material) };
        commands.spawn((Mesh3d(part.clone()), MeshMaterial3d(material), NotShadowCaster, ChildOf(ghost)));
    }
    let [thin, wide] = &mesh.rims;
    let (rim, kind) = if loose { (thin, MarkKind::Cursor) } else { (wide, MarkKind::Target) };
    let look = (Mesh3d(rim.clone()), MeshMaterial3d(assets.surface(MaterialKind::Mark(kind))));
    commands.spawn((look, Transform::from_xyz(0.0, 0.0008, 0.0), NotShadowCaster, ChildOf(ghost)));
    let look = (Mesh3d(mesh.letters.clone()), MeshMaterial3d(assets.surface(MaterialKind::Inlay)));
    let at = Transform::from_translation(mesh.letters_at);
    commands.spawn((look, Letters::Turned, at, NotShadowCaster, ChildOf(ghost)));
}

/// Resources for drawing pieces.
#[derive(SystemParam)]
struct PreviewAssets<'w> {
    settings: Res<'w, Settings>,
    tokens: ResMut<'w, TokenMeshes>,
    assets: MeshAssets<'w>,
}

/// Draws a piece at a point in the plane of its parent.
fn draw_piece(
    commands: &mut Commands,
    PreviewAssets { settings, tokens, assets }: &mut PreviewAssets,
    (game, piece): (&dyn DynGame, &Piece),
    parent: Entity,
    at: Point,
) {
    let place = Transform::from_translation(world(Vec2::new(at.x, at.y)));
    if settings.view == View::Flat {
        let drawn = tokens.drawn(assets, &token(game, &piece.look), piece.side);
        let above = place.with_translation(place.translation + Vec3::Y * TOKEN);
        commands.spawn((drawn, Letters::Turned, above, Visibility::default(), ChildOf(parent)));
        return;
    }
    let ghost = commands.spawn((place, Visibility::default(), ChildOf(parent))).id();
    for part in model(&piece.look, piece.side, 0).parts {
        let mesh = (Mesh3d(assets.mesh(part.solid)), MeshMaterial3d(assets.surface(part.material)));
        commands.spawn((mesh, tag(0, Glow::None, 0.0), part.place, NotShadowCaster, ChildOf(ghost)));
    }
}

/// Moves the section that hangs from the cursor.
fn hang(hanging: Res<HangingSection>, mut sections: Query<&mut Transform, With<Hanging>>) {
    let Some((_, pose)) = &hanging.0 else { return };
    for mut transform in &mut sections {
        transform.set_if_neq(raised(*pose, HANGING));
    }
}
