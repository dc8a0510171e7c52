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
    /// Start after this many plies [default: 0]
    #[arg(long, value_name = "PLY", value_parser = count::<usize>, allow_negative_numbers = true)]
    pub from: Option<usize>,
    /// End after this many plies [default: the end of the match]
    #[arg(long, value_name = "PLY", value_parser = count::<usize>, allow_negative_numbers = true)]
    pub to: Option<usize>,
    /// Film only the turning points, as found by `analyse`, and the end; the decisive ones also in
    /// slow motion
    #[arg(long, conflicts_with_all = ["from", "to"])]
    pub highlights: bool,
    #[command(flatten)]
    pub look: LookArgs,
    /// Continue an interrupted film; the file and all options must be the same
    #[arg(long)]
    pub resume: bool,
    /// Seconds between two lines of progress where there is no terminal
    #[arg(long, value_name = "S", default_value = "10", value_parser = whole(1..=3600u64, 10), allow_negative_numbers = true)]
    pub progress: u64,
}

/// The look of a film.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::cli) struct LookArgs {
    /// Frames per second [default: 30, or 20 in a GIF]
    #[arg(long, value_name = "F", value_parser = whole(4..=120u32, 30), allow_negative_numbers = true)]
    pub fps: Option<u32>,
    /// Size of the film, pixels; even in MP4 [default: 1280x720]
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
    /// The camera; the director's follows the action [default: director]
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(CAMERAS))]
    pub camera: Option<String>,
    /// Speed of motion; 1 is normal [default: 1]
    #[arg(long, value_name = "X", value_parser = speed, allow_negative_numbers = true)]
    pub speed: Option<Hundredths>,
    /// Quality of drawing [default: low without a graphics card, else high]
    #[arg(long, value_enum)]
    pub quality: Option<QualityArg>,
    /// Whether the film shows names, moves, dice and clocks [default: on]
    #[arg(long, value_enum, value_name = "WHETHER")]
    pub captions: Option<Switch>,
    /// Make an MP4 film without sound
    #[arg(long)]
    pub silent: bool,
    /// Also write the captions to a subtitle file: OUT.srt
    #[arg(long)]
    pub subtitles: bool,
    /// Save a picture of the decisive moment, the end or else the last capture, PNG; MP4 films also have it as their cover
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    pub poster: Option<PathBuf>,
    /// Encode an MP4 film with the program ffmpeg: H.264 by x264
    #[arg(long)]
    pub ffmpeg: bool,
}

/// Whether captions are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::cli) enum Switch {
    /// Shown
    On,
    /// Left out
    Off,
}

#[cfg(feature = "film")]
pub(in crate::cli) use with_film::{check, film, watch};

#[cfg(feature = "film")]
mod with_film {
    use std::io::{IsTerminal, Write};
    use std::path::Path;
    use std::time::{Duration, Instant};

    use indicatif::ProgressBar;

    use super::{FilmArgs, LookArgs, Switch};
    use crate::bots::Limits;
    use crate::capture::offscreen::draws_in_software;
    use crate::cli::analysis::match_report;
    use crate::cli::input::source;
    use crate::cli::output::check_outputs;
    use crate::cli::{CliError, interruption, progress};
    use crate::engine::fnv1a;
    use crate::film::{Film, FilmError, FilmLook, FilmProgress, FilmView, Filmed, Output, Scene, subtitles_of};
    use crate::play::{Match, Replay};
    use crate::session::Session;
    use crate::table::material::Quality;

    /// Films a recorded match.
    pub(in crate::cli) fn film(args: &FilmArgs, out: &mut impl Write) -> Result<(), CliError> {
        let poster = args.look.poster.as_deref().map(|file| ("--poster", file));
        let subtitles = args.look.subtitles.then(|| subtitles_of(&args.out));
        let subtitles = subtitles.as_deref().map(|file| ("--subtitles", file));
        let outputs: Vec<_> = [("--out", args.out.as_path())].into_iter().chain(poster).chain(subtitles).collect();
        check_outputs(&[("the match file", &args.file)], &outputs)?;
        let (output, look) = look(&args.out, &args.look)?;
        let (name, bytes) = source::read(&args.file)?;
        let hash = fnv1a(&bytes);
        let mut replay = source::replay_of(&name, bytes, args.number)?;
        let plies = replay.plies();
        let scenes = if args.highlights { highlights(&mut replay)? } else { vec![range(args, &mut replay, &name)?] };
        let actions = scenes.iter().map(Scene::actions).sum();
        let mut meter = Meter::new(Some(actions), Duration::from_secs(args.progress));
        let film = Film {
            session: Session::from(replay),
            scenes,
            look,
            output,
            identity: format!(
                "match {hash:016x}{}, {}plies {} to {}",
                args.number.game.map_or_else(String::new, |game| format!(", game {game}")),
                if args.highlights { "highlights of " } else { "" },
                args.from.unwrap_or(0),
                args.to.unwrap_or(plies)
            ),
            resume: args.resume,
            subtitles: args.look.subtitles,
            poster: args.look.poster.clone(),
        };
        let stop = interruption("the film can still be continued with --resume");
        let filmed = film.shoot(&stop, &mut |progress| meter.show(progress))?;
        meter.bar.finish_and_clear();
        match filmed {
            Filmed::Complete(frames) => print_summary(out, &args.out, frames),
            Filmed::Interrupted(frames, folder) => {
                writeln!(
                    out,
                    "interrupted: the first {frames} frames are kept in {}; continue with the same command and --resume",
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
            session: Session::from(game),
            scenes: vec![Scene::new(0, usize::MAX)],
            look,
            output,
            identity: "a match filmed while it was played, which cannot be continued".to_string(),
            resume: false,
            subtitles: args.subtitles,
            poster: args.poster.clone(),
        };
        let mut meter = Meter::new(None, LINES);
        let stop = interruption("the film will be lost");
        let filmed = film.shoot(&stop, &mut |progress| meter.show(progress))?;
        meter.bar.finish_and_clear();
        match filmed {
            Filmed::Complete(frames) => print_summary(out, file, frames),
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
        let camera = args.camera.as_deref().and_then(FilmView::by_name);
        let look = FilmLook {
            size: args.size.unwrap_or((1280, 720)),
            fps: args.fps.unwrap_or(output.usual_fps()),
            speed: args.speed.map_or(1.0, |speed| speed.0 as f32 / 100.0),
            camera: camera.unwrap_or(FilmView::Director),
            quality: match args.quality {
                Some(quality) => quality.into(),
                None if draws_in_software() => Quality::Low,
                None => Quality::High,
            },
            captions: args.captions != Some(Switch::Off),
            sound: !args.silent,
        };
        output.encoder(&look)?;
        Ok((output, look))
    }

    /// Checks that the options of a film are compatible.
    pub(in crate::cli) fn check(file: &Path, args: &LookArgs) -> Result<(), CliError> {
        Ok(look(file, args).map(drop)?)
    }

    /// The number of positions searched for each analysis of the highlights.
    const ANALYSED: u64 = 20_000;

    /// The highlights of a match. Moves the replay to the first one.
    fn highlights(replay: &mut Replay) -> Result<Vec<Scene>, CliError> {
        let limits = Limits { nodes: Some(ANALYSED), threads: 1, ..Limits::default() };
        let scenes = Scene::highlights(&match_report::examine(limits, replay)?);
        replay.go_to(scenes.first().map_or(0, |scene| scene.from));
        Ok(scenes)
    }

    /// The filmed part of a match. Moves the replay to its start.
    fn range(args: &FilmArgs, replay: &mut Replay, name: &str) -> Result<Scene, CliError> {
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
        Ok(Scene::new(replay.at(), end))
    }

    /// The time between two lines of progress outside a terminal, in a film of a running match.
    const LINES: Duration = Duration::from_secs(10);

    /// Reports progress to stderr: a bar on a terminal, elsewhere a line from time to time.
    struct Meter {
        bar: ProgressBar,
        /// The number of actions in the film, if known.
        actions: Option<usize>,
        begun: Instant,
        /// The time between two lines.
        every: Duration,
        /// The time of the last line; `None` on a terminal.
        told: Option<Instant>,
    }

    impl Meter {
        fn new(actions: Option<usize>, every: Duration) -> Meter {
            let words = match actions {
                Some(_) => "{bar:30} action {human_pos} of {human_len}, {eta} left; {msg}",
                None => "{bar:30} {human_pos} actions played, {elapsed}; {msg}",
            };
            let bar = progress::bar(actions.unwrap_or_default() as u64, words);
            if actions.is_none() {
                bar.unset_length();
            }
            bar.tick();
            let begun = Instant::now();
            Meter { bar, actions, begun, every, told: (!std::io::stderr().is_terminal()).then_some(begun) }
        }

        fn show(&mut self, FilmProgress { actions: done, frames }: FilmProgress) {
            self.bar.set_position(done as u64);
            self.bar.set_message(format!("{frames} frames"));
            if let Some(told) = self.told.as_mut().filter(|told| told.elapsed() >= self.every) {
                *told = Instant::now();
                eprintln!("{}", line(done, self.actions, frames, self.begun.elapsed()));
            }
        }
    }

    /// The line of progress after this time.
    fn line(done: usize, actions: Option<usize>, frames: u64, elapsed: Duration) -> String {
        let Some(actions) = actions else { return format!("film: {done} actions played, {frames} frames") };
        let left = match u32::try_from(done) {
            Ok(done @ 1..) => {
                let rest = u32::try_from(actions.saturating_sub(done as usize)).unwrap_or(u32::MAX);
                let seconds = (elapsed / done).saturating_mul(rest).as_secs();
                let unit = if seconds < 90 { format!("{seconds} s") } else { format!("{} min", (seconds + 30) / 60) };
                format!(", about {unit} left")
            }
            _ => String::new(),
        };
        format!("film: action {done} of {actions}, {frames} frames{left}")
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn a_line_tells_how_long_it_will_take() {
            let after = Duration::from_secs(60);
            assert_eq!(line(0, Some(40), 50, after), "film: action 0 of 40, 50 frames");
            assert_eq!(line(10, Some(40), 300, after), "film: action 10 of 40, 300 frames, about 3 min left");
            assert_eq!(line(30, Some(40), 900, after), "film: action 30 of 40, 900 frames, about 20 s left");
            assert_eq!(line(30, None, 900, after), "film: 30 actions played, 900 frames");
        }
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
    use crate::film::FilmView;

    #[test]
    fn every_name_is_a_camera() {
        for name in CAMERAS {
            assert_eq!(FilmView::by_name(name).map(FilmView::name), Some(name));
        }
        assert_eq!(FilmView::by_name("above"), None);
    }
}
