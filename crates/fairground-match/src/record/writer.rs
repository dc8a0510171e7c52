//! The thread that appends to a match file.

use std::io;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::tail::Tail;
use crate::platform::fs::File;
use crate::platform::storage::NewFile;
use crate::platform::storage::slow_disk;

/// Appends to a file on its own thread, because syncing to disk is slow and must not block drawing.
///
/// Dropping it waits until everything is written.
#[derive(Debug)]
pub(super) struct Writer {
    /// `None` only during drop, which ends the thread.
    texts: Option<Sender<String>>,
    /// The result for each text, in order. Never contended: the mutex only makes the type `Sync`.
    answers: Mutex<Receiver<io::Result<()>>>,
    /// The number of texts without an answer yet.
    unanswered: usize,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    /// Appends to a file after its first `end` bytes. The first write cuts off anything beyond.
    pub fn new(file: File, end: u64) -> io::Result<Writer> {
        Writer::start(Tail::new(file, end)?)
    }

    /// Appends to a new file of `end` bytes. The thread first syncs `unsynced`, which includes the
    /// file itself, to disk.
    pub fn of_new(file: File, end: u64, unsynced: Vec<NewFile>) -> io::Result<Writer> {
        let mut writer = Writer::start(Tail::of_new(file, end, unsynced)?)?;
        writer.send(String::new())?;
        Ok(writer)
    }

    fn start(mut tail: Tail) -> io::Result<Writer> {
        let (texts, received) = mpsc::channel::<String>();
        let (answer, answers) = mpsc::channel();
        let thread = thread::Builder::new().name("match file".to_string()).spawn(move || {
            for text in received {
                slow_disk::wait();
                // The receiver may be gone.
                let _ = answer.send(tail.append(&text));
            }
        })?;
        Ok(Writer { texts: Some(texts), answers: Mutex::new(answers), unanswered: 0, thread: Some(thread) })
    }

    /// Queues a text without waiting for it. If writing an earlier text failed, returns that error,
    /// drops this text and retries the earlier ones.
    pub fn append(&mut self, text: String) -> io::Result<()> {
        let mut last = Ok(());
        while let Ok(answer) = self.answers().try_recv() {
            self.unanswered = self.unanswered.saturating_sub(1);
            last = answer;
        }
        // An empty text makes the thread retry the earlier ones.
        self.send(if last.is_ok() { text } else { String::new() })?;
        last
    }

    /// Waits until everything is on disk.
    pub fn flush(&mut self) -> io::Result<()> {
        self.send(String::new())?;
        let mut last = Ok(());
        while self.unanswered > 0 {
            last = self.answers().recv().map_err(|_| stopped())?;
            self.unanswered -= 1;
        }
        last
    }

    fn answers(&mut self) -> &Receiver<io::Result<()>> {
        self.answers.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn send(&mut self, text: String) -> io::Result<()> {
        self.texts.as_ref().ok_or_else(stopped)?.send(text).map_err(|_| stopped())?;
        self.unanswered += 1;
        Ok(())
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        self.texts = None;
        if let Some(thread) = self.thread.take() {
            // The thread does not panic.
            let _ = thread.join();
        }
    }
}

fn stopped() -> io::Error {
    io::Error::other("the thread that writes has stopped")
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::path::Path;

    use super::*;

    fn opened(path: &Path) -> File {
        OpenOptions::new().read(true).write(true).open(path).unwrap()
    }

    #[test]
    fn texts_are_appended_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "one\ntorn").unwrap();
        let mut writer = Writer::new(opened(&path), 4).unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            "one\ntorn",
            "nothing changes before there is something to write"
        );
        writer.append("two\n".into()).unwrap();
        writer.flush().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        for number in 0..100 {
            writer.append(format!("{number}\n")).unwrap();
        }
        drop(writer);
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 102, "dropping waits");
    }

    #[test]
    fn a_failure_is_reported_until_it_is_over() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "one\n").unwrap();
        let mut writer = Writer::new(opened(&path), 4).unwrap();
        fs::write(&path, "one\nand more\n").unwrap();
        writer.append("two\n".into()).unwrap();
        assert!(writer.flush().unwrap_err().to_string().contains("another program"));
        writer.append("three\n".into()).unwrap();
        while writer.append("four\n".into()).is_ok() {
            thread::yield_now();
        }
        fs::write(&path, "one\n").unwrap();
        writer.flush().unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("one\ntwo\nthree\n"), "{text}");
        writer.append("last\n".into()).unwrap();
        writer.flush().unwrap();
        assert!(fs::read_to_string(&path).unwrap().ends_with("\nlast\n"));
    }

    #[cfg(unix)]
    #[test]
    fn a_deleted_file_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        fs::write(&path, "").unwrap();
        let mut writer = Writer::new(opened(&path), 0).unwrap();
        fs::remove_file(&path).unwrap();
        writer.append("one\n".into()).unwrap();
        assert_eq!(writer.flush().unwrap_err().kind(), io::ErrorKind::NotFound);
    }
}
