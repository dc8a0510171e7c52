//! Damage and crashes, and a model of the journal: every acknowledged line survives.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use tempfile::TempDir;

use super::journal::{FullSegment, Journal};
use super::journal_line::Written;
use super::room_file;
use super::settler::settle_in_order;

fn written<'a>(file: &'a str, at: u64, text: &'a str) -> Written<'a> {
    Written { file: file.into(), at, text: text.into() }
}

/// Starts the server and settles everything.
fn start(folder: &Path) -> Journal {
    let (journal, mut left) = Journal::open(folder, &room_file::sync).unwrap();
    settle_in_order(&mut left, &room_file::sync).unwrap();
    journal
}

/// A folder with two files of whole lines, which are three appends in the journal.
fn two_files() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, _) = Journal::open(folder.path(), &room_file::sync).unwrap();
    fs::write(folder.path().join("a"), "one\ntwo\n").unwrap();
    fs::write(folder.path().join("b"), "new\n").unwrap();
    journal.append(&[written("a", 0, "one\n")]).unwrap();
    journal.append(&[written("b", 0, "new\n")]).unwrap();
    journal.append(&[written("a", 4, "two\n")]).unwrap();
    folder
}

fn read(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

fn is_aside(folder: &TempDir) -> bool {
    folder.path().join("damaged-journal-0").exists()
}

#[test]
fn lost_files_are_rewritten_and_a_torn_last_line_is_skipped() {
    let folder = two_files();
    let journal = folder.path().join("journal-0");
    let mut bytes = fs::read(&journal).unwrap();
    bytes.extend(b"0000002a 0123");
    fs::write(&journal, bytes).unwrap();
    fs::write(folder.path().join("a"), "one\ngarb").unwrap();
    fs::write(folder.path().join("b"), "").unwrap();
    // Twice, because a start does not wait for the disk and may be killed before the files reach
    // it.
    let (_, left) = Journal::open(folder.path(), &room_file::sync).unwrap();
    assert_eq!((left.len(), journal.exists()), (1, true));
    start(folder.path());
    assert_eq!((read(&folder, "a").as_str(), read(&folder, "b").as_str()), ("one\ntwo\n", "new\n"));
    assert!(!journal.exists() && !is_aside(&folder) && folder.path().join("journal-2").exists());
}

/// A damaged journal takes nothing away from intact files.
#[test]
fn a_damaged_segment_is_set_aside() {
    let length = fs::metadata(two_files().path().join("journal-0")).unwrap().len() as usize;
    for index in 0..length {
        let folder = two_files();
        let journal = folder.path().join("journal-0");
        let mut bytes = fs::read(&journal).unwrap();
        bytes[index] ^= 1;
        fs::write(&journal, &bytes).unwrap();
        start(folder.path());
        assert_eq!((read(&folder, "a").as_str(), read(&folder, "b").as_str()), ("one\ntwo\n", "new\n"), "byte {index}");
        // Without its last line end, the segment looks torn.
        assert_eq!(is_aside(&folder), index + 1 < length, "byte {index}");
    }
}

#[test]
fn no_file_is_cut_or_padded() {
    let folder = two_files();
    fs::write(folder.path().join("b"), "new\nmore than the journal says\n").unwrap();
    fs::write(folder.path().join("a"), "on").unwrap();
    start(folder.path());
    assert_eq!(
        (read(&folder, "a").as_str(), read(&folder, "b").as_str()),
        ("one\ntwo\n", "new\nmore than the journal says\n")
    );
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, _) = Journal::open(folder.path(), &room_file::sync).unwrap();
    journal
        .append(&[
            written("gone", 10, "more\n"),
            written("new", 0, "one\n"),
            written("short", 10, "more\n"),
            written("whole", 4, "more\n"),
        ])
        .unwrap();
    drop(journal);
    fs::write(folder.path().join("short"), "one\n").unwrap();
    fs::write(folder.path().join("whole"), "one\n").unwrap();
    start(folder.path());
    assert!(!folder.path().join("gone").exists() && !folder.path().join("new").exists(), "deleted rooms stay so");
    assert_eq!((read(&folder, "short").as_str(), read(&folder, "whole").as_str()), ("one\n", "one\nmore\n"));
    assert!(is_aside(&folder));
}

/// Links do not lead to files of rooms or segments, and names do not lead out of the folder.
#[test]
#[cfg(unix)]
fn links_are_not_followed() {
    let outside = tempfile::tempdir().unwrap();
    let target = outside.path().join("target");
    fs::write(&target, "").unwrap();
    let folder = tempfile::tempdir_in(outside.path()).unwrap();
    let (mut journal, _) = Journal::open(folder.path(), &room_file::sync).unwrap();
    journal.append(&[written("a", 0, "one\n"), written("../b", 0, "one\n")]).unwrap();
    drop(journal);
    std::os::unix::fs::symlink(&target, folder.path().join("a")).unwrap();
    start(folder.path());
    assert_eq!(fs::read_to_string(&target).unwrap(), "");
    assert!(is_aside(&folder) && !folder.path().parent().unwrap().join("b").exists());
    assert!(room_file::append(&folder.path().join("a"), 0, "one\n").is_err());
    assert!(room_file::whole_lines(&folder.path().join("a")).is_err());
}

/// A segment that cannot be settled holds back later ones.
#[test]
fn segments_are_settled_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let (mut journal, _) = Journal::open(folder.path(), &room_file::sync).unwrap();
    let file = folder.path().join("a");
    fs::write(&file, "one\n").unwrap();
    journal.append(&[written("a", 0, "one\n"), written("gone", 0, "one\n")]).unwrap();
    let mut full = VecDeque::from([journal.rotate().unwrap()]);
    fs::write(&file, "one\ntwo\n").unwrap();
    journal.append(&[written("a", 4, "two\n")]).unwrap();
    full.push_back(journal.rotate().unwrap());
    assert!(settle_in_order(&mut full, &|_| Err(io::ErrorKind::StorageFull.into())).is_err());
    assert_eq!(full.len(), 2);
    drop((full, journal));
    let mut journal = start(folder.path());
    assert_eq!(fs::read_to_string(&file).unwrap(), "one\ntwo\n");
    journal.append(&[written("gone", 0, "one\n")]).unwrap();
    let mut full = VecDeque::from([journal.rotate().unwrap()]);
    settle_in_order(&mut full, &room_file::sync).unwrap();
}

/// An event in the life of a folder of rooms.
#[derive(Clone, Debug)]
enum Operation {
    /// A line is appended to a file, and acknowledged.
    Append(usize),
    /// A line is written to a file, but the server is killed before it is in the journal.
    Unacknowledged(usize),
    /// The segment is full.
    Rotate,
    /// Full segments are settled up to the n-th file, which cannot be synced. Before this step, the
    /// settler is slow.
    Settle(usize),
    /// The power fails. Files keep their synced bytes and part of the rest, with `zeros` for lost
    /// bytes. The journal may get a torn line.
    Crash { part: usize, zeros: bool, torn: bool },
    /// The server is killed, and a bit of the journal flips.
    Flip(usize),
    /// The server is killed, and a segment is cut.
    CutJournal(usize),
    /// The server is killed, and a file is deleted.
    Delete(usize),
    /// The server is killed, and a file is cut.
    CutFile(usize, usize),
}

const FILES: [&str; 5] = ["a.room", "a.jsonl", "b.room", "b.jsonl", "c.room"];

fn step() -> impl Strategy<Value = Operation> {
    let file = 0..FILES.len();
    prop_oneof![
        8 => file.clone().prop_map(Operation::Append),
        1 => file.clone().prop_map(Operation::Unacknowledged),
        3 => Just(Operation::Rotate),
        3 => (0..6_usize).prop_map(Operation::Settle),
        2 => (any::<usize>(), any::<bool>(), any::<bool>()).prop_map(|(part, zeros, torn)| Operation::Crash { part, zeros, torn }),
        1 => any::<usize>().prop_map(Operation::Flip),
        1 => any::<usize>().prop_map(Operation::CutJournal),
        1 => file.clone().prop_map(Operation::Delete),
        1 => (file, any::<usize>()).prop_map(|(file, at)| Operation::CutFile(file, at)),
    ]
}

/// A folder and its expected contents.
struct Model {
    folder: TempDir,
    journal: Option<Journal>,
    full: VecDeque<FullSegment>,
    /// The acknowledged text of each file.
    acknowledged: BTreeMap<&'static str, String>,
    /// The deleted files. Their names are not reused.
    deleted: BTreeSet<usize>,
    /// The number of bytes of each file that survive a power failure.
    synced: RefCell<BTreeMap<PathBuf, u64>>,
    lines: usize,
}

/// Syncs a file of the model.
fn note_sync(synced: &RefCell<BTreeMap<PathBuf, u64>>, path: &Path) -> io::Result<()> {
    let length = fs::metadata(path)?.len();
    synced.borrow_mut().insert(path.to_path_buf(), length);
    Ok(())
}

impl Model {
    fn new() -> Model {
        let folder = tempfile::tempdir().unwrap();
        let (journal, full) = Journal::open(folder.path(), &room_file::sync).unwrap();
        Model {
            folder,
            journal: Some(journal),
            full,
            acknowledged: BTreeMap::new(),
            deleted: BTreeSet::new(),
            synced: RefCell::default(),
            lines: 0,
        }
    }

    fn path(&self, file: usize) -> PathBuf {
        self.folder.path().join(FILES[file])
    }

    fn segments(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.folder.path()).unwrap().map(|entry| entry.unwrap().path());
        let mut segments: Vec<_> =
            entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("journal-")).collect();
        segments.sort_by_key(|path| path.to_str().unwrap().rsplit('-').next().unwrap().parse::<u64>().unwrap());
        segments
    }

    /// Writes the next line to a file, as the writer of rooms does, and returns its offset and text
    /// for the journal.
    fn write(&mut self, file: usize) -> (u64, String) {
        let at = self.acknowledged.entry(FILES[file]).or_default().len() as u64;
        self.lines += 1;
        let line = format!("line {}\n", self.lines);
        room_file::cut(&self.path(file), at).unwrap();
        room_file::append(&self.path(file), at, &line).unwrap();
        (at, line)
    }

    /// Restarts the server, and checks the files.
    fn restart(&mut self) {
        self.journal = None;
        let sync = |path: &Path| note_sync(&self.synced, path);
        let (journal, full) = Journal::open(self.folder.path(), &sync).unwrap();
        (self.journal, self.full) = (Some(journal), full);
        for (file, name) in FILES.iter().enumerate() {
            let found = room_file::whole_lines(&self.path(file)).unwrap();
            let acknowledged = self.acknowledged.entry(name).or_default();
            assert!(found.starts_with(acknowledged.as_str()), "{name}: {found:?} lacks some of {acknowledged:?}");
            assert!(found.lines().all(|line| line.starts_with("line ")), "{name}: {found:?}");
            *acknowledged = found;
        }
    }

    fn crash(&mut self, part: usize, zeros: bool, torn: bool) {
        for (file, name) in FILES.iter().enumerate() {
            let path = self.path(file);
            let Ok(bytes) = fs::read(&path) else { continue };
            let synced = *self.synced.borrow().get(&path).unwrap_or(&0) as usize;
            let kept = synced + part % (bytes.len().saturating_sub(synced) + 1);
            if kept == 0 && self.acknowledged.get(*name).is_none_or(String::is_empty) {
                fs::remove_file(&path).unwrap();
                continue;
            }
            let mut left = bytes[..kept].to_vec();
            left.resize(if zeros { bytes.len() } else { kept }, 0);
            fs::write(&path, left).unwrap();
        }
        if let Some(newest) = self.segments().last().filter(|_| torn) {
            let mut bytes = fs::read(newest).unwrap();
            bytes.extend(b"00000010 01234567");
            fs::write(newest, bytes).unwrap();
        }
    }

    fn take(&mut self, step: &Operation) {
        match *step {
            Operation::Append(file) | Operation::Unacknowledged(file) if self.deleted.contains(&file) => {}
            Operation::Append(file) => {
                let (at, line) = self.write(file);
                self.journal.as_mut().unwrap().append(&[written(FILES[file], at, &line)]).unwrap();
                self.acknowledged.entry(FILES[file]).or_default().push_str(&line);
            }
            Operation::Unacknowledged(file) => {
                self.write(file);
                self.restart();
            }
            Operation::Rotate => self.full.push_back(self.journal.as_mut().unwrap().rotate().unwrap()),
            Operation::Settle(fails) => {
                let count = RefCell::new(0);
                let sync = |path: &Path| {
                    *count.borrow_mut() += 1;
                    if *count.borrow() == fails + 1 {
                        return Err(io::ErrorKind::Other.into());
                    }
                    note_sync(&self.synced, path)
                };
                // Failed ones are tried again.
                let _ = settle_in_order(&mut self.full, &sync);
            }
            Operation::Crash { part, zeros, torn } => {
                self.crash(part, zeros, torn);
                self.restart();
            }
            Operation::Flip(at) => {
                let segments = self.segments();
                let path = &segments[at % segments.len()];
                let mut bytes = fs::read(path).unwrap();
                if !bytes.is_empty() {
                    let index = at / 7 % bytes.len();
                    bytes[index] ^= 1 << (at % 8);
                    fs::write(path, bytes).unwrap();
                }
                self.restart();
            }
            Operation::CutJournal(at) => {
                let segments = self.segments();
                let path = &segments[at % segments.len()];
                let bytes = fs::read(path).unwrap();
                fs::write(path, &bytes[..at / 7 % (bytes.len() + 1)]).unwrap();
                self.restart();
                // A cut at a line end leaves no trace. The model excludes a power failure before
                // the system has written the files.
                for file in (0..FILES.len()).map(|file| self.path(file)).filter(|path| path.exists()) {
                    note_sync(&self.synced, &file).unwrap();
                }
            }
            Operation::Delete(file) => {
                let _ = fs::remove_file(self.path(file));
                self.deleted.insert(file);
                self.forget(file, 0);
                self.restart();
                assert!(!self.path(file).exists(), "a file that was deleted stays so");
            }
            Operation::CutFile(file, at) => {
                let bytes = fs::read(self.path(file)).unwrap_or_default();
                let kept = at % (bytes.len() + 1);
                if !bytes.is_empty() {
                    fs::write(self.path(file), &bytes[..kept]).unwrap();
                }
                self.forget(file, kept);
                self.restart();
            }
        }
    }

    /// Expects only the rest of a file that was deleted or cut by hand.
    fn forget(&mut self, file: usize, kept: usize) {
        let acknowledged = self.acknowledged.entry(FILES[file]).or_default();
        acknowledged.truncate(kept);
        acknowledged.truncate(acknowledged.rfind('\n').map_or(0, |last| last + 1));
        self.synced.borrow_mut().insert(self.path(file), kept as u64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn acknowledged_lines_survive(steps in prop::collection::vec(step(), 1..40)) {
        let mut model = Model::new();
        for step in &steps {
            model.take(step);
        }
        model.restart();
    }
}
