//! A room: its match, its clocks, its people, and what they may ask for.

mod by_itself;
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
mod transcript;
mod turn_time;

pub use core::{Room, Shown};
pub use effects::{Effects, To};
pub use people::{ConnectionId, Outgoing, Outlet, frame};
pub use settings::{RoomEntry, Settings, cannot_wait, last_owner, setup_of};
pub use transcript::Messages;
