//! Recovery at the start of a server: restores texts of the journal that the files of rooms may
//! have lost.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use tracing::warn;

use super::journal_line::{Written, decode};
use super::room_file::{check_regular, sync_folder};

/// A segment with all its texts in their files, though not necessarily on the disk.
pub(super) struct Recovered {
    /// The segment.
    pub path: PathBuf,
    /// The files with texts in the segment.
    pub touched: BTreeSet<String>,
}

/// Writes texts of the journal to their files again where they are missing. Does not sync these
/// files: the segments remain until the settler has synced them, so a crash before that repeats the
/// recovery. Returns the segments, oldest first.
///
/// Files changed later than the journal may have a last line that the journal lacks and that
/// players will see. They are synced by `sync`. A torn last line of the newest segment was never
/// acknowledged, and is cut off. A segment with any other damage, or with texts that do not fit
/// their files, is renamed to `damaged-journal-N`, with a warning. Files of rooms are never cut.
///
/// # Errors
/// If a segment can be neither removed nor renamed.
pub(super) fn recover(
    folder: &Path,
    segments: &BTreeMap<u64, PathBuf>,
    sync: &dyn Fn(&Path) -> io::Result<()>,
) -> io::Result<Vec<Recovered>> {
    let newest = segments.values().next_back();
    let last_append = newest.and_then(|path| fs::symlink_metadata(path).ok()?.modified().ok());
    let unsure = last_append.map_or(Ok(Vec::new()), |last_append| room_files(folder, last_append))?;
    let mut texts = Texts::default();
    let mut read = Vec::new();
    for (number, path) in segments {
        let segment = read_segment(path, newest == Some(path), &mut texts).unwrap_or_else(|error| {
            warn!("{}: {error}", path.display());
            Segment::default()
        });
        read.push((*number, path, segment));
    }
    let unwritten = texts.write(folder);
    let has_lost_texts =
        read.iter().any(|(_, _, segment)| segment.is_torn || !segment.is_whole) || !unwritten.is_empty();
    // The texts lost from the journal are unknown, and a renamed segment is not settled. Syncing
    // unchanged files takes no time.
    let unsure = if has_lost_texts { room_files(folder, UNIX_EPOCH)? } else { unsure };
    for path in unsure {
        match sync(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => warn!("{}: {error}", path.display()),
            _ => {}
        }
    }
    let mut recovered = Vec::new();
    for (number, path, segment) in read {
        if !segment.is_whole || !segment.touched.is_disjoint(&unwritten) {
            set_aside(folder, number, path)?;
        } else if segment.touched.is_empty() {
            fs::remove_file(path)?;
        } else {
            recovered.push(Recovered { path: path.clone(), touched: segment.touched });
        }
    }
    sync_folder(folder)?;
    Ok(recovered)
}

/// Renames a damaged segment.
fn set_aside(folder: &Path, number: u64, path: &Path) -> io::Result<()> {
    let aside = free_name(folder, &format!("damaged-journal-{number}"));
    fs::rename(path, &aside)?;
    warn!(
        "{}: this part of the journal is damaged and kept for inspection; rooms have only the lines in their files",
        aside.display()
    );
    Ok(())
}

/// The files of rooms that changed at or after this time.
fn room_files(folder: &Path, since: SystemTime) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_room = path.extension().is_some_and(|extension| extension == "room" || extension == "jsonl");
        if is_room && entry.metadata().and_then(|found| found.modified()).is_ok_and(|modified| modified >= since) {
            files.push(path);
        }
    }
    Ok(files)
}

/// The contents of a segment.
#[derive(Default)]
struct Segment {
    /// Whether every line was intact, apart from a torn end of the newest segment.
    is_whole: bool,
    /// Whether a torn end was cut off.
    is_torn: bool,
    /// The files with texts in the segment.
    touched: BTreeSet<String>,
}

/// Reads the texts of a segment.
fn read_segment(path: &Path, is_newest: bool, texts: &mut Texts) -> io::Result<Segment> {
    check_regular(path)?;
    let bytes = fs::read(path)?;
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let (whole, torn) = bytes.split_at(end);
    let mut segment = Segment { is_whole: is_newest || torn.is_empty(), ..Segment::default() };
    for line in whole.split_inclusive(|byte| *byte == b'\n') {
        match decode(line.strip_suffix(b"\n").unwrap_or(line)) {
            Some(written) => {
                for written in written {
                    if !segment.touched.contains(&*written.file) {
                        segment.touched.insert(written.file.clone().into_owned());
                    }
                    texts.add(written);
                }
            }
            None => segment.is_whole = false,
        }
    }
    segment.is_torn = segment.is_whole && !torn.is_empty();
    if segment.is_torn {
        // The segment remains, but will no longer be the newest.
        OpenOptions::new().write(true).open(path)?.set_len(end as u64)?;
    }
    Ok(segment)
}

/// This name, with a number appended if it is taken in the folder.
fn free_name(folder: &Path, name: &str) -> PathBuf {
    let numbered = (1..).map(|number: u64| folder.join(format!("{name}.{number}")));
    let mut names = std::iter::once(folder.join(name)).chain(numbered);
    names.find(|path| fs::symlink_metadata(path).is_err()).unwrap_or_else(|| folder.join(name))
}

/// The texts of the journal by file, each with its offset, in order.
#[derive(Default)]
struct Texts {
    by_file: BTreeMap<String, Vec<(u64, Vec<u8>)>>,
}

impl Texts {
    /// Adds a text. Earlier texts at or after its offset are outdated: the file was cut or
    /// rewritten by hand.
    fn add(&mut self, written: Written<'_>) {
        let texts = self.by_file.entry(written.file.into_owned()).or_default();
        while let Some((at, text)) = texts.last_mut() {
            if *at >= written.at {
                texts.pop();
                continue;
            }
            text.truncate(usize::try_from(written.at - *at).unwrap_or(usize::MAX));
            break;
        }
        texts.push((written.at, written.text.into_owned().into_bytes()));
    }

    /// Writes the texts to their files. Returns the files where they do not fit. Skips deleted
    /// files.
    fn write(&self, folder: &Path) -> BTreeSet<String> {
        let mut unwritten = BTreeSet::new();
        for (name, texts) in &self.by_file {
            match write(folder, name, texts) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    warn!("{name}: {error}; the journal's lines for it are not written");
                    unwritten.insert(name.clone());
                }
                _ => {}
            }
        }
        unwritten
    }
}

/// Writes each text to its place in a file unless it is there already. A missing file was deleted,
/// because the folder is synced with every new file; it is not created again.
fn write(folder: &Path, name: &str, texts: &[(u64, Vec<u8>)]) -> io::Result<()> {
    if Path::new(name).file_name() != Some(name.as_ref()) {
        return Err(io::Error::new(ErrorKind::InvalidFilename, "not the name of a file in the folder"));
    }
    let path = folder.join(name);
    check_regular(&path)?;
    let mut file = OpenOptions::new().read(true).write(true).open(&path)?;
    for (at, text) in texts {
        if file.metadata()?.len() < *at {
            return Err(io::Error::new(ErrorKind::InvalidData, "shorter than the journal says"));
        }
        if read_at(&mut file, *at, text.len())? != *text {
            file.seek(SeekFrom::Start(*at))?;
            file.write_all(text)?;
        }
    }
    Ok(())
}

/// At most `length` bytes of a file from an offset.
fn read_at(file: &mut File, at: u64, length: usize) -> io::Result<Vec<u8>> {
    let mut found = Vec::with_capacity(length);
    file.seek(SeekFrom::Start(at))?;
    file.take(length as u64).read_to_end(&mut found)?;
    Ok(found)
}
