//! Requests of administrators to a running server, as files in the subfolder `requests` of its
//! rooms: `ID.request`, answered by `ID.answer`.
//!
//! Anybody with write access to the folder may make requests. The server looks for them twice a
//! second. A request is there until its answer is, so that neither is lost with the server.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tracing::{debug, warn};

use super::folder_lock::FolderLock;
use super::room_log::Request;
use crate::secrets::new_token;

/// The folder of requests.
const FOLDER: &str = "requests";

/// The extensions of requests, answers, and files being written.
const REQUEST: &str = "request";
const ANSWER: &str = "answer";
const UNFINISHED: &str = "unfinished";

/// How long an administrator waits for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The age of a file for which nobody waits any more.
const STALE: Duration = Duration::from_secs(600);

/// Creates the folder of requests, accessible only to the server's user.
pub(super) fn create_folder(rooms: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(rooms.join(FOLDER))
}

/// The unanswered requests. One that cannot be read is answered by the error. Removes stale files.
pub(super) fn pending(rooms: &Path) -> io::Result<Vec<Request>> {
    let mut requests = Vec::new();
    for entry in fs::read_dir(rooms.join(FOLDER))? {
        let path = entry?.path();
        let Ok(found) = fs::symlink_metadata(&path) else { continue };
        if found.modified().is_ok_and(|modified| modified.elapsed().is_ok_and(|age| age > STALE)) {
            // A file that cannot be removed is ignored.
            let _ = fs::remove_file(&path);
            continue;
        }
        if path.extension().is_some_and(|extension| extension == REQUEST)
            && let Some(id) = path.file_stem().and_then(|stem| stem.to_str())
            && found.is_file()
            && !self::path(rooms, id, ANSWER).exists()
        {
            match fs::read_to_string(&path) {
                Ok(text) => requests.push(Request { id: id.to_string(), text }),
                // It was withdrawn.
                Err(error) if error.kind() == ErrorKind::NotFound => {}
                Err(error) => {
                    let told = format!("the server cannot read the request ({error}); run this command as its user");
                    match answer(rooms, id, &told) {
                        Ok(()) => warn!("{}: a request cannot be read: {error}", path.display()),
                        Err(error) => debug!("{}: a request cannot be answered: {error}", path.display()),
                    }
                }
            }
        }
    }
    Ok(requests)
}

/// Answers a request.
pub(super) fn answer(rooms: &Path, id: &str, answer: &str) -> io::Result<()> {
    put(rooms, id, ANSWER, answer)?;
    // A request with an answer is not pending, even if it cannot be removed.
    let _ = fs::remove_file(path(rooms, id, REQUEST));
    Ok(())
}

/// Sends a request to the running server, and waits for the answer; `None` if no server is running.
///
/// # Errors
/// If the folder cannot be written, or the server does not answer.
pub(crate) fn ask(rooms: &Path, request: &str) -> io::Result<Option<String>> {
    let id = new_token().map_err(io::Error::other)?;
    put(rooms, &id, REQUEST, request)?;
    await_answer(rooms, &id)
}

/// Waits for the answer to a request; `None` once no server is running.
fn await_answer(rooms: &Path, id: &str) -> io::Result<Option<String>> {
    let begun = Instant::now();
    loop {
        // Before looking for the answer, which may be the last act of the server. The lock keeps
        // another server from taking the request meanwhile.
        let stopped = FolderLock::try_take(rooms)?;
        let is_late = begun.elapsed() > PATIENCE;
        let answer = take(&path(rooms, id, ANSWER))?;
        if answer.is_some() || stopped.is_some() || is_late {
            // The server may have removed it.
            let _ = fs::remove_file(path(rooms, id, REQUEST));
        }
        match answer {
            Some(answer) => return Ok(Some(answer)),
            None if stopped.is_some() => return Ok(None),
            None if is_late => {
                let why = "the server does not answer; it may still carry out the request";
                return Err(io::Error::new(ErrorKind::TimedOut, why));
            }
            None => sleep(Duration::from_millis(20)),
        }
    }
}

/// Reads and removes a file; `None` if it is missing.
fn take(path: &Path) -> io::Result<Option<String>> {
    match fs::read_to_string(path) {
        Ok(text) => fs::remove_file(path).map(|()| Some(text)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn path(rooms: &Path, id: &str, extension: &str) -> PathBuf {
    rooms.join(FOLDER).join(format!("{id}.{extension}"))
}

/// Writes a file that appears with its whole contents.
fn put(rooms: &Path, id: &str, extension: &str, text: &str) -> io::Result<()> {
    let unfinished = path(rooms, id, UNFINISHED);
    fs::write(&unfinished, text)?;
    fs::rename(unfinished, path(rooms, id, extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requests() -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        create_folder(folder.path()).unwrap();
        folder
    }

    fn ids(rooms: &Path) -> Vec<String> {
        let mut ids: Vec<_> = pending(rooms).unwrap().into_iter().map(|request| request.id).collect();
        ids.sort();
        ids
    }

    #[test]
    fn an_unreadable_request_does_not_block_the_others() {
        let folder = requests();
        let rooms = folder.path();
        // The answer to the second one cannot be written.
        for id in ["a", "b"] {
            fs::write(path(rooms, id, REQUEST), [0xff, b'\n']).unwrap();
        }
        fs::create_dir(path(rooms, "b", UNFINISHED)).unwrap();
        put(rooms, "c", REQUEST, "{}").unwrap();
        assert_eq!(ids(rooms), ["c"]);
        assert!(!path(rooms, "a", REQUEST).exists());
        assert!(fs::read_to_string(path(rooms, "a", ANSWER)).unwrap().contains("cannot read the request"));
    }

    #[test]
    fn a_request_is_there_until_its_answer_is() {
        let folder = requests();
        let rooms = folder.path();
        put(rooms, "a", REQUEST, "{}").unwrap();
        fs::create_dir(path(rooms, "a", UNFINISHED)).unwrap();
        assert!(answer(rooms, "a", "done").is_err());
        assert_eq!(ids(rooms), ["a"]);
        fs::remove_dir(path(rooms, "a", UNFINISHED)).unwrap();
        answer(rooms, "a", "done").unwrap();
        assert_eq!(ids(rooms), [""; 0]);
        // A server that was killed before it removed the request does not repeat it.
        put(rooms, "a", REQUEST, "{}").unwrap();
        assert_eq!(ids(rooms), [""; 0]);
        assert_eq!(await_answer(rooms, "a").unwrap().as_deref(), Some("done"));
        assert_eq!(fs::read_dir(rooms.join(FOLDER)).unwrap().count(), 0);
    }

    /// The command then deletes the rooms itself.
    #[test]
    fn a_server_that_stops_with_a_request_has_not_answered() {
        let folder = requests();
        assert_eq!(await_answer(folder.path(), "a").unwrap(), None);
    }

    #[test]
    fn stale_files_are_removed() {
        let folder = requests();
        let rooms = folder.path();
        for extension in [REQUEST, ANSWER, UNFINISHED] {
            put(rooms, "new", extension, "{}").unwrap();
            put(rooms, "old", extension, "{}").unwrap();
            let file = fs::File::options().write(true).open(path(rooms, "old", extension)).unwrap();
            file.set_modified(std::time::SystemTime::now() - 2 * STALE).unwrap();
        }
        assert_eq!(ids(rooms), [""; 0]);
        for extension in [REQUEST, ANSWER, UNFINISHED] {
            assert!(path(rooms, "new", extension).exists() && !path(rooms, "old", extension).exists(), "{extension}");
        }
    }
}
