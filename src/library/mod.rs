//! Folders of match files: their contents, found by game, players, result, length, date and position, and counted.
//!
//! The files are the truth. Data about them is kept in an index, an SQLite database in the user's cache folder, which is
//! brought up to date whenever it is opened: only changed files are read. It can be deleted at any time.

mod dates;
mod error;
mod filter;
mod folder;
mod index;
mod match_file;
mod player_record;
mod positions;
mod scan;
mod schema;
mod statistics;

pub use dates::{local_minute, since, until};
pub use error::LibraryError;
pub use filter::{Filter, ResultFilter, Sort};
pub use index::{Library, ListedMatch, Note};
pub use player_record::{GameRecord, Score, next_to_beat, records, seat_against_bot};
pub use positions::PositionQuery;
pub use scan::{Scan, is_being_played};
pub use statistics::{Face, GameStatistics, LENGTH_STEP, Pair, Results, Statistics};
