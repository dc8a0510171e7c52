//! Films of recorded and running matches.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::cli::input::shared_args::{NumberArgs, QualityArg};
use crate::cli::input::values::{Hundredths, count, size, speed, whole};
use crate::cli::output::output_file;

/// The names of the cameras for films.
pub(in crate::cli) const CAMERAS: [&str; 7] = ["white", "black", "top", "side", "close", "flat", "director"];

#[derive(Args, Debug)]
pub(in crate::cli) struct FilmArgs {
    /// The match file or PGN file; `-` reads standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub number: NumberArgs,
    /// The film: OUT.mp4, OUT.gif, or a folder for its frames, PNG
    #[arg(short, long, value_name = "OUT", value_parser = output_file())]
    pub out: PathBuf,
    /// Begin after this many plies [default: 0]
    #[arg(long, value_name = "PLY", value_parser = count::<usize>, allow_negative_numbers = true)]
    pub from: Option<usize>,
    /// End after this many plies [default: at the end of the match]
    #[arg(long, value_name = "PLY", value_parser = count::<usize>, allow_negative_numbers = true)]
    pub to: Option<usize>,
    #[command(flatten)]
    pub look: LookArgs,
    /// Go on with a film that was interrupted; the file and all options have to be the same
    #[arg(long)]
    pub resume: bool,
}

/// The look of a film.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct LookArgs {
    /// Frames a second [default: 30, or 20 in a GIF]
    #[arg(long, value_name = "F", value_parser = whole(4..=120u32, 30), allow_negative_numbers = true)]
    pub fps: Option<u32>,
    /// Size of the film, pixels; even in MP4 [default: 1280x720]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// The camera: the director's follows what happens [default: director]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(CAMERAS))]
    pub camera: Option<String>,
    /// Speed of motion, 1 is normal [default: 1]
    #[arg(long, value_name = "X", value_parser = speed, allow_negative_numbers = true)]
    pub speed: Option<Hundredths>,
    /// Quality of drawing [default: low without a graphics card, else high]
    #[arg(long, value_enum)]
    pub quality: Option<QualityArg>,
    /// Whether to write names, moves, dice and clocks into the film [default: on]
    #[arg(long, value_enum, value_name = "WHETHER")]
    pub captions: Option<Switch>,
    /// Let the program ffmpeg encode an MP4 film, which makes smaller files
    #[arg(long)]
    pub ffmpeg: bool,
}

/// Whether something is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Switch {
    /// It is
    On,
    /// It is not
    Off,
}

#[cfg(feature = "film")]
pub(in crate::cli) use with_film::{check, film, watch};

#[cfg(feature = "film")]
mod with_film {
    use std::io::Write;
    use std::path::Path;

    use indicatif::{ProgressBar, ProgressStyle};

    use super::{FilmArgs, LookArgs, Switch};
    use crate::capture::offscreen::draws_in_software;
    use crate::cli::input::source;
    use crate::cli::output::check_distinct;
    use crate::cli::{CliError, interruption};
    use crate::engine::fnv1a;
    use crate::film::{Camera, Film, FilmError, FilmLook, Filmed, Output, Progress};
    use crate::play::{Match, Replay};
    use crate::session::Showing;
    use crate::table::material::Quality;

    /// Films a recorded match.
    pub(in crate::cli) fn film(args: &FilmArgs, out: &mut impl Write) -> Result<(), CliError> {
        check_distinct(&[("the match file", &args.file)], &[("--out", &args.out)])?;
        let (output, look) = look(&args.out, &args.look)?;
        let (name, bytes) = source::read(&args.file)?;
        let hash = fnv1a(&bytes);
        let mut replay = source::replay_of(&name, bytes, args.number)?;
        let (end, plies) = (range(args, &mut replay, &name)?, replay.plies());
        let start = replay.at();
        let bar = bar(end.saturating_sub(start), "action {human_pos} of {human_len}, {eta} left");
        let film = Film {
            showing: Showing::Replay(Box::new(replay)),
            end,
            look,
            output,
            about: format!(
                "match {hash:016x}{}, plies {} to {}",
                args.number.game.map_or_else(String::new, |game| format!(", game {game}")),
                args.from.unwrap_or(0),
                args.to.unwrap_or(plies)
            ),
            resume: args.resume,
        };
        let stop = interruption("the film can be continued nevertheless, by --resume");
        let filmed = film.shoot(&stop, &mut |progress| show(&bar, progress, start))?;
        bar.finish_and_clear();
        match filmed {
            Filmed::Whole(frames) => print_summary(out, &args.out, frames),
            Filmed::Interrupted(frames, folder) => {
                writeln!(
                    out,
                    "interrupted: the first {frames} frames are kept in {}; go on by the same command with --resume",
                    folder.display()
                )?;
                Err(CliError::Interrupted)
            }
        }
    }

    /// Films a match of bots while it is played.
    pub(in crate::cli) fn watch(
        game: Match,
        file: &Path,
        args: &LookArgs,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let (output, look) = look(file, args)?;
        let film = Film {
            showing: Showing::Match(Box::new(game)),
            end: usize::MAX,
            look,
            output,
            about: "a match that was filmed while it was played, and cannot be continued".to_string(),
            resume: false,
        };
        let bar = bar(0, "{human_pos} actions played, {elapsed}");
        bar.unset_length();
        let stop = interruption("the film will be lost");
        let filmed = film.shoot(&stop, &mut |progress| show(&bar, progress, 0))?;
        bar.finish_and_clear();
        match filmed {
            Filmed::Whole(frames) => print_summary(out, file, frames),
            Filmed::Interrupted(frames, _) => {
                writeln!(out, "interrupted: the film ends there")?;
                print_summary(out, file, frames)?;
                Err(CliError::Interrupted)
            }
        }
    }

    fn print_summary(out: &mut impl Write, file: &Path, frames: u64) -> Result<(), CliError> {
        Ok(writeln!(out, "{}: {frames} frames", file.display())?)
    }

    /// The output and the look of a film, if compatible.
    fn look(file: &Path, args: &LookArgs) -> Result<(Output, FilmLook), FilmError> {
        let output = Output::new(file, args.ffmpeg)?;
        let camera = args.camera.as_deref().and_then(Camera::by_name);
        let look = FilmLook {
            size: args.size.unwrap_or((1280, 720)),
            fps: args.fps.unwrap_or(output.usual_fps()),
            speed: args.speed.map_or(1.0, |speed| speed.0 as f32 / 100.0),
            camera: camera.unwrap_or(Camera::Director),
            quality: match args.quality {
                Some(quality) => quality.into(),
                None if draws_in_software() => Quality::Low,
                None => Quality::High,
            },
            captions: args.captions != Some(Switch::Off),
        };
        output.encoder(&look)?;
        Ok((output, look))
    }

    /// Checks that the options of a film are compatible.
    pub(in crate::cli) fn check(file: &Path, args: &LookArgs) -> Result<(), CliError> {
        Ok(look(file, args).map(drop)?)
    }

    /// Moves a replay to the start of the film. Returns the number of actions at the end of the
    /// film.
    fn range(args: &FilmArgs, replay: &mut Replay, name: &str) -> Result<usize, CliError> {
        let plies = replay.plies();
        let usage = |option: &str, least: usize, found: usize| {
            CliError::Usage(format!("{name}: {option}: expected {least} to {plies}, found {found}"))
        };
        let from = args.from.unwrap_or(0);
        if from > plies {
            return Err(usage("--from", 0, from));
        }
        let end = match args.to {
            None => replay.len(),
            Some(to) if to < from || !replay.go_to_ply(to) => return Err(usage("--to", from, to)),
            Some(_) => replay.at(),
        };
        replay.go_to_ply(from);
        Ok(end)
    }

    fn bar(actions: usize, words: &str) -> ProgressBar {
        let template = format!("{{bar:30}} {words}; {{msg}}");
        let style = ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(actions as u64).with_style(style);
        bar.tick();
        bar
    }

    fn show(bar: &ProgressBar, Progress { actions, frames }: Progress, start: usize) {
        bar.set_position(actions.saturating_sub(start) as u64);
        bar.set_message(format!("{frames} frames"));
    }
}

/// Films a recorded match.
#[cfg(not(feature = "film"))]
pub(in crate::cli) fn film(_args: &FilmArgs, _out: &mut impl std::io::Write) -> Result<(), crate::cli::CliError> {
    Err(crate::cli::CliError::NoFilm)
}

/// Checks that the options of a film are compatible.
#[cfg(not(feature = "film"))]
pub(in crate::cli) fn check(_file: &std::path::Path, _args: &LookArgs) -> Result<(), crate::cli::CliError> {
    Err(crate::cli::CliError::NoFilm)
}

/// Films a match of bots while it is played.
#[cfg(not(feature = "film"))]
pub(in crate::cli) fn watch(
    _game: crate::play::Match,
    _file: &std::path::Path,
    _args: &LookArgs,
    _out: &mut impl std::io::Write,
) -> Result<(), crate::cli::CliError> {
    Err(crate::cli::CliError::NoFilm)
}

#[cfg(all(test, feature = "film"))]
mod tests {
    use super::CAMERAS;
    use crate::film::Camera;

    #[test]
    fn every_name_is_a_camera() {
        for name in CAMERAS {
            assert_eq!(Camera::by_name(name).map(Camera::name), Some(name));
        }
        assert_eq!(Camera::by_name("above"), None);
    }
}
