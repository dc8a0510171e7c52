//! The lessons and puzzles done by the user, stored in two files.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;
use jiff::civil::Date;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::lessons::{self, Lesson};
use crate::platform::shared_file::{self, Access};
use crate::platform::storage::read_limited;
use crate::puzzles::{self, Puzzle};

/// The maximum size of a file, bytes.
const MAX_FILE: u64 = 16 << 20;

/// The lessons and puzzles done by the user, with their files.
#[derive(Resource, Debug, Default)]
pub struct LearningProgress {
    lessons: lessons::Progress,
    puzzles: puzzles::Progress,
    /// `None` to store nothing.
    lessons_file: Option<PathBuf>,
    puzzles_file: Option<PathBuf>,
    /// The puzzle that last changed the rating, and the change.
    gain: Option<(String, f64)>,
}

impl LearningProgress {
    /// Reads both files if they exist.
    ///
    /// # Errors
    /// Unreadable or invalid files, by name. Such a file counts as empty and is not written to.
    pub fn open(lessons_file: &Path, puzzles_file: &Path) -> (LearningProgress, Vec<String>) {
        let mut errors = Vec::new();
        let (lessons, lessons_file) = read(lessons_file, &mut errors);
        let (puzzles, puzzles_file) = read(puzzles_file, &mut errors);
        (LearningProgress { lessons, puzzles, lessons_file, puzzles_file, gain: None }, errors)
    }

    /// The progress in lessons.
    #[must_use]
    pub fn lessons(&self) -> &lessons::Progress {
        &self.lessons
    }

    /// The progress in puzzles.
    #[must_use]
    pub fn puzzles(&self) -> &puzzles::Progress {
        &self.puzzles
    }

    /// The change of the rating by a puzzle, if it was the last one to change the rating.
    #[must_use]
    pub fn gain(&self, puzzle: &Puzzle) -> Option<f64> {
        self.gain.as_ref().filter(|(id, _)| *id == puzzle.id).map(|(_, gain)| *gain)
    }

    /// Records a finished lesson.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(&mut self, lesson: &Lesson) -> Result<(), String> {
        change(self.lessons_file.as_deref(), &mut self.lessons, |lessons| lessons.finish(lesson)).1
    }

    /// Records an attempt at a puzzle. Only the first attempt affects the rating. `alone` means
    /// solved without a wrong action or a hint.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn tried(&mut self, puzzle: &Puzzle, alone: bool, day: Date) -> Result<(), String> {
        let (gain, written) = change(self.puzzles_file.as_deref(), &mut self.puzzles, |puzzles| {
            let first = !puzzles.tried.contains_key(&puzzle.id);
            let gain = puzzles.tried(puzzle, alone, day);
            first.then_some(gain)
        });
        if let Some(gain) = gain {
            self.gain = Some((puzzle.id.clone(), gain));
        }
        written
    }

    /// Records that a puzzle has been solved, with or without help. The puzzle of the day extends
    /// the streak.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn solved(&mut self, puzzle: &Puzzle, day: Date) -> Result<(), String> {
        let list = puzzles::shipped(&puzzle.game).unwrap_or_default();
        let daily = puzzles::of_the_day(&list, day).is_some_and(|daily| daily.id == puzzle.id);
        let solve = |puzzles: &mut puzzles::Progress| {
            puzzles.solved(puzzle);
            if daily {
                puzzles.streak.solved(day);
            }
        };
        change(self.puzzles_file.as_deref(), &mut self.puzzles, solve).1
    }
}

/// The contents of a file, and its path unless it is invalid.
fn read<T: Default + DeserializeOwned>(file: &Path, errors: &mut Vec<String>) -> (T, Option<PathBuf>) {
    let wrong =
        |why: &dyn fmt::Display| format!("{} cannot be read; progress will not be saved: {why}", file.display());
    let found = match read_limited(file, MAX_FILE) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| wrong(&error)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(T::default()),
        Err(error) => Err(wrong(&error)),
    };
    match found {
        Ok(found) => (found, Some(file.to_path_buf())),
        Err(error) => {
            errors.push(error);
            (T::default(), None)
        }
    }
}

/// Changes the progress stored in the file, because another window may have changed it; without a
/// file, the progress in memory. Returns the result of the change, and whether it was written.
fn change<T, R>(file: Option<&Path>, known: &mut T, change: impl Fn(&mut T) -> R) -> (R, Result<(), String>)
where
    T: Default + Serialize + DeserializeOwned,
{
    let Some(file) = file else { return (change(known), Ok(())) };
    let mut changed = None;
    let written = shared_file::update(file, MAX_FILE, Access::Usual, |held| {
        let mut progress: T = held.map(serde_json::from_slice).transpose()?.unwrap_or_default();
        let result = change(&mut progress);
        let text = serde_json::to_string_pretty(&progress)?;
        changed = Some((progress, result));
        Ok(Some(text + "\n"))
    });
    let written = written.map_err(|error| format!("{} cannot be written: {error}", file.display()));
    match changed {
        Some((progress, result)) => {
            *known = progress;
            (result, written)
        }
        None => (change(known), written),
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn open(folder: &Path) -> (LearningProgress, Vec<String>) {
        LearningProgress::open(&folder.join("new/lessons.json"), &folder.join("new/puzzles.json"))
    }

    #[test]
    fn progress_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (course, list) = (lessons::course("fluky"), puzzles::shipped("fluky").unwrap());
        let day = date(2026, 11, 23);
        let daily = puzzles::of_the_day(&list, day).unwrap();
        let (mut progress, errors) = open(folder.path());
        assert!(errors.is_empty() && progress.lessons().next(&course).unwrap().id == course[0].id);
        progress.finish(&course[0]).unwrap();
        progress.tried(daily, true, day).unwrap();
        progress.solved(daily, day).unwrap();
        assert!(progress.gain(daily).unwrap() > 0.0);
        // Only the first attempt counts.
        progress.tried(daily, false, day).unwrap();
        let (again, errors) = open(folder.path());
        assert!(errors.is_empty(), "{errors:?}");
        assert_eq!(again.lessons().next(&course).unwrap().id, course[1].id);
        assert_eq!((again.puzzles().streak.on(day), again.puzzles().solved_of(&list)), (1, 1));
        assert_eq!(again.puzzles(), progress.puzzles());
    }

    #[test]
    fn two_windows_lose_no_progress() {
        let folder = tempfile::tempdir().unwrap();
        let (course, list) = (lessons::course("fluky"), puzzles::shipped("fluky").unwrap());
        let day = date(2026, 11, 23);
        let [(mut one, _), (mut other, _)] = [open(folder.path()), open(folder.path())];
        one.finish(&course[0]).unwrap();
        other.finish(&course[1]).unwrap();
        one.tried(&list[0], true, day).unwrap();
        other.tried(&list[1], true, day).unwrap();
        // An attempt in another window does not count again.
        other.tried(&list[0], true, day).unwrap();
        assert_eq!(other.gain(&list[0]), None);
        one.solved(&list[0], day).unwrap();
        let (kept, errors) = open(folder.path());
        assert!(errors.is_empty(), "{errors:?}");
        assert!(course[..2].iter().all(|lesson| kept.lessons().has(lesson)));
        assert_eq!((kept.puzzles().solved_of(&list), kept.puzzles()), (2, one.puzzles()));
    }

    #[test]
    fn an_invalid_file_is_reported_and_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/lessons.json");
        std::fs::create_dir(folder.path().join("new")).unwrap();
        std::fs::write(&file, "{").unwrap();
        let (mut progress, errors) = open(folder.path());
        assert!(errors.len() == 1 && errors[0].contains("lessons.json"), "{errors:?}");
        progress.finish(&lessons::course("chess")[0]).unwrap();
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "{");
    }
}
