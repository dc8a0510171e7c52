//! The open window about lessons, puzzles or the record, and its data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bevy::prelude::Resource;
use jiff::civil::Date;
use jiff::{Timestamp, Zoned};

use crate::engine::Side;
use crate::games;
use crate::lessons::{self, Lesson};
use crate::library::{self, GameRecord, ListedMatch};
use crate::play::{self, Replay, ThrowLuck};
use crate::puzzles::{self, Puzzle, Theme};
use crate::session::{Background, WakeUp};

/// The node limit for judging a throw.
const NODES: u64 = 3_000;

/// A window about learning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LearningPage {
    /// The lessons of a game.
    Course,
    /// The puzzles of a game.
    Puzzles,
    /// The user's matches against bots.
    Record,
}

/// The open window, and its data.
#[derive(Resource, Default)]
pub struct LearningView {
    /// The open window.
    pub page: Option<LearningPage>,
    /// The theme of the listed puzzles; `None` for all.
    pub theme: Option<Theme>,
    /// The rated puzzle for which the user has been warned that help counts as a failure.
    pub warned: Option<String>,
    /// The user's record.
    pub record: RecordView,
    courses: BTreeMap<&'static str, Vec<Lesson>>,
    lists: BTreeMap<&'static str, Vec<Puzzle>>,
    daily: BTreeMap<(&'static str, Date), Option<Puzzle>>,
}

impl LearningView {
    /// The lessons of a game, in order.
    pub fn course(&mut self, game: &'static str) -> &[Lesson] {
        self.courses.entry(game).or_insert_with(|| lessons::course(game))
    }

    /// The puzzles of a game.
    pub fn list(&mut self, game: &'static str) -> &[Puzzle] {
        self.lists.entry(game).or_insert_with(|| puzzles::shipped(game).unwrap_or_default())
    }

    /// The puzzles of a game with the selected theme.
    pub fn wanted(&mut self, game: &'static str) -> Vec<Puzzle> {
        let theme = self.theme;
        let fits = |puzzle: &&Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
        self.list(game).iter().filter(fits).cloned().collect()
    }

    /// Today's puzzle.
    pub fn daily(&mut self, game: &'static str) -> Option<&Puzzle> {
        let today = today();
        if !self.daily.contains_key(&(game, today)) {
            let daily = puzzles::of_the_day(self.list(game), today).cloned();
            self.daily.insert((game, today), daily);
        }
        self.daily.get(&(game, today))?.as_ref()
    }

    /// Closes the window; `false` if none was open.
    pub fn close(&mut self) -> bool {
        self.page.take().is_some()
    }
}

/// Today's date in the user's time zone.
pub fn today() -> Date {
    Zoned::now().date()
}

/// The user's matches against bots, read in the background.
#[derive(Default)]
pub struct RecordView {
    /// The path of the library's index; `None` for the one in the user's cache folder.
    pub index: Option<PathBuf>,
    reading: Option<Background<Result<LoadedRecord, String>>>,
    /// The match whose throws are being judged.
    judging: Option<(JudgedMatch, Background<Vec<JudgedThrow>>)>,
    /// The throws of each judged match.
    judged: BTreeMap<JudgedMatch, Vec<JudgedThrow>>,
    fresh: bool,
    answer: LoadedRecord,
    /// All judged throws, the luckiest first.
    throws: Vec<JudgedThrow>,
    /// The reason why the library cannot be read.
    pub error: Option<String>,
}

#[derive(Default)]
struct LoadedRecord {
    records: Vec<GameRecord>,
    /// The matches with dice, the newest first.
    with_dice: Vec<ListedMatch>,
}

/// A match file, with the time of its last change.
type JudgedMatch = (String, Timestamp);

/// A judged throw by the user.
#[derive(Debug, Clone)]
pub struct JudgedThrow {
    /// The match file.
    pub file: PathBuf,
    /// The id of the game.
    pub game: String,
    /// The throw, and its luck.
    pub luck: ThrowLuck,
}

impl RecordView {
    /// Re-reads everything when it is next needed.
    pub fn refresh(&mut self) {
        self.fresh = false;
    }

    /// The record of each game played against bots; `None` while it is being read.
    pub fn records(&self) -> Option<&[GameRecord]> {
        (self.fresh && self.reading.is_none()).then_some(&self.answer.records[..])
    }

    /// The judged throws, the luckiest first.
    pub fn throws(&self) -> &[JudgedThrow] {
        &self.throws
    }

    /// The number of matches whose throws have not been judged yet.
    pub fn to_judge(&self) -> usize {
        self.answer.with_dice.iter().filter(|own| !self.judged.contains_key(&judged_as(own))).count()
    }

    /// Takes the result when it has been read, and starts reading if needed.
    pub fn update(&mut self, folder: Option<&Path>, wake: &WakeUp) {
        if let Some(read) = self.reading.as_ref().and_then(Background::take) {
            self.reading = None;
            match read.map_err(|panic| panic.to_string()).flatten() {
                Ok(answer) => {
                    (self.answer, self.error) = (answer, None);
                    self.sort_throws();
                }
                Err(error) => self.error = Some(error),
            }
        }
        if !self.fresh && self.reading.is_none() {
            self.fresh = true;
            self.judging = None;
            let Some(folder) = folder.map(Path::to_path_buf) else { return };
            let index = self.index.clone();
            self.reading = Some(Background::start(wake, move |stop| read(&folder, index.as_deref(), stop)));
        }
    }

    /// Takes the judged throws of a match, and starts judging the next match, from the newest to
    /// the oldest.
    pub fn judge(&mut self, folder: Option<&Path>, wake: &WakeUp) {
        let Some(folder) = folder.filter(|_| self.records().is_some()) else { return };
        if let Some((own, throws)) = self.judging.as_ref().and_then(|(own, job)| Some((own.clone(), job.take()?))) {
            self.judging = None;
            let throws = throws.unwrap_or_else(|panic| {
                self.error = Some(panic.to_string());
                Vec::new()
            });
            self.judged.insert(own, throws);
            self.sort_throws();
        }
        let next = self.answer.with_dice.iter().find(|own| !self.judged.contains_key(&judged_as(own)));
        if let Some(next) = next.filter(|_| self.judging.is_none()).cloned() {
            let (folder, own) = (folder.to_path_buf(), judged_as(&next));
            self.judging = Some((own, Background::start(wake, move |stop| judge(&folder, &next, stop))));
        }
    }

    /// Lists the judged throws of the known matches, the luckiest first.
    fn sort_throws(&mut self) {
        let listed = self.answer.with_dice.iter().filter_map(|own| self.judged.get(&judged_as(own)));
        self.throws = listed.flatten().cloned().collect();
        self.throws.sort_by(|a, b| b.luck.luck.total_cmp(&a.luck.luck).then_with(|| a.file.cmp(&b.file)));
    }
}

fn judged_as(own: &ListedMatch) -> JudgedMatch {
    (own.file.clone(), own.changed)
}

fn read(folder: &Path, index: Option<&Path>, stop: &(dyn Fn() -> bool + Sync)) -> Result<LoadedRecord, String> {
    // Before the first match, the folder does not exist. If it cannot be created, reading it fails
    // too.
    let _ = crate::platform::fs::create_dir_all(folder);
    let matches = list(folder, index, stop).map_err(|error| error.to_string())?;
    let records = library::records(&matches);
    let with_dice = |own: &ListedMatch| {
        library::seat_against_bot(own).is_some() && games::info(&own.game).is_ok_and(|info| info.dice)
    };
    Ok(LoadedRecord { records, with_dice: matches.into_iter().filter(with_dice).collect() })
}

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
fn list(
    folder: &Path,
    index: Option<&Path>,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<ListedMatch>, library::LibraryError> {
    let mut library = match index {
        Some(index) => library::Library::open_with(folder, Some(index)),
        None => library::Library::open(folder),
    }?;
    library.refresh(&mut |_, _| !stop())?;
    library.list(&library::Filter::default(), library::Sort::Date, None)
}

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
fn list(folder: &Path, _: Option<&Path>, stop: &dyn Fn() -> bool) -> std::io::Result<Vec<ListedMatch>> {
    library::list(folder, stop)
}

fn judge(folder: &Path, own: &ListedMatch, stop: &(dyn Fn() -> bool + Sync)) -> Vec<JudgedThrow> {
    let file = folder.join(&own.file);
    let (Some(seat), Ok(mut replay)) = (library::seat_against_bot(own), Replay::open(&file)) else { return Vec::new() };
    replay.go_to(replay.len());
    let judged = play::luck_of_throws(replay.game(), Side::BOTH[seat], NODES, stop).ok().flatten().unwrap_or_default();
    judged.into_iter().map(|luck| JudgedThrow { file: file.clone(), game: own.game.clone(), luck }).collect()
}
