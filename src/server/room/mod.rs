//! A room: its match, its clocks, its people, and what they may ask for.

mod by_itself;
mod core;
mod deadline;
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
pub use deadline::Deadline;
pub use effects::{Effects, To};
pub use load::GRACE;
pub use people::{ConnectionId, Outgoing, Outlet, frame};
pub use settings::{RoomEntry, Settings, is_result, last_owner, match_lines, setup_of};
pub use transcript::Messages;
