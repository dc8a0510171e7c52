use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use super::uci::{UciCommand, UciError, UciProgram};
use fairground_rules::bots::{Bot, UnknownBot};
use fairground_rules::engine::text::did_you_mean;
use fairground_rules::engine::{GameInfo, Options, Side};

/// The settings of a match.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The game.
    pub info: &'static GameInfo,
    /// Its options.
    pub options: Options,
    /// The players, White first.
    pub seats: [Seat; 2],
    /// The external engines for [`Seat::Program`], White first; `None` for other seats. Match files
    /// do not contain them.
    pub programs: [Option<UciCommand>; 2],
    /// The seed of bots and throws.
    pub seed: u64,
    /// The source of dice results.
    pub dice: Dice,
    /// The initial position; `None` is the game's usual one.
    pub start: Option<String>,
    /// The clocks, if any.
    pub clock: Option<Clock>,
    /// The names of the players, White first; `None` for a player known only by the seat.
    pub names: [Option<String>; 2],
    /// The tournament or occasion.
    pub event: Option<String>,
}

impl Setup {
    /// The maximum number of characters in a name or event.
    pub const MAX_NAME: usize = 100;

    /// Normalises a typed name or event: one line, truncated to [`Setup::MAX_NAME`]. `None` if
    /// it is blank.
    #[must_use]
    pub fn normalised_name(typed: &str) -> Option<String> {
        let letters = typed.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
        let name: String = letters.take(Setup::MAX_NAME).collect();
        Some(name).filter(|name| !name.is_empty())
    }

    /// A match with default options from the usual start, with physical dice and without clocks.
    #[must_use]
    pub fn new(info: &'static GameInfo, seats: [Seat; 2], seed: u64) -> Setup {
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

    /// Assigns a side to an external engine.
    pub fn seat_program(&mut self, side: Side, command: UciCommand) {
        self.seats[side.index()] = Seat::Program;
        self.programs[side.index()] = Some(command);
    }

    /// Starts the external engines, White's first. A player without a name gets the engine's own
    /// name.
    ///
    /// # Errors
    /// If an engine cannot be started, does not answer, or does not support the game with its
    /// options.
    pub fn start_programs(&mut self) -> Result<[Option<UciProgram>; 2], UciError> {
        let mut started = [None, None];
        for (index, command) in self.programs.iter().enumerate() {
            let Some(command) = command else { continue };
            let program = UciProgram::start(command, self.info, &self.options)?;
            let name = &mut self.names[index];
            *name = name.take().or_else(|| Setup::normalised_name(program.name()?));
            started[index] = Some(program);
        }
        Ok(started)
    }
}

/// The time control of a match. Throws take no time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The initial time of each player.
    pub start: Duration,
    /// The increment after each turn.
    pub increment: Duration,
}

impl Clock {
    /// The minimum time left on the clock of a match in progress.
    pub const MIN_LEFT: Duration = Duration::from_millis(1);

    /// The time that a decision takes from a clock with time `left`: the time used, unless that
    /// would end the match.
    #[must_use]
    pub fn taken(left: Duration, used: Duration) -> Duration {
        used.min(left.saturating_sub(Clock::MIN_LEFT))
    }
}

impl FromStr for Clock {
    /// The expected content, and an example.
    type Err = &'static str;

    /// Parses the time of each player and the increment, whole seconds.
    fn from_str(text: &str) -> Result<Clock, &'static str> {
        let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
        let seconds = |text: &str| {
            // As long as the largest number: leading zeros could be endless.
            let digits = text.len() <= 10 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u32>().ok().filter(|_| digits).map(|seconds| Duration::from_secs(seconds.into()))
        };
        match (seconds(start), seconds(increment)) {
            (Some(start), Some(increment)) if !start.is_zero() => Ok(Clock { start, increment }),
            _ => Err("expected whole seconds, such as 300 or 300+5"),
        }
    }
}

/// The player of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person.
    Human,
    /// A bot of this program.
    Bot(Bot),
    /// An external engine, see [`Setup::programs`]. Match files do not store its command.
    Program,
    /// A remote player, person or program, whose actions arrive from a room.
    Remote,
}

impl Seat {
    /// The spelling of a seat for a person, in match files and rooms and on the command line.
    pub const HUMAN: &str = "human";

    /// The name of the bot in this seat, if any.
    #[must_use]
    pub fn bot_name(self) -> Option<String> {
        if let Seat::Bot(bot) = self { Some(bot.name()) } else { None }
    }

    /// The seats offered for choice. Bots with custom limits are valid seats, too.
    pub fn all() -> impl Iterator<Item = Seat> {
        std::iter::once(Seat::Human).chain(Bot::ALL.into_iter().map(Seat::Bot))
    }
}

impl fmt::Display for Seat {
    /// The spelling in match files and on the command line. It parses to a player that can continue
    /// the match: external engines and remote players become `human`, since only a person can take
    /// their seats.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human | Seat::Program | Seat::Remote => f.write_str(Seat::HUMAN),
            Seat::Bot(bot) => bot.fmt(f),
        }
    }
}

/// No player has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown player '{name}'{}; expected human or a bot: {bot}", did_you_mean(name, [Seat::HUMAN]))]
pub struct UnknownSeat {
    /// The requested name.
    pub name: String,
    /// Why it is not a bot.
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

/// The source of dice results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dice {
    /// The die is thrown and simulated until it rests.
    #[default]
    Physics,
    /// The side is drawn uniformly and immediately.
    Instant,
}

impl fmt::Display for Dice {
    /// The spelling in match files and on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dice::Physics => "physics",
            Dice::Instant => "instant",
        })
    }
}

/// No kind of dice has this name.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown dice '{name}'{}; available: physics, instant", did_you_mean(name, ["physics", "instant"]))]
pub struct UnknownDice {
    /// The requested name.
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
    fn clocks_are_read_in_whole_seconds() {
        let clock = |start, increment| {
            Ok(Clock { start: Duration::from_secs(start), increment: Duration::from_secs(increment) })
        };
        assert_eq!(["300", "300+5", "1+0"].map(str::parse), [clock(300, 0), clock(300, 5), clock(1, 0)]);
        for wrong in [
            "",
            "0",
            "0+5",
            "+5",
            "+300",
            "300+",
            "300++5",
            "300+-5",
            "300+5+1",
            "1.5",
            "4294967296",
            "00000000300",
            " 300",
        ] {
            assert!(wrong.parse::<Clock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_name_of_a_seat_reads_back() {
        for seat in Seat::all().chain([Seat::Program, Seat::Remote]) {
            let read = seat.to_string().parse();
            assert_eq!(read, Ok(if matches!(seat, Seat::Bot(_)) { seat } else { Seat::Human }), "{seat:?}");
        }
    }
}
