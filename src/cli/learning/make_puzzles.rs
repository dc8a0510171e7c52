//! The command to make puzzles. It appends the puzzles of one match after another to a file.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;

use crate::cli::input::shared_args::GameArgs;
use crate::cli::input::shared_args::NumberArgs;
use crate::cli::input::source;
use crate::cli::input::values::{seed, whole};
use crate::cli::learning::puzzle_file::parse;
use crate::cli::output::{NamedFile, check_outputs, output_file, unwritable};
use crate::cli::words::counted;
use crate::cli::{CliError, interruption, progress};
use crate::games::UnknownGame;
use crate::platform::{folders, storage};
use crate::puzzles::make::{self, ListBalance, Maker};
use crate::puzzles::{self, Puzzle};

/// The maximum number of matches per requested puzzle.
const MATCHES_EACH: u64 = 100;

/// The maximum size of a file of puzzles, bytes.
const MAX_FILE: u64 = 64 << 20;

#[derive(Args, Debug)]
pub(in crate::cli) struct MakeArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// From these match files or PGN files, or the match files of these folders
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["self_play", "library"])]
    pub from: Vec<PathBuf>,
    /// With PGN files: the number of the game, from 1 [default: the first]
    // `NumberArgs` has the same name as the game of `GameArgs`.
    #[arg(long = "game", value_name = "N", requires = "from", value_parser = whole(1..=usize::MAX, 2), allow_negative_numbers = true)]
    pub number: Option<usize>,
    /// From the matches played in the window
    #[arg(long, conflicts_with = "self_play")]
    pub library: bool,
    /// From matches of bots, played for this purpose [default without --from and --library]
    #[arg(long)]
    pub self_play: bool,
    /// The maximum number of puzzles
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole(1..=1_000_000usize, 200), allow_negative_numbers = true)]
    pub count: usize,
    /// The seed of the matches of bots
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Nodes for finding a puzzle; it is verified with 20 times as many
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole(100..=1_000_000_000u64, 10_000), allow_negative_numbers = true)]
    pub nodes: u64,
    /// The file to write or continue [default: GAME-puzzles.jsonl]
    #[arg(short, long, value_name = "FILE", value_parser = output_file())]
    pub out: Option<PathBuf>,
}

pub(super) fn make(args: &MakeArgs, out: &mut impl Write) -> Result<(), CliError> {
    let info = args.game.game;
    let options = source::options(info, &args.game.set)?;
    let files = files(args)?;
    let file = args.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}-puzzles.jsonl", info.id)));
    let unknown = |error: UnknownGame| CliError::Usage(error.to_string());
    let inputs: Vec<NamedFile<'_>> = files.iter().flatten().map(|file| ("a match file", file.as_path())).collect();
    check_outputs(&inputs, &[("--out", &file)])?;
    let signature = make::signature(info, &options).map_err(unknown)?;
    let maker = Maker::new(info, options, args.nodes).map_err(unknown)?;
    let mut list = List::open(&file, args, signature)?;
    let interrupted = interruption("the puzzles of the current match are lost");
    let stop = || interrupted.load(Ordering::Relaxed);
    // The bar is hidden if stderr is not a terminal.
    let bar = progress::bar(args.count as u64, "{bar:40} {human_pos} of {human_len} puzzles, {eta} left");
    bar.set_position(list.count as u64);
    let last = files.as_ref().map_or(MATCHES_EACH * args.count as u64, |files| files.len() as u64);
    for nth in list.next..last {
        if !list.balance.wants_more() {
            break;
        }
        let found = match &files {
            None => maker.self_play(args.seed, nth, &list.balance, &stop).map_err(unknown)?,
            Some(files) => of_file(&maker, args, &files[nth as usize], nth, &list.balance, &stop)?,
        };
        let Some(found) = found else {
            bar.finish_and_clear();
            let puzzles = counted(list.count, "puzzle");
            writeln!(out, "{}: {puzzles}; run the same command to continue", file.display())?;
            return Err(CliError::Interrupted);
        };
        list.append(&found)?;
        bar.set_position(list.count as u64);
    }
    bar.finish_and_clear();
    if list.count == 0 && !file.exists() {
        return Ok(writeln!(out, "no puzzle found; {} was not written", file.display())?);
    }
    Ok(writeln!(out, "{}: {}", file.display(), counted(list.count, "puzzle"))?)
}

/// The named match files, sorted by folder; `None` for matches of bots.
fn files(args: &MakeArgs) -> Result<Option<Vec<PathBuf>>, CliError> {
    let mut named = args.from.clone();
    if args.library {
        let none = || CliError::Usage("there is no folder for matches on this system; name one: --from FOLDER".into());
        named = vec![folders::matches().ok_or_else(none)?];
    }
    if named.is_empty() {
        return Ok(None);
    }
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path);
            continue;
        }
        let failed = |error| CliError::Usage(format!("{}: the folder cannot be read: {error}", path.display()));
        let mut inside = Vec::new();
        for entry in fs::read_dir(&path).map_err(failed)? {
            inside.push(entry.map_err(failed)?.path());
        }
        inside.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
        inside.sort();
        files.extend(inside);
    }
    Ok(Some(files))
}

/// The puzzles of a match file. A file of a folder may be of another game; it has none.
fn of_file(
    maker: &Maker,
    args: &MakeArgs,
    file: &Path,
    nth: u64,
    balance: &ListBalance,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<Puzzle>>, CliError> {
    let mut replay = source::replay(file, NumberArgs { game: args.number })?;
    let (of, wanted) = (replay.game().info(), args.game.game);
    if of.id != wanted.id {
        if args.from.iter().any(|named| named == file) {
            let wrong = format!("{}: expected a match of {}, found {}", file.display(), wanted.id, of.id);
            return Err(CliError::Usage(wrong));
        }
        return Ok(Some(Vec::new()));
    }
    replay.go_to(replay.len());
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let found = maker.of_match(replay.game(), &name, nth, balance, stop);
    found.map_err(|error| CliError::Usage(error.to_string()))
}

/// The file of puzzles being made.
struct List {
    file: PathBuf,
    balance: ListBalance,
    count: usize,
    /// The number of the first match that may be unfinished.
    next: u64,
}

impl List {
    /// Starts or continues a file. Its last match may be unfinished and is processed again.
    fn open(file: &Path, args: &MakeArgs, signature: u64) -> Result<List, CliError> {
        let wrong = |error: &dyn std::fmt::Display| CliError::Usage(format!("{}: {error}", file.display()));
        let text = match storage::read_limited(file, MAX_FILE) {
            Ok(bytes) => String::from_utf8(bytes).map_err(|_| wrong(&"not valid UTF-8"))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            Err(error) => return Err(wrong(&error)),
        };
        // The rest is an incomplete line, or a whole one without its end.
        let (whole, rest) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let start = format!(r#"{{"id":"{}-"#, args.game.game.id);
        if !rest.starts_with(&start) && !start.starts_with(rest) {
            return Err(wrong(&"not a list of puzzles; name another file with -o"));
        }
        let mut known = parse(whole).map_err(|error| wrong(&error))?;
        let last_known = parse(rest).unwrap_or_default();
        let bots = args.from.is_empty() && !args.library;
        let same = |puzzle: &Puzzle| {
            puzzle.game == args.game.game.id
                && (puzzle.check.nodes, puzzle.check.search) == (args.nodes, signature)
                && puzzle.source.seed == bots.then_some(args.seed)
        };
        if let Some(other) = known.iter().chain(&last_known).find(|puzzle| !same(puzzle)) {
            let reason = "was made with another game, seed, --nodes or search; name another file with -o";
            return Err(wrong(&format!("{} {reason}", other.id)));
        }
        let last = known.last().map(|puzzle| puzzle.source.nth);
        if known.len() < args.count {
            known.retain(|puzzle| Some(puzzle.source.nth) != last);
        }
        let mut balance = ListBalance::new(args.count);
        known.iter().for_each(|puzzle| balance.add(puzzle));
        let kept = known.iter().map(puzzles::to_line).collect::<io::Result<String>>()?;
        if kept != text {
            storage::replace(file, &kept).map_err(|error| wrong(&error))?;
        }
        Ok(List { file: file.to_path_buf(), balance, count: known.len(), next: last.unwrap_or(0) })
    }

    fn append(&mut self, puzzles: &[Puzzle]) -> Result<(), CliError> {
        if puzzles.is_empty() {
            return Ok(());
        }
        let text = puzzles.iter().map(puzzles::to_line).collect::<io::Result<String>>()?;
        let failed = |error| unwritable(&self.file, &error);
        let mut file = OpenOptions::new().create(true).append(true).open(&self.file).map_err(failed)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_data()).map_err(failed)?;
        puzzles.iter().for_each(|puzzle| self.balance.add(puzzle));
        self.count += puzzles.len();
        Ok(())
    }
}
