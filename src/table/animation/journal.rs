//! Records the changes of each action on the table, so that a takeback moves the same pieces back
//! along the same paths.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::motion::MovingAlong;
use crate::engine::{Look, Side};
use crate::table::piece::{Facing, Spot, StackedOn, TablePiece, TrayDie};

/// A piece's place and look.
#[derive(Clone, Debug, PartialEq)]
pub struct PiecePlacement {
    pub look: Look,
    pub side: Option<Side>,
    pub facing: Quat,
    pub support: Support,
}

/// The support of a piece at its home.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Support {
    Spot(Spot),
    Piece(Entity),
    Tray(Transform),
    Box,
}

/// The changes of one action.
#[derive(Default)]
pub struct ActionChanges {
    /// State of everything the action changed, before the action; `None` for pieces created by it.
    pub before: Vec<(Entity, Option<PiecePlacement>)>,
    /// The paths of the pieces.
    pub paths: Vec<(Entity, MovingAlong)>,
}

/// The changes of every action since the table was laid out.
#[derive(Resource, Default)]
pub struct TableJournal {
    entries: Vec<ActionChanges>,
    /// State at the end of the last action.
    last: BTreeMap<Entity, PiecePlacement>,
    /// Paths of the current action.
    paths: Vec<(Entity, MovingAlong)>,
}

impl TableJournal {
    /// Records the path of a piece for a takeback.
    pub fn record_path(&mut self, entity: Entity, moving: &MovingAlong) {
        self.paths.push((entity, moving.clone()));
    }

    /// Removes and returns the changes of the last `actions` actions, the latest last. If fewer are
    /// recorded, clears the journal and returns `None`.
    pub fn take_back(&mut self, actions: usize) -> Option<Vec<ActionChanges>> {
        let Some(kept) = self.entries.len().checked_sub(actions) else {
            self.entries.clear();
            return None;
        };
        Some(self.entries.split_off(kept))
    }
}

/// Everything whose place can be recorded.
type PlacedPiece = (
    Entity,
    &'static TablePiece,
    &'static Facing,
    Option<&'static Spot>,
    Option<&'static StackedOn>,
    Option<&'static TrayDie>,
);

fn placements(all: &Query<PlacedPiece>) -> BTreeMap<Entity, PiecePlacement> {
    let placed = all.iter().map(|(entity, piece, facing, spot, stacked, die)| {
        let support = spot
            .map(|spot| Support::Spot(*spot))
            .or(stacked.map(|StackedOn(lower)| Support::Piece(*lower)))
            .or(die.map(|TrayDie(lying)| Support::Tray(*lying)))
            .unwrap_or(Support::Box);
        (entity, PiecePlacement { look: piece.look.clone(), side: piece.side, facing: facing.0, support })
    });
    placed.collect()
}

/// Starts a journal from the current state of the table.
pub fn begin(all: Query<PlacedPiece>, mut journal: ResMut<TableJournal>) {
    *journal = TableJournal { last: placements(&all), ..default() };
}

/// Continues from the current state of the table.
pub fn go_on(all: Query<PlacedPiece>, mut journal: ResMut<TableJournal>) {
    journal.last = placements(&all);
    journal.paths.clear();
}

/// Records the changes since the last action.
pub fn write_down(all: Query<PlacedPiece>, mut journal: ResMut<TableJournal>) {
    let now = placements(&all);
    let before = now.iter().filter(|(entity, placement)| journal.last.get(entity) != Some(placement));
    let before = before.map(|(entity, _)| (*entity, journal.last.get(entity).cloned())).collect();
    let paths = std::mem::take(&mut journal.paths);
    journal.entries.push(ActionChanges { before, paths });
    journal.last = now;
}

/// Maintains the journal.
pub fn plugin(app: &mut App) {
    app.init_resource::<TableJournal>();
}
