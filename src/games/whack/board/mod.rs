//! The board: four wedges, how they may be joined, and what each roll makes of them.

pub(super) mod arrangement;
pub(super) mod cell;
pub(super) mod changes;
pub(super) mod graph;
pub(super) mod joins;
mod lattice;
pub(super) mod roll;
pub(super) mod wedge;
