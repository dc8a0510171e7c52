//! Folders of match files: search by game, players, result, length, date and position, and
//! statistics.
//!
//! The files are authoritative. Their data is cached in an index, an SQLite database in the user's
//! cache folder, which is updated on opening: only changed files are read. It can be deleted at any
//! time. Without the feature `library`, only `list` is available.

#[cfg(feature = "library")]
mod dates;
#[cfg(feature = "library")]
mod error;
#[cfg(feature = "library")]
mod filter;
#[cfg(feature = "library")]
mod folder;
#[cfg(feature = "library")]
mod index;
mod listed_match;
#[cfg(feature = "library")]
mod match_file;
mod player_record;
#[cfg(feature = "library")]
mod positions;
#[cfg(feature = "library")]
mod scan;
#[cfg(feature = "library")]
mod schema;
#[cfg(feature = "library")]
mod statistics;
#[cfg(not(feature = "library"))]
mod unindexed;

#[cfg(feature = "library")]
pub use dates::{local_minute, since, until};
#[cfg(feature = "library")]
pub use error::LibraryError;
#[cfg(feature = "library")]
pub use filter::{Filter, ResultFilter, Sort};
#[cfg(feature = "library")]
pub use index::{Library, Note};
pub use listed_match::ListedMatch;
pub use player_record::{GameRecord, Score, next_to_beat, records, seat_against_bot};
#[cfg(feature = "library")]
pub use positions::PositionQuery;
#[cfg(feature = "library")]
pub use scan::{Scan, is_being_played};
#[cfg(feature = "library")]
pub use statistics::{Face, GameStatistics, LENGTH_STEP, Pair, Results, Statistics};
#[cfg(not(feature = "library"))]
pub use unindexed::list;
