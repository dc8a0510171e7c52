//! The commands that ask the rules, and nothing else.

use std::io::Write;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::args::{ApplyArgs, At, OutcomeArgs, PerftArgs, PlayoutArgs};
use super::{CliError, PASS};
use crate::engine::{self, DynGame, Options, Tabletop, TextError, TypedGame};
use crate::games::{self, Visitor};
use crate::play;

pub(super) fn games(out: &mut impl Write) -> Result<(), CliError> {
    for info in games::ALL {
        writeln!(out, "{}\t{}", info.id, info.name)?;
        for option in info.options {
            writeln!(out, "\t--set {}={}\t{}", option.key, option.values.join("|"), option.help)?;
        }
    }
    Ok(())
}

pub(super) fn moves(at: &At, out: &mut impl Write) -> Result<(), CliError> {
    for action in begin(at)?.actions() {
        writeln!(out, "{action}")?;
    }
    Ok(())
}

pub(super) fn apply(args: &ApplyArgs, out: &mut impl Write) -> Result<(), CliError> {
    Ok(writeln!(out, "{}", played(&args.at, &args.actions)?.text())?)
}

pub(super) fn outcome(args: &OutcomeArgs, out: &mut impl Write) -> Result<(), CliError> {
    Ok(writeln!(out, "{}", outcome_text(played(&args.at, &args.actions)?.turn().outcome()))?)
}

/// The match that these actions make.
///
/// A leading `--` may end the options, as usual, or be the pass of Tactical Chess. It is a pass only if the actions cannot be
/// played otherwise.
fn played(at: &At, actions: &[String]) -> Result<Box<dyn DynGame>, CliError> {
    match actions {
        [first, rest @ ..] if first == PASS && !rest.is_empty() => {
            play_all(at, rest).or_else(|error| play_all(at, actions).map_err(|_| error))
        }
        _ => play_all(at, actions),
    }
}

fn play_all(at: &At, actions: &[String]) -> Result<Box<dyn DynGame>, CliError> {
    let mut game = begin(at)?;
    for (index, action) in actions.iter().enumerate() {
        let (action, number, count) = (action.clone(), index + 1, actions.len());
        game.apply(&action).map_err(|refusal| CliError::Refused {
            action,
            number,
            count,
            refusal: Box::new(refusal),
        })?;
    }
    Ok(game)
}

pub(super) fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), CliError> {
    struct Perft<'a>(&'a PerftArgs, Options);
    impl Visitor for Perft<'_> {
        /// The number for each action if it is asked for, and the sum.
        type Output = Result<(Vec<(String, u64)>, u64), TextError>;
        fn visit<P: Tabletop>(self) -> Self::Output {
            let Perft(args, options) = self;
            let position = match &args.at.position {
                Some(text) => P::parse(text, &options)?,
                None => P::start(&options),
            };
            if !args.divide || args.depth == 0 {
                return Ok((Vec::new(), engine::perft(&position, args.depth)));
            }
            let parts = engine::divide(&position, args.depth);
            let sum = parts.iter().map(|(_, count)| count).sum();
            Ok((parts.into_iter().map(|(action, count)| (action.to_string(), count)).collect(), sum))
        }
    }
    let visitor = Perft(args, args.at.game.options()?);
    let (parts, sum) =
        games::visit(args.at.game.game.id, visitor).map_err(|error| CliError::Usage(error.to_string()))??;
    for (action, count) in parts {
        writeln!(out, "{action}: {count}")?;
    }
    Ok(writeln!(out, "{sum}")?)
}

pub(super) fn playout(args: &PlayoutArgs, out: &mut impl Write) -> Result<(), CliError> {
    struct Playout<'a, W>(&'a PlayoutArgs, Options, &'a mut W);
    impl<W: Write> Visitor for Playout<'_, W> {
        type Output = Result<(), CliError>;
        fn visit<P: Tabletop>(self) -> Self::Output {
            let Playout(args, options, out) = self;
            let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
            let mut each = |action: P::Action, position: &P| writeln!(out, "{action}\t{position}");
            let end = play::playout(TypedGame::<P>::new(options), &mut rng, args.max, &mut each)?;
            Ok(writeln!(out, "outcome: {}", outcome_text(end.turn().outcome()))?)
        }
    }
    let visitor = Playout(args, args.game.options()?, out);
    games::visit(args.game.game.id, visitor).map_err(|error| CliError::Usage(error.to_string()))?
}

fn begin(at: &At) -> Result<Box<dyn DynGame>, TextError> {
    games::begin(at.game.game, at.game.options()?, at.position.as_deref())
}

fn outcome_text(outcome: Option<engine::Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string())
}
