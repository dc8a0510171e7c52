//! The commands: parses the command line, calls the other layers and prints the results.

mod analysis;
mod bench;
mod command;
mod contests;
mod dice;
mod drawing;
mod environment;
mod error;
mod examples;
mod input;
mod interruption;
mod json;
mod learning;
mod manual;
mod matches;
mod online;
mod output;
mod progress;
mod rules;
mod uci;
mod words;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;

use clap::FromArgMatches;

use analysis::analyse;
use command::{Cli, Command, command, commands};
use contests::{arena, train, tune};
pub use drawing::view::WindowOptions;
use drawing::{analysis_board, diagram, film, shot, view};
pub use environment::ensure_runtime_dir;
pub use error::CliError;
use input::escape::escape_actions;
pub use input::shared_args::QualityArg;
use input::{shared_args, source, values};
use interruption::interruption;
use learning::{lessons, puzzles};
use matches::{commit, library, pgn, play, verify};
use online::{manage, move_seat, serve};

/// Runs a command. The first argument is the program's name. Errors go to stderr with exit code 2.
/// The code is 1 for an invalid match file, 3 if another version of the physics threw its dice, and
/// 130 after an interruption.
#[must_use]
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    panic::set_hook(Box::new(report_panic));
    let args: Vec<_> = args.collect();
    let name = args.get(1).map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let matches = command().try_get_matches_from(escape_actions(args));
    let cli = match matches.and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli,
        Err(error) => {
            if !error.use_stderr() {
                return ended(error.print().and_then(|()| io::stdout().flush()).map_err(CliError::Output));
            }
            let _ = error.print();
            let example = examples::of(&name).map_or_else(commands, |example| format!("Example:\n  {example}"));
            let _ = writeln!(io::stderr(), "\n{example}");
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let result = dispatch(cli, &mut out).and_then(|()| Ok(out.flush()?));
    let _ = out.flush();
    ended(result)
}

/// Prints the error of a command. Returns its exit code.
fn ended(result: Result<(), CliError>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        // The reader closed the pipe, as in `fairground moves fluky | head -1`.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            // Errors can contain texts of files.
            let error_text = error.to_string();
            let _ = writeln!(io::stderr(), "error: {}{}", words::without_controls(&error_text), error.hint());
            ExitCode::from(error.exit_code())
        }
    }
}

fn dispatch(cli: Cli, out: &mut impl Write) -> Result<(), CliError> {
    match cli.command.unwrap_or_else(|| Command::Play(Box::default())) {
        Command::Games(args) => rules::games(&args, out),
        Command::Rules(args) => rules::rules(&args, out),
        Command::Moves(args) => rules::moves(&args, out),
        Command::Apply(args) => rules::apply(&args, out),
        Command::Outcome(args) => rules::outcome(&args, out),
        Command::Perft(args) => rules::perft(&args, out),
        Command::Playout(args) => rules::playout(&args, out),
        Command::Play(args) => play::play(*args, out),
        Command::Watch(args) => play::watch(*args, out),
        Command::Serve(args) => serve::serve(&args, out),
        Command::Rooms(args) => manage::rooms(&args, out),
        Command::Join(args) if args.move_seat => move_seat::move_seat(&args.link, out),
        Command::Join(args) => view::join(&args),
        Command::Replay(args) => play::replay(&args, out),
        Command::Verify(args) => verify::verify(&args, out),
        Command::Commit(args) => commit::commit(&args, out),
        Command::Export(args) => pgn::export(&args, out),
        Command::Import(args) => pgn::import(&args, out),
        Command::Library(args) => library::library(&args, out),
        Command::Lessons(args) => lessons::lessons(&args, out),
        Command::Puzzles(args) => puzzles::puzzles(&args, out),
        Command::Diagram(args) => diagram::diagram(&args, out),
        Command::Shot(args) => shot::shot(&args),
        Command::Film(args) => film::film(&args, out),
        Command::Analyse(args) => analyse::analyse(&args, out),
        Command::Board(args) => analysis_board::board(&args, out),
        Command::Arena(args) => arena::arena(&args, out),
        Command::Tune(args) => tune::tune(&args, out),
        Command::Train(args) => train::train(&args, out),
        Command::Uci => uci::uci(out),
        Command::Dice(args) => dice::dice(&args, out),
        Command::Bench(args) => bench::bench(&args, out),
        Command::Frames(args) => view::frames(&args, out),
        Command::Completions(args) => manual::completions(&args, command(), out),
        Command::Man(args) => manual::man(&args, command(), out),
    }
}

/// Reports a panic as the standard library does, but omits the folder in which a dependency was
/// compiled.
fn report_panic(info: &PanicHookInfo) {
    let thread = std::thread::current();
    let place = info.location().map(|place| format!("{}:{}", without_registry(place.file()), place.line()));
    let (name, place) = (thread.name().unwrap_or("unnamed"), place.unwrap_or_default());
    let _ =
        writeln!(io::stderr(), "thread '{name}' panicked at {place}: {}", info.payload_as_str().unwrap_or_default());
}

/// The source file of a dependency, starting with its package.
fn without_registry(file: &str) -> &str {
    let package = file.split_once("registry").and_then(|(_, rest)| rest.splitn(4, ['/', '\\']).nth(3));
    package.unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::without_registry;

    #[test]
    fn sources_of_dependencies_are_named_by_package() {
        let file = "/home/me/.cargo/registry/src/index.crates.io-1949cf8c6b5b557f/winit-0.30.13/src/event_loop.rs";
        assert_eq!(without_registry(file), "winit-0.30.13/src/event_loop.rs");
        let file = r"C:\Users\me\.cargo\registry\src\index.crates.io-1949cf8c6b5b557f\winit-0.30.13\src\lib.rs";
        assert_eq!(without_registry(file), r"winit-0.30.13\src\lib.rs");
        assert_eq!(without_registry("src/cli/mod.rs"), "src/cli/mod.rs");
    }
}
