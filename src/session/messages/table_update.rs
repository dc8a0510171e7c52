//! The changes that the table shows.

use bevy::prelude::*;

use crate::dice::Roll;
use crate::engine::{Cell, Die, DynGame, Event, Layout, Piece, TableState};

/// The contents of the table between two actions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TableScene {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The board.
    pub layout: Layout,
}

impl TableScene {
    /// The scene for the current position of a game.
    #[must_use]
    pub fn of(game: &dyn DynGame) -> TableScene {
        TableScene { pieces: game.pieces(), layout: game.layout() }
    }
}

/// A change for the table to show.
#[derive(Message, Debug, Clone)]
pub enum TableUpdate {
    /// Sets up everything without animation: the scene, the captured pieces, and the events of each
    /// action, for their marks.
    Reset(TableScene, Vec<Piece>, Vec<Vec<Event>>),
    /// An action, and the scene after it.
    Events(Vec<Event>, TableScene),
    /// A throw. Its result follows as an [`Event::Rolled`] when the die is at rest.
    Thrown {
        /// The die.
        die: &'static Die,
        /// The cell of the thrown piece, if a piece is thrown.
        at: Option<Cell>,
        /// The motion of the die.
        roll: Box<Roll>,
    },
    /// The last actions were taken back. They are visibly undone.
    Rewound {
        /// The number of actions.
        actions: usize,
        /// The scene afterwards.
        scene: TableScene,
        /// The captured pieces.
        captured: Vec<Piece>,
    },
    /// The table is shaken.
    Shake,
    /// The board is flipped over, with everything on it.
    Flip,
    /// Moves everything home that free hands have moved.
    TidyUp,
    /// Ends all animation immediately.
    Hurry,
}

impl TableUpdate {
    /// Whether the position shown changes or may change.
    #[must_use]
    pub(in crate::session) fn changes_position(&self) -> bool {
        matches!(self, TableUpdate::Reset(..) | TableUpdate::Events(..) | TableUpdate::Rewound { .. })
    }

    /// The last `actions` actions were taken back, with `game` as the result.
    #[must_use]
    pub fn rewound(actions: usize, game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Rewound { actions, scene: TableScene::of(game), captured: captured(game) }
    }

    /// Sets up the current position of `game`.
    #[must_use]
    pub fn reset(game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Reset(TableScene::of(game), captured(game), Vec::new())
    }

    /// Like [`TableUpdate::reset`], for a resumed match, with the marks of its last action.
    #[must_use]
    pub fn resumed(game: &dyn DynGame) -> TableUpdate {
        let (captured, played) = replayed(game);
        TableUpdate::Reset(TableScene::of(game), captured, played)
    }
}

/// Whether the position shown has changed since the last call. A run condition, or the input of a
/// system.
pub fn position_changed(mut updates: MessageReader<TableUpdate>) -> bool {
    // Counts all messages, so that none is read again.
    updates.read().filter(|update| update.changes_position()).count() > 0
}

/// All pieces that have left the game, in order.
#[must_use]
pub fn captured(game: &dyn DynGame) -> Vec<Piece> {
    replayed(game).0
}

/// All pieces that have left the game, and the events of each action.
fn replayed(game: &dyn DynGame) -> (Vec<Piece>, Vec<Vec<Event>>) {
    let mut again = game.after(0);
    let mut table = TableState::new(again.pieces());
    let mut shown = Vec::new();
    for action in game.played() {
        let Ok(events) = again.apply(&action) else { break };
        if !events.iter().all(|event| table.apply(event).is_ok()) {
            break;
        }
        shown.push(events);
    }
    (table.captured, shown)
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TableUpdate>();
}
