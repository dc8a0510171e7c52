//! Parameters of the page's address that choose the initial contents of its table.

use std::collections::BTreeMap;

use bevy::prelude::*;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Deserialize;

use crate::games;
use crate::lessons::{self, Lesson};
use crate::play::{BoardLink, Seat, Setup, UciCommand};
use crate::puzzles::{self, Puzzle};
use crate::session::{
    BoardCommand, ExerciseCommand, Notification, PlayerCommand, Pointing, Quality, SystemPreferences,
};

/// Parameters of the page's address: a replay or match from a file, a lesson, a puzzle, an
/// analysis, or a new match. Without any, the start screen is shown.
#[derive(Debug, Clone, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct StartOptions {
    /// `low`, `medium` or `high`; by default from the settings.
    quality: Option<String>,
    /// An analysis in one line, as shared by the analysis board.
    analysis: Option<String>,
    /// A lesson, such as `fluky/02-pawns`.
    lesson: Option<String>,
    /// The id of a puzzle.
    puzzle: Option<String>,
    /// The id of the game of a new match.
    game: Option<String>,
    /// Options of the new match that differ from the default.
    options: BTreeMap<String, String>,
    /// The text of the starting position of the new match.
    position: Option<String>,
    /// White's player: `human`, or the name of a bot.
    white: Option<String>,
    /// Black's player.
    black: Option<String>,
    /// Seed of bots and throws; random by default.
    seed: Option<String>,
    /// A restored file to show as a replay.
    file: Option<String>,
    /// A restored file with a match to continue.
    resume: Option<String>,
    /// Whether the user prefers reduced motion.
    reduced_motion: bool,
    /// Whether fingers are the device's main pointers.
    touch: bool,
}

impl StartOptions {
    /// The requested quality.
    pub fn quality(&self) -> Option<Quality> {
        match self.quality.as_deref()? {
            "low" => Some(Quality::Low),
            "medium" => Some(Quality::Medium),
            "high" => Some(Quality::High),
            _ => None,
        }
    }

    /// The user's preferences in the browser.
    pub fn preferences(&self) -> SystemPreferences {
        SystemPreferences { reduced_motion: self.reduced_motion }
    }

    /// The main pointing device.
    pub fn pointing(&self) -> Pointing {
        if self.touch { Pointing::Touch } else { Pointing::Mouse }
    }

    /// Applies the parameters to the table. Errors are shown there as notifications.
    pub fn apply(&self, world: &mut World) {
        if let Err(why) = self.try_apply(world) {
            world.write_message(Notification::new(why));
        }
    }

    fn try_apply(&self, world: &mut World) -> Result<(), String> {
        if let Some(file) = &self.resume {
            world.write_message(PlayerCommand::Continue(file.into()));
        } else if let Some(file) = &self.file {
            world.write_message(PlayerCommand::OpenFile(file.into()));
        } else if let Some(name) = &self.lesson {
            world.write_message(PlayerCommand::Exercise(ExerciseCommand::Lesson(Box::new(lesson(name)?))));
        } else if let Some(id) = &self.puzzle {
            world.write_message(PlayerCommand::Exercise(ExerciseCommand::Puzzle(Box::new(puzzle(id)?))));
        } else if let Some(line) = &self.analysis {
            let analysed = BoardLink::read(line).map_err(|error| error.to_string())?;
            world.write_message(PlayerCommand::Board(BoardCommand::Open(Box::new(analysed))));
        } else if let Some(game) = &self.game {
            world.write_message(PlayerCommand::Begin(Box::new(self.setup(game)?)));
        }
        Ok(())
    }

    /// The new match.
    fn setup(&self, game: &str) -> Result<Setup, String> {
        let (info, options) = games::with_options(game, &self.options).map_err(|error| error.to_string())?;
        let seat = |name: &Option<String>| match name {
            Some(name) if name.starts_with(UciCommand::PREFIX) => {
                Err("A browser cannot start UCI engines; install Fairground to play against one".to_string())
            }
            Some(name) => name.parse::<Seat>().map_err(|error| error.to_string()),
            None => Ok(Seat::Human),
        };
        let seats = [seat(&self.white)?, seat(&self.black)?];
        let seed = match &self.seed {
            Some(text) => {
                text.parse().map_err(|_| format!("The seed must be a whole number from 0 to {}", u64::MAX))?
            }
            None => u64::from(SysRng.try_next_u32().unwrap_or_default()),
        };
        Ok(Setup { options, start: self.position.clone(), ..Setup::new(info, seats, seed) })
    }
}

fn lesson(name: &str) -> Result<Lesson, String> {
    let (game, id) = name.split_once('/').unwrap_or((name, ""));
    let mut course = lessons::course(game).into_iter();
    // A game alone means the first lesson of its course.
    course.find(|lesson| id.is_empty() || lesson.id == id).ok_or_else(|| format!("unknown lesson {name:?}"))
}

fn puzzle(id: &str) -> Result<Puzzle, String> {
    let game = id.split('-').next().unwrap_or_default();
    let list = puzzles::shipped(game).map_err(|error| error.to_string())?;
    list.into_iter().find(|puzzle| puzzle.id == id).ok_or_else(|| format!("unknown puzzle {id:?}"))
}
