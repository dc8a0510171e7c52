//! The queue's requests to the animations: the events of a match, arranged so that each can be shown by itself. Each is observed by the
//! file that shows it.

use std::sync::Arc;

use bevy::prelude::*;

use crate::dice::{Frame, Roll};
use crate::engine::{self, Cell, Die, Layout, Look, Manner, Place, SectionMove, Side};
use crate::session::Scene;

/// Show this now. Observers run at once, so that each finds the effects of the one before.
#[derive(Event, Debug)]
pub struct Show<E>(pub E);

/// The upper part of a stack is taken in hand; the next move from its cell moves it.
#[derive(Debug)]
pub struct Split {
    pub at: Cell,
    pub count: u8,
}

/// A piece moves along cells and strikes the captured piece on the last, if there is one.
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

/// A piece moves along cells to the first of a chain, which moves by one cell, the driver with it.
#[derive(Debug)]
pub struct Pushed {
    /// Where the driver stood.
    pub from: Cell,
    /// The cells through which it comes to the chain.
    pub path: Vec<Cell>,
    /// The chain, the driver's cell first.
    pub cells: Vec<Cell>,
    /// Where the last of the chain goes; off the board if `None`.
    pub beyond: Option<Cell>,
}

/// A piece comes from a reserve.
#[derive(Debug)]
pub struct Dropped {
    pub from: Place,
    pub to: Cell,
}

/// The pieces of a kind leave a reserve.
#[derive(Debug)]
pub struct Discarded {
    pub from: Place,
}

/// A piece is captured. It waits for the blow of whatever comes next.
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

/// Pieces are put on the table, one soon after the other.
#[derive(Debug)]
pub struct SetUp(pub Vec<(Cell, Side, Look)>);

/// A throw, with the trace that decided it, which the body of the die follows.
#[derive(Debug)]
pub struct Throw {
    pub die: &'static Die,
    /// The cell of the thrown piece, if a piece is thrown.
    pub at: Option<Cell>,
    pub by: Side,
    /// Every attempt, one after the other.
    pub trace: Vec<Vec<Frame>>,
}

impl Throw {
    /// Of a roll that is to be shown.
    #[must_use]
    pub fn new(die: &'static Die, at: Option<Cell>, by: Side, roll: Roll) -> Arc<Throw> {
        Arc::new(Throw { die, at, by, trace: roll.traces })
    }
}

/// A die is taken up to be thrown.
#[derive(Debug, Clone)]
pub struct PickedUp(pub Arc<Throw>);

/// The die tumbles in the tray.
#[derive(Debug)]
pub struct Tumbles(pub Arc<Throw>);

/// The die lies in the tray to be read.
#[derive(Debug)]
pub struct LiesToBeRead(pub Arc<Throw>);

/// A die has shown its symbol and goes back to its cell.
#[derive(Debug)]
pub struct Rolled {
    pub die: &'static Die,
    pub symbol: &'static str,
    pub at: Option<Cell>,
}

/// Sections swing, with the pieces on them, to where they lie in a layout.
#[derive(Debug)]
pub struct Swing {
    /// The sections that move; `None` for all that lie elsewhere in the layout.
    pub sections: Option<Vec<SectionMove>>,
    pub layout: Layout,
}

/// The board lies like this.
#[derive(Debug)]
pub struct Lay(pub Layout);

/// Everything that free hands have moved goes home.
#[derive(Debug)]
pub struct TidyUp;

/// A toppled king stands up.
#[derive(Debug)]
pub struct StandUp;

/// The end of an action, which leaves this on the table.
#[derive(Debug)]
pub struct Settle(pub Scene);

/// The last actions are taken back.
#[derive(Debug)]
pub struct Rewind {
    /// How many.
    pub actions: usize,
    /// The table after them.
    pub scene: Scene,
    /// What remains captured.
    pub taken: Vec<engine::Piece>,
}

/// Everything is laid out anew, at once.
#[derive(Debug)]
pub struct LayOut {
    pub scene: Scene,
    /// Captured pieces in the order of their capture.
    pub taken: Vec<engine::Piece>,
}
