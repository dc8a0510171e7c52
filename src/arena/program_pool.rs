use std::sync::{Mutex, PoisonError};

use crate::engine::{ActionText, Info, Options, Side, Tabletop, TypedGame};
use crate::play::{UciCommand, UciError, UciProgram};

/// Running copies of a program, one for each match that is played at the same time.
pub(super) struct ProgramPool<'a> {
    command: &'a UciCommand,
    game: (&'static Info, &'a Options),
    idle: Mutex<Vec<UciProgram>>,
}

impl<'a> ProgramPool<'a> {
    pub fn new(command: &'a UciCommand, info: &'static Info, options: &'a Options) -> Self {
        ProgramPool { command, game: (info, options), idle: Mutex::default() }
    }

    /// One that has been told that another match begins, so that what it plays depends on that match alone.
    ///
    /// # Errors
    /// If it does not start, cannot play the game or does not answer.
    fn take(&self) -> Result<UciProgram, UciError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (info, options) = self.game;
        let mut program = idle.map_or_else(|| UciProgram::start(self.command, info, options), Ok)?;
        program.begin_match()?;
        Ok(program)
    }

    /// Keeps it for another match.
    fn give_back(&self, program: UciProgram) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(program);
    }
}

/// Another program that plays a match against itself.
///
/// It is told the position after the last irreversible action and what was played since: enough to see repetitions, and quicker to read than
/// the whole match.
pub(super) struct ProgramPlayer {
    program: UciProgram,
    start: String,
    since: Vec<ActionText>,
}

impl ProgramPlayer {
    /// Takes a program for a match that goes on from here.
    ///
    /// # Errors
    /// As [`ProgramPool::take`].
    pub fn take<P: Tabletop>(programs: &ProgramPool<'_>, game: &TypedGame<P>) -> Result<ProgramPlayer, UciError> {
        Ok(ProgramPlayer { program: programs.take()?, start: game.position().to_string(), since: Vec::new() })
    }

    /// Its action for this side and the value that it gives to it, centipawns; `None` if `stop` ended it before.
    ///
    /// # Errors
    /// A program that does not answer, or whose move the rules do not allow.
    pub fn choose<P: Tabletop>(
        &mut self,
        game: &TypedGame<P>,
        side: Side,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<(P::Action, Option<i32>)>, UciError> {
        let found = self.program.think(&self.start, &self.since, side, None, stop)?;
        if stop() {
            return Ok(None);
        }
        Ok(Some((self.program.legal_action(game, &found)?, found.score)))
    }

    /// An action was played, which led here.
    pub fn follow<P: Tabletop>(&mut self, game: &TypedGame<P>, action: P::Action) {
        if game.position().halfmove_clock() == 0 {
            self.start = game.position().to_string();
            self.since.clear();
        } else {
            self.since.push(ActionText::from(action.to_string()));
        }
    }

    /// Keeps its program for another match.
    pub fn give_back(self, programs: &ProgramPool<'_>) {
        programs.give_back(self.program);
    }
}
