use crate::engine::{Cell, Die, Look, Place, Pose, Side};

/// What an action does on the table, step by step. Cells identify pieces, as a cell holds at most one piece or stack. Each event refers
/// to the board as the events before it have left it.
///
/// ```
/// use fairground::engine::{Event, Options};
/// use fairground::games;
///
/// let mut chess = games::begin(games::info("chess")?, Options::default(), None)?;
/// for action in ["e2e4", "d7d5"] {
///     chess.apply(action)?;
/// }
/// let events = chess.apply("e4d5")?;
/// // What is taken leaves before the other comes.
/// assert!(matches!(events[..], [Event::Captured { .. }, Event::Moved { .. }]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The upper `count` chips of the stack on `at` are taken in hand; the next [`Event::Moved`] or [`Event::Stacked`]
    /// from that cell moves the chips in hand, the rest stays.
    Split {
        /// The stack.
        at: Cell,
        /// How many chips are taken in hand.
        count: u8,
    },
    /// A piece goes to an empty cell (a piece captured there has been [`Event::Captured`] before).
    Moved {
        /// Where it stood.
        from: Cell,
        /// The cells it comes through, the last of which is where it ends.
        path: Vec<Cell>,
        /// How it gets there.
        manner: Manner,
    },
    /// A piece goes onto a friendly stack, whose upper part it becomes.
    Stacked {
        /// Where it stood.
        from: Cell,
        /// The cells it comes through, the last of which holds the stack that it joins.
        path: Vec<Cell>,
        /// How it gets there.
        manner: Manner,
    },
    /// A chain of pieces moves by one cell: the piece on `cells[i]` goes to `cells[i + 1]`, the last to `beyond`. If that is `None`, the
    /// last piece is pushed off the board and so taken.
    Pushed {
        /// The driver first.
        cells: Vec<Cell>,
        /// Where the last one goes.
        beyond: Option<Cell>,
    },
    /// A piece leaves the game.
    Captured {
        /// Where it stood.
        at: Cell,
        /// What took it.
        cause: Cause,
    },
    /// A piece shoots without moving; each piece it hits is [`Event::Captured`] next.
    Shot {
        /// The one that shoots.
        from: Cell,
        /// The cells that the shot passes or hits, nearest first.
        path: Vec<Cell>,
    },
    /// Something explodes here; each piece it destroys is [`Event::Captured`] next.
    Exploded {
        /// The centre.
        at: Cell,
    },
    /// A piece becomes another: promotion, an heir who becomes king, a die whose symbol is chosen.
    Transformed {
        /// Where it stands.
        at: Cell,
        /// Its new look.
        look: Look,
    },
    /// A piece comes from a reserve onto an empty cell. A [`crate::engine::PieceKind::Obstacle`] belongs to nobody from then on.
    Dropped {
        /// The place in the reserve.
        from: Place,
        /// Where it comes to stand.
        to: Cell,
    },
    /// The pieces of a kind leave a reserve for good, unused.
    Discarded {
        /// Whose.
        from: Place,
    },
    /// A die was thrown and showed this symbol; with `at`, it is the piece on that cell, which shows it from now on.
    Rolled {
        /// The side that threw.
        by: Side,
        /// The die that was thrown.
        die: &'static Die,
        /// The side it showed.
        symbol: &'static str,
        /// The piece that was thrown, if a piece was.
        at: Option<Cell>,
    },
    /// Sections of the board are lifted, turned and rejoined, with the pieces on them.
    Rearranged {
        /// Every section that lies elsewhere afterwards; those that share a `body` move as one.
        sections: Vec<SectionMove>,
    },
    /// A piece is put on the table from the box: the set-up of a game that begins on an empty board.
    SetUp {
        /// Where.
        at: Cell,
        /// Whose.
        side: Side,
        /// What.
        look: Look,
    },
    /// A player passes.
    Passed {
        /// Who.
        by: Side,
    },
}

/// How a piece gets to another cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// On the board, along its path.
    Slide,
    /// Through the air, over whatever stands between.
    Leap,
}

/// What took a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Another piece comes to stand here.
    Landed,
    /// It was shot.
    Shot,
    /// It was near an explosion, or exploded itself.
    Exploded,
    /// It took a piece that takes its captor along.
    TakenAlong,
}

/// One section's way from where it lay to where it lies.
#[derive(Clone, Debug, PartialEq)]
pub struct SectionMove {
    /// Index of the section.
    pub section: u8,
    /// Sections with the same number move as one rigid body.
    pub body: u8,
    /// Where it lay; `None` if it was not on the table.
    pub from: Option<Pose>,
    /// Where it lies from now on.
    pub to: Pose,
}
