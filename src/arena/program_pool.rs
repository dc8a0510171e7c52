use std::sync::{Mutex, PoisonError};

use crate::engine::{Info, Options};
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
    pub fn take(&self) -> Result<UciProgram, UciError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (info, options) = self.game;
        let mut program = idle.map_or_else(|| UciProgram::start(self.command, info, options), Ok)?;
        program.begin_match()?;
        Ok(program)
    }

    /// Keeps it for another match.
    pub fn give_back(&self, program: UciProgram) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(program);
    }
}
