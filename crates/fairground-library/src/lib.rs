//! Folders of match files: search by game, players, result, length, date and position, and
//! statistics.
//!
//! The files are authoritative. Their data is cached in an index, an SQLite database in the user's
//! cache folder, which is updated on opening: only changed files are read. It can be deleted at any
//! time. In a browser, only `list` is available.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod dates;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod error;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod filter;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod folder;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod index;
mod listed_match;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod match_file;
mod player_record;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod positions;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod scan;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod schema;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
mod statistics;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
mod unindexed;

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use dates::{local_minute, since, until};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use error::LibraryError;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use filter::{Filter, ResultFilter, Sort};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use index::{Library, Note};
pub use listed_match::ListedMatch;
pub use player_record::{GameRecord, Score, next_to_beat, records, seat_against_bot};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use positions::PositionQuery;
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use scan::{Scan, is_being_played};
#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub use statistics::{Face, GameStatistics, LENGTH_STEP, Pair, Results, Statistics};
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use unindexed::list;
