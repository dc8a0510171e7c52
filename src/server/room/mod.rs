//! A room: its match, clocks and people, and their requests.

mod chat;
mod claims;
mod core;
mod effects;
mod entrance;
mod load;
mod offers;
mod people;
mod proof;
mod quota;
mod rematch;
mod requests;
mod settings;
#[cfg(test)]
mod tests;
mod timers;
mod transcript;
mod turn_time;

pub use core::{Room, Shown};
pub use effects::{Effects, To};
pub use people::{ConnectionId, Outgoing, Outlet, frame};
pub use settings::{RoomEntry, Settings, cannot_wait, last_owner, setup_of};
pub use transcript::Messages;
