//! The analysis board, and one-line texts of analyses.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::view;
use crate::cli::CliError;
use crate::cli::input::shared_args::QualityArg;
use crate::cli::input::source::{Source, SourceArgs};
use crate::cli::output::output_file;
use crate::play::{AnalysedGame, BoardLink, PlayError};
use crate::record::Journal;

/// The argument that is a [`SourceArgs`] or an analysis.
const WHAT: &str = "A game, by its id, a match file or PGN file, `-` for one from standard input, or the text or link of an analysis such as '#game=fluky&moves=c1c2'";

#[derive(Args, Debug)]
#[command(mut_arg("what", |arg| arg.value_name("GAME|FILE|TEXT").help(WHAT)))]
pub(in crate::cli) struct BoardArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    /// Print the analysis as one line of text instead of opening the window
    #[arg(long, conflicts_with = "quality")]
    pub text: bool,
    /// Write the analysis to this new match file instead of opening the window
    #[arg(short, long, value_name = "OUT.jsonl", value_parser = output_file(), conflicts_with_all = ["quality", "text"])]
    pub out: Option<PathBuf>,
    /// Quality of drawing in the window [default: as chosen in the options]
    #[arg(long, value_enum)]
    pub quality: Option<QualityArg>,
}

pub(in crate::cli) fn board(args: &BoardArgs, out: &mut impl Write) -> Result<(), CliError> {
    let analysed = analysed(&args.source)?;
    if let Some(file) = &args.out {
        let record = analysed.to_record()?;
        let mut journal = Journal::create(file, &record).map_err(PlayError::from)?;
        return Ok(journal.flush().map_err(PlayError::from)?);
    }
    if args.text {
        return Ok(writeln!(out, "{}", BoardLink::write(&analysed)?)?);
    }
    view::board(analysed, args.quality)
}

fn analysed(source: &SourceArgs) -> Result<AnalysedGame, CliError> {
    // A text that names no game is described as such, not as a missing file.
    let is_text = |text: &&str| BoardLink::is_meant(text) || text.starts_with('#') && !source.what.exists();
    if let Some(text) = source.what.to_str().filter(is_text) {
        let of_files = source.ply.is_some() || source.number.game.is_some();
        if source.position.is_some() || of_files || !source.set.set.is_empty() {
            let error = "an analysis text has its own position and options; --position and --set need a game, --ply and --game a file";
            return Err(CliError::Usage(error.to_string()));
        }
        return BoardLink::read(text).map_err(|error| CliError::Usage(error.to_string()));
    }
    Ok(match source.open()? {
        Source::Game(game) => AnalysedGame::of_game(&*game)?,
        Source::Match(replay) => AnalysedGame::of_replay(&replay),
    })
}
