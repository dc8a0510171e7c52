//! A match in progress: seats, chance, the pending action, clocks and the record.
//!
//! The table, the panels and the command line all drive a [`Match`], which alone decides how it
//! proceeds.

mod analysis;
mod analysis_board;
mod chance;
mod clock;
mod ending;
mod error;
mod file;
mod follow;
mod game_match;
mod header;
mod headless;
mod notes;
mod pending;
mod pgn;
mod player;
mod replay;
mod setup;
mod state;
mod step;
mod takeback;
mod uci;
mod verify;

pub use crate::record::{Mark, MarkColour, NodeId, Note, Tree, TreePart};
pub use analysis::{
    AnalysedFace, AnalysedLine, AnalysedPly, Analysis, Deadline, Excitement, MatchReport, SearchJob, SideSummary, Task,
    TaskMessage, Thought, ThrowLuck, analyse, explain, luck_of_throws,
};
pub use analysis_board::{AnalysedGame, BoardLink, BoardLinkError};
pub use chance::{ParseSecretError, Roll, Secret, SecretError};
pub use ending::DrawAnswer;
pub use error::PlayError;
// For the panels, which know dice only through matches.
pub use fairground_dice::chi_square_p;
pub use follow::Followed;
pub use game_match::Match;
pub use headless::{BotMatch, Bots, measured_positions, playout, random_match, roll};
pub use pending::Pending;
pub use pgn::{ImportedGame, export, first_move_number, import, is_pgn, pgn_text, read_games};
pub use player::{ClockTimes, Decision, Player, PlayerError};
pub use replay::{Replay, ReplayStep};
pub use setup::{Clock, Dice, Seat, Setup, UnknownDice, UnknownSeat};
pub use step::StepResult;
pub use uci::{UciCommand, UciCommandError, UciError, UciMove, UciProgram, spellings};
pub use verify::{Verified, verify, verify_file};
