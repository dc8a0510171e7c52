//! Recovery at the start of a server: restores texts that the journal has and the files of rooms may have lost.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tracing::warn;

use super::journal_line::{Written, decode};
use super::room_file::{self, check_regular, sync_folder};

/// The most files that are open at the same time.
const MAX_OPEN: usize = 256;

/// A segment whose texts are all in their files, though not necessarily on the disk.
pub(super) struct Recovered {
    /// The segment.
    pub path: PathBuf,
    /// The files that it writes to.
    pub touched: BTreeSet<String>,
}

/// Writes the journal's texts to their files again where they are missing. Files are not synced here: the segments stay until the settler has done
/// so, and a crash before repeats the recovery. Returns them, oldest first.
///
/// A torn last line of the newest segment was never acknowledged, and is cut off. A segment with any other damage, or with texts that do not fit
/// their files, is renamed to `damaged-journal-N`, with a warning. Files of rooms are never cut.
///
/// # Errors
/// If a segment can be neither removed nor renamed.
pub(super) fn recover(folder: &Path, segments: &BTreeMap<u64, PathBuf>) -> io::Result<Vec<Recovered>> {
    let newest = segments.keys().next_back();
    let mut files = Files { folder, open: HashMap::new(), given_up: HashSet::new() };
    let (mut recovered, mut damaged, mut is_torn) = (Vec::new(), Vec::new(), false);
    for (number, path) in segments {
        let mut touched = BTreeSet::new();
        let replayed = replay(path, newest == Some(number), &mut files, &mut touched).unwrap_or_else(|error| {
            warn!("{}: {error}", path.display());
            Replayed { fits: false, is_torn: false }
        });
        is_torn |= replayed.is_torn;
        let fits = replayed.fits;
        if fits && !touched.is_empty() {
            recovered.push(Recovered { path: path.clone(), touched });
        } else if fits {
            fs::remove_file(path)?;
        } else {
            damaged.push((*number, path));
        }
    }
    if is_torn || !damaged.is_empty() {
        sync_rooms(folder)?;
    }
    for (number, path) in damaged {
        set_aside(folder, number, path)?;
    }
    sync_folder(folder)?;
    Ok(recovered)
}

/// Renames a damaged segment.
fn set_aside(folder: &Path, number: u64, path: &Path) -> io::Result<()> {
    let aside = free_name(folder, &format!("damaged-journal-{number}"));
    fs::rename(path, &aside)?;
    let aside = aside.display();
    warn!(
        "{aside}: this part of the journal is damaged; rooms have the lines of their files, and it is kept for inspection"
    );
    Ok(())
}

/// Syncs all files of rooms, as nobody knows which texts the journal has lost. Files without changes take no time.
fn sync_rooms(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "room" || extension == "jsonl")
            && let Err(error) = room_file::sync(&path)
        {
            warn!("{}: {error}", path.display());
        }
    }
    Ok(())
}

/// The state of a segment.
struct Replayed {
    /// Whether every line was whole, apart from a torn end, and every text fit its file.
    fits: bool,
    /// Whether a torn end was cut off.
    is_torn: bool,
}

/// Writes the texts of a segment to their files.
fn replay(path: &Path, newest: bool, files: &mut Files<'_>, touched: &mut BTreeSet<String>) -> io::Result<Replayed> {
    check_regular(path)?;
    let bytes = fs::read(path)?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let (whole, torn) = bytes.split_at(end);
    let mut fits = newest || torn.is_empty();
    for line in whole.split_inclusive(|byte| *byte == b'\n') {
        match decode(line.strip_suffix(b"\n").unwrap_or(line)) {
            Some(texts) => {
                for written in &texts {
                    fits &= files.write(written, touched);
                }
            }
            None => fits = false,
        }
    }
    let is_torn = fits && !torn.is_empty();
    if is_torn {
        // The segment stays, and is not the newest after this start.
        OpenOptions::new().write(true).open(path)?.set_len(end as u64)?;
    }
    Ok(Replayed { fits, is_torn })
}

/// This name, or one with a number appended, whichever is free in the folder.
fn free_name(folder: &Path, name: &str) -> PathBuf {
    let numbered = (1..).map(|number: u64| folder.join(format!("{name}.{number}")));
    let mut names = std::iter::once(folder.join(name)).chain(numbered);
    names.find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_else(|| folder.join(name))
}

/// The files of rooms during a recovery.
struct Files<'a> {
    folder: &'a Path,
    open: HashMap<String, File>,
    /// Files that get no more texts, as an earlier one is missing.
    given_up: HashSet<String>,
}

impl Files<'_> {
    /// Writes a text to its place. Returns whether it is there now, or its file was deleted.
    fn write(&mut self, written: &Written<'_>, touched: &mut BTreeSet<String>) -> bool {
        if self.given_up.contains(&*written.file) {
            return false;
        }
        match self.try_write(written) {
            Ok(()) => {
                if !touched.contains(&*written.file) {
                    touched.insert(written.file.clone().into_owned());
                }
                true
            }
            Err(error) if error.kind() == ErrorKind::NotFound => true,
            Err(error) => {
                warn!("{}: {error}; the file is left unchanged", written.file);
                self.given_up.insert(written.file.clone().into_owned());
                false
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
                self.open.clear();
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
}

/// Opens a file. A missing file was deleted, as the folder is synced with every new file, and is not made again.
fn open(path: &Path) -> io::Result<File> {
    check_regular(path)?;
    OpenOptions::new().read(true).write(true).open(path)
}
