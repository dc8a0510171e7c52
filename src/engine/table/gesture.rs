use crate::engine::{Cell, Place, Pose};

/// How a person makes an action by hand: which piece is taken, where it is put, and what tells it from others that look alike.
///
/// ```
/// use fairground::engine::{GestureKind, Options};
/// use fairground::games;
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
    /// The place from which the player lifts a piece; `None` if nothing is lifted (a pass, a board change).
    pub from: Option<Place>,
    /// The cell that is pointed at in the end.
    pub to: Option<Cell>,
    /// How many chips are lifted, of a stack that can be split.
    pub count: Option<u8>,
    /// Its kind.
    pub kind: GestureKind,
    /// If several actions share all of the above: what distinguishes this one, in words ("becomes a knight", "over b2 to c3").
    pub choice: Option<String>,
}

impl Gesture {
    /// A gesture from one place to a cell with nothing to choose.
    #[must_use]
    pub const fn new(from: Place, to: Cell, kind: GestureKind) -> Self {
        Gesture { from: Some(from), to: Some(to), count: None, kind, choice: None }
    }
}

/// The effect of a gesture, so that the table can mark its target.
#[derive(Clone, Debug, PartialEq)]
pub enum GestureKind {
    /// A move onto an empty cell, castling too.
    Quiet,
    /// A move that captures.
    Capture,
    /// A move onto a friendly stack.
    Combine,
    /// A push; the cells of every piece that moves by it, the driver first.
    Push(Vec<Cell>),
    /// A shot; the cells of the pieces that it removes.
    Shot(Vec<Cell>),
    /// A drop from the reserve.
    Drop,
    /// Nothing is done.
    Pass,
    /// A change of the board: index and new pose of each section that moves.
    Rearrange(Vec<(u8, Pose)>),
}
