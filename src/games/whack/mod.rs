//! Whack Chess by M. Rogers (rules/whack.md): stacks of pyramids on four wedges that are moved during play.
//!
//! - The board: `lattice` (exact points of the plane), `wedge` (two wedges to each other), `joins` (arrangement
//!   texts), `arrangement` (every valid board), `changes` (what each roll makes of a board), `graph` (steps over joins).
//! - The pieces: `stack`, `men` (where they go and what they attack), `moves` (what is legal).
//! - The game: `position`, `action`, `text`, `refuse`, `refuse_change`, `tell`, `layout`, `rules`.

mod action;
mod arrangement;
mod changes;
mod graph;
mod joins;
mod lattice;
mod layout;
mod men;
mod moves;
mod position;
mod refuse;
mod refuse_change;
mod rules;
mod stack;
mod tell;
mod text;
mod wedge;

pub use action::Action;
pub use changes::Roll;
pub use joins::Joins;
pub use position::Whack;
