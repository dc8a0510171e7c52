//! The whole command line: all commands with their arguments.

use clap::{CommandFactory, Parser, Subcommand};

use super::analysis::{analyse, board};
use super::contests::{arena, train, tune};
use super::drawing::view::JoinArgs;
use super::drawing::{diagram, film, shot, view};
use super::learning::{lessons, puzzles};
use super::play_args::{PlayCommand, ReplayArgs, WatchCommand};
use super::rules::{ApplyArgs, GamesArgs, MovesArgs, OutcomeArgs, PerftArgs, PlayoutArgs, RulesArgs};
use super::{bench, commit, dice, examples, library, manage, manual, pgn, serve, verify};

/// Five fairy-chess games on one physical 3D tabletop.
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
    /// List the legal actions of a position, sorted, one a line
    Moves(MovesArgs),
    /// Play actions from a position and print the position after them
    ///
    /// The actions are played as one match. An illegal action, or one after the end of the match, is an error.
    Apply(ApplyArgs),
    /// Say how a position stands, or a match that leads from it: ongoing, white, black or draw
    ///
    /// The actions are played as one match, so that draws by repetition and by the halfmove clock count. An illegal action, or
    /// one after the end of the match, is an error.
    Outcome(OutcomeArgs),
    /// Count the sequences of actions from a position
    Perft(PerftArgs),
    /// Play a random match, and print each action with the position after it, then the outcome
    Playout(PlayoutArgs),
    /// Play a match
    Play(Box<PlayCommand>),
    /// Watch bots play a match
    Watch(Box<WatchCommand>),
    /// Keep rooms for people on other machines to play in
    ///
    /// Prints the link of the server. Each room is a match file in the folder, and every action is on the disk before anybody is told of it:
    /// stopping the server, in whatever way, loses nothing. Encryption is left to a proxy.
    Serve(serve::ServeArgs),
    /// List, show, export and delete the rooms of a server, also while it runs
    Rooms(manage::RoomsArgs),
    /// Take a seat in a room elsewhere, by the link of an invitation
    ///
    /// Opens the window with the link filled in; a button goes into the room. The seat is kept until the match is over: the start screen offers
    /// to continue.
    Join(JoinArgs),
    /// Show a recorded match
    Replay(ReplayArgs),
    /// Check a match file: the rules, the hashes, the commitment, and every throw, simulated anew
    ///
    /// Names every failed check, and then ends with exit code 1; with 2 if the file cannot be read. Throws of bots and drawn
    /// results have to follow from the seed; a flick is a person's own, and only its result is simulated. Another kind of
    /// processor may round the tumbling of a die otherwise.
    Verify(verify::VerifyArgs),
    /// Commit to the dice of a match before it begins
    ///
    /// Draws a secret, writes it into a new file, and prints its hash, the commitment. Tell the commitment to whom you play with, and keep the
    /// file to yourself. The match is begun with `--secret FILE`; its seed then follows from the secret and from a text of each player, and
    /// the match file reveals the secret when the match is over. `fairground verify` checks that it is the one that was committed to.
    Commit(commit::CommitArgs),
    /// Write a recorded match as PGN, for other programs
    ///
    /// Orthodox chess is written in standard algebraic notation, every other game with its own action texts. A roll is a
    /// comment, as {~N}, and so are bookmarks and comments of readers; the result is the last one. Throws and actions taken
    /// back are left out.
    Export(pgn::ExportArgs),
    /// Make a match file of a PGN game
    ///
    /// The tag Variant names the game, orthodox chess if there is none; SetUp and FEN the position to begin from. Names of people become
    /// `human`. Variations are kept, glyphs are left out.
    Import(pgn::ImportArgs),
    /// List, find and count the matches of a folder
    ///
    /// An index of the files is kept in the user's cache folder and is brought up to date each time.
    Library(library::LibraryArgs),
    /// List and check lessons
    Lessons(lessons::LessonsArgs),
    /// Make, check and list puzzles
    Puzzles(puzzles::PuzzlesArgs),
    /// Draw a flat diagram of a position, for print or as text
    Diagram(diagram::DiagramArgs),
    /// Take a picture of a position
    ///
    /// With --sheet, the plies of a match beside each other; with --every, each n-th of them as a picture of its own, in a folder.
    Shot(shot::ShotArgs),
    /// Film a recorded match
    ///
    /// Every frame is drawn, by simulated time: the same file and the same options give the same frames. Nothing has to be installed.
    /// Frames filmed before an interruption are kept in the folder OUT.part, and --resume goes on from there. `fairground watch --film`
    /// films a match while it is played.
    Film(film::FilmArgs),
    /// Analyse a position, or each ply of a recorded match
    Analyse(analyse::AnalyseArgs),
    /// Open an analysis board: both sides move freely, and everything that is tried is kept as a variation
    ///
    /// A match file is shown with its variations. The window can copy an analysis as one line of text, which this opens again.
    Board(board::BoardArgs),
    /// Let two bots, or several, play many matches and say which is stronger
    Arena(Box<arena::ArenaArgs>),
    /// Fit the weights of a game's evaluation to matches of the search against itself
    Tune(tune::TuneArgs),
    /// Train the net of a game on matches of the search against itself, and let it play against the evaluation by hand
    ///
    /// The matches are the slow part; with --data they are kept, so that an interrupted training goes on where it was. The program brings along
    /// the nets of `assets/nets` as it was built.
    Train(train::TrainArgs),
    /// Talk to chess programs by the Universal Chess Interface, on stdin and stdout
    Uci,
    /// Measure how fair a die is
    Dice(dice::DiceArgs),
    /// Measure how fast the rules and the search are
    Bench(bench::BenchArgs),
    /// Measure how fast the table is drawn while bots play, without a window
    Frames(view::FramesArgs),
    /// Print the completions of a shell, to be saved where it looks for them
    Completions(manual::CompletionsArgs),
    /// Print a page of the manual, or write all of them into a folder
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

/// Lists all commands, for an error about a missing command.
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
