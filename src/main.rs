//! The `fairground` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    fairground::cli::complete_environment();
    fairground::cli::run(std::env::args_os())
}
