//! One journal for the logs of all rooms: what many rooms wait for is synced at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// The names of the journal's segments begin so; a number follows.
const SEGMENT: &str = "journal-";

/// A text that was, or is to be, written to a file of the folder.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Written<'a> {
    /// The name of the file.
    pub file: std::borrow::Cow<'a, str>,
    /// Behind how many bytes.
    pub at: u64,
    /// The text.
    pub text: std::borrow::Cow<'a, str>,
}

/// The segment that is being written.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    number: u64,
    file: File,
    /// How much of it is whole.
    end: u64,
    /// Whether something may stand behind that.
    dirty: bool,
    /// The files that this segment is about.
    touched: BTreeSet<String>,
}

/// A segment that is full. Its files are synced, and then it is not needed any more.
#[derive(Debug)]
pub(super) struct FullSegment {
    folder: PathBuf,
    path: PathBuf,
    touched: BTreeSet<String>,
}

impl Journal {
    /// Brings the files of a folder to where the journal left them, and begins a new segment.
    pub fn open(folder: &Path) -> io::Result<Journal> {
        let segments = segments(folder)?;
        recover(folder, segments.values())?;
        for segment in segments.values() {
            fs::remove_file(segment)?;
        }
        let number = segments.keys().next_back().map_or(0, |last| last + 1);
        Ok(Journal { folder: folder.to_path_buf(), number, ..Journal::segment(folder, number)? })
    }

    fn segment(folder: &Path, number: u64) -> io::Result<Journal> {
        let path = folder.join(format!("{SEGMENT}{number}"));
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        // The secrets of matches that are not over lie in it.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(path)?;
        sync_folder(folder)?;
        Ok(Journal { folder: folder.to_path_buf(), number, file, end: 0, dirty: false, touched: BTreeSet::new() })
    }

    /// Appends texts, and waits until they are on the disk: all of them, or none.
    pub fn append(&mut self, texts: &[Written<'_>]) -> io::Result<()> {
        let mut lines = Vec::new();
        for text in texts {
            serde_json::to_writer(&mut lines, text)?;
            lines.push(b'\n');
        }
        if self.dirty {
            self.file.set_len(self.end)?;
        }
        self.dirty = true;
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(&lines)?;
        self.file.sync_data()?;
        self.dirty = false;
        self.end += lines.len() as u64;
        for text in texts {
            if !self.touched.contains(&*text.file) {
                self.touched.insert(text.file.clone().into_owned());
            }
        }
        Ok(())
    }

    /// How many bytes the segment has.
    pub fn len(&self) -> u64 {
        self.end
    }

    /// Begins a new segment and returns the full one.
    pub fn turn(&mut self) -> io::Result<FullSegment> {
        let next = Journal::segment(&self.folder, self.number + 1)?;
        let full = std::mem::replace(self, next);
        let path = full.folder.join(format!("{SEGMENT}{}", full.number));
        Ok(FullSegment { folder: full.folder, path, touched: full.touched })
    }
}

impl FullSegment {
    /// Has all its files on the disk, and removes it.
    pub fn settle(self) -> io::Result<()> {
        for file in &self.touched {
            File::open(self.folder.join(file))?.sync_all()?;
        }
        sync_folder(&self.folder)?;
        fs::remove_file(self.path)
    }
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

/// Writes what the journal has to the files once more, and cuts off what stands behind it: nobody was told of that.
fn recover<'a>(folder: &Path, segments: impl Iterator<Item = &'a PathBuf>) -> io::Result<()> {
    let mut files: BTreeMap<String, (File, u64)> = BTreeMap::new();
    for segment in segments {
        for line in BufReader::new(File::open(segment)?).split(b'\n') {
            // The last line may not be whole: nobody was told of it.
            let line = line?;
            let Ok(written) = serde_json::from_slice::<Written<'_>>(&line) else { break };
            let file = match files.get_mut(&*written.file) {
                Some(file) => file,
                // So that not all files of a large folder are open at once.
                None => {
                    if files.len() >= 256 {
                        finish(&mut files)?;
                    }
                    let path = folder.join(&*written.file);
                    let opened = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
                    files.entry(written.file.clone().into_owned()).or_insert((opened, 0))
                }
            };
            if file.0.metadata()?.len() < written.at {
                let error = format!("{}: it is shorter than the journal says", written.file);
                return Err(io::Error::new(io::ErrorKind::InvalidData, error));
            }
            file.0.seek(SeekFrom::Start(written.at))?;
            file.0.write_all(written.text.as_bytes())?;
            file.1 = written.at + written.text.len() as u64;
        }
    }
    finish(&mut files)?;
    sync_folder(folder)
}

fn finish(files: &mut BTreeMap<String, (File, u64)>) -> io::Result<()> {
    for (_, (file, end)) in std::mem::take(files) {
        file.set_len(end)?;
        file.sync_all()?;
    }
    Ok(())
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    // Elsewhere folders cannot be opened.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<'a>(file: &'a str, at: u64, text: &'a str) -> Written<'a> {
        Written { file: file.into(), at, text: text.into() }
    }

    #[test]
    fn files_are_brought_to_where_the_journal_left_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let mut journal = Journal::open(folder.path()).unwrap();
        journal.append(&[written("a", 0, "one\n"), written("b", 0, "new\n")]).unwrap();
        journal.append(&[written("a", 4, "two\n")]).unwrap();
        // The power fails: one file was lost, the other has more than anybody was told of; the journal has half a line.
        fs::write(path("a"), "one\ngarbage").unwrap();
        let mut torn = OpenOptions::new().append(true).open(path("journal-0")).unwrap();
        torn.write_all(b"{\"file\":\"a\",\"at\":8,\"te").unwrap();
        drop(journal);
        let mut journal = Journal::open(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(path("a")).unwrap(), "one\ntwo\n");
        assert_eq!(fs::read_to_string(path("b")).unwrap(), "new\n");
        assert!(!path("journal-0").exists() && path("journal-1").exists());
        journal.append(&[written("a", 8, "three\n")]).unwrap();
        fs::write(path("a"), "one\ntwo\nthree\n").unwrap();
        journal.turn().unwrap().settle().unwrap();
        assert!(!path("journal-1").exists() && journal.len() == 0);
        drop(journal);
        Journal::open(folder.path()).unwrap();
        assert_eq!(fs::read_to_string(path("a")).unwrap(), "one\ntwo\nthree\n");
    }

    #[test]
    fn a_file_that_lost_synced_bytes_is_not_papered_over() {
        let folder = tempfile::tempdir().unwrap();
        let mut journal = Journal::open(folder.path()).unwrap();
        journal.append(&[written("a", 10, "more\n")]).unwrap();
        drop(journal);
        let error = Journal::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains("shorter than the journal"), "{error}");
    }
}
