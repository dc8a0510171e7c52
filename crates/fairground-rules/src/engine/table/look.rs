use arrayvec::ArrayVec;

use crate::engine::{Cell, Die, Side};

/// A piece on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// The place of the piece.
    pub place: Place,
    /// The owner; `None` for a neutral piece, such as an obstacle.
    pub side: Option<Side>,
    /// The look.
    pub look: Look,
}

/// A cell of the board, or a slot of a player's reserve beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Place {
    /// On the board.
    Cell(Cell),
    /// In a player's reserve. Slots are numbered from 0 by kind without gaps; pieces of one kind
    /// share a slot.
    Reserve(Side, u8),
}

impl Place {
    /// The cell of the board, or `None` in a reserve.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        match self {
            Place::Cell(cell) => Some(cell),
            Place::Reserve(..) => None,
        }
    }
}

/// The pyramids of a stack, sizes 1 to 3, bottom first.
pub type Pyramids = ArrayVec<u8, 6>;

/// The look of a piece: everything that the table needs to draw it.
///
/// ```
/// use fairground_rules::engine::Look;
///
/// let stack = Look::Chips(5);
/// assert_eq!(stack.height(), 5);
/// assert_eq!(stack.split(2), Some((Look::Chips(3), Look::Chips(2))));
/// assert_eq!(stack.split(5), None, "nothing would stay");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Look {
    /// A chessman.
    Chessman(PieceKind),
    /// A die with this symbol on top.
    Die(&'static Die, &'static str),
    /// A stack of this many chips.
    Chips(u8),
    /// A stack of pyramids.
    Pyramids(Pyramids),
}

impl Look {
    /// The number of chips or pyramids in a stack; 1 for anything else.
    #[must_use]
    pub fn height(&self) -> u8 {
        match self {
            Look::Chips(count) => *count,
            Look::Pyramids(sizes) => sizes.len() as u8,
            Look::Chessman(_) | Look::Die(..) => 1,
        }
    }

    /// Splits a stack into a lower part and an upper part with `count` chips or pyramids; `None` if
    /// nothing would remain below, or for anything but a stack.
    #[must_use]
    pub fn split(&self, count: u8) -> Option<(Look, Look)> {
        let rest = self.height().checked_sub(count).filter(|rest| *rest > 0)?;
        match self {
            Look::Chips(_) => Some((Look::Chips(rest), Look::Chips(count))),
            Look::Pyramids(sizes) => {
                let (lower, upper) = sizes.split_at(usize::from(rest));
                Some((Look::Pyramids(lower.iter().copied().collect()), Look::Pyramids(upper.iter().copied().collect())))
            }
            Look::Chessman(_) | Look::Die(..) => None,
        }
    }

    /// This stack with `upper` on top; `None` if the two cannot be stacked.
    #[must_use]
    pub fn with(&self, upper: &Look) -> Option<Look> {
        match (self, upper) {
            (Look::Chips(lower), Look::Chips(upper)) => Some(Look::Chips(lower + upper)),
            (Look::Pyramids(lower), Look::Pyramids(upper)) => {
                let mut sizes = lower.clone();
                sizes.try_extend_from_slice(upper).ok()?;
                Some(Look::Pyramids(sizes))
            }
            _ => None,
        }
    }
}

/// The kinds of chessmen in all games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are the documentation; the rules files say how they move")]
pub enum PieceKind {
    King,
    Queen,
    Rook,
    Bishop,
    Knight,
    Pawn,
    Chancellor,
    RoyalRook,
    RoyalBishop,
    RoyalKnight,
    Veteran,
    Cannon,
    Dragon,
    Prince,
    Fanatic,
    Killer,
    Obstacle,
}

impl PieceKind {
    /// Every kind.
    pub const ALL: [PieceKind; 17] = [
        PieceKind::King,
        PieceKind::Queen,
        PieceKind::Rook,
        PieceKind::Bishop,
        PieceKind::Knight,
        PieceKind::Pawn,
        PieceKind::Chancellor,
        PieceKind::RoyalRook,
        PieceKind::RoyalBishop,
        PieceKind::RoyalKnight,
        PieceKind::Veteran,
        PieceKind::Cannon,
        PieceKind::Dragon,
        PieceKind::Prince,
        PieceKind::Fanatic,
        PieceKind::Killer,
        PieceKind::Obstacle,
    ];

    /// The name that players read.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            PieceKind::King => "king",
            PieceKind::Queen => "queen",
            PieceKind::Rook => "rook",
            PieceKind::Bishop => "bishop",
            PieceKind::Knight => "knight",
            PieceKind::Pawn => "pawn",
            PieceKind::Chancellor => "chancellor",
            PieceKind::RoyalRook => "royal rook",
            PieceKind::RoyalBishop => "royal bishop",
            PieceKind::RoyalKnight => "royal knight",
            PieceKind::Veteran => "veteran",
            PieceKind::Cannon => "cannon",
            PieceKind::Dragon => "dragon",
            PieceKind::Prince => "prince",
            PieceKind::Fanatic => "fanatic",
            PieceKind::Killer => "killer",
            PieceKind::Obstacle => "obstacle",
        }
    }

    /// The letter of the kind in short notation, where pawns usually have none. Tactical Chess
    /// writes positions with these letters.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            PieceKind::King => 'K',
            PieceKind::Queen => 'Q',
            PieceKind::Rook => 'R',
            PieceKind::Bishop => 'B',
            PieceKind::Knight => 'N',
            PieceKind::Pawn => 'P',
            PieceKind::Chancellor | PieceKind::Cannon => 'C',
            PieceKind::RoyalRook => 'T',
            PieceKind::RoyalBishop => 'A',
            PieceKind::RoyalKnight => 'G',
            PieceKind::Veteran => 'V',
            PieceKind::Dragon => 'D',
            PieceKind::Prince => 'H',
            PieceKind::Fanatic => 'F',
            PieceKind::Killer => 'J',
            PieceKind::Obstacle => 'O',
        }
    }

    /// The one or two letters of the kind on diagrams.
    #[must_use]
    pub const fn mark(self) -> &'static str {
        match self {
            PieceKind::King => "K",
            PieceKind::Queen => "Q",
            PieceKind::Rook => "R",
            PieceKind::Bishop => "B",
            PieceKind::Knight => "N",
            PieceKind::Pawn => "P",
            PieceKind::Chancellor => "Ch",
            PieceKind::RoyalRook => "RR",
            PieceKind::RoyalBishop => "RB",
            PieceKind::RoyalKnight => "RN",
            PieceKind::Veteran => "Ve",
            PieceKind::Cannon => "Ca",
            PieceKind::Dragon => "Dr",
            PieceKind::Prince => "Pr",
            PieceKind::Fanatic => "Fa",
            PieceKind::Killer => "Ki",
            PieceKind::Obstacle => "##",
        }
    }

    /// The kind with this [`PieceKind::mark`], for example for the symbol of a die.
    #[must_use]
    pub fn marked(mark: &str) -> Option<PieceKind> {
        PieceKind::ALL.into_iter().find(|kind| kind.mark() == mark)
    }
}
