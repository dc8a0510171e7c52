//! Searches of a match: bots' decisions, position values, and the report on a whole match.

mod analyse;
mod deadline;
mod excitement;
mod explain;
mod luck;
mod match_report;
mod search_job;
mod task;

pub use analyse::{AnalysedFace, AnalysedLine, Analysis, analyse};
pub use deadline::Deadline;
pub use excitement::Excitement;
pub use explain::explain;
pub use luck::{ThrowLuck, luck_of_throws};
pub use match_report::{AnalysedPly, MatchReport, SideSummary};
pub(super) use search_job::think;
pub use search_job::{SearchJob, Thought};
pub use task::{Task, TaskMessage};
