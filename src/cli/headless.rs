//! Matches without a window, printed action by action.

use std::io::{self, Write};

use super::CliError;
use crate::engine::{Outcome, Side};
use crate::platform::clock::{Duration, Instant};
use crate::play::{Match, Pending, PlayError, UciClocks, UciError, UciProgram};

/// Lets bots, and other programs where there are any (White's first), play at most this many actions, and prints each with the position after
/// it, then the outcome.
pub(super) fn play(
    game: &mut Match,
    mut programs: [Option<UciProgram>; 2],
    most: u64,
    out: &mut impl Write,
) -> Result<(), CliError> {
    for _ in 0..most {
        match game.pending() {
            Pending::Over(_) => break,
            Pending::Decide { side, .. } => {
                if !decide(game, programs[side.index()].as_mut(), side)? {
                    break;
                }
            }
            Pending::Throw { .. } => {
                let Some(roll) = game.throw(None) else { break };
                game.apply_roll(&roll)?;
            }
        }
        // The output so far is kept, should the program be stopped.
        game.flush()?;
        let action = game.last_action().map_or_else(String::new, String::from);
        writeln!(out, "{action}\t{}", game.game().text())?;
        out.flush()?;
    }
    game.flush()?;
    write_outcome(game.outcome(), out)
}

pub(super) fn write_outcome(outcome: Option<Outcome>, out: &mut impl Write) -> Result<(), CliError> {
    match outcome {
        Some(outcome) => writeln!(out, "outcome: {outcome} ({})", outcome.reason)?,
        None => writeln!(out, "outcome: ongoing")?,
    }
    Ok(())
}

/// Asks for a decision and plays it; `false` if the match is over instead.
fn decide(game: &mut Match, program: Option<&mut UciProgram>, side: Side) -> Result<bool, CliError> {
    let begun = Instant::now();
    let Some(program) = program else {
        let Some(job) = game.search_job() else { return Ok(false) };
        let action = job.think();
        if game.spend_time(side, begun.elapsed())?.is_some() {
            return Ok(false);
        }
        game.act(&action)?;
        return Ok(true);
    };
    let clocks = game.clock().map(|clock| UciClocks {
        left: Side::BOTH.map(|side| game.remaining(side).unwrap_or_default()),
        increment: clock.increment,
        turns_to_go: None,
        margin: Duration::ZERO,
    });
    let (start, played) = (game.game().start_text(), game.game().played());
    let mut answer = || {
        if played.len() < 2 {
            program.begin_match()?;
        }
        program.think(&start, &played, side, clocks, &|| false)
    };
    let answer = answer();
    let late = game.spend_time(side, begun.elapsed())?.is_some();
    let error: UciError = match answer {
        Ok(_) if late => return Ok(false),
        Ok(found) => match game.act(&found.text) {
            Ok(_) => return Ok(true),
            Err(PlayError::Refused { .. } | PlayError::RollIsNoChoice) => program.illegal(&found.text),
            Err(error) => return Err(error.into()),
        },
        Err(error) => error,
    };
    let _ = writeln!(io::stderr(), "{side}: {error}");
    if !late {
        game.forfeit(side, &error.to_string())?;
    }
    Ok(false)
}
