//! Flat diagrams of positions.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use crate::cli::CliError;
use crate::cli::input::source::SourceArgs;
use crate::cli::output::{check_outputs, output_file, write};
use crate::record::diagram;

#[derive(Args, Debug)]
pub(in crate::cli) struct DiagramArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    /// The file to write, SVG or plain text [default: text on standard output]
    #[arg(short, long, value_name = "OUT.svg|OUT.txt", value_parser = output_file())]
    pub out: Option<PathBuf>,
}

pub(in crate::cli) fn diagram(args: &DiagramArgs, out: &mut impl Write) -> Result<(), CliError> {
    let extension = args.out.as_ref().map(|out| out.extension().unwrap_or_default().to_string_lossy().to_lowercase());
    let draw = match (extension.as_deref(), &args.out) {
        (None | Some("txt"), _) => diagram::text,
        (Some("svg"), _) => diagram::svg,
        (_, file) => {
            let found = file.as_ref().map(|file| file.display().to_string()).unwrap_or_default();
            return Err(CliError::Usage(format!(
                "--out: expected a .svg or .txt file such as board.svg, found '{found}'"
            )));
        }
    };
    if let Some(file) = &args.out {
        check_outputs(&[("the match file", &args.source.what)], &[("--out", file)])?;
    }
    write(args.out.as_deref(), &draw(&*args.source.game()?), out)
}
