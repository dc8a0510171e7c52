//! Requests from the queue to the animations: the events of a match, arranged so that each can be
//! shown separately. The file that animates a request observes it.

use std::sync::Arc;

use bevy::prelude::*;

use crate::dice::{Frame, Roll};
use crate::engine::{self, Cell, Die, Layout, Look, Manner, Place, SectionMove, Side};
use crate::session::TableScene;

/// A request to show an event now. Observers run immediately, so each sees the effects of the
/// previous one.
#[derive(Event, Debug)]
pub struct Show<E>(pub E);

/// The upper part of a stack is taken in hand; the next move from its cell moves it.
#[derive(Debug)]
pub struct Split {
    pub at: Cell,
    pub count: u8,
}

/// A piece moves along cells and strikes the captured piece on the last, if any.
#[derive(Debug)]
pub struct Moved {
    pub from: Cell,
    pub path: Vec<Cell>,
    pub manner: Manner,
}

/// A piece moves along cells onto the stack on the last.
#[derive(Debug)]
pub struct Stacked {
    pub from: Cell,
    pub path: Vec<Cell>,
    pub manner: Manner,
}

/// A piece moves along cells, and then pushes a chain of pieces by one cell.
#[derive(Debug)]
pub struct Pushed {
    /// The cell of the driver.
    pub from: Cell,
    /// The cells on the way to the chain.
    pub path: Vec<Cell>,
    /// The driver's cell after its path, followed by the cells of the chain.
    pub cells: Vec<Cell>,
    /// The target of the chain's last piece; off the board if `None`.
    pub beyond: Option<Cell>,
}

/// A piece comes from a reserve.
#[derive(Debug)]
pub struct Dropped {
    pub from: Place,
    pub to: Cell,
}

/// All pieces of a kind leave a reserve.
#[derive(Debug)]
pub struct Discarded {
    pub from: Place,
}

/// A piece is captured. It waits for the blow of the next event.
#[derive(Debug)]
pub struct Captured {
    pub at: Cell,
}

/// Captured pieces that nothing strikes fall over.
#[derive(Debug)]
pub struct Topple;

/// A piece shoots, and strikes the captured pieces.
#[derive(Debug)]
pub struct Shot {
    pub from: Cell,
    pub path: Vec<Cell>,
}

/// Something explodes, and strikes the captured pieces.
#[derive(Debug)]
pub struct Exploded {
    pub at: Cell,
}

/// A piece becomes another.
#[derive(Debug)]
pub struct Transformed {
    pub at: Cell,
    pub look: Look,
}

/// Pieces are put on the table in quick succession.
#[derive(Debug)]
pub struct SetUp(pub Vec<(Cell, Side, Look)>);

/// A throw with its simulated trace, which the die's entity follows.
#[derive(Debug)]
pub struct SimulatedThrow {
    pub die: &'static Die,
    /// The cell of the thrown piece, if the die is a piece.
    pub at: Option<Cell>,
    pub by: Side,
    /// All attempts in order.
    pub trace: Vec<Vec<Frame>>,
}

impl SimulatedThrow {
    /// The throw of a roll to be shown.
    #[must_use]
    pub fn new(die: &'static Die, at: Option<Cell>, by: Side, roll: Roll) -> Arc<SimulatedThrow> {
        Arc::new(SimulatedThrow { die, at, by, trace: roll.traces })
    }
}

/// A die is picked up to be thrown.
#[derive(Debug, Clone)]
pub struct PickedUp(pub Arc<SimulatedThrow>);

/// The die tumbles in the tray.
#[derive(Debug)]
pub struct Tumbles(pub Arc<SimulatedThrow>);

/// The die lies in the tray to be read.
#[derive(Debug)]
pub struct ShowRoll(pub Arc<SimulatedThrow>);

/// A die has shown its symbol and returns to its cell.
#[derive(Debug)]
pub struct Rolled {
    pub die: &'static Die,
    pub symbol: &'static str,
    pub at: Option<Cell>,
}

/// Sections swing to their poses in a layout, with the pieces on them.
#[derive(Debug)]
pub struct Swing {
    /// The moving sections; `None` for all whose pose differs in the layout.
    pub sections: Option<Vec<SectionMove>>,
    pub layout: Layout,
}

/// The board takes on this layout.
#[derive(Debug)]
pub struct Lay(pub Layout);

/// Everything moved by free hands goes home.
#[derive(Debug)]
pub struct TidyUp;

/// A toppled king stands up.
#[derive(Debug)]
pub struct StandUp;

/// The end of an action, with the resulting table.
#[derive(Debug)]
pub struct Settle(pub TableScene);

/// The last actions are taken back.
#[derive(Debug)]
pub struct Rewind {
    /// The number of actions.
    pub actions: usize,
    /// The table after the takeback.
    pub scene: TableScene,
    /// The pieces that remain captured.
    pub captured: Vec<engine::Piece>,
}

/// Everything is laid out from scratch, without animation.
#[derive(Debug)]
pub struct LayOut {
    pub scene: TableScene,
    /// Captured pieces in the order of their capture.
    pub captured: Vec<engine::Piece>,
}
