//! The command for a player's record against bots.

use std::io::Write;
use std::sync::atomic::Ordering;

use clap::Args;
use serde::Serialize;

use crate::bots::Bot;
use crate::cli::input::shared_args::NumberArgs;
use crate::cli::input::source;
use crate::cli::input::values::{game, whole};
use crate::cli::json::json;
use crate::cli::words::{counted, of_file};
use crate::cli::{CliError, interruption};
use crate::engine::{GameInfo, Side};
use crate::games;
use crate::library::{self, Filter, GameRecord, Library, ListedMatch, Score, Sort};
use crate::play::{self, ThrowLuck};

/// The node limit for judging each throw.
const NODES: u64 = 3_000;

#[derive(Args, Debug)]
pub(in crate::cli) struct RecordArgs {
    /// Only matches of this game
    #[arg(long, value_parser = game)]
    pub game: Option<&'static GameInfo>,
    /// Number of luckiest and unluckiest throws to show; analysing each throw takes a moment
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole(0..=1000usize, 3), allow_negative_numbers = true)]
    pub throws: usize,
    /// Print JSON: `games`, each with `game`, `won`, `drawn`, `lost`, the same of `bots` by name,
    /// `longest_wins`, `longest_unbeaten`, `wins_now`, `next` (the bot to beat) and the `luckiest`
    /// and `unluckiest` throws with `file`, `after`, `symbol` and `luck`
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct Record {
    games: Vec<OfGame>,
}

#[derive(Serialize)]
struct OfGame {
    #[serde(flatten)]
    record: GameRecord,
    next: Option<String>,
    luckiest: Vec<Throw>,
    unluckiest: Vec<Throw>,
}

#[derive(Clone, Serialize)]
struct Throw {
    file: String,
    #[serde(flatten)]
    throw: ThrowLuck,
}

/// Prints a person's record against bots from the matches of an updated library.
pub(in crate::cli) fn record(library: &mut Library, args: &RecordArgs, out: &mut impl Write) -> Result<(), CliError> {
    let filter = Filter { game: args.game.map(|info| info.id), ..Filter::default() };
    let matches = library.list(&filter, Sort::Date, None)?;
    let interrupted = interruption("nothing is changed");
    let stop = || interrupted.load(Ordering::Relaxed);
    let ladder: Vec<String> = Bot::ALL.iter().skip(2).map(ToString::to_string).collect();
    let ladder: Vec<_> = ladder.iter().map(String::as_str).collect();
    let mut games = Vec::new();
    for record in library::records(&matches) {
        let mut throws = Vec::new();
        if args.throws > 0 && games::info(&record.game).is_ok_and(|info| info.dice) {
            for own in matches.iter().filter(|own| own.game == record.game) {
                throws.extend(throws_of(library, own, &stop)?);
            }
        }
        throws.sort_by(|a, b| b.throw.luck.total_cmp(&a.throw.luck).then_with(|| a.file.cmp(&b.file)));
        let luckiest = throws.iter().filter(|throw| throw.throw.luck > 0.0).take(args.throws).cloned().collect();
        let unlucky = throws.iter().rev().filter(|throw| throw.throw.luck < 0.0);
        let unluckiest = unlucky.take(args.throws).cloned().collect();
        let next = library::next_to_beat(&record, &ladder).map(str::to_string);
        games.push(OfGame { record, next, luckiest, unluckiest });
    }
    if args.json {
        return json(&Record { games }, out);
    }
    if games.is_empty() {
        return Ok(writeln!(out, "no finished match against a bot yet")?);
    }
    games.iter().try_for_each(|game| game.write(out))
}

/// The throws of the person in a match against a bot.
fn throws_of(library: &Library, own: &ListedMatch, stop: &(dyn Fn() -> bool + Sync)) -> Result<Vec<Throw>, CliError> {
    let Some(seat) = library::seat_against_bot(own) else { return Ok(Vec::new()) };
    let file = library.folder().join(&own.file);
    // `verify` reports an invalid file. Here the match counts as listed, without its throws.
    let Ok(mut replay) = source::replay(&file, NumberArgs::default()) else { return Ok(Vec::new()) };
    replay.go_to(replay.len());
    let luck = play::luck_of_throws(replay.game(), Side::BOTH[seat], NODES, stop);
    let luck = luck.map_err(|error| CliError::Usage(error.to_string()))?.ok_or(CliError::Interrupted)?;
    Ok(luck.into_iter().map(|throw| Throw { file: file.display().to_string(), throw }).collect())
}

impl OfGame {
    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        let GameRecord { game, all, bots, longest_wins, longest_unbeaten, wins_now } = &self.record;
        writeln!(out, "{game}: {}", score(*all))?;
        for (bot, own) in bots {
            writeln!(out, "  against {}: {}", of_file(bot), score(*own))?;
        }
        writeln!(out, "  longest streaks: won {longest_wins}, unbeaten {longest_unbeaten}; current: won {wins_now}")?;
        for (words, throws) in [("luckiest", &self.luckiest), ("unluckiest", &self.unluckiest)] {
            for Throw { file, throw: ThrowLuck { after, symbol, luck } } in throws {
                let after = counted(*after, "action");
                writeln!(out, "  {words} throw: {symbol}, {:+.0} %, after {after} of {file}", 100.0 * luck)?;
            }
        }
        match &self.next {
            Some(bot) => Ok(writeln!(out, "  next to beat: {bot}")?),
            None => Ok(writeln!(out, "  all bots beaten")?),
        }
    }
}

fn score(score: Score) -> String {
    format!("won {}, drawn {}, lost {}", score.won, score.drawn, score.lost)
}
