//! Searches of the library on another thread: files are compared with the index, matches listed and counted, and one deleted.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::fields::Fields;
use crate::library::{self, Filter, Library, LibraryError, ListedMatch, Note, Sort, Statistics};
use crate::session::{Background, WakeUp};

/// The library's answer.
#[derive(Default)]
pub struct Answer {
    /// The matches that are meant, in order.
    pub matches: Vec<ListedMatch>,
    /// The same, counted.
    pub statistics: Statistics,
    /// Warnings about files.
    pub notes: Vec<Note>,
    /// Why the match that was to be deleted first was not; `None` if there was none.
    deleted: Option<Result<(), String>>,
}

/// Moves a file to the trash, or says why it cannot.
pub type MoveToTrash = fn(&Path) -> Result<(), String>;

/// Searches the library, one search at a time.
pub struct LibrarySearch {
    /// The query of the last search,
    asked: Option<Fields>,
    /// and what that meant; if it means nothing, the last that did.
    meant: (Filter, Sort),
    /// Whether the files have to be compared with the index.
    stale: bool,
    /// The file that is to be deleted first.
    delete: Option<PathBuf>,
    job: Option<Background<Result<Answer, String>>>,
    /// How many files have been read, and how many are to be.
    progress: Arc<[AtomicUsize; 2]>,
    /// The result of the last search.
    pub answer: Answer,
    /// The error in the query.
    misread: Option<String>,
    /// Why the library cannot be searched.
    error: Option<String>,
    /// Where the index lies; `None` in the user's cache folder.
    pub index: Option<PathBuf>,
    /// How a file is deleted.
    pub trash: MoveToTrash,
}

impl Default for LibrarySearch {
    fn default() -> Self {
        LibrarySearch {
            asked: None,
            meant: Default::default(),
            stale: true,
            delete: None,
            job: None,
            progress: Arc::default(),
            answer: Answer::default(),
            misread: None,
            error: None,
            index: None,
            trash: |file| trash::delete(file).map_err(|error| error.to_string()),
        }
    }
}

impl LibrarySearch {
    /// Compares the files with the index at the next search.
    pub fn refresh(&mut self) {
        self.stale = true;
    }

    /// Deletes a match at the next search.
    pub fn delete(&mut self, file: PathBuf) {
        self.delete = Some(file);
        self.stale = true;
    }

    /// Whether a search is going on.
    pub fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// How many files have been read of those that have to be; `None` if none have to be.
    pub fn progress(&self) -> Option<(usize, usize)> {
        let [read, all] = [0, 1].map(|part| self.progress[part].load(Ordering::Relaxed));
        (self.is_busy() && all > 0).then_some((read, all))
    }

    /// Everything that is wrong.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        let not_deleted = self.answer.deleted.as_ref().and_then(|deleted| deleted.as_ref().err());
        self.misread.iter().chain(&self.error).chain(not_deleted).map(String::as_str)
    }

    /// Takes the result of a search, and begins another if there is something to ask. Returns whether a match was deleted.
    pub fn update(&mut self, folder: &Path, fields: &Fields, wake: &WakeUp) -> bool {
        let mut deleted = false;
        if let Some(result) = self.job.as_ref().and_then(Background::take) {
            self.job = None;
            match result.map_err(|panic| panic.to_string()).flatten() {
                Ok(answer) => {
                    deleted = answer.deleted == Some(Ok(()));
                    (self.answer, self.error) = (answer, None);
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
        deleted
    }

    fn start(&mut self, folder: &Path, wake: &WakeUp) {
        let (filter, sort) = self.meant.clone();
        let refresh = std::mem::take(&mut self.stale);
        let (delete, trash) = (self.delete.take(), self.trash);
        let (folder, index, progress) = (folder.to_path_buf(), self.index.clone(), self.progress.clone());
        let waker = wake.clone();
        self.job = Some(Background::start(wake, move |stop| {
            let deleted = delete.map(|file| delete_match(&file, trash));
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
                Ok(Answer {
                    matches: library.list(&filter, sort, None)?,
                    statistics: library.statistics(&filter)?,
                    notes: library.notes()?,
                    deleted,
                })
            });
            looked.map_err(|error| words_of(&error))
        }));
    }
}

fn open(folder: &Path, index: Option<&Path>) -> Result<Library, LibraryError> {
    // Before the first match, there is none. If this fails, so does reading it.
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
        return Err(format!("{name} is being played, and is not deleted"));
    }
    trash(file).map_err(|error| format!("{name} cannot be moved to the trash, and stays where it is: {error}"))
}
