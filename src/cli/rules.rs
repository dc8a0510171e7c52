//! The commands that only use the rules.

use std::io::Write;

use clap::Args;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::input::escape::PASS;
use super::json::{self, ActionDescription, PlayedAction, Standing, json};
use super::shared_args::{At, GameArgs};
use super::values::{count, seed, whole};
use super::{CliError, source};
use crate::engine::text::did_you_mean;
use crate::engine::{self, ActionText, DynGame, Game, Options, TextError, TypedGame};
use crate::games::{self, Visitor};
use crate::play;
use crate::presentation::{COMMON_RULES, Presentation};

/// The rules shared by all games, with their name.
const COMMON: (&str, &str) = ("common", COMMON_RULES);

#[derive(Args, Debug)]
pub(super) struct GamesArgs {
    /// Print JSON: for each game its `id`, `name`, `summary`, `sides`, `dice` (whether it has any)
    /// and `options` with their `key`, `values` (the first is the default) and `help`
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct RulesArgs {
    /// The game, by its id (see `fairground games`), or `common` for the rules shared by all games
    #[arg(value_name = "GAME", value_parser = rules_of)]
    pub text: &'static str,
}

#[derive(Args, Debug)]
pub(super) struct MovesArgs {
    #[command(flatten)]
    pub at: At,
    /// Print JSON: `game`, `position`, `side` (`null` when the game is over), `due` (`decision`,
    /// `roll` or `null`), `outcome`, `reason`, and `moves`, each with its `action`, short
    /// `notation` and `describe`, a sentence
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct ApplyArgs {
    #[command(flatten)]
    pub at: At,
    /// The actions, in order, as action texts or in short notation, such as `e4 e5 Nf3` in chess
    #[arg(required = true, value_name = "ACTION")]
    pub actions: Vec<String>,
    /// Print JSON: `game`, `position`, `side`, `due`, `outcome` and `reason` after the actions, and
    /// `actions`, each with its `ply` from 1, `side`, `action`, `notation`, `describe` and the
    /// `position` after it
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct OutcomeArgs {
    #[command(flatten)]
    pub at: At,
    /// The actions, in order, as action texts or in short notation, such as `e4 e5 Nf3` in chess
    #[arg(value_name = "ACTION")]
    pub actions: Vec<String>,
    /// Print JSON: `game`, `position`, `side`, `due` (`decision`, `roll` or `null`), `outcome`
    /// (`ongoing`, `white`, `black` or `draw`), `reason` (`null` while the match is ongoing) and
    /// `claim`, the draw that a player may claim (`third repetition`, `50 moves` or `null`)
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub at: At,
    /// The depth, in actions
    #[arg(long, value_name = "D", value_parser = whole(0..=64u32, 4), allow_negative_numbers = true)]
    pub depth: u32,
    /// Also print the count for each first action
    #[arg(long)]
    pub divide: bool,
    /// Print JSON: `game`, `position`, `depth`, `count`, and with --divide `divide`, each with its
    /// `action` and `count`
    #[arg(long)]
    pub json: bool,
}

#[derive(Args, Debug)]
pub(super) struct PlayoutArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The seed of all random choices
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Stop after this many actions
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, value_parser = count::<u64>, allow_negative_numbers = true)]
    pub max: u64,
    /// Print JSON, with the keys of `fairground apply --json` and the `seed`
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct GameOut {
    id: &'static str,
    name: &'static str,
    summary: &'static str,
    /// White first.
    sides: [&'static str; 2],
    dice: bool,
    options: Vec<OptionOut>,
}

#[derive(Serialize)]
struct OptionOut {
    key: &'static str,
    /// The first is the default.
    values: &'static [&'static str],
    help: &'static str,
}

pub(super) fn games(args: &GamesArgs, out: &mut impl Write) -> Result<(), CliError> {
    if args.json {
        let all = games::ALL.iter().map(|info| GameOut {
            id: info.id,
            name: info.name,
            summary: info.summary,
            sides: info.sides,
            dice: info.dice,
            options: info
                .options
                .iter()
                .map(|option| OptionOut { key: option.key, values: option.values, help: option.help })
                .collect(),
        });
        return json(&all.collect::<Vec<_>>(), out);
    }
    for info in games::ALL {
        writeln!(out, "{}\t{}", info.id, info.name)?;
        for option in info.options {
            writeln!(out, "\t--set {}={}\t{}", option.key, option.values.join("|"), option.help)?;
        }
    }
    Ok(())
}

/// The rules with this name.
pub(super) fn rules_of(id: &str) -> Result<&'static str, String> {
    if id == COMMON.0 {
        return Ok(COMMON.1);
    }
    let hint = did_you_mean(id, [COMMON.0]);
    games::info(id)
        .map(|info| Presentation::of(info).rules)
        .map_err(|error| format!("{error}, and {} for the shared rules{hint}", COMMON.0))
}

pub(super) fn rules(args: &RulesArgs, out: &mut impl Write) -> Result<(), CliError> {
    Ok(out.write_all(args.text.as_bytes())?)
}

pub(super) fn moves(args: &MovesArgs, out: &mut impl Write) -> Result<(), CliError> {
    #[derive(Serialize)]
    struct Moves {
        #[serde(flatten)]
        standing: Standing,
        moves: Vec<ActionDescription>,
    }
    let game = source::begin_at(&args.at)?;
    let actions = game.actions();
    if args.json {
        let moves = actions.into_iter().map(|action| ActionDescription::of(&*game, action)).collect();
        return json(&Moves { standing: Standing::of(&*game), moves }, out);
    }
    for action in actions {
        writeln!(out, "{action}")?;
    }
    Ok(())
}

/// A match as JSON.
#[derive(Serialize)]
struct MatchOut {
    #[serde(flatten)]
    standing: Standing,
    #[serde(skip_serializing_if = "Option::is_none")]
    seed: Option<u64>,
    actions: Vec<PlayedAction>,
}

impl MatchOut {
    /// Plays actions known to be legal.
    fn of(mut game: Box<dyn DynGame>, actions: &[ActionText], seed: Option<u64>) -> MatchOut {
        let actions = json::played(&mut *game, actions.iter().map(ActionText::as_str)).unwrap_or_default();
        MatchOut { standing: Standing::of(&*game), seed, actions }
    }
}

pub(super) fn apply(args: &ApplyArgs, out: &mut impl Write) -> Result<(), CliError> {
    let game = played(&args.at, &args.actions)?;
    if args.json {
        return json(&MatchOut::of(source::begin_at(&args.at)?, &game.played(), None), out);
    }
    Ok(writeln!(out, "{}", game.text())?)
}

/// The state of a match, with the draw that a player may claim.
#[derive(Serialize)]
struct OutcomeOut {
    #[serde(flatten)]
    standing: Standing,
    claim: Option<String>,
}

pub(super) fn outcome(args: &OutcomeArgs, out: &mut impl Write) -> Result<(), CliError> {
    let game = played(&args.at, &args.actions)?;
    if args.json {
        let claim = game.claim_open().map(|claim| claim.to_string());
        return json(&OutcomeOut { standing: Standing::of(&*game), claim }, out);
    }
    Ok(writeln!(out, "{}", outcome_text(game.turn().outcome()))?)
}

/// The match that consists of these actions.
///
/// A leading `--` may be the usual end of the options, or the pass of Tactical Chess. It counts as
/// a pass only if the actions cannot be played otherwise.
fn played(at: &At, actions: &[String]) -> Result<Box<dyn DynGame>, CliError> {
    match actions {
        [first, rest @ ..] if first == PASS && !rest.is_empty() => {
            play_all(at, rest).or_else(|error| play_all(at, actions).map_err(|_| error))
        }
        _ => play_all(at, actions),
    }
}

fn play_all(at: &At, actions: &[String]) -> Result<Box<dyn DynGame>, CliError> {
    let mut game = source::begin_at(at)?;
    for (index, action) in actions.iter().enumerate() {
        let read = game.read_action(action);
        read.and_then(|read| game.apply(&read)).map_err(|refusal| CliError::Refused {
            action: action.clone(),
            number: index + 1,
            count: actions.len(),
            example: super::error::example_of(&*game, action),
            refusal: Box::new(refusal),
        })?;
    }
    Ok(game)
}

pub(super) fn perft(args: &PerftArgs, out: &mut impl Write) -> Result<(), CliError> {
    struct Perft<'a>(&'a PerftArgs, Options);
    impl Visitor for Perft<'_> {
        type Output = Result<PerftOut, TextError>;
        fn visit<P: Game>(self) -> Self::Output {
            let Perft(args, options) = self;
            let position = match &args.at.position {
                Some(text) => P::parse(&P::complete(text), &options)?,
                None => P::start(&options),
            };
            let parts = args.divide.then(|| engine::divide(&position, args.depth));
            let count = match parts.as_ref().filter(|_| args.depth > 0) {
                Some(parts) => parts.iter().map(|(_, count)| count).sum(),
                None => engine::perft(&position, args.depth),
            };
            let part = |(action, count): (P::Action, u64)| Part { action: action.to_string(), count };
            let divide = parts.map(|parts| parts.into_iter().map(part).collect());
            Ok(PerftOut { game: P::INFO.id, position: position.to_string(), depth: args.depth, count, divide })
        }
    }
    let info = args.at.game.game;
    let options = source::options(info, &args.at.game.set)?;
    let counted = games::visit(info.id, Perft(args, options.clone()));
    let counted = counted.map_err(|error| CliError::Usage(error.to_string()))?;
    let counted = counted.map_err(|error| source::unread(info, &options, error))?;
    if args.json {
        return json(&counted, out);
    }
    for Part { action, count } in counted.divide.iter().flatten() {
        writeln!(out, "{action}: {count}")?;
    }
    Ok(writeln!(out, "{}", counted.count)?)
}

#[derive(Serialize)]
struct PerftOut {
    game: &'static str,
    position: String,
    depth: u32,
    count: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Part>>,
}

/// The count for one action.
#[derive(Serialize)]
struct Part {
    action: String,
    count: u64,
}

pub(super) fn playout(args: &PlayoutArgs, out: &mut impl Write) -> Result<(), CliError> {
    struct Playout<'a, W>(&'a PlayoutArgs, Options, &'a mut W);
    impl<W: Write> Visitor for Playout<'_, W> {
        type Output = Result<(), CliError>;
        fn visit<P: Game>(self) -> Self::Output {
            let Playout(args, options, out) = self;
            let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
            let start = TypedGame::<P>::new(options);
            if args.json {
                let Ok(end) =
                    play::playout(start.clone(), &mut rng, args.max, |_, _| Ok::<_, std::convert::Infallible>(()));
                return json(&MatchOut::of(Box::new(start), &DynGame::played(&end), Some(args.seed)), out);
            }
            let mut each = |action: P::Action, position: &P| writeln!(out, "{action}\t{position}");
            let end = play::playout(start, &mut rng, args.max, &mut each)?;
            Ok(writeln!(out, "outcome: {}", outcome_text(end.turn().outcome()))?)
        }
    }
    let visitor = Playout(args, source::options(args.game.game, &args.game.set)?, out);
    games::visit(args.game.game.id, visitor).map_err(|error| CliError::Usage(error.to_string()))?
}

fn outcome_text(outcome: Option<engine::Outcome>) -> String {
    outcome.map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string())
}
