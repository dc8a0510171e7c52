//! The journal of all rooms: appends of many rooms become one line, which needs one sync.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::journal_line::{Written, encode};
use super::recovery::{Recovered, recover};
use super::room_file::sync_folder;

/// The prefix of segment names; a number follows.
const SEGMENT: &str = "journal-";

/// The segment being written.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    number: u64,
    file: File,
    /// The length of its whole lines, bytes.
    end: u64,
    /// Whether a failed append may have left bytes after `end`.
    dirty: bool,
    /// The files with texts in the segment.
    touched: BTreeSet<String>,
}

/// A full segment. It is needed until its files are synced.
#[derive(Debug)]
pub(super) struct FullSegment {
    folder: PathBuf,
    path: PathBuf,
    touched: BTreeSet<String>,
}

impl Journal {
    /// Recovers the files of a folder from its segments, and starts a new segment. Also returns the
    /// segments found, oldest first, for the settler. A start syncs few files, by `sync`.
    ///
    /// # Errors
    /// If the folder cannot be read or written. Damage to a segment or to a room's file is not an
    /// error, see [`recover`].
    pub fn open(folder: &Path, sync: &dyn Fn(&Path) -> io::Result<()>) -> io::Result<(Journal, VecDeque<FullSegment>)> {
        let segments = segments(folder)?;
        let recovered = recover(folder, &segments, sync)?;
        let full = |Recovered { path, touched }| FullSegment { folder: folder.to_path_buf(), path, touched };
        let full = recovered.into_iter().map(full).collect();
        Ok((Journal::segment(folder, segments.keys().next_back().map_or(0, |last| last + 1))?, full))
    }

    fn segment(folder: &Path, number: u64) -> io::Result<Journal> {
        let mut options = OpenOptions::new();
        options.write(true).create(true).truncate(false);
        // The journal holds the secrets of matches in progress.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(segment_path(folder, number))?;
        // An empty file is left over from an earlier attempt to start this segment.
        if file.metadata()?.len() > 0 {
            return Err(io::ErrorKind::AlreadyExists.into());
        }
        sync_folder(folder)?;
        Ok(Journal { folder: folder.to_path_buf(), number, file, end: 0, dirty: false, touched: BTreeSet::new() })
    }

    /// Appends all texts or none, and waits for the disk.
    pub fn append(&mut self, texts: &[Written<'_>]) -> io::Result<()> {
        let line = encode(texts)?;
        self.cut()?;
        self.dirty = true;
        let written = self.write(&line);
        if written.is_err() {
            // Immediately, so that a crash does not bring back a refused append. If this fails, the
            // next append tries again.
            let _ = self.cut();
        }
        written?;
        self.dirty = false;
        self.end += line.len() as u64;
        for text in texts {
            self.touch(&text.file);
        }
        Ok(())
    }

    /// Marks a file to be synced before the segment is removed.
    pub fn touch(&mut self, file: &str) {
        if !self.touched.contains(file) {
            self.touched.insert(file.to_string());
        }
    }

    fn write(&mut self, line: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(line)?;
        self.file.sync_data()
    }

    /// Cuts off the remains of a failed append.
    fn cut(&mut self) -> io::Result<()> {
        if self.dirty {
            self.file.set_len(self.end)?;
            self.dirty = false;
        }
        Ok(())
    }

    /// Cuts off the remains of a failed append, and waits for the disk.
    pub fn sync(&mut self) -> io::Result<()> {
        self.cut()?;
        self.file.sync_data()
    }

    /// The length of the segment, bytes.
    pub fn len(&self) -> u64 {
        self.end
    }

    /// Starts a new segment and returns the full one.
    pub fn rotate(&mut self) -> io::Result<FullSegment> {
        self.cut()?;
        let next = Journal::segment(&self.folder, self.number + 1)?;
        let full = std::mem::replace(self, next);
        let path = segment_path(&full.folder, full.number);
        Ok(FullSegment { folder: full.folder, path, touched: full.touched })
    }
}

impl FullSegment {
    /// The files with texts in the segment.
    pub fn touched(&self) -> &BTreeSet<String> {
        &self.touched
    }

    /// Syncs the files by `sync`, and removes the segment. Skips deleted files.
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
    fn a_failed_new_segment_is_started_later() {
        let folder = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(folder.path(), &|_| Ok(())).unwrap();
        fs::write(folder.path().join("journal-1"), "").unwrap();
        let full = journal.rotate().unwrap();
        full.settle(&|_| Ok(())).unwrap();
        fs::write(folder.path().join("journal-2"), "somebody else's").unwrap();
        assert!(journal.rotate().is_err());
        journal.append(&[Written { file: "a".into(), at: 0, text: "one\n".into() }]).unwrap();
    }
}
