//! Flat diagrams of positions.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::args::SetArgs;
use super::source::{self, Source};
use super::values::count;
use super::{CliError, exchange};
use crate::record::diagram;

#[derive(Args, Debug)]
pub(super) struct DiagramArgs {
    /// A game, by its id, or a match file; `-` reads one from standard input
    #[arg(value_name = "FILE|GAME")]
    pub what: PathBuf,
    #[command(flatten)]
    pub set: SetArgs,
    /// The position text, with a game [default: the game's start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
    /// With a match file: after this many plies [default: at its end]
    #[arg(long, value_name = "N", value_parser = count::<usize>, allow_negative_numbers = true)]
    pub ply: Option<usize>,
    /// The file to write, SVG or plain text [default: text on standard output]
    #[arg(short, long, value_name = "OUT.svg|OUT.txt")]
    pub out: Option<PathBuf>,
}

pub(super) fn diagram(args: &DiagramArgs, out: &mut impl Write) -> Result<(), CliError> {
    let extension = args.out.as_ref().map(|out| out.extension().unwrap_or_default().to_string_lossy().to_lowercase());
    let draw = match (extension.as_deref(), &args.out) {
        (None | Some("txt"), _) => diagram::text,
        (Some("svg"), _) => diagram::svg,
        (_, file) => {
            let found = file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
            return Err(CliError::Usage(format!("--out: expected a file .svg or .txt, as board.svg, found '{found}'")));
        }
    };
    let game = match source::open(&args.what, &args.set, args.position.as_deref(), args.ply)? {
        Source::Game(game) => game,
        Source::Match(replay) => replay.game().boxed(),
    };
    exchange::write(args.out.as_deref(), &draw(&*game), out)
}
