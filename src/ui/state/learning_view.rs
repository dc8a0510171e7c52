//! Which window about lessons, puzzles or the record is open, and what has been read for them.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use jiff::civil::Date;
use jiff::{Timestamp, Zoned};

use crate::engine::Side;
use crate::games;
use crate::lessons::{self, Lesson};
use crate::library::{self, GameRecord, ListedMatch};
use crate::play::{self, Replay, ThrowLuck};
use crate::puzzles::{self, Puzzle, Theme};
use crate::session::{Background, WakeUp};

/// The nodes with which each throw is judged.
const NODES: u64 = 3_000;

/// A window about what can be learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// The lessons of a game.
    Course,
    /// Its puzzles.
    Puzzles,
    /// The user's matches against bots.
    Record,
}

/// Which window is open, and what has been read for it.
#[derive(Default)]
pub struct LearningView {
    /// The window.
    pub page: Option<Page>,
    /// The puzzles that are wanted; `None` for all.
    pub theme: Option<Theme>,
    /// The record.
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

    /// The puzzles of a game with the theme that is wanted.
    pub fn wanted(&mut self, game: &'static str) -> Vec<Puzzle> {
        let theme = self.theme;
        let fits = |puzzle: &&Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
        self.list(game).iter().filter(fits).cloned().collect()
    }

    /// The puzzle of today.
    pub fn daily(&mut self, game: &'static str) -> Option<&Puzzle> {
        let today = today();
        if !self.daily.contains_key(&(game, today)) {
            let daily = puzzles::of_the_day(self.list(game), today).cloned();
            self.daily.insert((game, today), daily);
        }
        self.daily.get(&(game, today))?.as_ref()
    }

    /// Closes the window; `false` if none is open.
    pub fn close(&mut self) -> bool {
        self.page.take().is_some()
    }
}

/// The day on the user's calendar.
pub fn today() -> Date {
    Zoned::now().date()
}

/// The user's matches against bots, read on another thread.
#[derive(Default)]
pub struct RecordView {
    /// Where the index of the library lies; `None` in the user's cache folder.
    pub index: Option<PathBuf>,
    reading: Option<Background<Result<Answer, String>>>,
    /// The match whose throws are being judged.
    judging: Option<(JudgedMatch, Background<Vec<Throw>>)>,
    /// The throws of each match, as far as they have been judged.
    judged: BTreeMap<JudgedMatch, Vec<Throw>>,
    fresh: bool,
    answer: Answer,
    /// All throws that have been judged, the luckiest first.
    throws: Vec<Throw>,
    /// Why the library cannot be read.
    pub error: Option<String>,
}

#[derive(Default)]
struct Answer {
    records: Vec<GameRecord>,
    /// The matches with dice, the newest first.
    with_dice: Vec<ListedMatch>,
}

/// A match file as it was when it was last changed.
type JudgedMatch = (String, Timestamp);

/// A throw of the user.
#[derive(Debug, Clone)]
pub struct Throw {
    /// The match.
    pub file: PathBuf,
    /// The id of its game.
    pub game: String,
    /// The throw.
    pub luck: ThrowLuck,
}

impl RecordView {
    /// Reads everything again when it is looked at next.
    pub fn refresh(&mut self) {
        self.fresh = false;
    }

    /// The record of each game that was played against a bot; `None` while it is read for the first time.
    pub fn records(&self) -> Option<&[GameRecord]> {
        (self.fresh && self.reading.is_none()).then_some(&self.answer.records[..])
    }

    /// The throws that have been judged, the luckiest first.
    pub fn throws(&self) -> &[Throw] {
        &self.throws
    }

    /// How many matches have throws that are still to be judged.
    pub fn to_judge(&self) -> usize {
        self.answer.with_dice.iter().filter(|own| !self.judged.contains_key(&judged_as(own))).count()
    }

    /// Takes what has been read, and starts reading if needed.
    pub fn update(&mut self, folder: Option<&Path>, wake: &WakeUp) {
        if let Some(read) = self.reading.as_ref().and_then(Background::take) {
            self.reading = None;
            match read.map_err(|panic| panic.to_string()).flatten() {
                Ok(answer) => (self.answer, self.error) = (answer, None),
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

    /// Takes the throws of a match that have been judged, and starts judging those of the next, from the newest match to the oldest.
    pub fn judge(&mut self, folder: Option<&Path>, wake: &WakeUp) {
        let Some(folder) = folder.filter(|_| self.records().is_some()) else { return };
        if let Some((own, throws)) = self.judging.as_ref().and_then(|(own, job)| Some((own.clone(), job.take()?))) {
            self.judging = None;
            let throws = throws.unwrap_or_else(|panic| {
                self.error = Some(panic.to_string());
                Vec::new()
            });
            self.judged.insert(own, throws);
            let listed = self.answer.with_dice.iter().filter_map(|own| self.judged.get(&judged_as(own)));
            self.throws = listed.flatten().cloned().collect();
            self.throws.sort_by(|a, b| b.luck.luck.total_cmp(&a.luck.luck).then_with(|| a.file.cmp(&b.file)));
        }
        let next = self.answer.with_dice.iter().find(|own| !self.judged.contains_key(&judged_as(own)));
        if let Some(next) = next.filter(|_| self.judging.is_none()).cloned() {
            let (folder, own) = (folder.to_path_buf(), judged_as(&next));
            self.judging = Some((own, Background::start(wake, move |stop| judge(&folder, &next, stop))));
        }
    }
}

fn judged_as(own: &ListedMatch) -> JudgedMatch {
    (own.file.clone(), own.changed)
}

fn read(folder: &Path, index: Option<&Path>, stop: &(dyn Fn() -> bool + Sync)) -> Result<Answer, String> {
    // Before the first match, there is none. If this fails, so does reading it.
    let _ = crate::platform::fs::create_dir_all(folder);
    let matches = list(folder, index, stop).map_err(|error| error.to_string())?;
    let records = library::records(&matches);
    let with_dice = |own: &ListedMatch| {
        library::seat_against_bot(own).is_some() && games::info(&own.game).is_ok_and(|info| info.dice)
    };
    Ok(Answer { records, with_dice: matches.into_iter().filter(with_dice).collect() })
}

#[cfg(feature = "library")]
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

#[cfg(not(feature = "library"))]
fn list(folder: &Path, _: Option<&Path>, stop: &dyn Fn() -> bool) -> std::io::Result<Vec<ListedMatch>> {
    library::list(folder, stop)
}

fn judge(folder: &Path, own: &ListedMatch, stop: &(dyn Fn() -> bool + Sync)) -> Vec<Throw> {
    let file = folder.join(&own.file);
    let (Some(seat), Ok(mut replay)) = (library::seat_against_bot(own), Replay::open(&file)) else { return Vec::new() };
    replay.go_to(replay.len());
    let judged = play::luck_of_throws(replay.game(), Side::BOTH[seat], NODES, stop).ok().flatten().unwrap_or_default();
    judged.into_iter().map(|luck| Throw { file: file.clone(), game: own.game.clone(), luck }).collect()
}
