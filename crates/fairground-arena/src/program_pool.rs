use std::sync::{Mutex, PoisonError};

use fairground_match::play::{UciCommand, UciError, UciProgram};
use fairground_rules::engine::{ActionText, Game, GameInfo, Options, Side, TypedGame};

/// Running copies of an engine, one for each concurrent match.
pub(super) struct ProgramPool<'a> {
    command: &'a UciCommand,
    game: (&'static GameInfo, &'a Options),
    idle: Mutex<Vec<UciProgram>>,
}

impl<'a> ProgramPool<'a> {
    pub fn new(command: &'a UciCommand, info: &'static GameInfo, options: &'a Options) -> Self {
        ProgramPool { command, game: (info, options), idle: Mutex::default() }
    }

    /// Returns an engine that knows of the new match, so that its play depends on that match alone.
    ///
    /// # Errors
    /// If the engine does not start, cannot play the game or does not answer.
    fn take(&self) -> Result<UciProgram, UciError> {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let (info, options) = self.game;
        let mut program = idle.map_or_else(|| UciProgram::start(self.command, info, options), Ok)?;
        program.begin_match()?;
        Ok(program)
    }

    /// Keeps the engine for a later match.
    fn release(&self, program: UciProgram) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(program);
    }
}

/// An external engine that plays a match against itself.
///
/// It is sent the position after the last irreversible action, and the actions since then. That is
/// enough to detect repetitions, and parses faster than the whole match.
pub(super) struct ProgramPlayer {
    program: UciProgram,
    start: String,
    since: Vec<ActionText>,
}

impl ProgramPlayer {
    /// Takes an engine for a match that starts here.
    ///
    /// # Errors
    /// Those of [`ProgramPool::take`].
    pub fn take<P: Game>(programs: &ProgramPool<'_>, game: &TypedGame<P>) -> Result<ProgramPlayer, UciError> {
        Ok(ProgramPlayer { program: programs.take()?, start: game.position().to_string(), since: Vec::new() })
    }

    /// The engine's action for this side and its value, centipawns; `None` if `stop` ended the
    /// search early.
    ///
    /// # Errors
    /// If the engine does not answer or its move is illegal.
    pub fn choose<P: Game>(
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

    /// Records an action. `game` is the game after it.
    pub fn follow<P: Game>(&mut self, game: &TypedGame<P>, action: P::Action) {
        if game.position().halfmove_clock() == 0 {
            self.start = game.position().to_string();
            self.since.clear();
        } else {
            self.since.push(ActionText::from(action.to_string()));
        }
    }

    /// Returns the engine to the pool.
    pub fn release(self, programs: &ProgramPool<'_>) {
        programs.release(self.program);
    }
}
