//! The whole command line: all commands with their arguments.

use clap::{CommandFactory, Parser, Subcommand};

use super::analysis::analyse;
use super::contests::{arena, train, tune};
use super::drawing::view::JoinArgs;
use super::drawing::{analysis_board, diagram, film, shot, view};
use super::learning::{lessons, puzzles};
use super::matches::play_args::{PlayCommand, ReplayArgs, WatchCommand};
use super::rules::{ApplyArgs, GamesArgs, MovesArgs, OutcomeArgs, PerftArgs, PlayoutArgs, RulesArgs};
use super::{bench, commit, dice, examples, library, manage, manual, pgn, serve, verify};

/// Five fairy-chess games and orthodox chess on one physical 3D tabletop.
///
/// Without a command, opens the start screen.
#[derive(Debug, Parser)]
#[command(name = "fairground", version)]
pub(super) struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the games with their options
    Games(GamesArgs),
    /// Print the rules of a game
    Rules(RulesArgs),
    /// List the legal actions of a position, sorted, one per line
    Moves(MovesArgs),
    /// Play actions from a position and print the position after them
    ///
    /// The actions are played as one match. An illegal action, or one after the end of the match,
    /// is an error.
    Apply(ApplyArgs),
    /// Print the outcome of a position, or of a match from it: ongoing, white, black or draw
    ///
    /// The actions are played as one match, so that draws by repetition and by the halfmove clock
    /// count. An illegal action, or one after the end of the match, is an error.
    Outcome(OutcomeArgs),
    /// Count the sequences of actions from a position
    Perft(PerftArgs),
    /// Play a random match, and print each action with the position after it, then the outcome
    Playout(PlayoutArgs),
    /// Play a match
    Play(Box<PlayCommand>),
    /// Watch bots play a match
    Watch(Box<WatchCommand>),
    /// Run a server with rooms for players on other machines
    ///
    /// Prints the link of the server. Each room is a match file in the folder, and every action is
    /// on disk before anyone receives it: stopping the server in any way loses nothing. A proxy
    /// provides encryption.
    Serve(serve::ServeArgs),
    /// List, show, export and delete the rooms of a server, even while it runs
    Rooms(manage::RoomsArgs),
    /// Take a seat in a room on a server, with the link of an invitation
    ///
    /// Opens the window with the link filled in; a button joins the room. The seat is kept until
    /// the match is over: the start screen offers to continue.
    Join(JoinArgs),
    /// Show a recorded match
    Replay(ReplayArgs),
    /// Check a match file: the rules, the hashes, the commitment, and every throw, simulated again
    ///
    /// Prints every failed check. Exits with code 1 if a check fails, 2 if the file cannot be read,
    /// and 3 if all checks pass but another version of the physics threw the dice. Throws of bots
    /// and drawn results must follow from the seed; the flick of a person is free, and only its
    /// result is simulated.
    Verify(verify::VerifyArgs),
    /// Commit to the dice of a match before it starts
    ///
    /// Draws a secret, writes it to a new file, and prints its hash, the commitment. Send the
    /// commitment to your opponent, and keep the file private. Start the match with `--secret
    /// FILE`; its seed is derived from the secret and from a text of each player, and the match
    /// file reveals the secret when the match is over. `fairground verify` checks it against the
    /// commitment.
    Commit(commit::CommitArgs),
    /// Write a recorded match as PGN, for other programs
    ///
    /// Orthodox chess is written in standard algebraic notation, every other game with its own
    /// action texts. A roll is a comment such as {~N}, as are bookmarks and comments of readers;
    /// the last comment is the result. Throws and actions taken back are omitted.
    Export(pgn::ExportArgs),
    /// Convert a PGN game into a match file
    ///
    /// The tag Variant names the game (orthodox chess without it), SetUp and FEN the start
    /// position. Names, dates, clock times, notes, glyphs and variations are kept; docs/pgn.md lists
    /// what is not read.
    Import(pgn::ImportArgs),
    /// List, find and count the matches of a folder
    ///
    /// An index of the files is kept in the user's cache folder and updated each time.
    Library(library::LibraryArgs),
    /// List and check lessons
    Lessons(lessons::LessonsArgs),
    /// Make, check and list puzzles
    Puzzles(puzzles::PuzzlesArgs),
    /// Draw a flat diagram of a position, for print or as text
    Diagram(diagram::DiagramArgs),
    /// Take a picture of a position
    ///
    /// With --sheet, plies of a match side by side; with --every, a picture of every nth ply, in a
    /// folder.
    Shot(shot::ShotArgs),
    /// Film a recorded match
    ///
    /// Frames are drawn in simulated time: the same file and options give the same frames. No other
    /// program is needed. Frames filmed before an interruption are kept in the folder OUT.part, and
    /// --resume continues from there. `fairground watch --film` films a match while it is played.
    Film(film::FilmArgs),
    /// Analyse a position, or each move of a recorded match
    Analyse(analyse::AnalyseArgs),
    /// Open an analysis board: both sides move freely, and all lines are kept as variations
    ///
    /// A match file is shown with its variations. The window can copy an analysis as one line of
    /// text, which this command opens.
    Board(analysis_board::BoardArgs),
    /// Let bots play many matches, and report which is stronger
    Arena(Box<arena::ArenaArgs>),
    /// Fit the weights of a game's evaluation to self-play matches
    Tune(tune::TuneArgs),
    /// Train the net of a game on self-play matches, and let it play against the hand-written
    /// evaluation
    ///
    /// The matches take most of the time; --data keeps them, so that an interrupted training can
    /// continue. The nets of `crates/fairground-rules/nets` are built into the program.
    Train(train::TrainArgs),
    /// Run as a UCI engine (Universal Chess Interface), on stdin and stdout
    Uci,
    /// Measure the fairness of a die
    Dice(dice::DiceArgs),
    /// Measure the speed of the rules and the search
    Bench(bench::BenchArgs),
    /// Measure the speed of drawing the table while bots play, without a window
    Frames(view::FramesArgs),
    /// Print the completions for a shell; save them in the shell's folder for completions
    Completions(manual::CompletionsArgs),
    /// Print a page of the manual, or write all pages into a folder
    Man(manual::ManArgs),
}

/// Builds the command line, with an example in the help of each command.
pub(super) fn command() -> clap::Command {
    let command = Cli::command();
    let names: Vec<_> = command.get_subcommands().map(|sub| sub.get_name().to_string()).collect();
    names.into_iter().fold(command, |command, name| {
        let example = examples::of(&name).map(|example| format!("Example:\n  {example}"));
        command.mut_subcommand(name, |sub| sub.after_help(example.unwrap_or_default()))
    })
}

/// Lists all commands, for the error of a missing command.
pub(super) fn commands() -> String {
    let command = Cli::command();
    let names: Vec<_> = command.get_subcommands().map(clap::Command::get_name).collect();
    format!("The commands are: {}\nExample:\n  fairground games", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::command;

    #[test]
    fn the_arguments_are_consistent() {
        command().debug_assert();
    }
}
