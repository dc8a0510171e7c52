//! The index of a folder, and its searches.

mod dates;
mod error;
mod excitement;
mod filter;
mod folder;
mod index;
mod match_file;
mod positions;
mod scan;
mod schema;
mod statistics;

pub use dates::{local_minute, since, until};
pub use error::LibraryError;
pub use filter::{Filter, ResultFilter, Sort};
pub use index::{Library, Note};
pub use positions::PositionQuery;
pub use scan::{Scan, is_being_played};
pub use statistics::{Face, GameStatistics, LENGTH_STEP, Pair, Results, Statistics};
