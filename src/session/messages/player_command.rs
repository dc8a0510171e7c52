//! The commands of the players.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::dice::Flick;
use crate::engine::{ActionText, Side};
use crate::lessons::Lesson;
use crate::play::{AnalysedGame, NodeId, Secret, Setup};
use crate::puzzles::Puzzle;
use crate::record::Note;

/// A player's command to the session.
#[derive(Message, Debug, Clone)]
pub enum PlayerCommand {
    /// Begin a match.
    Begin(Box<Setup>),
    /// Begin a match with committed dice. The seed is derived from the secret and the players'
    /// entropy.
    BeginCommitted {
        /// The setup. Its seed is ignored.
        setup: Box<Setup>,
        /// The secret, to be used for this match only.
        secret: Secret,
        /// The players' entropy, White's first.
        entropy: [String; 2],
    },
    /// Continue the match in a file, and record it there.
    Continue(PathBuf),
    /// Open a file of any kind: matches are replayed, analyses and PGN files go to the analysis
    /// board.
    OpenFile(PathBuf),
    /// Replay the match in a file.
    OpenReplay(PathBuf),
    /// Replay the match in a file from a later point.
    OpenReplayAt {
        /// The match file.
        file: PathBuf,
        /// The point, as a number of actions.
        actions: usize,
    },
    /// Play an action.
    Act(ActionText),
    /// Throw the pending die, with or without a flick of the mouse.
    Throw(Option<Flick>),
    /// Take back the last decision of a person.
    Takeback,
    /// Resign.
    Resign(Side),
    /// Offer a draw.
    OfferDraw(Side),
    /// Claim the available draw. For a match in a room, the room decides.
    ClaimDraw,
    /// Accept the offered draw.
    AcceptDraw,
    /// Decline the offered draw.
    DeclineDraw,
    /// Show the best action.
    Hint,
    /// Replay the last ply.
    ShowAgain,
    /// Show the match on the table as a replay. An unfinished match continues in the background.
    Review {
        /// The first point shown, as a number of actions.
        actions: usize,
        /// Whether to play the replay.
        run: bool,
    },
    /// Add a note at a point of the match or replay on the table.
    Annotate(Note),
    /// Save matches in Portable Game Notation, in one file: the matches in these files, or, for an
    /// empty list, the match on the table.
    SavePgn(Vec<PathBuf>),
    /// Let the thinking bot play its current best action.
    MoveNow,
    /// Skip the animation.
    Skip,
    /// In a replay: go to the point after this number of actions. At the end, a match in the
    /// background returns.
    Seek(usize),
    /// Go one action forward or back in a replay or on an analysis board. From the end of a match,
    /// back shows it as a replay.
    Step {
        /// Whether to go forward.
        forward: bool,
    },
    /// In a replay: play or pause.
    Run(bool),
    /// Pause the match with a bot, including its clocks, or resume it.
    Pause(bool),
    /// Play the next action or throw of the paused match between bots.
    PlayOne,
    /// In a replay, go to the next capture. A match between bots runs to it, and is then paused.
    NextCapture,
    /// Let the mouse grab anything on the table.
    FreeHands,
    /// Shake the table.
    Shake,
    /// Flip the board over, with everything on it.
    Flip,
    /// Move everything home that free hands have moved, and end free hands.
    TidyUp,
    /// A command about a lesson or puzzle.
    Exercise(ExerciseCommand),
    /// A command about an analysis board.
    Board(BoardCommand),
    /// Leave for the start screen.
    Leave,
}

/// A command about a lesson or puzzle. Actions and throws use the commands of matches.
#[derive(Debug, Clone)]
pub enum ExerciseCommand {
    /// Begin a lesson.
    Lesson(Box<Lesson>),
    /// Begin a puzzle.
    Puzzle(Box<Puzzle>),
    /// Continue after a step of the lesson that is only read.
    ReadOn,
    /// Go back one step.
    Back,
    /// Start over.
    Restart,
    /// Give a hint: in a puzzle, first the piece, then its target.
    Hint,
    /// Show the solution of the puzzle.
    ShowSolution,
}

/// A command about an analysis board. Actions, throws and steps along its line use the commands of
/// matches.
#[derive(Debug, Clone)]
pub enum BoardCommand {
    /// Open an analysis.
    Open(Box<AnalysedGame>),
    /// Open the match in a file.
    OpenFile(PathBuf),
    /// Open the match or replay on the table, at the point shown.
    FromTable,
    /// Go to a point.
    GoTo(NodeId),
    /// Set the pending die to a face.
    Face(String),
    /// Remove a point and everything after it.
    Remove(NodeId),
    /// Promote the variation of a point to the main line, where it branches off.
    Promote(NodeId),
    /// Set the bookmark and the comment of a point.
    Note {
        /// The point.
        at: NodeId,
        /// Whether there is a bookmark.
        bookmark: bool,
        /// The comment, possibly empty.
        comment: String,
    },
    /// Replace everything on the analysis board by another position or analysis.
    SetUp(Box<AnalysedGame>),
    /// Undo the last change of the moves and comments.
    Undo,
    /// Redo the last undone change.
    Redo,
    /// Save the analysis to its file.
    Save,
}

impl PlayerCommand {
    /// The setup of the match that the command begins, if any.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        match self {
            PlayerCommand::Begin(setup) | PlayerCommand::BeginCommitted { setup, .. } => Some(setup),
            _ => None,
        }
    }

    /// Whether the piece in hand stays there, and a premove remains.
    #[must_use]
    pub fn keeps_selection(&self) -> bool {
        matches!(
            self,
            PlayerCommand::Skip
                | PlayerCommand::MoveNow
                | PlayerCommand::Hint
                | PlayerCommand::Annotate(_)
                | PlayerCommand::SavePgn(_)
                | PlayerCommand::Exercise(ExerciseCommand::Hint)
                | PlayerCommand::Board(BoardCommand::Save | BoardCommand::Note { .. } | BoardCommand::Promote(_))
        )
    }

    /// Whether the command is about the match being played: an action, an offer, or an end.
    #[must_use]
    pub fn is_of_play(&self) -> bool {
        matches!(
            self,
            PlayerCommand::Act(_)
                | PlayerCommand::Throw(_)
                | PlayerCommand::Takeback
                | PlayerCommand::Resign(_)
                | PlayerCommand::OfferDraw(_)
                | PlayerCommand::ClaimDraw
                | PlayerCommand::AcceptDraw
                | PlayerCommand::DeclineDraw
        )
    }
}

/// Asks the camera to return to the chosen view.
#[derive(Message, Debug, Clone, Copy)]
pub struct ResetView;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PlayerCommand>().add_message::<ResetView>();
}
