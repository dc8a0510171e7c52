//! What each action has changed on the table, written down so that it can be taken back by the same pieces on the same paths.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::motion::MovingAlong;
use crate::engine::{Look, Place, Side};
use crate::table::piece::{Captured, Facing, InReserve, OnCell, Piece, StackedOn, TrayDie};

/// A piece's place and its look there.
#[derive(Clone, Debug, PartialEq)]
pub struct Placement {
    pub look: Look,
    pub side: Option<Side>,
    pub facing: Quat,
    pub spot: Spot,
}

/// Where a piece belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Spot {
    Place(Place),
    Captured(Captured),
    On(Entity),
    Tray(Transform),
    InBox,
}

/// What one action has changed.
#[derive(Default)]
pub struct ActionChanges {
    /// How things were before it; `None` for those that were not there.
    pub before: Vec<(Entity, Option<Placement>)>,
    /// The paths on which pieces moved.
    pub paths: Vec<(Entity, MovingAlong)>,
}

/// What every action since the table was laid out has changed.
#[derive(Resource, Default)]
pub struct Journal {
    entries: Vec<ActionChanges>,
    /// As it was when the last action had ended.
    last: BTreeMap<Entity, Placement>,
    /// Those of the action that is being shown.
    paths: Vec<(Entity, MovingAlong)>,
}

impl Journal {
    /// Remembers the path of a piece, so that it can go back along it.
    pub fn record_path(&mut self, entity: Entity, moving: &MovingAlong) {
        self.paths.push((entity, moving.clone()));
    }

    /// Takes out the changes of the last actions, the latest last; `None`, and the journal is cleared, if fewer were recorded.
    pub fn take_back(&mut self, actions: usize) -> Option<Vec<ActionChanges>> {
        let Some(kept) = self.entries.len().checked_sub(actions) else {
            self.entries.clear();
            return None;
        };
        Some(self.entries.split_off(kept))
    }
}

/// Where everything belongs that can be written down.
type Placed = (
    Entity,
    &'static Piece,
    &'static Facing,
    Option<&'static OnCell>,
    Option<&'static InReserve>,
    Option<&'static Captured>,
    Option<&'static StackedOn>,
    Option<&'static TrayDie>,
);

fn placements(all: &Query<Placed>) -> BTreeMap<Entity, Placement> {
    let placed = all.iter().map(|(entity, piece, facing, cell, reserve, captured, stacked, die)| {
        let spot = cell
            .map(|OnCell(cell)| Spot::Place(Place::Cell(*cell)))
            .or(reserve.map(|&InReserve { side, slot }| Spot::Place(Place::Reserve(side, slot))))
            .or(captured.map(|captured| Spot::Captured(*captured)))
            .or(stacked.map(|StackedOn(lower)| Spot::On(*lower)))
            .or(die.map(|TrayDie(lying)| Spot::Tray(*lying)))
            .unwrap_or(Spot::InBox);
        (entity, Placement { look: piece.look.clone(), side: piece.side, facing: facing.0, spot })
    });
    placed.collect()
}

/// Begins to write down, with the table as it is.
pub fn begin(all: Query<Placed>, mut journal: ResMut<Journal>) {
    *journal = Journal { last: placements(&all), ..default() };
}

/// Goes on from the table as it is.
pub fn go_on(all: Query<Placed>, mut journal: ResMut<Journal>) {
    journal.last = placements(&all);
    journal.paths.clear();
}

/// Records the changes since the last action.
pub fn write_down(all: Query<Placed>, mut journal: ResMut<Journal>) {
    let now = placements(&all);
    let before = now.iter().filter(|(entity, placement)| journal.last.get(entity) != Some(placement));
    let before = before.map(|(entity, _)| (*entity, journal.last.get(entity).cloned())).collect();
    let paths = std::mem::take(&mut journal.paths);
    journal.entries.push(ActionChanges { before, paths });
    journal.last = now;
}

/// Keeps a journal.
pub fn plugin(app: &mut App) {
    app.init_resource::<Journal>();
}
