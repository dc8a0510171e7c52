//! Requests of administrators to a running server, as files in the subfolder `requests` of its
//! rooms: `ID.request`, answered by `ID.answer`.
//!
//! Anybody with write access to the folder may make requests. The server looks for them twice a
//! second.

use std::fs::{self, DirBuilder};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use tracing::warn;

use super::folder_lock::FolderLock;
use super::room_log::Request;
use crate::secrets::new_token;

/// The folder of requests.
const FOLDER: &str = "requests";

/// The extensions of requests and answers.
const REQUEST: &str = "request";
const ANSWER: &str = "answer";

/// How long an administrator waits for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// Creates the folder of requests, accessible only to the server's user.
pub(super) fn create_folder(rooms: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(rooms.join(FOLDER))
}

/// The unanswered requests. One that cannot be read is answered by the error.
pub(super) fn pending(rooms: &Path) -> io::Result<Vec<Request>> {
    let mut requests = Vec::new();
    for entry in fs::read_dir(rooms.join(FOLDER))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == REQUEST)
            && let Some(id) = path.file_stem().and_then(|stem| stem.to_str())
            && fs::symlink_metadata(&path).is_ok_and(|found| found.is_file())
        {
            match fs::read_to_string(&path) {
                Ok(text) => requests.push(Request { id: id.to_string(), text }),
                Err(error) => {
                    warn!("{}: a request cannot be read: {error}", path.display());
                    let told = format!("the server cannot read the request ({error}); run this command as its user");
                    answer(rooms, id, &told)?;
                }
            }
        }
    }
    Ok(requests)
}

/// Answers a request.
pub(super) fn answer(rooms: &Path, id: &str, answer: &str) -> io::Result<()> {
    fs::remove_file(path(rooms, id, REQUEST))?;
    put(rooms, id, ANSWER, answer)
}

/// Sends a request to the running server, and waits for the answer; `None` if no server is running.
///
/// # Errors
/// If the folder cannot be written, or the server does not answer.
pub(crate) fn ask(rooms: &Path, request: &str) -> io::Result<Option<String>> {
    let id = new_token().map_err(io::Error::other)?;
    put(rooms, &id, REQUEST, request)?;
    let (request, answer) = (path(rooms, &id, REQUEST), path(rooms, &id, ANSWER));
    let begun = Instant::now();
    loop {
        match fs::read_to_string(&answer) {
            Ok(text) => {
                fs::remove_file(&answer)?;
                return Ok(Some(text));
            }
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            Err(_) => {}
        }
        let gone = FolderLock::try_take(rooms)?.is_some();
        if gone || begun.elapsed() > PATIENCE {
            // If the request was already taken, the server may have carried it out.
            fs::remove_file(&request)?;
            return if gone {
                Ok(None)
            } else {
                Err(io::Error::new(ErrorKind::TimedOut, "the server does not answer"))
            };
        }
        sleep(Duration::from_millis(20));
    }
}

fn path(rooms: &Path, id: &str, extension: &str) -> PathBuf {
    rooms.join(FOLDER).join(format!("{id}.{extension}"))
}

/// Writes a file that appears with its whole contents.
fn put(rooms: &Path, id: &str, extension: &str, text: &str) -> io::Result<()> {
    let unfinished = path(rooms, id, "unfinished");
    fs::write(&unfinished, text)?;
    fs::rename(unfinished, path(rooms, id, extension))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unreadable_request_does_not_block_the_others() {
        let folder = tempfile::tempdir().unwrap();
        let rooms = folder.path();
        create_folder(rooms).unwrap();
        fs::write(path(rooms, "a", REQUEST), [0xff, b'\n']).unwrap();
        put(rooms, "b", REQUEST, "{}").unwrap();
        let ids: Vec<_> = pending(rooms).unwrap().into_iter().map(|request| request.id).collect();
        assert_eq!(ids, ["b"]);
        assert!(!path(rooms, "a", REQUEST).exists());
        assert!(fs::read_to_string(path(rooms, "a", ANSWER)).unwrap().contains("cannot read the request"));
    }
}
