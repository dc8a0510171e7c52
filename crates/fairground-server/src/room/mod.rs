//! A room: its match, clocks and people, and their requests.

mod chat;
mod claims;
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
mod rollback;
mod settings;
#[cfg(test)]
mod tests;
mod timers;
mod transcript;
mod turn_time;

pub use core::{Room, Shown};
pub use deadline::Deadline;
pub use effects::{Effects, To};
pub use load::GRACE;
pub use people::{ConnectionId, Outgoing, Outlet, frame};
pub use rollback::Unlogged;
pub use settings::{RoomEntry, Settings, is_result, last_owner, match_lines, setup_of, whole_match_lines};
pub use transcript::Messages;

/// The constants documented in `docs/rooms.md`.
#[cfg(test)]
pub mod limits {
    pub use super::chat::MAX_LINES as MAX_OLD_CHAT;
    pub use super::deadline::{EXPECTED_MOVES, FIRST_MOVE};
    pub use super::entrance::MAX_SESSION;
    pub use super::load::GRACE;
    pub use super::offers::MORE_TIME;
    pub use super::people::{AWAY, CHAT_PERIOD, GONE, MAX_ANSWERS};
    pub use super::proof::MAX_TEXT;
    pub use super::quota::{MAX_LINES, MAX_MORE_TIME, MAX_MOVES, MAX_MUTES, MAX_NAMES, MAX_TAKEBACKS};
    pub use super::settings::MAX_CLOCK;
    pub use super::timers::THROW_PATIENCE;
    pub use super::turn_time::QUOTA as LAG_QUOTA;
}
