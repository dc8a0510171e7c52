//! Matches without a window, printed action by action.

use std::io::{self, Write};

use crate::cli::CliError;
use crate::engine::{Outcome, Side};
use crate::play::{Match, Player, Seat, StepResult};

/// The error if a person has a seat.
pub(super) const HEADLESS_NEEDS_BOTS: &str = "--headless needs bots on both sides; set --white and --black to bots";

/// Plays at most `max_actions` actions of bots and external engines. Prints each action with the
/// position after it, then the outcome.
pub(in crate::cli) fn play(game: &mut Match, max_actions: u64, out: &mut impl Write) -> Result<(), CliError> {
    let [white, black] = Side::BOTH.map(|side| player(game, side));
    let mut players = [white?, black?];
    let end = game.drive(&mut players, max_actions, |game| {
        // Printed actions are on disk, even if the program is stopped.
        game.flush()?;
        let action = game.last_action().map_or_else(String::new, String::from);
        writeln!(out, "{action}\t{}", game.game().text())?;
        Ok::<_, CliError>(out.flush()?)
    })?;
    if let StepResult::Failed { side, reason } = end {
        let _ = writeln!(io::stderr(), "{side}: {reason}");
    }
    game.flush()?;
    write_outcome(game.outcome(), out)
}

fn player(game: &Match, side: Side) -> Result<Box<dyn Player>, CliError> {
    match (game.setup().seats[side.index()], game.take_program(side)) {
        (Seat::Bot(bot), _) => Ok(Box::new(bot)),
        (_, Some(program)) => Ok(Box::new(program)),
        (Seat::Human | Seat::Program | Seat::Remote, None) => Err(CliError::Usage(HEADLESS_NEEDS_BOTS.to_string())),
    }
}

pub(in crate::cli) fn write_outcome(outcome: Option<Outcome>, out: &mut impl Write) -> Result<(), CliError> {
    match outcome {
        Some(outcome) => writeln!(out, "outcome: {outcome} ({})", outcome.reason)?,
        None => writeln!(out, "outcome: ongoing")?,
    }
    Ok(())
}
