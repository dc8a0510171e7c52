//! The sentence bar at the top of the table: the side to move, its task, and the buttons for it.
//! Refusals, questions and offers also appear there.

mod actions;
pub mod bar;
pub mod strip;
mod wording;
