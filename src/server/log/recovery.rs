//! Recovery at the start of a server: writes to the files of rooms what the journal has and they may have lost.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::journal_line::{Written, decode};
use super::room_file::{check_regular, sync_folder};
use crate::server::report::warn;

/// The most files that are open at once.
const MAX_OPEN: usize = 256;

/// Writes the journal's texts to their files once more, and removes the segments.
///
/// Only a torn last line of the newest segment is passed over: nobody was told of it. A segment with any other damage, or one whose texts
/// do not all fit their files or reach the disk, is set aside as `damaged-journal-N`, and named in a warning. No file is ever cut: rooms keep what their
/// files have.
///
/// # Errors
/// If a segment can be neither removed nor renamed.
pub(super) fn recover(folder: &Path, segments: &BTreeMap<u64, PathBuf>) -> io::Result<()> {
    let newest = segments.keys().next_back();
    let mut files = Files { folder, open: HashMap::new(), given_up: HashSet::new(), unsynced: false };
    let mut damaged = Vec::new();
    for (number, path) in segments {
        match replay(path, newest == Some(number), &mut files) {
            Ok(true) => {}
            Ok(false) => damaged.push(*number),
            Err(error) => {
                warn(&format!("{}: {error}", path.display()));
                damaged.push(*number);
            }
        }
    }
    files.sync();
    sync_folder(folder)?;
    for (number, path) in segments {
        if damaged.contains(number) || files.unsynced {
            let aside = free_name(folder, &format!("damaged-journal-{number}"));
            fs::rename(path, &aside)?;
            warn(&format!(
                "{}: the journal is damaged; it is kept, and the rooms have what their files have",
                aside.display()
            ));
        } else {
            fs::remove_file(path)?;
        }
    }
    sync_folder(folder)
}

/// Writes the texts of a segment to their files. Returns whether all of them were there and fit.
fn replay(path: &Path, newest: bool, files: &mut Files<'_>) -> io::Result<bool> {
    check_regular(path)?;
    let bytes = fs::read(path)?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let (whole, torn) = bytes.split_at(end);
    let mut fits = newest || torn.is_empty();
    for line in whole.split_inclusive(|byte| *byte == b'\n') {
        match decode(line.strip_suffix(b"\n").unwrap_or(line)) {
            Some(texts) => {
                for written in &texts {
                    fits &= files.write(written);
                }
            }
            None => fits = false,
        }
    }
    Ok(fits)
}

/// A name in the folder that no file has, beginning so.
fn free_name(folder: &Path, name: &str) -> PathBuf {
    let numbered = (1..).map(|number: u64| folder.join(format!("{name}.{number}")));
    let mut names = std::iter::once(folder.join(name)).chain(numbered);
    names.find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_else(|| folder.join(name))
}

/// The files of rooms that texts are written to.
struct Files<'a> {
    folder: &'a Path,
    open: HashMap<String, File>,
    /// The files that nothing more is written to: a text before is missing.
    given_up: HashSet<String>,
    /// Whether a file could not be synced.
    unsynced: bool,
}

impl Files<'_> {
    /// Writes a text where it belongs. Returns whether it is there now, or its file was deleted.
    fn write(&mut self, written: &Written<'_>) -> bool {
        if self.given_up.contains(&*written.file) {
            return false;
        }
        match self.try_write(written) {
            Ok(()) => true,
            Err(error) => {
                warn(&format!("{}: {error}; it stays as it is", written.file));
                self.given_up.insert(written.file.clone().into_owned());
                error.kind() == ErrorKind::NotFound
            }
        }
    }

    fn try_write(&mut self, written: &Written<'_>) -> io::Result<()> {
        let (name, text) = (&*written.file, written.text.as_bytes());
        if Path::new(name).file_name() != Some(name.as_ref()) {
            return Err(io::Error::new(ErrorKind::InvalidFilename, "not the name of a file in the folder"));
        }
        if !self.open.contains_key(name) {
            if self.open.len() >= MAX_OPEN {
                self.sync();
            }
            self.open.insert(name.to_string(), open(&self.folder.join(name))?);
        }
        let Some(file) = self.open.get_mut(name) else { return Err(ErrorKind::NotFound.into()) };
        if file.metadata()?.len() < written.at {
            return Err(io::Error::new(ErrorKind::InvalidData, "shorter than the journal says"));
        }
        let mut there = Vec::with_capacity(text.len());
        file.seek(SeekFrom::Start(written.at))?;
        file.take(text.len() as u64).read_to_end(&mut there)?;
        if there != text {
            file.seek(SeekFrom::Start(written.at))?;
            file.write_all(text)?;
        }
        Ok(())
    }

    /// Syncs the open files and closes them.
    fn sync(&mut self) {
        for (name, file) in self.open.drain() {
            if let Err(error) = file.sync_all() {
                warn(&format!("{name}: {error}"));
                self.unsynced = true;
            }
        }
    }
}

/// Opens a file. One that is missing was deleted, as the folder is synced with every new file, and stays so.
fn open(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    OpenOptions::new().read(true).write(true).open(path)
}
