//! The room's part of the panel: people and chat.

pub mod chat;
pub mod people;
