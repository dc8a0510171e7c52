//! How the sections would lie by a board change that is looked at before it is chosen.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use crate::engine::GestureKind;
use crate::session::{LegalActions, Selection};
use crate::table::layout::Places;
use crate::table::layout::section_transform;
use crate::table::material::MeshAssets;
use crate::table::material::{MarkKind, MaterialKind};
use crate::table::mesh::flat;
use crate::table::schedule::FrameSet;

/// How high over the table a board change is shown, m: above the pieces' feet, below their heads.
const GHOST: f32 = 0.012;

/// Width of a section's rim, m.
const RIM: f32 = 0.006;

/// A section as it would lie.
#[derive(Component)]
struct Ghost;

/// Shows what the hand looks at.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, preview.in_set(FrameSet::Mark));
}

fn preview(
    mut commands: Commands,
    mut assets: MeshAssets,
    hand: Res<Selection>,
    legal: Res<LegalActions>,
    places: Res<Places>,
    ghosts: Query<Entity, With<Ghost>>,
    mut drawn: Local<Option<String>>,
) {
    if *drawn == hand.preview {
        return;
    }
    drawn.clone_from(&hand.preview);
    for ghost in &ghosts {
        commands.entity(ghost).despawn();
    }
    let (Some(action), Some(first)) = (&hand.preview, places.layout.sections.first()) else { return };
    let Some((_, gesture)) = legal.0.iter().find(|(text, _)| text == action) else { return };
    let GestureKind::Rearrange(poses) = &gesture.kind else { return };
    let rim: Vec<Vec2> = first.outline.iter().map(|point| Vec2::new(point.x, point.y)).collect();
    for &(_, pose) in poses {
        for (shape, tell) in [(flat::patch(&rim), MarkKind::Last), (flat::band(&rim, RIM), MarkKind::Cursor)] {
            commands.spawn((
                Ghost,
                Mesh3d(assets.own_mesh(shape)),
                MeshMaterial3d(assets.surface(MaterialKind::Mark(tell))),
                section_transform(pose).with_translation(section_transform(pose).translation + Vec3::Y * GHOST),
                NotShadowCaster,
            ));
        }
    }
}
