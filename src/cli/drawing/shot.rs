//! Pictures of positions and matches.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::CliError;
use crate::cli::input::shared_args::QualityArg;
use crate::cli::input::source::{Source, SourceArgs};
use crate::cli::input::values::{grid, size, whole};
use crate::cli::output::{check_outputs, output_file};

/// The names of the views for pictures.
pub(in crate::cli) const CAMERAS: [&str; 6] = ["white", "black", "top", "side", "close", "flat"];

#[derive(Args, Debug)]
pub(in crate::cli) struct ShotArgs {
    #[command(flatten)]
    pub source: SourceArgs,
    /// Size of the picture, pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = size)]
    pub size: (u32, u32),
    /// The view; flat is from above, with pieces as symbols [default: white]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(CAMERAS))]
    pub camera: Option<String>,
    /// Quality of drawing
    #[arg(long, value_enum, default_value_t = QualityArg::High)]
    pub quality: QualityArg,
    /// Make a sheet of this many pictures of a match file, from its start to its end
    #[arg(long, value_name = "COLSxROWS", value_parser = grid, conflicts_with_all = ["ply", "every"])]
    pub sheet: Option<(u32, u32)>,
    /// Take a picture of every Nth ply of a match file, into the folder --out
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000usize, 10), allow_negative_numbers = true, conflicts_with = "ply")]
    pub every: Option<usize>,
    /// Write the players, the last move and the result below the pictures of a match file
    #[arg(long, conflicts_with = "sheet")]
    pub caption: bool,
    /// Omit the table: the background of the board and pieces is transparent
    #[arg(long)]
    pub transparent: bool,
    /// The PNG file to write, or the folder with --every
    #[arg(short, long, value_name = "OUT", value_parser = output_file())]
    pub out: PathBuf,
}

/// Takes one or more pictures.
pub(in crate::cli) fn shot(args: &ShotArgs) -> Result<(), CliError> {
    check(args)?;
    check_outputs(&[("the match file", &args.source.what)], &[("--out", &args.out)])?;
    let source = args.source.open()?;
    let of_match = [(args.sheet.is_some(), "--sheet"), (args.every.is_some(), "--every"), (args.caption, "--caption")];
    let of_match = of_match.into_iter().find(|(given, _)| *given);
    if let (Source::Game(_), Some((_, option))) = (&source, of_match) {
        return Err(CliError::Usage(format!("{option} needs a match file, not a game")));
    }
    take(args, source)
}

/// Checks that the options are compatible.
fn check(args: &ShotArgs) -> Result<(), CliError> {
    let usage = |error: String| Err(CliError::Usage(error));
    let png = args.out.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("png"));
    if args.every.is_some() && (png || args.out.is_file()) {
        return usage(format!("--out: expected a folder for the pictures of --every, found '{}'", args.out.display()));
    }
    if args.every.is_none() && !png {
        return usage(format!("--out: expected a PNG file such as z.png, found '{}'", args.out.display()));
    }
    if let Some((columns, rows)) = args.sheet {
        let (width, height) = (args.size.0 / columns, args.size.1 / rows);
        if width < 16 || height < 16 {
            let all = format!("{}x{}", args.size.0, args.size.1);
            return usage(format!(
                "--sheet: in {all} pixels, each of {columns}x{rows} pictures would be {width}x{height}; the minimum is 16x16"
            ));
        }
    }
    Ok(())
}

#[cfg(feature = "view")]
fn take(args: &ShotArgs, source: Source) -> Result<(), CliError> {
    use crate::capture::{self, Photographer, PictureCaptions, Style};
    use crate::session::View;

    let view = args.camera.as_deref().and_then(View::by_name).unwrap_or_default();
    let style = Style { size: args.size, view, quality: args.quality.into(), transparent: args.transparent };
    let mut replay = match source {
        Source::Game(game) => {
            // The labels of stacks read the match.
            let picture = match capture::beginning(&*game) {
                Some(replay) => Photographer::new(&*game, style)?.picture_of_match(&replay)?,
                None => capture::picture(&*game, style)?,
            };
            return Ok(capture::save(&picture, &args.out)?);
        }
        Source::Match(replay) => replay,
    };
    if let Some(grid) = args.sheet {
        return Ok(capture::save(&capture::sheet(&mut replay, style, grid)?, &args.out)?);
    }
    if let Some(every) = args.every {
        capture::save_every(&mut replay, style, every, args.caption, &args.out)?;
        return Ok(());
    }
    let size = if args.caption { PictureCaptions::table_size(style.size, 2) } else { style.size };
    let mut picture = Photographer::new(replay.game(), Style { size, ..style })?.picture_of_match(&replay)?;
    if args.caption {
        picture = PictureCaptions::new(&replay).below(&picture, &replay, style.size);
    }
    Ok(capture::save(&picture, &args.out)?)
}

#[cfg(not(feature = "view"))]
fn take(_args: &ShotArgs, _source: Source) -> Result<(), CliError> {
    Err(CliError::NoView("a picture"))
}

#[cfg(all(test, feature = "view"))]
mod tests {
    use super::CAMERAS;
    use crate::session::View;

    #[test]
    fn every_view_is_a_camera() {
        assert_eq!(View::ALL.map(|(_, name)| name), CAMERAS);
    }
}
