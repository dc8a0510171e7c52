//! Contests of many matches between two players, bots or UCI engines, and estimates of their
//! strength.
//!
//! Matches come in pairs. Both start with the same random plies, or the same opening from a file,
//! and A is White in the first and Black in the second. A die thrown after the same number of
//! actions shows the same side in both. So neither the opening nor the dice favour a player.
//! Without clocks, a pair depends only on the contest's seed and the pair's number, so pairs can
//! be played on any number of threads and machines, in any order.

mod conditions;
mod contest;
mod contestant;
mod error;
mod logistic_regression;
mod pair;
mod pgn_file;
mod program_pool;
mod ranking;
mod report;
mod run;
mod self_play;
mod standing;
mod statistics;
mod train;
mod tune;

pub use conditions::{AdjudicationError, Conditions, DrawRule, Openings, ResignRule, TimeControl, TimeControlError};
pub use contest::{Contest, Shard, Sprt};
pub use contestant::{Contestant, ContestantError};
pub use error::ArenaError;
pub use pair::{Adjudication, Adjudicator, GameResult, MatchSummary, PairResult};
pub use ranking::{Pairing, Ranked, pairings, ranking};
pub use report::{ContestReport, merge, read};
pub use run::{Run, check};
pub use self_play::RANDOM_ACTION;
pub use standing::Standing;
pub use statistics::{SprtDecision, Statistics};
pub use train::{Epoch, Positions, TrainRequest, TrainedOn, play_matches, read_and_play, train};
pub use tune::{Fit, FittedFeature, TuneRequest, tune};
