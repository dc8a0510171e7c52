use crate::engine::{Look, PieceKind};

/// Information for players about the piece under the pointer.
///
/// ```
/// use fairground::engine::{Look, Options};
/// use fairground::games;
///
/// let makarenko = games::begin(games::info("makarenko")?, Options::default(), None)?;
/// let stack = makarenko.piece_info(&Look::Chips(7));
/// assert_eq!(stack.name, "queen");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// Its name: `bishop`.
    pub name: &'static str,
    /// Details that are not visible, such as `5 points`; empty if there are none.
    pub measure: String,
    /// The number that makes a stack what it is, such as its chips or points.
    pub number: Option<u8>,
    /// The text of the plate over a stack.
    pub plate: Option<String>,
    /// How it moves and captures: a sentence or two.
    pub moves: &'static str,
}

impl PieceInfo {
    /// A piece of which all is said by its name and how it moves.
    #[must_use]
    pub const fn new(name: &'static str, moves: &'static str) -> PieceInfo {
        PieceInfo { name, measure: String::new(), number: None, plate: None, moves }
    }

    /// Whether it is a king, of chips or pyramids too.
    #[must_use]
    pub fn is_king(&self) -> bool {
        self.name == PieceKind::King.name()
    }

    /// The kind of chessman that it counts as, whatever it is made of; `None` for anything else.
    #[must_use]
    pub fn kind(&self) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.name() == self.name)
    }

    /// The information about a look as in orthodox chess; for other looks, just the name.
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
    /// How it moves in all games that do not say otherwise; empty for a kind that only one game has.
    #[must_use]
    pub const fn moves(self) -> &'static str {
        match self {
            PieceKind::King => "One square in any direction.",
            PieceKind::Queen => "Any distance in any direction.",
            PieceKind::Rook => "Any distance along files and ranks.",
            PieceKind::Bishop => "Any distance along diagonals.",
            PieceKind::Knight => "Leaps two squares straight and one to the side.",
            PieceKind::Pawn => "One square forward, two from its second rank. Captures one square diagonally forward.",
            PieceKind::Chancellor => "As a rook or as a knight.",
            _ => "",
        }
    }
}
