//! With something in hand, what stands between the eye and a cell where it may go is seen through.

use bevy::prelude::*;

use super::in_hand::InHand;
use super::picking::Aim;
use crate::session::{Animating, FreeHands, LegalActions, Selection, Session};
use crate::table::layout::Places;
use crate::table::piece::{Piece, PieceIndex, SeenThrough};
use crate::table::schedule::FrameSet;

/// Lets targets be seen.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, clear_the_way.in_set(FrameSet::Mark));
}

/// Makes translucent what hides the middle of a target, as long as something is in hand.
fn clear_the_way(
    mut commands: Commands,
    (hand, legal, busy, free): (Res<Selection>, Res<LegalActions>, Res<Animating>, Res<FreeHands>),
    (places, index, session): (Res<Places>, Res<PieceIndex>, Res<Session>),
    eyes: Query<(), (With<Camera3d>, Changed<GlobalTransform>)>,
    aim: Aim,
    through: Query<Entity, With<SeenThrough>>,
    held: Query<(), With<InHand>>,
    pieces: Query<(), With<Piece>>,
) {
    let changed = hand.is_changed() || legal.is_changed() || busy.is_changed() || free.is_changed();
    let moved = places.is_changed() || index.is_changed() || session.is_changed() || !eyes.is_empty();
    if !changed && (!moved || hand.held.is_none()) {
        return;
    }
    let mut wanted: Vec<Entity> = Vec::new();
    if hand.held.is_some() && !busy.0 && !free.0 {
        let targets = hand.targets(&legal.0);
        let cells = targets.iter().filter_map(|(_, gesture)| gesture.to);
        wanted.extend(cells.flat_map(|cell| aim.hiding(cell)));
        wanted.retain(|entity| pieces.contains(*entity) && !held.contains(*entity));
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
