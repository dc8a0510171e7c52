//! The board: four wedges, their joins, and the effect of each roll on them.

pub(super) mod arrangement;
pub(super) mod cell;
pub(super) mod changes;
pub(super) mod graph;
pub(super) mod joins;
mod lattice;
pub(super) mod roll;
pub(super) mod wedge;
