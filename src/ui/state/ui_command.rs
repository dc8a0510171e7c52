//! Commands of panels and keys to other panels.

use std::path::PathBuf;

use bevy::prelude::Resource;

use super::form::StartPosition;
use super::learning_view::LearningPage;
use super::position_draft::PositionDraft;
use super::rules_view::RulesView;
use crate::engine::{DynGame, GameInfo, Side};
use crate::session::{PlayerCommand, RoomCommand};

/// The commands that have not been carried out.
#[derive(Resource, Default)]
pub struct UiCommands(pub Vec<UiCommand>);

/// A change beyond the state of the panel that requests it.
pub enum UiCommand {
    /// Carries out a command that takes the match off the table, after a confirmation if something
    /// would be lost.
    LeaveBy(Leaving),
    /// Carries out such a command without a confirmation.
    Leave(Leaving),
    /// Begins the same match again with sides swapped.
    Rematch,
    /// Asks a question.
    Ask(Question),
    /// Answers the pending question.
    Answer(bool),
    /// Opens a window.
    Open(UiWindow),
    /// Opens a closed window, or closes an open one.
    Toggle(UiWindow),
    /// Opens the form, filled in like the match on the table.
    NewMatch,
    /// Opens the form for a match that begins from a position of the match on the table.
    BranchOff(StartPosition),
    /// Closes the form.
    CloseForm,
    /// Chooses the game of the form.
    ChooseGame(&'static GameInfo),
    /// Re-reads the list of earlier matches when it is next needed.
    RefreshMatches,
    /// Opens the rules.
    Rules(Box<RulesView>),
    /// Opens the rules of a game, or closes the open rules.
    ToggleRules(&'static GameInfo),
    /// Opens a window about lessons, puzzles or the record.
    Learning(LearningPage),
    /// Opens the library.
    Library,
    /// Opens the editor.
    Edit(Box<PositionDraft>),
    /// Sets the form to begin from a position of this origin, and opens it.
    BeginFrom(Box<dyn DynGame>, &'static str),
    /// Exports the match of this file, which is about to open as a replay.
    #[cfg_attr(
        all(target_arch = "wasm32", target_os = "unknown"),
        expect(dead_code, reason = "only the library asks for it")
    )]
    Export(Export, PathBuf),
    /// Opens the field for a comment.
    Comment,
    /// Folds or unfolds the panel.
    TogglePanel,
    /// Copies the position shown.
    Copy,
    /// Pastes the text on the clipboard.
    Paste,
    /// Draws only the table in the next frame, for a picture.
    HidePanels,
}

/// An export in progress, of the match shown as a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    all(target_arch = "wasm32", target_os = "unknown"),
    expect(dead_code, reason = "only the library asks for it")
)]
pub enum Export {
    /// A picture of the final position.
    Picture,
    /// A film, ordered in its window.
    Film,
}

/// A window that is either open or closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UiWindow {
    /// The list of keys.
    Help,
    /// The options.
    Options,
    /// The ledger of the dice.
    Ledger,
    /// The text of the table.
    Text,
    /// The form for a film.
    Film,
    /// The form for online rooms.
    Online,
    /// The link for another device.
    OtherDevice,
}

/// A pending question.
#[derive(Debug, Clone)]
pub enum Question {
    /// Whether a side resigns.
    Resign(Side),
    /// Whether a side offers a draw.
    OfferDraw(Side),
    /// Whether to leave the match with a command.
    Leave(Leaving),
}

/// A command that replaces the contents of the table.
#[derive(Debug, Clone)]
pub enum Leaving {
    /// A command to the session.
    Here(PlayerCommand),
    /// A command about rooms.
    Room(RoomCommand),
}

impl From<PlayerCommand> for Leaving {
    fn from(command: PlayerCommand) -> Leaving {
        Leaving::Here(command)
    }
}

impl From<RoomCommand> for Leaving {
    fn from(command: RoomCommand) -> Leaving {
        Leaving::Room(command)
    }
}
