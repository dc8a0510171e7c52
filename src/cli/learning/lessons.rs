//! The commands for lessons.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde::Serialize;

use crate::cli::CliError;
use crate::cli::input::source;
use crate::cli::input::values::game;
use crate::cli::json::json;
use crate::cli::words::counted;
use crate::engine::GameInfo;
use crate::games;
use crate::lessons::{self, Lesson, LessonError};

#[derive(Args, Debug)]
pub(in crate::cli) struct LessonsArgs {
    #[command(subcommand)]
    pub command: LessonsCommand,
}

#[derive(Subcommand, Debug)]
pub(in crate::cli) enum LessonsCommand {
    /// Check lessons against the rules, and print the file and line of each mistake
    ///
    /// Ends with exit code 1 if there is one.
    Check(CheckArgs),
    /// List the lessons of each game
    List(ListArgs),
}

#[derive(Args, Debug)]
pub(in crate::cli) struct CheckArgs {
    /// Files of lessons, in folders named after their games, such as fluky/07-mine.toml [default:
    /// the built-in ones]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Args, Debug)]
pub(in crate::cli) struct ListArgs {
    /// Only lessons of this game
    #[arg(value_parser = game)]
    pub game: Option<&'static GameInfo>,
    /// Print JSON: each lesson with `game`, `id`, `title` and its number of `steps`
    #[arg(long)]
    pub json: bool,
}

pub(in crate::cli) fn lessons(args: &LessonsArgs, out: &mut impl Write) -> Result<(), CliError> {
    match &args.command {
        LessonsCommand::Check(args) => check(args, out),
        LessonsCommand::List(args) => list(args, out),
    }
}

fn check(args: &CheckArgs, out: &mut impl Write) -> Result<(), CliError> {
    let mut texts: Vec<(String, String)> = Vec::new();
    for file in &args.files {
        let (name, bytes) = source::read(&of_its_game(file))?;
        let text = String::from_utf8(bytes).map_err(|_| CliError::Usage(format!("{name}: not valid UTF-8")))?;
        texts.push((name, text));
    }
    if args.files.is_empty() {
        texts.extend(lessons::SHIPPED.iter().map(|(file, text)| (file.to_string(), text.to_string())));
    }
    let check = |(file, text): &(String, String)| -> Result<(), LessonError> { Lesson::parse(file, text)?.check() };
    let wrong: Vec<_> = texts.iter().filter_map(|text| check(text).err()).collect();
    for error in &wrong {
        writeln!(out, "{error}")?;
    }
    writeln!(out, "{}, {} wrong", counted(texts.len(), "lesson"), wrong.len())?;
    if wrong.is_empty() {
        return Ok(());
    }
    let files: Vec<_> = wrong.iter().map(|error| &*error.file).collect();
    Err(CliError::VerificationFailed { file: files.join(", "), faults: wrong.len() })
}

/// The path of a lesson, with the folder that names its game even if the given path omits it.
fn of_its_game(file: &Path) -> PathBuf {
    let named = file.parent().is_some_and(|folder| folder.file_name().is_some());
    if named { file.to_path_buf() } else { std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf()) }
}

#[derive(Serialize)]
struct LessonOut {
    game: String,
    id: String,
    title: String,
    steps: usize,
}

fn list(args: &ListArgs, out: &mut impl Write) -> Result<(), CliError> {
    let listed = games::ALL.iter().filter(|info| args.game.is_none_or(|game| game.id == info.id));
    let listed: Vec<_> = listed.flat_map(|info| lessons::course(info.id)).collect();
    if args.json {
        let told = |lesson: Lesson| LessonOut {
            steps: lesson.steps.len(),
            game: lesson.game,
            id: lesson.id,
            title: lesson.title,
        };
        return json(&listed.into_iter().map(told).collect::<Vec<_>>(), out);
    }
    for lesson in listed {
        writeln!(out, "{}/{}\t{}", lesson.game, lesson.id, lesson.title)?;
    }
    Ok(())
}
