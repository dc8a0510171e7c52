use crate::engine::{Look, PieceKind};

/// Information for players about the piece under the pointer.
///
/// ```
/// use fairground_rules::engine::{Look, Options};
/// use fairground_rules::games;
///
/// let makarenko = games::begin(games::info("makarenko")?, Options::default(), None)?;
/// let stack = makarenko.piece_info(&Look::Chips(7));
/// assert_eq!(stack.name, "queen");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// The name, such as `bishop`.
    pub name: &'static str,
    /// Details that are not visible, such as `5 points`; may be empty.
    pub measure: String,
    /// The number that determines the kind of a stack, such as its chips or points.
    pub number: Option<u8>,
    /// The text on the plate above a stack.
    pub plate: Option<String>,
    /// The ways to move and capture, in a sentence or two.
    pub moves: &'static str,
}

impl PieceInfo {
    /// A piece described completely by its name and its moves.
    #[must_use]
    pub const fn new(name: &'static str, moves: &'static str) -> PieceInfo {
        PieceInfo { name, measure: String::new(), number: None, plate: None, moves }
    }

    /// Whether it is a king, including a king made of chips or pyramids.
    #[must_use]
    pub fn is_king(&self) -> bool {
        self.name == PieceKind::King.name()
    }

    /// The kind of chessman that it counts as, regardless of its material, if any.
    #[must_use]
    pub fn kind(&self) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.name() == self.name)
    }

    /// The information about a look in orthodox chess; for other looks, only the name.
    #[must_use]
    pub fn of(look: &Look) -> PieceInfo {
        match look {
            Look::Chessman(kind) => PieceInfo::new(kind.name(), kind.moves()),
            Look::Die(..) => PieceInfo::new("die", ""),
            Look::Chips(_) | Look::Pyramids(_) => PieceInfo::new("stack", ""),
        }
    }
}

impl PieceKind {
    /// Its moves in all games that do not override them; empty for a kind found in only one game.
    #[must_use]
    pub const fn moves(self) -> &'static str {
        match self {
            PieceKind::King => "One square in any direction.",
            PieceKind::Queen => "Any distance in any direction.",
            PieceKind::Rook => "Any distance along files and ranks.",
            PieceKind::Bishop => "Any distance along diagonals.",
            PieceKind::Knight => "Leaps two squares straight and one to the side.",
            PieceKind::Pawn => "One square forward, two from its second rank. Captures one square diagonally forward.",
            PieceKind::Chancellor => "Like a rook or a knight.",
            _ => "",
        }
    }
}
