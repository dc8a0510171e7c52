//! Makes pieces translucent that stand between the camera and a target of the piece in hand, and
//! that piece itself if it hides its only target.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::in_hand::InHand;
use super::picking::Picker;
use crate::session::{Animating, FreeHands, LegalActions, MainCamera, Selection, Session};
use crate::table::layout::Places;
use crate::table::piece::{PieceIndex, SeenThrough, TablePiece};
use crate::table::schedule::FrameSet;

/// Keeps targets visible.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, clear_the_way.in_set(FrameSet::Mark));
}

/// While a piece is selected, makes pieces translucent that hide the centre of a target.
fn clear_the_way(
    mut commands: Commands,
    (selection, legal, animating, free): (Res<Selection>, Res<LegalActions>, Res<Animating>, Res<FreeHands>),
    (places, index, session): (Res<Places>, Res<PieceIndex>, Res<Session>),
    cameras: Query<(), (MainCamera, Changed<GlobalTransform>)>,
    picker: Picker,
    through: Query<Entity, With<SeenThrough>>,
    held: Query<(), With<InHand>>,
    pieces: Query<(), With<TablePiece>>,
) {
    let changed = selection.is_changed() || legal.is_changed() || animating.is_changed() || free.is_changed();
    let moved = places.is_changed() || index.is_changed() || session.is_changed() || !cameras.is_empty();
    if !changed && (!moved || selection.held.is_none()) {
        return;
    }
    let mut wanted: Vec<Entity> = Vec::new();
    if selection.held.is_some() && !animating.0 && !free.0 {
        let targets = selection.targets(&legal.0);
        let cells = targets.iter().filter_map(|(_, gesture)| gesture.to);
        let cells: BTreeSet<_> = cells.collect();
        wanted.extend(cells.iter().flat_map(|cell| picker.hiding(*cell)));
        // The piece in hand stays opaque if it has other targets.
        let has_one = cells.len() == 1;
        wanted.retain(|entity| pieces.contains(*entity) && (has_one || !held.contains(*entity)));
        wanted.sort_unstable();
        wanted.dedup();
    }
    for entity in through.iter().filter(|entity| !wanted.contains(entity)) {
        commands.entity(entity).remove::<SeenThrough>();
    }
    for entity in wanted.into_iter().filter(|entity| !through.contains(*entity)) {
        commands.entity(entity).insert(SeenThrough);
    }
}
