use serde::{Deserialize, Serialize};

/// The result of a match for A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// A has won.
    Win,
    /// The match is drawn.
    Draw,
    /// B has won.
    Loss,
}

/// The summary of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSummary {
    /// The result for A.
    pub verdict: GameResult,
    /// The reason for the end, in the words of match files.
    pub end: String,
    /// The number of completed turns, including the opening.
    pub plies: u64,
    /// The number of nodes searched by A and by B.
    pub nodes: [u64; 2],
    /// The number of illegal actions by bots. They lose the match.
    pub illegal: u64,
    /// The number of crashes of bots, and of engines that exited or did not answer. They lose the
    /// match.
    pub crashes: u64,
    /// The fault of an external engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// The results of both matches of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// The pair's number, from 0.
    pub pair: u64,
    /// The matches. A is White in the first.
    pub matches: [MatchSummary; 2],
}
