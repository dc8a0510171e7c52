//! The sentence bar at the top of the table: whose turn it is, what it takes, and the buttons for
//! that. Refusals, questions and offers appear there too.

mod actions;
pub mod bar;
pub mod strip;
mod wording;
