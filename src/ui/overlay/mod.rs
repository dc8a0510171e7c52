//! Overlays on the table.

pub mod announcement;
pub mod choice;
pub mod corner;
pub mod evaluation_bar;
pub mod filming;
pub mod graph;
pub mod inset;
pub mod piece_card;
pub mod standings;
