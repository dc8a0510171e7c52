use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::uci::{UciCommand, UciError, UciProgram};
use crate::bots::{Bot, UnknownBot};
use crate::engine::text::did_you_mean;
use crate::engine::{Info, Options, Side};

/// How a match is to be played.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub info: &'static Info,
    /// Its options.
    pub options: Options,
    /// Who plays, White first.
    pub seats: [Seat; 2],
    /// The programs that take the seats of [`Seat::Program`], White first; `None` at other seats. A match file does not name them.
    pub programs: [Option<UciCommand>; 2],
    /// What bots and throws are drawn from.
    pub seed: u64,
    /// Where the dice come from.
    pub dice: Dice,
    /// The position to begin from; `None` is the game's own.
    pub start: Option<String>,
    /// The clocks, if there are any.
    pub clock: Option<Clock>,
    /// The names of the players, White first; `None` where one has no name but that of the seat.
    pub names: [Option<String>; 2],
    /// The tournament or occasion.
    pub event: Option<String>,
}

impl Setup {
    /// The most characters of a name, and of an event.
    pub const LONGEST_NAME: usize = 100;

    /// A name, or an event, as it is typed, in one line and cut to [`Setup::LONGEST_NAME`]; `None` if it is blank.
    #[must_use]
    pub fn name(typed: &str) -> Option<String> {
        let letters = typed.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        let name: String = letters.take(Setup::LONGEST_NAME).collect();
        Some(name).filter(|name| !name.is_empty())
    }

    /// A game with its usual options, from its start, between these players, with thrown dice and without clocks.
    #[must_use]
    pub fn new(info: &'static Info, seats: [Seat; 2], seed: u64) -> Setup {
        Setup {
            info,
            options: Options::default(),
            seats,
            programs: [None, None],
            seed,
            dice: Dice::Physics,
            start: None,
            clock: None,
            names: [None, None],
            event: None,
        }
    }

    /// Gives a side to another program.
    pub fn seat_program(&mut self, side: Side, command: UciCommand) {
        self.seats[side.index()] = Seat::Program;
        self.programs[side.index()] = Some(command);
    }

    /// Starts the programs that play, White's first. A player without a name gets the one that the program gives itself.
    ///
    /// # Errors
    /// A program that cannot be started, does not answer, or does not offer the game with its options.
    pub fn start_programs(&mut self) -> Result<[Option<UciProgram>; 2], UciError> {
        let mut started = [None, None];
        for (index, command) in self.programs.iter().enumerate() {
            let Some(command) = command else { continue };
            let program = UciProgram::start(command, self.info, &self.options)?;
            let name = &mut self.names[index];
            *name = name.take().or_else(|| Setup::name(program.name()?));
            started[index] = Some(program);
        }
        Ok(started)
    }
}

/// The clocks of a match: what each player has for all decisions. Throws take no time from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// What each player begins with.
    pub start: Duration,
    /// What a player gets back when a turn has ended.
    pub increment: Duration,
}

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Human,
    /// A program.
    Bot(Bot),
    /// Another program, see [`Setup::programs`]. A match file does not know how to start it elsewhere.
    Program,
    /// Somebody in a room elsewhere, person or program, whose actions the room tells.
    Remote,
}

impl Seat {
    /// The name of the bot that sits there, if one does.
    #[must_use]
    pub fn bot_name(self) -> Option<String> {
        if let Seat::Bot(bot) = self { Some(bot.name()) } else { None }
    }

    /// Everyone who is offered for it; bots with limits of their own may sit there besides.
    pub fn all() -> impl Iterator<Item = Seat> {
        std::iter::once(Seat::Human).chain(Bot::ALL.into_iter().map(Seat::Bot))
    }
}

impl fmt::Display for Seat {
    /// As the command line and match files write it: the name reads back as a player who can go on with the match. Another program and
    /// a player elsewhere are `human`, since only a person can take their seats.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human | Seat::Program | Seat::Remote => f.write_str("human"),
            Seat::Bot(bot) => bot.fmt(f),
        }
    }
}

/// Nobody of this name can take a seat.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("nobody is called '{name}'{}; a seat is taken by human or a bot: {bot}", did_you_mean(name, ["human"]))]
pub struct UnknownSeat {
    /// What was asked for.
    pub name: String,
    /// Why it is no bot.
    pub bot: UnknownBot,
}

impl FromStr for Seat {
    type Err = UnknownSeat;

    fn from_str(name: &str) -> Result<Self, UnknownSeat> {
        if name == Seat::Human.to_string() {
            return Ok(Seat::Human);
        }
        name.parse().map(Seat::Bot).map_err(|bot| UnknownSeat { name: name.to_string(), bot })
    }
}

/// Where the results of dice come from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// The die is thrown and comes to rest.
    #[default]
    Physics,
    /// The result is drawn at random, uniformly over the sides, in no time.
    Instant,
}

impl fmt::Display for Dice {
    /// As the command line and match files write it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dice::Physics => "physics",
            Dice::Instant => "instant",
        })
    }
}

/// There are no such dice.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are no '{name}' dice{}; there are: physics, instant", did_you_mean(name, ["physics", "instant"]))]
pub struct UnknownDice {
    /// What was asked for.
    pub name: String,
}

impl FromStr for Dice {
    type Err = UnknownDice;

    fn from_str(name: &str) -> Result<Self, UnknownDice> {
        [Dice::Physics, Dice::Instant]
            .into_iter()
            .find(|dice| dice.to_string() == name)
            .ok_or_else(|| UnknownDice { name: name.to_string() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_seat_reads_back() {
        for seat in Seat::all().chain([Seat::Program, Seat::Remote]) {
            let read = seat.to_string().parse();
            assert_eq!(read, Ok(if matches!(seat, Seat::Bot(_)) { seat } else { Seat::Human }), "{seat:?}");
        }
    }
}
