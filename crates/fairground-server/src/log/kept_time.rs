//! The time by which rooms age, stored in the file `time` between runs of a server.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use super::journal_line::{checked, with_checksum};
use super::room_file::{check_regular, create};

/// The name of the file.
const TIME: &str = "time";

/// The temporary name of a new file.
const REWRITTEN: &str = "time.new";

/// The stored time, Unix time, s; `None` if it is missing or damaged.
pub(crate) fn kept_time(folder: &Path) -> Option<u64> {
    let path = folder.join(TIME);
    let bytes = check_regular(&path).and_then(|()| fs::read(&path)).ok()?;
    let contents = checked(bytes.strip_suffix(b"\n")?)?;
    std::str::from_utf8(contents).ok()?.parse().ok()
}

/// Stores the time.
pub(super) fn keep_time(folder: &Path, time: u64) -> io::Result<()> {
    let rewritten = folder.join(REWRITTEN);
    match fs::remove_file(&rewritten) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    create(&rewritten)?.write_all(&with_checksum(time.to_string().as_bytes()))?;
    fs::rename(&rewritten, folder.join(TIME))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_kept_unless_it_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(kept_time(folder.path()), None);
        for time in [7, 1_795_383_915] {
            keep_time(folder.path(), time).unwrap();
            assert_eq!(kept_time(folder.path()), Some(time));
        }
        let path = folder.path().join(TIME);
        let bytes = fs::read(&path).unwrap();
        for index in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[index] ^= 1;
            fs::write(&path, damaged).unwrap();
            assert_eq!(kept_time(folder.path()), None, "byte {index}");
        }
    }
}
