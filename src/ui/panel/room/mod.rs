//! The room's part of the panel: people, chat, and the buttons for offers.

pub mod chat;
pub mod controls;
pub mod people;
