use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use fairground_match::play::{Seat, UciCommand, UciCommandError};
use fairground_rules::bots::{Bot, UnknownBot};

/// A player of a contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// A bot of this program.
    Bot(Bot),
    /// An external UCI engine.
    Program(UciCommand),
}

impl Contestant {
    /// The default name: `Badger`, or the command of an engine.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Contestant::Bot(bot) => bot.name(),
            Contestant::Program(command) => command.to_string(),
        }
    }

    /// The seat in a match. A match file has a person's seat for an engine, because it does not store
    /// the command.
    pub(super) fn seat(&self) -> Seat {
        match self {
            Contestant::Bot(bot) => Seat::Bot(*bot),
            Contestant::Program(_) => Seat::Program,
        }
    }
}

impl fmt::Display for Contestant {
    /// The name on the command line and in reports.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contestant::Bot(bot) => bot.fmt(f),
            Contestant::Program(command) => command.fmt(f),
        }
    }
}

/// The error for an invalid name of a [`Contestant`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ContestantError {
    /// An unknown bot.
    #[error("{0}; or an engine such as {prefix}stockfish", prefix = UciCommand::PREFIX)]
    Bot(UnknownBot),
    /// An invalid command of an engine.
    #[error(transparent)]
    Program(UciCommandError),
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(name: &str) -> Result<Contestant, ContestantError> {
        if name.starts_with(UciCommand::PREFIX) {
            return name.parse().map(Contestant::Program).map_err(ContestantError::Program);
        }
        name.parse().map(Contestant::Bot).map_err(ContestantError::Bot)
    }
}
