use crate::engine::{Cell, PieceKind, Place, Pose};

/// The gesture by which a person makes an action: the piece lifted, its destination, and any choice
/// between actions that look alike.
///
/// ```
/// use fairground_rules::engine::{GestureKind, Options};
/// use fairground_rules::games;
///
/// let makarenko = games::begin(games::info("makarenko")?, Options::default(), None)?;
/// // The same two cells, told apart by how many chips are lifted.
/// let splits = makarenko.gestures().into_iter().filter(|(_, gesture)| gesture.count.is_some());
/// assert!(splits.count() > 0);
/// let chess = games::begin(games::info("chess")?, Options::default(), None)?;
/// let (_, gesture) = chess.gestures().into_iter().find(|(text, _)| *text == "e2e4").ok_or("e2e4 is legal")?;
/// assert_eq!(gesture.kind, GestureKind::Quiet);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Gesture {
    /// The place from which the player lifts a piece; `None` if nothing is lifted (a pass, a board
    /// change).
    pub from: Option<Place>,
    /// The last cell pointed at.
    pub to: Option<Cell>,
    /// The number of chips lifted from a stack that can be split.
    pub count: Option<u8>,
    /// The kind that a pawn becomes.
    pub promotion: Option<PieceKind>,
    /// The kind of gesture.
    pub kind: GestureKind,
    /// The difference in words from other actions with the same fields ("becomes a knight", "over
    /// b2 to c3"), if there are any.
    pub choice: Option<String>,
}

impl Gesture {
    /// A gesture without places or choices.
    #[must_use]
    pub const fn bare(kind: GestureKind) -> Self {
        Gesture { from: None, to: None, count: None, promotion: None, kind, choice: None }
    }

    /// A gesture from one place to a cell, without a choice.
    #[must_use]
    pub const fn new(from: Place, to: Cell, kind: GestureKind) -> Self {
        Gesture { from: Some(from), to: Some(to), count: None, promotion: None, kind, choice: None }
    }
}

/// The effect of a gesture, by which the table marks its target.
#[derive(Clone, Debug, PartialEq)]
pub enum GestureKind {
    /// A move onto an empty cell, including castling.
    Quiet,
    /// A move that captures.
    Capture,
    /// A move onto a friendly stack.
    Combine,
    /// A push, with the cells of every piece it moves, the driver first.
    Push(Vec<Cell>),
    /// A shot, with the cells of the pieces it removes.
    Shot(Vec<Cell>),
    /// A drop from the reserve.
    Drop,
    /// A pass.
    Pass,
    /// A change of the board: index and new pose of each section that moves.
    Rearrange(Vec<(u8, Pose)>),
}
