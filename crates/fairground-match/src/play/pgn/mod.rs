//! Exchange of matches in PGN: orthodox chess in the standard form, the other games with this
//! program's own texts, and rolls as comments, `{~N}`.

mod annotations;
mod commands;
mod export;
mod games;
mod import;
mod moves;
mod setup;
mod tags;
mod times;
mod variations;

pub(super) use export::actions_as_movetext;
pub use export::{export, first_move_number};
pub use games::{is_pgn, pgn_text, read_games};
pub use import::{ImportedGame, import};
pub(super) use variations::line_of_movetext;

/// The value of the tags `WhiteType` and `BlackType` for people.
const HUMAN: &str = "human";
