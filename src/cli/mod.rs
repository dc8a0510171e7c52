//! The commands: what is asked for is done by the other layers; here it is read from the command line and written out.

mod analyse;
mod arena;
mod args;
mod bench;
mod dice;
mod error;
mod luck;
mod play;
mod rules;
mod tune;
mod uci;
mod view;
#[cfg(feature = "view")]
mod window;

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser;

use args::{Cli, Command, PlayCommand};
pub use error::CliError;
pub use view::{PlayArgs, ShotArgs};

/// Runs the command that these arguments are, the program's name first. Errors go to stderr and give exit code 2.
#[must_use]
pub fn run(args: impl Iterator<Item = OsString>) -> ExitCode {
    let cli = match Cli::try_parse_from(escape_pass(args.collect())) {
        Ok(cli) => cli,
        Err(error) => {
            // Where nobody reads the help any more there is nobody to tell.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    let mut out = BufWriter::new(io::stdout().lock());
    match dispatch(cli, &mut out).and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader has seen enough: `fairground moves fluky | head -1`.
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::from(2)
        }
    }
}

fn dispatch(cli: Cli, out: &mut impl Write) -> Result<(), CliError> {
    match cli.command.unwrap_or_else(|| Command::Play(PlayCommand::default())) {
        Command::Games => rules::games(out),
        Command::Moves(at) => rules::moves(&at, out),
        Command::Apply(args) => rules::apply(&args, out),
        Command::Outcome(at) => rules::outcome(&at, out),
        Command::Perft(args) => rules::perft(&args, out),
        Command::Playout(args) => rules::playout(&args, out),
        Command::Play(args) => play::play(args, out),
        Command::Watch(args) => play::watch(args, out),
        Command::Replay(args) => play::replay(&args, out),
        Command::Shot(args) => play::shot(&args),
        Command::Analyse(args) => analyse::analyse(&args, out),
        Command::Arena(args) => arena::arena(&args, out),
        Command::Tune(args) => tune::tune(&args, out),
        Command::Uci => uci::uci(out),
        Command::Dice(args) => dice::dice(&args, out),
        Command::Bench(args) => bench::bench(&args, out),
        Command::Frames(args) => view::frames(&args, out),
    }
}

/// `--` is an action, the pass of Tactical Chess. As the last argument of `apply` it is meant as one, and is escaped here
/// so that the parser does not take it for the end of the options.
fn escape_pass(mut args: Vec<OsString>) -> Vec<OsString> {
    let last_is_pass = args.last().is_some_and(|last| last == "--");
    if args.get(1).is_some_and(|command| command == "apply")
        && last_is_pass
        && args.iter().filter(|arg| *arg == "--").count() == 1
    {
        args.push("--".into());
    }
    args
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::args::Cli;

    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }
}
