use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Evaluation, UnknownEvaluation};

/// The limits of a bot's search for one decision, and its evaluation. Without limits, a search runs
/// until it is stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Limits {
    /// Maximum number of nodes of all threads together.
    pub nodes: Option<u64>,
    /// Maximum depth in decisions, without quiescence. Monte Carlo tree search ignores it.
    pub depth: Option<u32>,
    /// Expected time in milliseconds. It only determines the size of the tables: the caller has the
    /// clock and stops the search.
    pub time: Option<u64>,
    /// Maximum size of the transposition table in megabytes; [`DEFAULT_HASH`] if `None`. Searches
    /// with few nodes use smaller tables.
    pub hash: Option<u32>,
    /// Number of threads; 0 for one per core. Only a search with one thread is deterministic. Monte
    /// Carlo tree search always uses one.
    pub threads: u32,
    /// The evaluation of positions.
    pub evaluation: Evaluation,
}

/// Default maximum size of a transposition table, megabytes.
pub const DEFAULT_HASH: u32 = 64;
/// Maximum value of `hash`, megabytes.
pub const MAX_HASH: u32 = 16_384;

/// Maximum number of threads of a search.
pub const MAX_THREADS: u32 = 512;

impl Default for Limits {
    /// No limits, on one thread.
    fn default() -> Self {
        Limits::NONE
    }
}

impl Limits {
    /// No limits, on one thread.
    const NONE: Limits =
        Limits { nodes: None, depth: None, time: None, hash: None, threads: 1, evaluation: Evaluation::Net };

    /// The number of threads, at least one.
    #[must_use]
    pub fn thread_count(&self) -> u32 {
        // A browser's worker has only one thread.
        if cfg!(target_family = "wasm") {
            return 1;
        }
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
        let threads = if self.threads == 0 { cores() } else { self.threads };
        threads.clamp(1, MAX_THREADS)
    }

    /// A limit of nodes, on one thread.
    #[must_use]
    pub const fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::NONE }
    }

    /// The same limits with the hand-written evaluation, for results that must not change when nets
    /// are retrained.
    #[must_use]
    pub const fn with_hand_written_evaluation(self) -> Limits {
        Limits { evaluation: Evaluation::HandWritten, ..self }
    }

    /// A limit of time in milliseconds, on one thread.
    #[must_use]
    pub const fn time(milliseconds: u64) -> Limits {
        Limits { time: Some(milliseconds), ..Limits::NONE }
    }

    /// Parses `nodes=10000,depth=6,time=0.5,hash=64,threads=2,eval=hand`; every part is optional.
    ///
    /// # Errors
    /// The invalid part and the expected content.
    pub(super) fn parse(text: &str) -> Result<Limits, String> {
        let (mut limits, mut keys) = (Limits::default(), Vec::new());
        for pair in text.split(',').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found '{pair}'"))?;
            if keys.contains(&key) {
                return Err(format!("{key}: given twice"));
            }
            keys.push(key);
            let number = |min: u64, max: u64| {
                let number = value.parse().ok().filter(|number| (min..=max).contains(number));
                number.ok_or_else(|| format!("{key}: expected a whole number from {min} to {max}, found '{value}'"))
            };
            match key {
                "nodes" => limits.nodes = Some(number(1, u64::MAX)?),
                "depth" => limits.depth = Some(number(1, 100)? as u32),
                "hash" => limits.hash = Some(number(1, MAX_HASH.into())? as u32),
                "threads" => limits.threads = number(0, MAX_THREADS.into())? as u32,
                "time" => {
                    let seconds = value.parse().ok().filter(|seconds: &f64| (0.001..=1e6).contains(seconds));
                    let seconds = seconds.ok_or_else(|| format!("time: expected seconds, found '{value}'"))?;
                    limits.time = Some((1000.0 * seconds).round() as u64);
                }
                "eval" => {
                    limits.evaluation = value.parse().map_err(|error: UnknownEvaluation| format!("eval: {error}"))?
                }
                _ => return Err(format!("expected nodes, depth, time, hash, threads or eval, found '{key}'")),
            }
        }
        Ok(limits)
    }

    /// Whether the search ends without a call to stop, provided that the caller enforces the time.
    #[must_use]
    pub const fn is_limited(&self) -> bool {
        self.nodes.is_some() || self.depth.is_some() || self.time.is_some()
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.nodes.map(|nodes| format!("nodes={nodes}")));
        parts.extend(self.depth.map(|depth| format!("depth={depth}")));
        parts.extend(self.time.map(|time| format!("time={}", time as f64 / 1000.0)));
        parts.extend(self.hash.map(|megabytes| format!("hash={megabytes}")));
        if self.threads != 1 {
            parts.push(format!("threads={}", self.threads));
        }
        if self.evaluation != Evaluation::default() {
            parts.push(format!("eval={}", self.evaluation));
        }
        f.write_str(&parts.join(","))
    }
}
