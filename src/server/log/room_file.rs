//! The files of a room: opened without following links, created for the server's user alone.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::Path;

/// Checks that a path is a file, and no link to one: a link could lead out of the folder.
pub(super) fn check_regular(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path)?.is_file() {
        Ok(())
    } else {
        Err(io::Error::new(ErrorKind::InvalidInput, "not a file: a link, or a folder"))
    }
}

/// Creates a file that only the server's user can read: the secrets of matches lie in it.
pub(super) fn create(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// The text of a file up to the end of its last whole line; empty if there is no file. A crash can leave zeros at the end, which no line has.
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

/// Appends to a file that has to have this length, bytes.
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

/// Cuts a file to this length, bytes, if it is longer. A file that is missing needs no cut.
pub(super) fn cut(path: &Path, length: u64) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
        Ok(found) if found.len() <= length => return Ok(()),
        Ok(_) => check_regular(path)?,
    }
    OpenOptions::new().write(true).open(path)?.set_len(length)
}

/// Waits until a file is on the disk. What has taken its place is not the server's.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    match check_regular(path) {
        Err(error) if error.kind() == ErrorKind::InvalidInput => Ok(()),
        checked => checked.and_then(|()| File::open(path)?.sync_all()),
    }
}

/// Waits until new and removed files of a folder are on the disk.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    // Other systems than Unix do not open folders.
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
