//! The commands that ask the rules, and nothing else.

use std::io::Write;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::CliError;
use super::args::{ApplyArgs, At, PerftArgs, PlayoutArgs};
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
    let mut game = games::begin(args.game.game, args.game.options()?, Some(&args.position))?;
    let refused = |refusal| CliError::Refused { action: args.action.clone(), refusal: Box::new(refusal) };
    game.apply(&args.action).map_err(refused)?;
    Ok(writeln!(out, "{}", game.text())?)
}

pub(super) fn outcome(at: &At, out: &mut impl Write) -> Result<(), CliError> {
    Ok(writeln!(out, "{}", outcome_text(begin(at)?.turn().outcome()))?)
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
