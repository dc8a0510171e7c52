//! What a match in a room adds to the panel: who is there, what is said, and the buttons of what needs an answer.

pub mod chat;
pub mod controls;
pub mod people;
