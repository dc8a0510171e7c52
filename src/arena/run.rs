use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use super::error::ArenaError;
use super::pair::play_pair;
use super::report::{self, Report};
use super::tournament::Tournament;
use crate::engine::Tabletop;
use crate::games::{self, Visitor};

/// Holds a tournament on so many threads. With a file, what it has already is not played again, and it is rewritten after each pair. `each`
/// is told how things stand, after each pair.
///
/// # Errors
/// A file that cannot be read or written, or that belongs to another tournament.
pub fn run(
    tournament: &Tournament,
    threads: usize,
    file: Option<&Path>,
    each: &mut dyn FnMut(&Report),
) -> Result<Report, ArenaError> {
    struct Run<'a>(&'a Tournament, usize, Option<&'a Path>, &'a mut dyn FnMut(&Report));
    impl Visitor for Run<'_> {
        type Output = Result<Report, ArenaError>;
        fn visit<P: Tabletop>(self) -> Self::Output {
            run_typed::<P>(self.0, self.1, self.2, self.3)
        }
    }
    let unknown = |error: games::UnknownGame| crate::engine::TextError::new("game", "the id of a game", &error.id);
    games::visit(tournament.info.id, Run(tournament, threads, file, each)).map_err(unknown)?
}

fn run_typed<P: Tabletop>(
    tournament: &Tournament,
    threads: usize,
    file: Option<&Path>,
    each: &mut dyn FnMut(&Report),
) -> Result<Report, ArenaError> {
    let mut played = file.map_or_else(|| Ok(BTreeMap::new()), |file| report::read(tournament, file))?;
    if let Some(folder) = &tournament.record {
        fs::create_dir_all(folder).map_err(ArenaError::file(folder))?;
    }
    let missing: Vec<u64> =
        (0..tournament.pairs).filter(|&pair| tournament.shard.has(pair) && !played.contains_key(&pair)).collect();
    let (next, stop) = (AtomicU64::new(0), AtomicBool::new(report::decided(tournament, &played).is_some()));
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, missing.len().max(1)) {
            let (sender, missing, next, stop) = (sender.clone(), &missing, &next, &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed) as usize;
                    let Some(&pair) = missing.get(index) else { return };
                    if sender.send(play_pair::<P>(tournament, pair)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let keep = || {
            for result in results {
                let result = result?;
                played.insert(result.pair, result);
                let report = Report::new(tournament, &played);
                if let Some(file) = file {
                    report.write(file)?;
                }
                each(&report);
                if report::decided(tournament, &played).is_some() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok::<_, ArenaError>(())
        };
        let kept = keep();
        stop.store(true, Ordering::Relaxed);
        kept
    })?;
    let report = Report::new(tournament, &played);
    if let Some(file) = file {
        report.write(file)?;
    }
    Ok(report)
}
