use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use super::contest::Contest;
use super::contestant::Contestant;
use super::error::ArenaError;
use super::pair::{PlayedPair, Programs, play_pair};
use super::pgn_file::PgnFile;
use super::report::{self, ContestReport, MAX_PAIRS, ReportFile};
use super::standing::Standing;
use fairground_match::platform::clock::{Duration, Instant};
use fairground_match::platform::storage::create_folder;
use fairground_match::play::UciProgram;
use fairground_rules::engine::Game;
use fairground_rules::games::{self, Visitor};

/// The minimum interval between writes of the results. In addition, writing takes at most a
/// twentieth of the time.
const WRITE_INTERVAL: Duration = Duration::from_secs(1);

/// Parameters for playing a contest.
pub struct Run<'a> {
    /// The number of pairs played simultaneously.
    pub threads: usize,
    /// The file of results, of at most 800,000 matches. Pairs in it are not played again. It is
    /// updated about every second and at the end, even if stopped.
    pub file: Option<&'a Path>,
    /// Returns true to stop early. Unfinished pairs do not count.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Called after each pair.
    pub on_pair: &'a mut dyn FnMut(&Standing),
}

/// Checks that a contest can be played: both players support the game, and the engines start.
///
/// # Errors
/// If an engine does not start or cannot play the game, or PGN is requested for a game other than
/// chess.
pub fn check(contest: &Contest) -> Result<(), ArenaError> {
    if contest.pgn.is_some() && !contest.info.standard_texts {
        return Err(ArenaError::NoPgn(contest.info.name));
    }
    for player in contest.players() {
        if let Contestant::Program(command) = player {
            // Otherwise, an engine that never starts would only lose matches.
            UciProgram::start(command, contest.info, &contest.options)?;
        }
    }
    Ok(())
}

impl Run<'_> {
    /// Plays the contest, and reports on all completed pairs.
    ///
    /// # Errors
    /// If a file cannot be read or written, belongs to another contest or has no room for all
    /// matches, or if an engine does not start or cannot play the game.
    pub fn play(self, contest: &Contest) -> Result<ContestReport, ArenaError> {
        struct Typed<'a, 'b>(Run<'a>, &'b Contest);
        impl Visitor for Typed<'_, '_> {
            type Output = Result<ContestReport, ArenaError>;
            fn visit<P: Game>(self) -> Self::Output {
                self.0.play_typed::<P>(self.1)
            }
        }
        check(contest)?;
        games::visit(contest.info.id, Typed(self, contest))?
    }

    fn play_typed<P: Game>(self, contest: &Contest) -> Result<ContestReport, ArenaError> {
        let Run { threads, file, stop, on_pair } = self;
        // Fails early if results cannot be stored.
        let (mut results_file, mut played, mut continues) = (None, BTreeMap::new(), false);
        if let Some(file) = file {
            let (opened, text) = ReportFile::open(file)?;
            results_file = Some(opened);
            if let Some(text) = text {
                played = report::parse(contest, file, &text)?;
                continues = true;
            }
        }
        let missing: Vec<u64> =
            (0..contest.pairs).filter(|&pair| contest.shard.has(pair) && !played.contains_key(&pair)).collect();
        let pairs = (played.len() + missing.len()) as u64;
        if let Some(file) = file.filter(|_| pairs > MAX_PAIRS) {
            let (matches, most) = (2 * pairs, 2 * MAX_PAIRS);
            return Err(ArenaError::TooMany { file: file.to_path_buf(), matches, most });
        }
        if let Some(folder) = &contest.record {
            create_folder(folder).map_err(ArenaError::file(folder))?;
        }
        let mut pgn = contest.pgn.as_ref().map(|path| PgnFile::open(path, contest)).transpose()?;
        if let (Some(pgn), Some(_)) = (&mut pgn, file) {
            // An interrupted run may have left matches of pairs without results.
            pgn.retain(|pair| played.contains_key(&pair))?;
        }
        let mut standing = Standing::of(contest, &played);
        let (next, ended) = (AtomicU64::new(0), AtomicBool::new(standing.decided().is_some()));
        let stop = || ended.load(Ordering::Relaxed) || stop();
        let (sender, results) = mpsc::channel();
        let kept = thread::scope(|scope| {
            for _ in 0..threads.clamp(1, missing.len().max(1)) {
                let (sender, missing, next, stop) = (sender.clone(), &missing, &next, &stop);
                scope.spawn(move || {
                    let mut programs = Programs::default();
                    while !stop() {
                        let index = next.fetch_add(1, Ordering::Relaxed) as usize;
                        let Some(&pair) = missing.get(index) else { return };
                        let Some(result) = play_pair::<P>(contest, pair, continues, &mut programs, stop).transpose()
                        else {
                            return;
                        };
                        if sender.send(result).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let keep = || {
                let mut next_write = Instant::now();
                for pair in results {
                    let PlayedPair { result, pgn: text } = pair?;
                    // Written before the result, so that the file has the matches of every pair
                    // with a result.
                    if let (Some(pgn), Some(text)) = (&mut pgn, text) {
                        pgn.append(&text)?;
                    }
                    standing.add(&result);
                    played.insert(result.pair, result);
                    on_pair(&standing);
                    if let Some(file) = &mut results_file
                        && Instant::now() >= next_write
                    {
                        let begun = Instant::now();
                        file.write(&ContestReport::new(contest, &played))?;
                        next_write = Instant::now() + WRITE_INTERVAL.max(20 * begun.elapsed());
                    }
                    if standing.decided().is_some() {
                        ended.store(true, Ordering::Relaxed);
                    }
                }
                Ok::<_, ArenaError>(())
            };
            let kept = keep();
            ended.store(true, Ordering::Relaxed);
            kept
        });
        let last = standing.decided().unwrap_or(u64::MAX);
        // Pairs in progress at the end of the test do not count, unlike those of an earlier run.
        let after = missing.into_iter().filter(|&pair| pair > last);
        let discarded: BTreeSet<u64> = after.filter(|pair| played.remove(pair).is_some()).collect();
        let report = ContestReport::new(contest, &played);
        // Completed pairs are saved despite an error.
        let written = results_file.map_or(Ok(()), |mut file| file.write(&report));
        kept.and(written)?;
        if let (Some(pgn), false) = (&mut pgn, discarded.is_empty()) {
            pgn.retain(|pair| !discarded.contains(&pair))?;
        }
        Ok(report)
    }
}
