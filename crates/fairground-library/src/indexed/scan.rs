//! Updating the index.

use std::collections::HashMap;
use std::fs::{self, DirEntry, File, Metadata, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use rusqlite::{Connection, Statement, Transaction, TransactionBehavior, params};

use super::LibraryError;
use super::match_file::{self, MatchFile};
use fairground_match::platform::clock::{SystemTime, UNIX_EPOCH};
use fairground_match::record::RecordError;

/// The number of files read between two writes to the index.
const CHUNK: usize = 1000;

/// The result of updating the index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Scan {
    /// The number of files found.
    pub files: usize,
    /// The number of files read because they are new or changed.
    pub read: usize,
    /// The number of known files that no longer exist.
    pub gone: usize,
}

/// A file as found in the folder.
pub(super) struct Found {
    name: String,
    path: PathBuf,
    /// Size, bytes.
    size: i64,
    /// Modification time: since 1970, ns.
    changed: i64,
}

impl Found {
    fn of(entry: &DirEntry) -> Option<Found> {
        let name = entry.file_name().to_string_lossy().into_owned();
        // Match files being created have temporary names, and secrets have their own extension.
        if name.starts_with('.') || [".part", ".secret"].iter().any(|end| name.ends_with(end)) {
            return None;
        }
        let path = entry.path();
        let own = entry.metadata().ok()?;
        let metadata = if own.is_symlink() { fs::metadata(&path).ok()? } else { own };
        metadata.is_file().then(|| Found {
            name,
            path,
            size: i64::try_from(metadata.len()).unwrap_or(i64::MAX),
            changed: changed(&metadata),
        })
    }
}

/// The modification time of a file: since 1970, ns.
fn changed(metadata: &Metadata) -> i64 {
    let time = metadata.modified().unwrap_or(UNIX_EPOCH);
    let nanoseconds = |from: SystemTime, to: SystemTime| {
        to.duration_since(from).ok().and_then(|time| i64::try_from(time.as_nanos()).ok())
    };
    nanoseconds(UNIX_EPOCH, time).or_else(|| nanoseconds(time, UNIX_EPOCH).map(|before| -before)).unwrap_or(0)
}

/// Whether a program is writing to a match file now.
#[must_use]
pub fn is_being_played(file: &Path) -> bool {
    // A successful lock is released immediately.
    File::open(file).is_ok_and(|file| matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock)))
}

/// The files in a folder, except hidden ones and those being created.
pub(super) fn found(folder: &Path) -> Result<Vec<Found>, LibraryError> {
    let failed = |source| LibraryError::Folder { folder: folder.to_path_buf(), source };
    let entries: Vec<_> = fs::read_dir(folder).map_err(failed)?.collect::<io::Result<_>>().map_err(failed)?;
    Ok(entries.into_par_iter().filter_map(|entry| Found::of(&entry)).collect())
}

/// Updates the index, see [`super::Library::refresh`].
pub(super) fn update(
    index: &mut Connection,
    found: &[Found],
    watch: &mut dyn FnMut(usize, usize) -> bool,
) -> rusqlite::Result<Scan> {
    let mut known: HashMap<String, (i64, i64)> = {
        let mut statement = index.prepare("SELECT name, size, changed FROM files")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(2)?))))?;
        rows.collect::<rusqlite::Result<_>>()?
    };
    let differs = |file: &&Found| known.get(&file.name) != Some(&(file.size, file.changed));
    let differing: Vec<&Found> = found.iter().filter(differs).collect();
    for file in found {
        known.remove(&file.name);
    }
    let mut scan = Scan { files: found.len(), read: 0, gone: known.len() };
    if !known.is_empty() {
        let transaction = index.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut writer = Writer::new(&transaction)?;
        known.keys().try_for_each(|name| writer.forget(name))?;
        drop(writer);
        transaction.commit()?;
    }
    for chunk in differing.chunks(CHUNK) {
        let read: Vec<_> = chunk.par_iter().map(|file| match_file::read(&file.path)).collect();
        let transaction = index.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut writer = Writer::new(&transaction)?;
        chunk.iter().zip(read).try_for_each(|(file, read)| writer.write(file, read))?;
        drop(writer);
        transaction.commit()?;
        scan.read += chunk.len();
        if !watch(scan.read, differing.len()) {
            break;
        }
    }
    Ok(scan)
}

/// Whether the error shows that a file is not a match file at all.
fn is_foreign(error: &RecordError) -> bool {
    match error {
        RecordError::Json { .. } => true,
        // No header is this long.
        RecordError::Field { field, expected, .. } => {
            field == "format" || (["line 1", "length"].contains(&&**field) && expected.starts_with("at most"))
        }
        _ => false,
    }
}

/// Prepared statements for writing to the index.
struct Writer<'a> {
    transaction: &'a Transaction<'a>,
    forget: Statement<'a>,
    file: Statement<'a>,
    positions: Statement<'a>,
    rolls: Statement<'a>,
}

impl<'a> Writer<'a> {
    fn new(transaction: &'a Transaction<'a>) -> rusqlite::Result<Writer<'a>> {
        Ok(Writer {
            transaction,
            forget: transaction.prepare("DELETE FROM files WHERE name = ?")?,
            file: transaction.prepare(
                "INSERT INTO files (name, size, changed, date, note, game, white, black, outcome, reason, plies, actions,
                                    white_name, black_name, event, analysis, usual_start)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?,
            positions: transaction.prepare("INSERT INTO positions (file, keys) VALUES (?, ?)")?,
            rolls: transaction.prepare("INSERT INTO rolls (file, symbol, count) VALUES (?, ?, ?)")?,
        })
    }

    /// Deletes all rows of a file.
    fn forget(&mut self, name: &str) -> rusqlite::Result<()> {
        self.forget.execute([name]).map(drop)
    }

    /// Replaces the rows of a file.
    fn write(&mut self, file: &Found, read: Result<MatchFile, RecordError>) -> rusqlite::Result<()> {
        self.forget(&file.name)?;
        let Found { name, size, changed, .. } = file;
        let read = match read {
            // The file was removed meanwhile.
            Err(RecordError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => {
                let note = (!is_foreign(&error)).then(|| error.to_string().replace(['\n', '\r'], " "));
                let none = None::<String>;
                self.file.execute(params![
                    name, size, changed, changed, note, none, none, none, none, none, none, none, none, none, none,
                    none, none
                ])?;
                return Ok(());
            }
            Ok(read) => read,
        };
        let (outcome, reason) = read.ended.unzip();
        let number = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
        let (plies, actions) = (number(read.plies), number(read.actions));
        let (torn, game, white, black) = (read.torn, read.game, read.white, read.black);
        let date = read.date.unwrap_or(*changed);
        let [white_name, black_name] = read.names;
        self.file.execute(params![
            name,
            size,
            changed,
            date,
            torn,
            game,
            white,
            black,
            outcome,
            reason,
            plies,
            actions,
            white_name,
            black_name,
            read.event,
            read.analysis,
            read.usual_start
        ])?;
        let id = self.transaction.last_insert_rowid();
        self.positions.execute(params![id, read.keys])?;
        for (symbol, count) in &read.rolls {
            self.rolls.execute(params![id, symbol, count])?;
        }
        Ok(())
    }
}
