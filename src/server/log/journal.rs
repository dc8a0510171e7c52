//! One journal for the logs of all rooms: appends of many rooms are synced together, and each sync is a line.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::journal_line::{Written, encode};
use super::recovery::recover;
use super::room_file::sync_folder;

/// The names of the journal's segments begin so; a number follows.
const SEGMENT: &str = "journal-";

/// The segment that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    number: u64,
    file: File,
    /// The length of its whole lines.
    end: u64,
    /// Whether a failed append may have left something behind `end`.
    dirty: bool,
    /// The files that this segment is about.
    touched: BTreeSet<String>,
}

/// A full segment. Once its files are synced it is not needed any more.
#[derive(Debug)]
pub(super) struct FullSegment {
    folder: PathBuf,
    path: PathBuf,
    touched: BTreeSet<String>,
}

impl Journal {
    /// Brings the files of a folder to where the journal left them, and begins a new segment.
    ///
    /// # Errors
    /// If the folder cannot be read or written. Damage to a segment or to a room's file is no error: see [`recover`].
    pub fn open(folder: &Path) -> io::Result<Journal> {
        let segments = segments(folder)?;
        recover(folder, &segments)?;
        Journal::segment(folder, segments.keys().next_back().map_or(0, |last| last + 1))
    }

    fn segment(folder: &Path, number: u64) -> io::Result<Journal> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        // The secrets of matches that are not over lie in it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(segment_path(folder, number))?;
        // A segment whose beginning failed before is empty, and serves as well.
        if file.metadata()?.len() > 0 {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        sync_folder(folder)?;
        Ok(Journal { folder: folder.to_path_buf(), number, file, end: 0, dirty: false, touched: BTreeSet::new() })
    }

    /// Appends texts, and waits until they are on the disk: all of them, or none.
    pub fn append(&mut self, texts: &[Written<'_>]) -> io::Result<()> {
        let line = encode(texts)?;
        self.cut()?;
        self.dirty = true;
        let written = self.write(&line);
        if written.is_err() {
            // At once, so that a crash does not bring back what was refused. If that fails, too, the next append tries again.
            let _ = self.cut();
        }
        written?;
        self.dirty = false;
        self.end += line.len() as u64;
        for text in texts {
            if !self.touched.contains(&*text.file) {
                self.touched.insert(text.file.clone().into_owned());
            }
        }
        Ok(())
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line)?;
        self.file.sync_data()
    }

    /// Cuts off what a failed append may have left.
    fn cut(&mut self) -> io::Result<()> {
        if self.dirty {
            self.file.set_len(self.end)?;
            self.dirty = false;
        }
        Ok(())
    }

    /// The length of the segment, bytes.
    pub fn len(&self) -> u64 {
        self.end
    }

    /// Begins a new segment and returns the full one.
    pub fn turn(&mut self) -> io::Result<FullSegment> {
        self.cut()?;
        let next = Journal::segment(&self.folder, self.number + 1)?;
        let full = std::mem::replace(self, next);
        let path = segment_path(&full.folder, full.number);
        Ok(FullSegment { folder: full.folder, path, touched: full.touched })
    }
}

impl FullSegment {
    /// Syncs its files, each by `sync`, and removes it. Files that were deleted need no sync.
    pub fn settle(&self, sync: &dyn Fn(&Path) -> io::Result<()>) -> io::Result<()> {
        for file in &self.touched {
            match sync(&self.folder.join(file)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        sync_folder(&self.folder)?;
        fs::remove_file(&self.path)
    }
}

fn segment_path(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{SEGMENT}{number}"))
}

/// The segments of a folder, by number.
fn segments(folder: &Path) -> io::Result<BTreeMap<u64, PathBuf>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(SEGMENT)).and_then(|number| number.parse().ok());
        if let Some(number) = number {
            found.insert(number, entry.path());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_segment_that_could_not_be_begun_is_begun_later() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path()).unwrap();
        fs::write(folder.path().join("journal-1"), "").unwrap();
        let full = journal.turn().unwrap();
        full.settle(&|_| Ok(())).unwrap();
        fs::write(folder.path().join("journal-2"), "somebody else's").unwrap();
        assert!(journal.turn().is_err());
        journal.append(&[Written { file: "a".into(), at: 0, text: "one\n".into() }]).unwrap();
    }
}
