use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use rayon::prelude::*;
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params_from_iter};

use super::scan::{self, Scan, is_being_played};
use super::{Filter, LibraryError, Sort, folder, schema};
use crate::ListedMatch;

/// A folder of match files with its index.
#[derive(Debug)]
pub struct Library {
    folder: PathBuf,
    /// The index file; `None` if the index is in memory.
    file: Option<PathBuf>,
    index: Connection,
}

/// A warning about a file that is not a match, or has an incomplete last line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The file's name.
    pub file: String,
    /// Whether the file is not a match file at all.
    pub foreign: bool,
    /// The warning, in one line.
    pub text: String,
}

impl Library {
    /// Opens a folder. [`Library::refresh`] updates its index.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn open(folder: &Path) -> Result<Library, LibraryError> {
        Library::open_with(folder, folder::index_of(folder).as_deref())
    }

    /// Like [`Library::open`] with a given index file; `None` is an index in memory.
    ///
    /// # Errors
    /// Those of [`Library::open`].
    pub fn open_with(folder: &Path, file: Option<&Path>) -> Result<Library, LibraryError> {
        // Reports a missing folder before an index is created for it.
        fs::read_dir(folder).map_err(|source| LibraryError::Folder { folder: folder.to_path_buf(), source })?;
        let index = schema::open(file, &folder::canonical(folder).to_string_lossy())?;
        Ok(Library { folder: folder.to_path_buf(), file: file.map(Path::to_path_buf), index })
    }

    /// The folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Updates the index: reads files with a changed size or modification time, and removes files
    /// that no longer exist.
    ///
    /// `watch` receives the number of files read and the number to read. Returning `false` stops
    /// reading; the data read until then is kept.
    ///
    /// # Errors
    /// If the folder cannot be read, or the index cannot be written.
    pub fn refresh(&mut self, watch: &mut dyn FnMut(usize, usize) -> bool) -> Result<Scan, LibraryError> {
        let found = scan::found(&self.folder)?;
        match scan::update(&mut self.index, &found, watch) {
            Err(error) if self.recover(&error)? => self.update(&found, watch),
            scan => Ok(scan?),
        }
    }

    /// Rebuilds the index from the files.
    ///
    /// # Errors
    /// Those of [`Library::refresh`].
    pub fn rebuild(&mut self, watch: &mut dyn FnMut(usize, usize) -> bool) -> Result<Scan, LibraryError> {
        let found = scan::found(&self.folder)?;
        self.renew()?;
        self.update(&found, watch)
    }

    /// Fills a new index.
    fn update(
        &mut self,
        found: &[scan::Found],
        watch: &mut dyn FnMut(usize, usize) -> bool,
    ) -> Result<Scan, LibraryError> {
        match scan::update(&mut self.index, found, watch) {
            // Another program has locked the new index.
            Err(error) if schema::is_busy(&error) && self.recover(&error)? => {
                Ok(scan::update(&mut self.index, found, watch)?)
            }
            scan => Ok(scan?),
        }
    }

    /// Lists the matches selected by a filter, sorted and limited.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn list(
        &mut self,
        filter: &Filter,
        sort: Sort,
        limit: Option<usize>,
    ) -> Result<Vec<ListedMatch>, LibraryError> {
        let condition = filter.condition();
        let sql = format!(
            "SELECT name, game, white, black, outcome, reason, plies, actions, date, {}, white_name, black_name, event, analysis,
                    usual_start
             FROM {} WHERE {} ORDER BY {}{}",
            condition.ply,
            condition.tables,
            condition.sql,
            sort.sql(),
            // With a limit, SQLite sorts in a bounded heap, which is slow for large limits.
            limit.map_or_else(String::new, |limit| format!(" LIMIT {limit}")),
        );
        self.query(|index| rows(index, &sql, &condition.values, listed))
    }

    /// The warnings about files, sorted by name.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn notes(&mut self) -> Result<Vec<Note>, LibraryError> {
        let mut notes: Vec<Note> = self.query(|index| {
            let sql = "SELECT name, note FROM files WHERE note IS NOT NULL OR game IS NULL";
            rows(index, sql, &[], |row| {
                let (file, text): (String, Option<String>) = row.try_into()?;
                let foreign = text.is_none();
                Ok(Note { text: text.unwrap_or_else(|| format!("{file}: not a match file")), file, foreign })
            })
        })?;
        // With `ORDER BY`, SQLite would scan all files by name.
        notes.sort_unstable_by(|a, b| a.file.cmp(&b.file));
        Ok(notes)
    }

    /// The unfinished matches that a program is writing to now.
    ///
    /// # Errors
    /// If the index cannot be read.
    pub fn being_played(&mut self) -> Result<Vec<Note>, LibraryError> {
        let mut names: Vec<String> = self.query(|index| {
            let sql = "SELECT name FROM files WHERE game IS NOT NULL AND outcome IS NULL AND NOT analysis";
            rows(index, sql, &[], |row| row.get(0))
        })?;
        names.sort_unstable();
        let folder = &self.folder;
        let played = names.into_par_iter().filter(|name| is_being_played(&folder.join(name)));
        let text = |file: &str| format!("{file}: in progress; only the moves already played are listed");
        let note = |file: String| Note { text: text(&file), file, foreign: false };
        Ok(played.map(note).collect())
    }

    /// Reads from the index. If it is damaged or locked by another program, rebuilds it and reads
    /// again.
    pub(super) fn query<T>(&mut self, read: impl Fn(&Connection) -> rusqlite::Result<T>) -> Result<T, LibraryError> {
        match read(&self.index) {
            Err(error) if self.recover(&error)? => {
                let found = scan::found(&self.folder)?;
                self.update(&found, &mut |_, _| true)?;
                Ok(read(&self.index)?)
            }
            result => Ok(result?),
        }
    }

    /// Replaces the index by an empty one if `error` shows that it is damaged, or by one in memory
    /// if another program has locked it. Returns whether it did.
    fn recover(&mut self, error: &rusqlite::Error) -> Result<bool, LibraryError> {
        if schema::is_busy(error) {
            self.file = None;
        } else if !schema::is_damaged(error) {
            return Ok(false);
        }
        self.renew()?;
        Ok(true)
    }

    /// Replaces the index by an empty one.
    fn renew(&mut self) -> Result<(), LibraryError> {
        // Windows can delete the file only after the old index is closed.
        self.index = Connection::open_in_memory()?;
        if let Some(file) = &self.file {
            schema::remove(file);
        }
        self.index = schema::open(self.file.as_deref(), &folder::canonical(&self.folder).to_string_lossy())?;
        Ok(())
    }
}

/// Returns all rows of a query, each converted by `read`.
pub(super) fn rows<T>(
    index: &Connection,
    sql: &str,
    values: &[Value],
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<T>> {
    index.prepare(sql)?.query_map(params_from_iter(values), read)?.collect()
}

/// The date in this column: since 1970, ns.
pub(super) fn date(row: &Row<'_>, column: usize) -> rusqlite::Result<Timestamp> {
    Ok(Timestamp::from_nanosecond(row.get::<_, i64>(column)?.into()).unwrap_or_default())
}

fn listed(row: &Row<'_>) -> rusqlite::Result<ListedMatch> {
    Ok(ListedMatch {
        file: row.get(0)?,
        game: row.get(1)?,
        white: row.get(2)?,
        black: row.get(3)?,
        outcome: row.get(4)?,
        reason: row.get(5)?,
        plies: row.get(6)?,
        actions: row.get(7)?,
        changed: date(row, 8)?,
        ply: row.get(9)?,
        names: [row.get(10)?, row.get(11)?],
        event: row.get(12)?,
        analysis: row.get(13)?,
        usual_start: row.get(14)?,
    })
}
