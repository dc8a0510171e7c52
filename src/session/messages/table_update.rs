//! The changes that the table shows.

use bevy::prelude::*;

use crate::dice::Roll;
use crate::engine::{Cell, Die, DynGame, Event, Layout, Piece, TableState};

/// The contents of the table between two actions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The board.
    pub layout: Layout,
}

impl Scene {
    /// The table as a game stands.
    #[must_use]
    pub fn of(game: &dyn DynGame) -> Scene {
        Scene { pieces: game.pieces(), layout: game.layout() }
    }
}

/// A change for the table to show.
#[derive(Message, Debug, Clone)]
pub enum TableUpdate {
    /// Everything anew, without animation: the table, the pieces captured so far, and the events of each action whose marks are
    /// to be seen.
    Reset(Scene, Vec<Piece>, Vec<Vec<Event>>),
    /// An action, and the table after it.
    Events(Vec<Event>, Scene),
    /// A throw; its result comes as [`Event::Rolled`] when it has been shown.
    Thrown {
        /// The die.
        die: &'static Die,
        /// The piece that is thrown, if a piece is.
        at: Option<Cell>,
        /// How it flies.
        roll: Box<Roll>,
    },
    /// The last actions were taken back. Their effects are undone visibly.
    Rewound {
        /// How many.
        actions: usize,
        /// The table now.
        scene: Scene,
        /// The pieces captured so far.
        taken: Vec<Piece>,
    },
    /// The table is shaken.
    Shake,
    /// The board is flipped over, with everything on it.
    Flip,
    /// Everything that free hands have moved goes back to where it belongs.
    TidyUp,
    /// Ends all animation at once.
    Hurry,
}

impl TableUpdate {
    /// Whether another position is shown after it, or may be.
    #[must_use]
    pub fn changes_position(&self) -> bool {
        matches!(self, TableUpdate::Reset(..) | TableUpdate::Events(..) | TableUpdate::Rewound { .. })
    }

    /// The last actions were taken back, which led to this game as it stands.
    #[must_use]
    pub fn rewound(actions: usize, game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Rewound { actions, scene: Scene::of(game), taken: taken(game) }
    }

    /// Everything anew, from this game as it stands.
    #[must_use]
    pub fn reset(game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Reset(Scene::of(game), taken(game), Vec::new())
    }

    /// The same for a match that is taken up again: its last action is marked.
    #[must_use]
    pub fn resumed(game: &dyn DynGame) -> TableUpdate {
        let (taken, played) = replayed(game);
        TableUpdate::Reset(Scene::of(game), taken, played)
    }
}

/// Every piece that has left a game so far, in order.
#[must_use]
pub fn taken(game: &dyn DynGame) -> Vec<Piece> {
    replayed(game).0
}

/// Every piece that has left a game so far, and the events of each action.
fn replayed(game: &dyn DynGame) -> (Vec<Piece>, Vec<Vec<Event>>) {
    let mut again = game.boxed();
    let mut played = Vec::new();
    while let Some(action) = again.undo() {
        played.push(action);
    }
    let mut table = TableState::new(again.pieces());
    let mut shown = Vec::new();
    for action in played.iter().rev() {
        let Ok(events) = again.apply(action) else { break };
        if !events.iter().all(|event| table.apply(event).is_ok()) {
            break;
        }
        shown.push(events);
    }
    (table.taken, shown)
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<TableUpdate>();
}
