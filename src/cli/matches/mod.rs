//! The commands for matches and their files: playing, replaying, checking, converting and listing
//! them.

pub(super) mod commit;
mod headless;
pub(super) mod library;
pub(super) mod pgn;
pub(super) mod play;
pub(super) mod play_args;
mod room_seat;
pub(super) mod verify;
