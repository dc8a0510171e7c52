//! The commands of the players.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::dice::Flick;
use crate::engine::{ActionText, Side};
use crate::lessons::Lesson;
use crate::play::{AnalysedGame, NodeId, Secret, Setup};
use crate::puzzles::Puzzle;
use crate::record::Note;

/// A command of a player to the match.
#[derive(Message, Debug, Clone)]
pub enum PlayerCommand {
    /// Begin a match.
    Begin(Box<Setup>),
    /// Begin a match that is committed to a secret, whose seed follows from the secret and from the texts of the players.
    BeginCommitted {
        /// How it is played; its seed does not count.
        setup: Box<Setup>,
        /// The secret, which no other match may have.
        secret: Secret,
        /// The texts of the players, White first.
        entropy: [String; 2],
    },
    /// Continue the match in this file, and recording it there.
    Continue(PathBuf),
    /// Open a file, of whatever kind: a match is shown, an analysis or a PGN goes on the analysis board.
    OpenFile(PathBuf),
    /// Show the match in this file.
    OpenReplay(PathBuf),
    /// The same from a later point.
    OpenReplayAt {
        /// The match file.
        file: PathBuf,
        /// The point: after this many actions.
        actions: usize,
    },
    /// Play this action.
    Act(ActionText),
    /// Throw the die that is due, flicked by the mouse or not.
    Throw(Option<Flick>),
    /// Take back the last decision of a person.
    Takeback,
    /// Resign.
    Resign(Side),
    /// Offer a draw.
    OfferDraw(Side),
    /// Claim the draw that is open. Of a match in a room, the room decides.
    ClaimDraw,
    /// Accept the draw that was offered.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Show the best action.
    Hint,
    /// Show the last ply again.
    ShowAgain,
    /// Show the match on the table as a replay. If it is not over, it goes on in the background.
    Review {
        /// From the point after this many actions on.
        actions: usize,
        /// Whether to play it from there.
        run: bool,
    },
    /// Note something at a point of the match or replay on the table.
    Annotate(Note),
    /// Save the match in this file, or the one on the table, in Portable Game Notation.
    SavePgn(Option<PathBuf>),
    /// Let the bot that is thinking play the best action found so far.
    MoveNow,
    /// Skip the animation.
    Skip,
    /// In a replay: go to the point after this many actions. From the end, a match that goes on in the background comes back.
    Seek(usize),
    /// In a replay: play or pause.
    Run(bool),
    /// Pause the match with a bot, its clocks too, or let it go on.
    Pause(bool),
    /// Let the mouse grab whatever is on the table.
    FreeHands,
    /// Shake the table.
    Shake,
    /// Flip the board over, with everything on it.
    Flip,
    /// Bring everything home that free hands have moved, and let hands play again.
    TidyUp,
    /// Something about a lesson or a puzzle.
    Exercise(ExerciseCommand),
    /// Something about an analysis board.
    Board(BoardCommand),
    /// Leave what is on the table, for the start screen.
    Leave,
}

/// A command about a lesson or a puzzle. Actions and throws in them are those of matches.
#[derive(Debug, Clone)]
pub enum ExerciseCommand {
    /// Begin a lesson.
    Lesson(Box<Lesson>),
    /// Begin a puzzle.
    Puzzle(Box<Puzzle>),
    /// Go on from a step of the lesson that is only read.
    ReadOn,
    /// Go back to the step before.
    Back,
    /// Begin anew.
    Restart,
    /// Show what would be right: in a puzzle first the piece, then where it goes.
    Hint,
    /// Show the solution of the puzzle.
    ShowSolution,
}

/// A command about an analysis board. Actions and throws on it are those of matches, and so are steps along its line.
#[derive(Debug, Clone)]
pub enum BoardCommand {
    /// Open one with this.
    Open(Box<AnalysedGame>),
    /// Open one with the match in this file.
    OpenFile(PathBuf),
    /// Open one with the match or the replay on the table, at the point that is shown.
    FromTable,
    /// Go to a point.
    GoTo(NodeId),
    /// Lay the die that is due so that it shows this.
    Face(String),
    /// Remove a point with everything behind it.
    Remove(NodeId),
    /// Make the variation of a point the main one where it begins.
    Promote(NodeId),
    /// Set the bookmark and the comment at a point.
    Note {
        /// The point.
        at: NodeId,
        /// Whether there is a bookmark.
        bookmark: bool,
        /// The comment; empty if there is none.
        comment: String,
    },
    /// Set up another position, or another analysis, on the board that is on the table.
    SetUp(Box<AnalysedGame>),
    /// Undo the last change of the moves and comments.
    Undo,
    /// Make the change again that was undone last.
    Redo,
    /// Write it to its file.
    Save,
}

impl PlayerCommand {
    /// The setup of the match that it begins, if it begins one.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        match self {
            PlayerCommand::Begin(setup) | PlayerCommand::BeginCommitted { setup, .. } => Some(setup),
            _ => None,
        }
    }

    /// Whether it is about the match that is being played: an action, an offer or an end.
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

/// Asks the camera to show the chosen view again.
#[derive(Message, Debug, Clone, Copy)]
pub struct ResetView;

pub(super) fn plugin(app: &mut App) {
    app.add_message::<PlayerCommand>().add_message::<ResetView>();
}
