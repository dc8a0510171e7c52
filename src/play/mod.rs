//! A match in progress: who sits where, where chance comes from, what is due, the clocks, and the record that is kept.
//!
//! The table, the panels and the command line all drive a [`Match`], and nothing else decides what happens in it.

mod analysis;
mod clock;
mod commitment;
mod ending;
mod error;
mod exchange;
mod file;
mod game_match;
mod match_report;
mod notes;
mod pending;
mod playout;
mod recording;
mod replay;
mod roll;
mod search_job;
mod seats;
mod seed;
mod state;
mod takeback;
mod verify;

// For the panels, which know the dice by the matches that throw them.
pub use crate::dice::chi_square_p;
pub use crate::record::Note;
pub use analysis::{AnalysedFace, AnalysedLine, Analysis, analyse};
pub use clock::Clock;
pub use commitment::{ParseSecretError, Secret, SecretError};
pub use ending::DrawAnswer;
pub use error::PlayError;
pub use exchange::{export, import};
pub use game_match::{Match, Setup};
pub use match_report::{AnalysedPly, MatchReport, Share};
pub use pending::Pending;
pub use playout::{measured_positions, playout, random_match};
pub use replay::{Replay, Shown};
pub use roll::Roll;
#[cfg(feature = "files")]
pub(crate) use search_job::think;
pub use search_job::{SearchJob, Thought};
pub use seats::{Dice, Seat, UnknownDice, UnknownSeat};
pub use verify::{Verified, verify, verify_file};
