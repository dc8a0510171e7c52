//! The files of a room. Links are not followed, and only the server's user can read new files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

use super::folder_lock::FolderLock;
use super::room_log::StoredRoom;

/// The name and length, bytes, of a file that checks the disk: as long as a match of 300 actions.
pub(super) const PROBE: &str = "probe";
const PROBE_LENGTH: usize = 16 << 10;

/// The names of a room's files: its own, and the match file.
pub(crate) fn names(room: &str) -> [String; 2] {
    [format!("{room}.room"), format!("{room}.jsonl")]
}

/// Checks that a path is a regular file. A link could lead out of the folder.
pub(super) fn check_regular(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "not a file: a link, or a folder"))
    }
}

/// Creates a file readable only by the server's user, because it may hold the secrets of matches.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The whole lines of a file; empty for a missing file. The text ends at the first zero byte,
/// because a crash can leave zeros at the end.
pub(super) fn whole_lines(path: &Path) -> io::Result<String> {
    let mut bytes = match check_regular(path).and_then(|()| fs::read(path)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    let text = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    let end = bytes[..text].iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    bytes.truncate(end);
    String::from_utf8(bytes).map_err(|_| io::Error::new(ErrorKind::InvalidData, "not UTF-8"))
}

/// Reads the files of a room.
pub(crate) fn read_room(folder: &Path, room: &str) -> io::Result<Option<StoredRoom>> {
    let [own, record] = names(room).map(|name| whole_lines(&folder.join(name)));
    let (room, record) = (own?, record?);
    if room.is_empty() {
        // A room is not gone because its folder is briefly missing.
        FolderLock::check(folder)?;
    }
    let version = (room.len() + record.len()) as u64;
    Ok((!room.is_empty()).then_some(StoredRoom { room, record, version }))
}

/// Appends to a file, which must have this `length`, bytes.
pub(super) fn append(path: &Path, length: u64, text: &str) -> io::Result<()> {
    if text.is_empty() {
        return Ok(());
    }
    let mut file = match check_regular(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && length == 0 => create(path)?,
        checked => checked.and_then(|()| OpenOptions::new().write(true).open(path))?,
    };
    let found = file.metadata()?.len();
    if found != length {
        return Err(io::Error::new(ErrorKind::InvalidData, format!("{found} bytes long instead of {length}")));
    }
    file.seek(SeekFrom::Start(length))?;
    file.write_all(text.as_bytes())
}

/// Cuts a file to at most `length` bytes. A missing file is ignored.
pub(super) fn cut(path: &Path, length: u64) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(found) if found.len() <= length => return Ok(()),
        Ok(_) => check_regular(path)?,
    }
    OpenOptions::new().write(true).open(path)?.set_len(length)
}

/// Checks that a file of a room can be written, with a temporary one.
pub(super) fn probe(folder: &Path) -> io::Result<()> {
    let path = folder.join(PROBE);
    // It may be left over from a crash.
    let _ = fs::remove_file(&path);
    let written = create(&path).and_then(|mut file| {
        file.write_all(&[b' '; PROBE_LENGTH])?;
        file.sync_all()
    });
    written.and(fs::remove_file(path))
}

/// Syncs a file. Links and folders are ignored.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    match check_regular(path) {
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        checked => checked.and_then(|()| File::open(path)?.sync_all()),
    }
}

/// Syncs the names in a folder, after files were created or removed.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems cannot open folders.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Deletes the files of a room; missing ones are ignored. The match file goes first: a room without
/// one is still found, and deleted later.
pub(crate) fn delete(folder: &Path, room: &str) -> io::Result<()> {
    let [own, record] = names(room);
    for name in [record, own] {
        match fs::remove_file(folder.join(name)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(())
}
