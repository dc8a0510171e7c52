//! Folders of match files: search by game, players, result, length, date and position, and
//! statistics.
//!
//! The files are authoritative. Their data is cached in an index, an SQLite database in the user's
//! cache folder. Opening a folder updates the index by reading only changed files. It can be
//! deleted at any time. A browser has no index: `list` replaces `Library` and reads every file.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod indexed;
mod listed_match;
mod player_record;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod unindexed;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use indexed::*;
pub use listed_match::ListedMatch;
pub use player_record::{GameRecord, Score, next_to_beat, records, seat_against_bot};
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use unindexed::list;
