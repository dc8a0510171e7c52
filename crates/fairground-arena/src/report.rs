use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::contest::{Contest, Sprt};
use super::error::ArenaError;
use super::pair::{GameResult, MatchSummary, PairResult};
use super::standing::Standing;
use super::statistics::{SprtDecision, Statistics};
use fairground_match::platform::fs::{self, File};
use fairground_match::platform::storage::{Replacement, lock, read_all_limited, read_limited};
use fairground_match::record::json_fault;

/// The maximum size of a report, bytes: enough for [`MAX_PAIRS`], each of at most 670 bytes.
const MAX_REPORT: u64 = 256 << 20;

/// The maximum number of pairs that a contest stores in a file.
pub(super) const MAX_PAIRS: u64 = 400_000;

/// The results of a contest, as stored in its JSON file. They depend only on the seed, not on
/// threads and shards.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ContestReport {
    /// The id of the game.
    pub game: String,
    /// The options that differ from the default.
    pub options: BTreeMap<String, String>,
    /// Player A; the score is A's.
    pub a: String,
    /// The opponent B.
    pub b: String,
    /// The openings, clocks, rules of adjudication and net that differ from the default, by the names
    /// of the command-line options.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub conditions: BTreeMap<String, String>,
    /// The seed of the contest.
    pub seed: u64,
    /// The number of matches counted.
    pub matches: u64,
    /// A's wins.
    pub wins: u64,
    /// Drawn matches.
    pub draws: u64,
    /// A's losses.
    pub losses: u64,
    /// A's mean score per match, 0 to 1.
    pub score: f64,
    /// The number of pairs in which A scored 0, 0.5, 1, 1.5 and 2 points.
    pub pairs: [u64; 5],
    /// A's Elo minus B's; `null` if one player has won all matches.
    pub elo: Option<f64>,
    /// Half the width of the 95 % confidence interval of `elo`; `null` if it is unbounded, or if
    /// all pairs had the same score.
    pub elo_error: Option<f64>,
    /// The likelihood of superiority: the probability that A is stronger, 0 to 1; `null` if all
    /// pairs had the same score.
    pub los: Option<f64>,
    /// The log likelihood ratio of the sequential test; `null` without one.
    pub llr: Option<f64>,
    /// The sequential test, if any.
    pub sprt: Option<Sprt>,
    /// The verdict of the sequential test, if any.
    pub decision: Option<SprtDecision>,
    /// The number of matches by reason for the end.
    pub ends: BTreeMap<String, u64>,
    /// The mean number of completed turns per match.
    pub mean_plies: f64,
    /// The nodes searched by both players.
    pub nodes: u64,
    /// The nodes searched by A.
    pub nodes_a: u64,
    /// The number of illegal actions.
    pub illegal: u64,
    /// The number of crashes.
    pub crashes: u64,
    /// The results of all pairs. The first `matches / 2` of them count: pairs after the one that
    /// decided the sequential test do not.
    pub played: Vec<PairResult>,
}

impl ContestReport {
    /// Reports on the pairs of a contest, in order. Pairs after the one that decided the
    /// sequential test are kept, but do not count. Figures are rounded to six decimals.
    pub(super) fn new(contest: &Contest, played: &BTreeMap<u64, PairResult>) -> ContestReport {
        let last = Standing::of(contest, played).decided().unwrap_or(u64::MAX);
        let counted: Vec<_> = played.range(..=last).map(|(_, result)| result).collect();
        let statistics = Statistics::of(counted.iter().copied());
        let matches = || counted.iter().flat_map(|pair| &pair.matches);
        let count = |verdict: GameResult| matches().filter(|one| one.verdict == verdict).count() as u64;
        let sum = |of: fn(&MatchSummary) -> u64| matches().map(of).sum::<u64>();
        let mut ends = BTreeMap::new();
        for one in matches() {
            *ends.entry(one.end.clone()).or_default() += 1;
        }
        let finite = |number: f64| number.is_finite().then(|| rounded(number));
        let number = 2 * counted.len() as u64;
        ContestReport {
            game: contest.info.id.to_string(),
            options: contest.option_texts(),
            a: contest.a.to_string(),
            b: contest.b.to_string(),
            conditions: contest.conditions.texts(),
            seed: contest.seed,
            matches: number,
            wins: count(GameResult::Win),
            draws: count(GameResult::Draw),
            losses: count(GameResult::Loss),
            score: rounded(statistics.score),
            pairs: statistics.pairs,
            elo: finite(statistics.elo()),
            elo_error: finite(statistics.elo_error()),
            los: statistics.los().map(rounded),
            llr: contest.sprt.map(|sprt| rounded(statistics.llr(sprt))),
            sprt: contest.sprt,
            decision: contest.sprt.map(|sprt| statistics.decision(sprt)),
            ends,
            mean_plies: rounded(sum(|one| one.plies) as f64 / number.max(1) as f64),
            nodes: sum(|one| one.nodes[0] + one.nodes[1]),
            nodes_a: sum(|one| one.nodes[0]),
            illegal: sum(|one| one.illegal),
            crashes: sum(|one| one.crashes),
            played: played.values().cloned().collect(),
        }
    }

    /// Writes the report to a file atomically. It may replace earlier results of the contest.
    ///
    /// # Errors
    /// If the system refuses, if the file has other contents, or if a contest is writing to it.
    pub fn write(&self, contest: &Contest, file: &Path) -> Result<(), ArenaError> {
        let (mut opened, text) = ReportFile::open(file)?;
        text.map(|text| parse(contest, file, &text)).transpose()?;
        opened.write(self)
    }

    /// Checks that the report belongs to this contest.
    fn check(&self, contest: &Contest, file: &Path) -> Result<(), ArenaError> {
        let own = contest.identity();
        let found = [
            self.game.clone(),
            format!("{:?}", self.options),
            format!("{:?}", self.conditions),
            self.a.clone(),
            self.b.clone(),
            self.seed.to_string(),
        ];
        let mut fields = own.into_iter().zip(found).map(|((field, expected), found)| (field, expected, found));
        match fields.find(|(_, expected, found)| expected != found) {
            None => Ok(()),
            Some((field, expected, found)) => {
                Err(ArenaError::Other { file: file.to_path_buf(), field, expected, found })
            }
        }
    }
}

/// The file of a contest's results, locked so that no other contest replaces them.
pub(super) struct ReportFile {
    path: PathBuf,
    /// The handle with the lock. Each write replaces the file, and the lock.
    locked: Option<File>,
    /// Whether the file does not exist before the first write.
    is_new: bool,
}

impl ReportFile {
    /// Locks the file, if it exists. Returns its text.
    ///
    /// # Errors
    /// If the file cannot be read, written or locked.
    pub fn open(path: &Path) -> Result<(ReportFile, Option<Vec<u8>>), ArenaError> {
        let file = |locked: Option<File>| ReportFile { path: path.to_path_buf(), is_new: locked.is_none(), locked };
        let open = || {
            Replacement::begin(path)?;
            loop {
                let opened = match File::open(path) {
                    Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok((file(None), None)),
                    opened => opened?,
                };
                lock(&opened)?;
                // Another program may have replaced the file before it was locked.
                if fs::names(&opened.metadata()?) != Some(0) {
                    let text = read_all_limited(&opened, MAX_REPORT)?;
                    return Ok((file(Some(opened)), Some(text)));
                }
            }
        };
        open().map_err(ArenaError::file(path))
    }

    /// Replaces the report atomically.
    ///
    /// # Errors
    /// If the system refuses, or another contest has created the file.
    pub fn write(&mut self, report: &ContestReport) -> Result<(), ArenaError> {
        let mut write = || {
            let text = serde_json::to_string_pretty(report)? + "\n";
            if text.len() as u64 > MAX_REPORT {
                // It could not be read again.
                return Err(io::Error::other(format!("the results are larger than {MAX_REPORT} bytes")));
            }
            let mut fresh = Replacement::begin(&self.path)?;
            fresh.write_all(text.as_bytes())?;
            // Windows does not replace open files.
            if cfg!(windows) {
                self.locked = None;
            }
            // Not synced to disk, because results can be recomputed.
            self.locked = Some(if self.is_new { fresh.create_locked()? } else { fresh.commit_locked()? });
            self.is_new = false;
            Ok(())
        };
        write().map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => ArenaError::Locked { file: self.path.clone() },
            _ => ArenaError::file(&self.path)(error),
        })
    }
}

/// Reads the pairs of an earlier run of a contest; empty if the file does not exist.
///
/// # Errors
/// If the file cannot be read or belongs to another contest.
pub fn read(contest: &Contest, file: &Path) -> Result<BTreeMap<u64, PairResult>, ArenaError> {
    if !file.exists() {
        return Ok(BTreeMap::new());
    }
    parse(contest, file, &read_limited(file, MAX_REPORT).map_err(ArenaError::file(file))?)
}

/// Reads the pairs in the text of a file.
pub(super) fn parse(contest: &Contest, file: &Path, text: &[u8]) -> Result<BTreeMap<u64, PairResult>, ArenaError> {
    let report: ContestReport = serde_json::from_slice(text).map_err(|error| {
        let reason = json_fault(&error, text, "file");
        ArenaError::Format { file: file.to_path_buf(), reason }
    })?;
    report.check(contest, file)?;
    Ok(report.played.into_iter().map(|result| (result.pair, result)).collect())
}

/// Merges the results of several files.
///
/// # Errors
/// If a file cannot be read, belongs to another contest or contradicts another file.
pub fn merge(contest: &Contest, files: &[PathBuf]) -> Result<ContestReport, ArenaError> {
    let mut all = BTreeMap::new();
    for file in files {
        if !file.exists() {
            fs::metadata(file).map_err(ArenaError::file(file))?;
        }
        for (pair, result) in read(contest, file)? {
            if all.insert(pair, result.clone()).is_some_and(|known| known != result) {
                return Err(ArenaError::Conflict { file: file.clone(), pair });
            }
        }
    }
    if let Some(last) = Standing::of(contest, &all).decided() {
        // On a single machine, the contest would have ended there.
        all.retain(|pair, _| *pair <= last);
    }
    Ok(ContestReport::new(contest, &all))
}

fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
