//! A board change before it is made: the sections as they would lie, with all that would stand on them. What would no longer be
//! where it is cannot be seen meanwhile.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::engine::{Cell, DynGame, Layout, Piece as Man, Place, Point, Pose};
use crate::session::{self, LegalActions, Scene, Selection, Session};
use crate::table::layout::{Board, Letters, Places, section_transform, world};
use crate::table::material::{Glow, MarkKind, MaterialKind, MeshAssets, tag};
use crate::table::mesh::{board, flat};
use crate::table::piece::model::model;
use crate::table::piece::{PieceIndex, Supports};
use crate::table::schedule::FrameSet;

/// How high over the table a section is shown where it would lie, and where it hangs from the cursor, m.
const LAID: f32 = 0.003;
const HANGING: f32 = 0.030;

/// Width of the line round a section, m.
const RIM: f32 = 0.006;

/// The section that a person has in hand, to lay it somewhere else. It hangs from the cursor where it cannot be joined; where it
/// can, [`Selection::preview`] tells which change that would be.
#[derive(Resource, Debug, Clone, Default, PartialEq)]
pub struct SectionInHand {
    /// Which, if a person has chosen one.
    pub section: Option<u8>,
    /// How it hangs, if it hangs: with the change that it would take part in.
    pub hanging: Option<(String, Pose)>,
}

/// Something that is shown as it would be.
#[derive(Component)]
struct Ghost;

/// The section that hangs from the cursor.
#[derive(Component)]
struct Hanging;

/// Shows what the hand looks at.
pub fn plugin(app: &mut App) {
    app.init_resource::<SectionInHand>().add_systems(Update, (preview, hang).chain().in_set(FrameSet::Mark));
}

/// What is drawn now: the change, and whether it hangs.
type Drawn = Option<(String, bool)>;

fn preview(
    mut commands: Commands,
    mut assets: MeshAssets,
    (hand, in_hand, legal, session): (Res<Selection>, Res<SectionInHand>, Res<LegalActions>, Res<Session>),
    (places, index): (Res<Places>, Res<PieceIndex>),
    ghosts: Query<Entity, With<Ghost>>,
    boards: Query<(Entity, &Board)>,
    supports: Query<&Supports>,
    mut hidden: Local<Vec<Entity>>,
    mut drawn: Local<Drawn>,
) {
    let previewed = hand.preview.clone().map(|action| (action, false));
    let wanted = previewed.or_else(|| in_hand.hanging.clone().map(|(action, _)| (action, true)));
    if *drawn == wanted {
        return;
    }
    for ghost in &ghosts {
        commands.entity(ghost).despawn();
    }
    for entity in hidden.drain(..) {
        commands.entity(entity).try_insert(Visibility::Inherited);
    }
    drawn.clone_from(&wanted);
    let (Some((action, hangs)), Some(game)) = (wanted, session.game()) else { return };
    let Some((_, moved)) = session::changes(&legal.0).find(|(text, _)| **text == action) else { return };
    let shown = if hangs { hanging(game, &action, moved, in_hand.section) } else { laid_out(game, &action, moved) };
    let Some((moved, scene)) = shown else { return };
    let (height, now) = (if hangs { HANGING } else { LAID }, &places.layout);
    let carried = |section: Option<u8>| section.is_some_and(|section| moved.iter().any(|(it, _)| *it == section));
    for &(section, pose) in &moved {
        let mut root = commands.spawn((Ghost, laid(pose, height), Visibility::default()));
        if hangs {
            root.insert(Hanging);
        }
        let root = root.id();
        draw_section(&mut commands, &mut assets, &scene.layout, section, root);
        for man in scene.pieces.iter().filter(|man| section_of(&scene.layout, man.place) == Some(section)) {
            let at = pose.unplace(cell(&scene.layout, man.place));
            draw_man(&mut commands, &mut assets, man, Some(root), at);
        }
    }
    // What is set up with the last section comes to the others, too.
    let there = |place: Place| index.at(place).is_some();
    for man in scene.pieces.iter().filter(|man| !carried(section_of(&scene.layout, man.place)) && !there(man.place)) {
        draw_man(&mut commands, &mut assets, man, None, cell(&scene.layout, man.place));
    }
    let sections = boards.iter().filter(|(_, board)| matches!(board, Board::Section(it) if carried(Some(*it))));
    let upper = |entity: &Entity| supports.get(*entity).ok().and_then(|upper| upper.iter().next());
    let men = index.iter().filter(|(_, place)| carried(section_of(now, *place)));
    let men = men.flat_map(|(base, _)| std::iter::successors(Some(base), upper));
    hidden.extend(sections.map(|(entity, _)| entity).chain(men));
    for entity in hidden.iter() {
        commands.entity(*entity).insert(Visibility::Hidden);
    }
}

/// Which sections are shown where, and the table as it would be.
type Shown = (Vec<(u8, Pose)>, Scene);

fn laid_out(game: &dyn DynGame, action: &str, moved: &[(u8, Pose)]) -> Option<Shown> {
    Some((moved.to_vec(), session::after_change(game, action, moved)?))
}

/// The section in hand with what stands on it now; one that is not on the table yet has nothing on it.
fn hanging(game: &dyn DynGame, action: &str, moved: &[(u8, Pose)], section: Option<u8>) -> Option<Shown> {
    let Some(section) = section else {
        let (moved, after) = laid_out(game, action, moved)?;
        return Some((moved, Scene { pieces: game.pieces(), ..after }));
    };
    let layout = game.layout();
    let pose = layout.sections.get(usize::from(section))?.pose;
    Some((vec![(section, pose)], Scene { pieces: game.pieces(), layout }))
}

fn laid(pose: Pose, height: f32) -> Transform {
    let on_table = section_transform(pose);
    on_table.with_translation(on_table.translation + Vec3::Y * height)
}

fn section_of(layout: &Layout, place: Place) -> Option<u8> {
    let Place::Cell(Cell(index)) = place else { return None };
    layout.cells.get(usize::from(index)).and_then(|cell| cell.section)
}

/// The middle of a cell, m.
fn cell(layout: &Layout, place: Place) -> Point {
    let Place::Cell(Cell(index)) = place else { return Point::default() };
    layout.cells.get(usize::from(index)).map(|cell| cell.centre()).unwrap_or_default()
}

fn draw_section(commands: &mut Commands, assets: &mut MeshAssets, layout: &Layout, section: u8, root: Entity) {
    let board::BoardShapes { light, dark, frame, letters, letters_at, .. } =
        board::section(layout, usize::from(section));
    let outline = layout.sections.get(usize::from(section)).map(|section| &section.outline[..]).unwrap_or_default();
    let rim: Vec<Vec2> = outline.iter().map(|point| Vec2::new(point.x, point.y)).collect();
    for (shape, material, up) in [
        (light, MaterialKind::Light, 0.0),
        (dark, MaterialKind::Dark, 0.0),
        (frame, MaterialKind::Frame, 0.0),
        (flat::band(&rim, RIM), MaterialKind::Mark(MarkKind::Cursor), 0.0008),
    ] {
        let mesh = (Mesh3d(assets.own_mesh(shape)), MeshMaterial3d(assets.surface(material)));
        commands.spawn((mesh, Transform::from_xyz(0.0, up, 0.0), NotShadowCaster, ChildOf(root)));
    }
    let letter = (Mesh3d(assets.own_mesh(letters)), MeshMaterial3d(assets.surface(MaterialKind::Inlay)));
    commands.spawn((letter, Letters::Turned, Transform::from_translation(letters_at), NotShadowCaster, ChildOf(root)));
}

/// Draws a man at a point of its section's plane, or of the table.
fn draw_man(commands: &mut Commands, assets: &mut MeshAssets, man: &Man, root: Option<Entity>, at: Point) {
    let place = Transform::from_translation(world(Vec2::new(at.x, at.y)));
    let mut whole = commands.spawn((Ghost, place, Visibility::default()));
    if let Some(root) = root {
        whole.remove::<Ghost>().insert(ChildOf(root));
    }
    let whole = whole.id();
    for part in model(&man.look, man.side, 0).parts {
        let mesh = (Mesh3d(assets.mesh(part.solid)), MeshMaterial3d(assets.surface(part.material)));
        commands.spawn((mesh, tag(0, Glow::None, 0.0), part.place, NotShadowCaster, ChildOf(whole)));
    }
}

/// Moves the section that hangs from the cursor.
fn hang(in_hand: Res<SectionInHand>, mut hanging: Query<&mut Transform, With<Hanging>>) {
    let Some((_, pose)) = &in_hand.hanging else { return };
    for mut transform in &mut hanging {
        transform.set_if_neq(laid(*pose, HANGING));
    }
}
