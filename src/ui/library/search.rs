//! Searches of the library in the background: update the index, list and count matches, and delete
//! matches.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::fields::Fields;
use crate::library::{self, Filter, Library, LibraryError, ListedMatch, Note, Sort, Statistics};
use crate::session::{Background, WakeUp};

/// The result of a search.
#[derive(Default)]
pub struct FoundMatches {
    /// The matches found, in order.
    pub matches: Vec<ListedMatch>,
    /// The statistics of the matches.
    pub statistics: Statistics,
    /// Warnings about files.
    pub notes: Vec<Note>,
    /// The result of deleting or restoring matches before the search; `None` without either.
    changed: Option<Result<(), String>>,
    /// The files that were moved to the trash before the search.
    trashed: Vec<PathBuf>,
}

/// Moves a file to the trash, or returns the reason for the failure.
pub type MoveToTrash = fn(&Path) -> Result<(), String>;

/// Moves files back from the trash, or returns the reason for the failure.
pub type Restore = fn(&[PathBuf]) -> Result<(), String>;

/// Moves files back from the trash; `None` on systems whose trash cannot be read.
#[cfg(any(windows, all(unix, not(target_vendor = "apple"))))]
const RESTORE: Option<Restore> = Some(|files| {
    use trash::os_limited;
    // The trash has the paths without symbolic links.
    let paths: Vec<PathBuf> =
        files.iter().filter_map(|file| Some(file.parent()?.canonicalize().ok()?.join(file.file_name()?))).collect();
    let found = os_limited::list().map_err(|error| error.to_string())?;
    let found: Vec<_> = found.into_iter().filter(|item| paths.contains(&item.original_path())).collect();
    if found.len() < files.len() {
        return Err("The trash no longer contains the matches".to_string());
    }
    os_limited::restore_all(found).map_err(|error| error.to_string())
});

/// Moves files back from the trash; `None` on systems whose trash cannot be read.
#[cfg(not(any(windows, all(unix, not(target_vendor = "apple")))))]
const RESTORE: Option<Restore> = None;

/// Runs searches of the library, one at a time.
pub struct LibrarySearch {
    /// The fields of the last search.
    asked: Option<Fields>,
    /// The filter of the most recent valid fields.
    meant: Filter,
    /// Whether the files have to be compared with the index.
    stale: bool,
    /// The files to delete before the search.
    delete: Vec<PathBuf>,
    /// The files to restore before the search.
    restore: Vec<PathBuf>,
    /// The files deleted since the last undo.
    trashed: Vec<PathBuf>,
    job: Option<Background<Result<FoundMatches, String>>>,
    /// The number of files read, and the number of files to read.
    progress: Arc<[AtomicUsize; 2]>,
    /// The result of the last search.
    pub answer: FoundMatches,
    /// Whether the result is new and has not been sorted.
    pub fresh: bool,
    /// The error in the fields.
    misread: Option<String>,
    /// The reason why the library cannot be searched.
    error: Option<String>,
    /// The path of the index; `None` for the one in the user's cache folder.
    pub index: Option<PathBuf>,
    /// The function that deletes files.
    pub trash: MoveToTrash,
    /// The function that restores deleted files.
    pub put_back: Option<Restore>,
}

impl Default for LibrarySearch {
    fn default() -> Self {
        LibrarySearch {
            asked: None,
            meant: Default::default(),
            stale: true,
            delete: Vec::new(),
            restore: Vec::new(),
            trashed: Vec::new(),
            job: None,
            progress: Arc::default(),
            answer: FoundMatches::default(),
            fresh: false,
            misread: None,
            error: None,
            index: None,
            trash: |file| trash::delete(file).map_err(|error| error.to_string()),
            put_back: RESTORE,
        }
    }
}

impl LibrarySearch {
    /// Compares the files with the index in the next search.
    pub fn refresh(&mut self) {
        self.stale = true;
    }

    /// Deletes matches before the next search.
    pub fn delete(&mut self, files: Vec<PathBuf>) {
        self.delete.extend(files);
        self.stale = true;
    }

    /// The number of matches that [`LibrarySearch::undo`] restores.
    pub fn restorable(&self) -> usize {
        if self.put_back.is_some() { self.trashed.len() } else { 0 }
    }

    /// Restores all matches deleted since the last undo, before the next search.
    pub fn undo(&mut self) {
        self.restore.append(&mut self.trashed);
        self.stale = true;
    }

    /// Whether a search is running.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The number of files read and the number of files to read; `None` while nothing is being
    /// read.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let [read, all] = [0, 1].map(|part| self.progress[part].load(Ordering::Relaxed));
        (self.is_busy() && all > 0).then_some((read, all))
    }

    /// All current errors.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        let not_changed = self.answer.changed.as_ref().and_then(|changed| changed.as_ref().err());
        self.misread.iter().chain(&self.error).chain(not_changed).map(String::as_str)
    }

    /// Takes the result of a search, and starts another one if the fields have changed. Returns
    /// whether a match was deleted or restored.
    pub fn update(&mut self, folder: &Path, fields: &Fields, wake: &WakeUp) -> bool {
        let mut changed = false;
        if let Some(result) = self.job.as_ref().and_then(Background::take) {
            self.job = None;
            match result.map_err(|panic| panic.to_string()).flatten() {
                Ok(mut answer) => {
                    changed = answer.changed == Some(Ok(()));
                    if answer.changed.is_some() {
                        self.trashed.append(&mut answer.trashed);
                    }
                    (self.answer, self.error, self.fresh) = (answer, None, true);
                }
                Err(error) => self.error = Some(error),
            }
        }
        let asks = self.asked.as_ref() != Some(fields);
        if self.job.is_none() && (self.stale || asks) {
            let read = fields.read();
            self.asked = Some(fields.clone());
            self.misread = read.as_ref().err().cloned();
            let means = read.map(|meant| self.meant = meant).is_ok();
            if self.stale || means {
                self.start(folder, wake);
            }
        }
        changed
    }

    fn start(&mut self, folder: &Path, wake: &WakeUp) {
        let filter = self.meant.clone();
        let refresh = std::mem::take(&mut self.stale);
        let (delete, trash) = (std::mem::take(&mut self.delete), self.trash);
        let (restore, put_back) = (std::mem::take(&mut self.restore), self.put_back);
        let (folder, index, progress) = (folder.to_path_buf(), self.index.clone(), self.progress.clone());
        let waker = wake.clone();
        self.job = Some(Background::start(wake, move |stop| {
            let mut trashed = delete.clone();
            let mut changed = put_back.filter(|_| !restore.is_empty()).map(|put_back| put_back(&restore));
            // The first failure. The other files are deleted nevertheless.
            for file in &delete {
                let deleted = delete_match(file, trash);
                if deleted.is_err() {
                    trashed.retain(|own| own != file);
                }
                changed = Some(changed.unwrap_or(Ok(())).and(deleted));
            }
            let looked = open(&folder, index.as_deref()).and_then(|mut library| {
                if refresh {
                    library.refresh(&mut |read, all| {
                        progress[0].store(read, Ordering::Relaxed);
                        progress[1].store(all, Ordering::Relaxed);
                        waker.wake();
                        !stop()
                    })?;
                    progress[1].store(0, Ordering::Relaxed);
                }
                Ok(FoundMatches {
                    matches: library.list(&filter, Sort::Date, None)?,
                    statistics: library.statistics(&filter)?,
                    notes: library.notes()?,
                    changed,
                    trashed,
                })
            });
            looked.map_err(|error| words_of(&error))
        }));
    }
}

fn open(folder: &Path, index: Option<&Path>) -> Result<Library, LibraryError> {
    // Before the first match, the folder does not exist. If it cannot be created, opening it fails
    // too.
    let _ = std::fs::create_dir_all(folder);
    match index {
        Some(index) => Library::open_with(folder, Some(index)),
        None => Library::open(folder),
    }
}

fn words_of(error: &LibraryError) -> String {
    crate::ui::words::capital(&error.to_string())
}

fn delete_match(file: &Path, trash: MoveToTrash) -> Result<(), String> {
    let name = file.file_name().unwrap_or_default().display();
    if library::is_being_played(file) {
        return Err(format!("{name} is being played and was not deleted"));
    }
    trash(file).map_err(|error| format!("{name} could not be moved to the trash: {error}"))
}
