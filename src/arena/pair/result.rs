use serde::{Deserialize, Serialize};

/// How a match went for A.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// A has won.
    Win,
    /// Nobody has.
    Draw,
    /// B has won.
    Loss,
}

/// One match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchSummary {
    /// The result for A.
    pub verdict: GameResult,
    /// Why it ended, in the words of match files.
    pub end: String,
    /// Completed turns, the opening's included.
    pub plies: u64,
    /// Nodes that A and B searched.
    pub nodes: [u64; 2],
    /// Illegal actions that a bot chose; it has lost.
    pub illegal: u64,
    /// Bots that crashed, and other programs that ended or did not answer; they have lost.
    pub crashes: u64,
    /// What another program did wrong.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
}

/// Both matches of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairResult {
    /// Its number, from 0.
    pub pair: u64,
    /// A is White in the first.
    pub matches: [MatchSummary; 2],
}
