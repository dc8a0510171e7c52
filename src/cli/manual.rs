//! Completions for shells, and pages of the manual.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use super::CliError;
use crate::engine::text::did_you_mean;

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// The page of a command [default: that of fairground itself]
    pub command: Option<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    pub out: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionsArgs, mut command: Command, out: &mut impl Write) -> Result<(), CliError> {
    // Not straight to `out`: the generator panics if the pipe is closed.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "fairground", &mut text);
    Ok(out.write_all(&text)?)
}

pub(super) fn man(args: &ManArgs, mut command: Command, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(folder) = &args.out {
        let failed = |error| CliError::Usage(format!("{}: cannot be written: {error}", folder.display()));
        fs::create_dir_all(folder).map_err(failed)?;
        return clap_mangen::generate_to(command, folder).map_err(failed);
    }
    command.build();
    let Some(name) = &args.command else { return Ok(Man::new(command).render(out)?) };
    let names: Vec<_> = command.get_subcommands().map(Command::get_name).collect();
    let Some(page) = command.find_subcommand(name) else {
        let (hint, names) = (did_you_mean(name, names.iter().copied()), names.join(", "));
        return Err(CliError::Usage(format!("there is no command '{name}'{hint}; the commands are: {names}")));
    };
    Ok(Man::new(page.clone()).render(out)?)
}
