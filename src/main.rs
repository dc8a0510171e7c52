//! The `fairground` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    fairground::cli::ensure_runtime_dir();
    fairground::cli::run(std::env::args_os())
}
