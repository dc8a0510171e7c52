//! Options for the conditions of an arena's matches, named as in other tournament programs.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::arena::{Conditions, DrawRule, Openings, ResignRule, TimeControl};
use crate::cli::CliError;
use crate::cli::values::whole;
use crate::engine::{GameInfo, Options};

#[derive(Args, Debug)]
pub(in crate::cli) struct ConditionArgs {
    /// Start each pair of matches with an opening from this file instead of random plies: a
    /// position per line, in chess FEN or EPD, or the games of a .pgn file
    #[arg(long, value_name = "FILE")]
    pub openings: Option<PathBuf>,
    /// With a .pgn file of openings: the plies of each game that are the opening [default: all]
    #[arg(long, value_name = "N", value_parser = whole(1..=1000u32, 8), requires = "openings", allow_negative_numbers = true)]
    pub opening_plies: Option<u32>,
    /// Take the openings in the order of the file, or in a random order drawn from the seed
    #[arg(long, value_enum, default_value_t = Order::Sequential, requires = "openings")]
    pub order: Order,
    /// The clock of each player, seconds with an increment per move, such as 10+0.1; 40/60 gives 60
    /// s for every 40 moves. With clocks, results are not reproducible
    #[arg(long, value_name = "[MOVES/]TIME[+INC]", allow_hyphen_values = true)]
    pub tc: Option<TimeControl>,
    /// The milliseconds by which a player may overstep its time without losing
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = whole(0..=60_000u64, 50), requires = "tc", allow_negative_numbers = true)]
    pub time_margin: u64,
    /// Adjudicate a draw after movenumber moves of each side, once the last movecount scores of
    /// both were at most score centipawns from zero, such as movenumber=40,movecount=8,score=10
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub draw: Option<DrawRule>,
    /// Resign a match for a player whose last movecount scores were all score centipawns below zero
    /// or worse, such as movecount=3,score=600; with twosided=true only if the opponent's scores
    /// agree
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub resign: Option<ResignRule>,
}

/// An order of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Order {
    /// The order of the file
    Sequential,
    /// An order drawn from the seed
    Random,
}

impl ConditionArgs {
    /// Reads the openings. The other conditions have already been parsed. The net is the built-in
    /// one.
    pub fn read(&self, info: &'static GameInfo, options: &Options, seed: u64) -> Result<Conditions, CliError> {
        if let (Some(file), Some(_)) = (&self.openings, self.opening_plies)
            && !Openings::are_games(file)
        {
            let file = file.display();
            return Err(CliError::Usage(format!("--opening-plies: expected openings in a .pgn file, found {file}")));
        }
        let read = |file: &PathBuf| {
            let openings = Openings::read(file, info, options, self.opening_plies)?;
            Ok::<_, CliError>(match self.order {
                Order::Sequential => openings,
                Order::Random => openings.shuffled(seed),
            })
        };
        Ok(Conditions {
            openings: self.openings.as_ref().map(read).transpose()?,
            time_control: self.tc,
            time_margin: Duration::from_millis(self.time_margin),
            draw: self.draw,
            resign: self.resign,
            net: None,
        })
    }
}
