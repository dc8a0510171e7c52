use crate::engine::{Cell, Die, Look, Place, Pose, Side};

/// One step of the effect of an action on the table. Cells identify pieces, as a cell holds at most
/// one piece or stack. Each event applies to the board after the preceding events.
///
/// ```
/// use fairground_rules::engine::{Event, Options};
/// use fairground_rules::games;
///
/// let mut chess = games::begin(games::info("chess")?, Options::default(), None)?;
/// for action in ["e2e4", "d7d5"] {
///     chess.apply(action)?;
/// }
/// let events = chess.apply("e4d5")?;
/// // The captured piece leaves before the other arrives.
/// assert!(matches!(events[..], [Event::Captured { .. }, Event::Moved { .. }]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The upper `count` chips of the stack on `at` are lifted; the next [`Event::Moved`] or
    /// [`Event::Stacked`] from that cell moves them, and the rest stays.
    Split {
        /// The stack.
        at: Cell,
        /// The number of chips lifted.
        count: u8,
    },
    /// A piece moves to an empty cell. If it captures there, [`Event::Captured`] precedes.
    Moved {
        /// The origin.
        from: Cell,
        /// The cells along the way, the destination last.
        path: Vec<Cell>,
        /// The manner of movement.
        manner: Manner,
    },
    /// A piece moves onto a friendly stack and becomes its upper part.
    Stacked {
        /// The origin.
        from: Cell,
        /// The cells along the way, the cell of the stack last.
        path: Vec<Cell>,
        /// The manner of movement.
        manner: Manner,
    },
    /// A chain of pieces moves by one cell: the piece on `cells[i]` goes to `cells[i + 1]`, the
    /// last to `beyond`. If `beyond` is `None`, the last piece is pushed off the board and thereby
    /// captured.
    Pushed {
        /// The driver first.
        cells: Vec<Cell>,
        /// The destination of the last piece.
        beyond: Option<Cell>,
    },
    /// A piece leaves the game.
    Captured {
        /// The cell of the piece.
        at: Cell,
        /// The manner of capture.
        cause: Cause,
    },
    /// A piece shoots without moving; each piece hit is [`Event::Captured`] next.
    Shot {
        /// The cell of the shooter.
        from: Cell,
        /// The cells that the shot passes or hits, nearest first.
        path: Vec<Cell>,
    },
    /// An explosion; each piece it destroys is [`Event::Captured`] next.
    Exploded {
        /// The centre.
        at: Cell,
    },
    /// A piece becomes another: promotion, an heir becoming king, a die set to a chosen symbol.
    Transformed {
        /// The cell of the piece.
        at: Cell,
        /// Its new look.
        look: Look,
    },
    /// A piece enters from a reserve onto an empty cell. A
    /// [`PieceKind::Obstacle`](crate::engine::PieceKind::Obstacle) then belongs to neither side.
    Dropped {
        /// The slot of the reserve.
        from: Place,
        /// The destination.
        to: Cell,
    },
    /// All pieces of a kind leave a reserve unused.
    Discarded {
        /// The slot of the reserve.
        from: Place,
    },
    /// A die was thrown and showed `symbol`. If `at` is given, the die is the piece on that cell,
    /// which shows the symbol from now on.
    Rolled {
        /// The side that threw.
        by: Side,
        /// The die that was thrown.
        die: &'static Die,
        /// The symbol on top.
        symbol: &'static str,
        /// The cell of the piece that was thrown, if the die is a piece.
        at: Option<Cell>,
    },
    /// Sections of the board are lifted, turned and rejoined together with the pieces on them.
    Rearranged {
        /// Every section whose pose changes; sections that share a `body` move as one.
        sections: Vec<SectionMove>,
    },
    /// A piece is put on the table from the box, to set up a game that starts on an empty board.
    SetUp {
        /// The cell.
        at: Cell,
        /// The owner.
        side: Side,
        /// The look.
        look: Look,
    },
    /// A player passes.
    Passed {
        /// The side that passes.
        by: Side,
    },
}

impl Event {
    /// Whether a piece leaves the game by a capture or over the edge of the board.
    #[must_use]
    pub const fn is_capture(&self) -> bool {
        matches!(self, Event::Captured { .. } | Event::Pushed { beyond: None, .. })
    }
}

/// Manner in which a piece moves to another cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// On the board, along its path.
    Slide,
    /// Through the air, over any pieces in between.
    Leap,
}

/// Cause of a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Another piece lands on the cell.
    Landed,
    /// It was shot.
    Shot,
    /// It was near an explosion, or exploded itself.
    Exploded,
    /// It captured a piece that destroys its captor.
    KilledByVictim,
}

/// Movement of one section from its old pose to its new one.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionMove {
    /// The index of the section.
    pub section: u8,
    /// Sections with the same number move as one rigid body. The sections that a change does not
    /// lift are body 0.
    pub body: u8,
    /// The old pose; `None` if the section was not on the table.
    pub from: Option<Pose>,
    /// The new pose.
    pub to: Pose,
}
