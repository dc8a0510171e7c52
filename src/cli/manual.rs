//! Shell completions and manual pages.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::{Arg, Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};

use super::CliError;
use super::output::{output_file, unwritable};
use crate::engine::text::did_you_mean;
use crate::platform::storage;

/// The manual section for commands.
const SECTION: &str = "1";

#[derive(Args, Debug)]
pub(super) struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

#[derive(Args, Debug)]
pub(super) struct ManArgs {
    /// The page of a command, such as `play` or `puzzles make` [default: the page of fairground]
    pub command: Vec<String>,
    /// Write the pages of all commands into this folder
    #[arg(long, value_name = "FOLDER", value_parser = output_file(), conflicts_with = "command")]
    pub out: Option<PathBuf>,
}

pub(super) fn completions(args: &CompletionsArgs, mut command: Command, out: &mut impl Write) -> Result<(), CliError> {
    // Not directly to `out`, because the generator panics on a closed pipe.
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "fairground", &mut text);
    Ok(out.write_all(&text)?)
}

pub(super) fn man(args: &ManArgs, command: Command, out: &mut impl Write) -> Result<(), CliError> {
    let mut command = command.disable_help_subcommand(true);
    command.build();
    if let Some(folder) = &args.out {
        storage::create_folder(folder).map_err(|error| unwritable(folder, &error))?;
        return write_pages(&command, folder);
    }
    if args.command.is_empty() {
        return Ok(render(&command, out)?);
    }
    let name = args.command.join("-");
    let pages = pages(&command);
    let Some((_, page)) = pages.iter().find(|(page, _)| **page == name) else {
        let hint = did_you_mean(&name, pages.iter().map(|(page, _)| *page));
        let names = command.get_subcommands().map(Command::get_name).collect::<Vec<_>>().join(", ");
        return Err(CliError::Usage(format!("unknown command '{name}'{hint}; available commands: {names}")));
    };
    Ok(render(page, out)?)
}

/// The commands inside a command at every depth, each with the name of its page without
/// `fairground-`.
fn pages(command: &Command) -> Vec<(&str, &Command)> {
    let inside = |sub| std::iter::once((title(sub).trim_start_matches("fairground-"), sub)).chain(pages(sub));
    command.get_subcommands().flat_map(inside).collect()
}

fn write_pages(command: &Command, folder: &Path) -> Result<(), CliError> {
    let mut page = Vec::new();
    render(command, &mut page)?;
    let file = folder.join(format!("{}.{SECTION}", title(command)));
    storage::replace(&file, &page).map_err(|error| unwritable(&file, &error))?;
    command.get_subcommands().try_for_each(|sub| write_pages(sub, folder))
}

/// The name of a command on its page, such as `fairground-library-list`.
fn title(command: &Command) -> &str {
    command.get_display_name().unwrap_or_else(|| command.get_name())
}

/// Renders a page in the usual form. `clap_mangen` renders most sections, except that the synopsis
/// includes the values of options, and examples have their own section.
fn render(command: &Command, out: &mut impl Write) -> io::Result<()> {
    let man = Man::new(command.clone())
        .title(title(command).to_uppercase())
        .section(SECTION)
        // The generator replaces an empty date by the version.
        .date(" ")
        .source(concat!("Fairground ", env!("CARGO_PKG_VERSION")))
        .manual("Fairground Manual");
    man.render_title(out)?;
    man.render_name_section(out)?;
    let mut roff = Roff::new();
    roff.control("SH", ["SYNOPSIS"]);
    roff.text(synopsis(command));
    roff.to_writer(out)?;
    man.render_description_section(out)?;
    if command.get_arguments().any(|arg| !arg.is_hide_set()) {
        man.render_options_section(out)?;
    }
    if command.has_subcommands() {
        man.render_subcommands_section(out)?;
    }
    if let Some(help) = command.get_after_help() {
        let mut roff = Roff::new();
        roff.control("SH", ["EXAMPLES"]);
        for line in help.to_string().lines().filter_map(|line| line.strip_prefix("  ")) {
            roff.control("PP", []).control("nf", []).text([roman(line)]).control("fi", []);
        }
        roff.to_writer(out)?;
    }
    Ok(())
}

/// The synopsis: every option with its value, then the arguments.
fn synopsis(command: &Command) -> Vec<Inline> {
    let mut line = vec![bold(title(command).replacen('-', " ", 2))];
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let (arguments, options): (Vec<_>, Vec<_>) = shown.partition(|arg| arg.is_positional());
    for arg in options.into_iter().chain(arguments) {
        let [begin, end] = if arg.is_required_set() { ["", ""] } else { ["[", "]"] };
        line.push(roman(format!(" {begin}")));
        line.extend(flags(arg));
        line.push(roman(end));
    }
    if command.has_subcommands() {
        line.push(roman(" "));
        line.push(italic("command"));
    }
    line
}

/// The spelling of an option, `-o|--out FILE`, or the name of an argument.
fn flags(arg: &Arg) -> Vec<Inline> {
    let mut parts = Vec::new();
    parts.extend(arg.get_short().map(|short| bold(format!("-{short}"))));
    if arg.get_short().is_some() && arg.get_long().is_some() {
        parts.push(roman("|"));
    }
    parts.extend(arg.get_long().map(|long| bold(format!("--{long}"))));
    if !arg.get_action().takes_values() {
        return parts;
    }
    let range = arg.get_num_args().unwrap_or_default();
    let optional = range.min_values() == 0;
    if !arg.is_positional() {
        parts.push(roman(match (optional, arg.is_require_equals_set()) {
            (true, true) => "[=",
            (true, false) => " [",
            (false, true) => "=",
            (false, false) => " ",
        }));
    }
    let names = arg.get_value_names().unwrap_or_default();
    parts.push(italic(names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" ")));
    if range.max_values() > names.len().max(1) {
        parts.push(roman("..."));
    }
    if optional && !arg.is_positional() {
        parts.push(roman("]"));
    }
    parts
}
