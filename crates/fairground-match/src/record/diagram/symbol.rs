//! Symbols of chess pieces, shared by diagrams and the flat view of the table.

use fairground_rules::engine::PieceKind;

const KING: &str =
    "M-11,16H11L9,10 12,-3C10,-8 4,-8 1.5,-5V-10H5V-13H1.5V-17H-1.5V-13H-5V-10H-1.5V-5C-4,-8 -10,-8 -12,-3L-9,10Z";
const QUEEN: &str = "M-12,16H12L9,8 14,-10 6.5,-1 5.5,-14 0,-3 -5.5,-14 -6.5,-1 -14,-10 -9,8Z";
const ROOK: &str = "M-12,16H12V11L8,9 7,-5 11,-8V-16H6V-12H2.5V-16H-2.5V-12H-6V-16H-11V-8L-7,-5 -8,9 -12,11Z";
const BISHOP: &str = "M-12,16H12L10,11 4,9 5,4C12,0 9,-9 2,-13A2.5,2.5 0 1 0 -2,-13C-9,-9 -12,0 -5,4L-4,9 -10,11Z";
const KNIGHT: &str =
    "M-7,16H12C13,3 12,-10 3,-13L1,-17 -2,-13C-7,-11 -9,-5 -13,1C-14,4 -11,7 -8,5L-4,2C-1,3 1,1 2,-1C2,5 -7,8 -7,16Z";
const PAWN: &str = "M-11,16H11L8,10 4,8 2.5,-1A6.5,6.5 0 1 0 -2.5,-1L-4,8 -8,10Z";

/// A tower, and the horse's head on it.
const TOWER: &str = "M-12,16H12V11L8,9 7,1 11,-1V-6H-11V-1L-7,1 -8,9 -12,11Z";
const HEAD: &str = "M-5,-3H8C8.5,-11 8,-17 2.5,-18L1,-20 -1,-18C-4.5,-17 -6,-13 -8.5,-9.5C-9,-7.5 -7,-6 -5.5,-7L-3,-8.5C-2,-7 -4,-6 -5,-3Z";

/// A cannon: barrel and wheel.
const BARREL: &str = "M-16,1L11,-16 17,-7 -11,10Z";
const WHEEL: &str = "M-12,7A9,9 0 1 0 6,7A9,9 0 1 0 -12,7Z";

const DRAGON: &str = "M-13,16H11C12,9 9,5 4,3L17,-5 11,-6 16,-12 9,-11.5 9,-18 2,-12C-4,-13 -9,-10 -14,-3L-17,1 -13,4 -7,2 -5,4C-10,7 -13,10 -13,16Z";

/// A coronet with a pearl.
const PRINCE: &str = "M-11,16H11L9,10 14,-9 6,-1 1.5,-11A3,3 0 1 0 -1.5,-11L-6,-1 -14,-9 -9,10Z";

/// A bomb and its neck.
const BOMB: &str = "M-14,4A12,12 0 1 0 10,4A12,12 0 1 0 -14,4Z";
const NECK: &str = "M1,-8L7,-13 12,-7 6,-2Z";

/// A jester's cap and its bells.
const CAP: &str = "M-12,16H12L9,10C14,4 17,-3 16,-9C11,-8 7,-4 5,0C5,-7 3,-12 0,-15C-3,-12 -5,-7 -5,0C-7,-4 -11,-8 -16,-9C-17,-3 -14,4 -9,10Z";
const BELLS: [&str; 3] = [
    "M13.5,-11A2.7,2.7 0 1 0 18.9,-11A2.7,2.7 0 1 0 13.5,-11Z",
    "M-2.7,-16.5A2.7,2.7 0 1 0 2.7,-16.5A2.7,2.7 0 1 0 -2.7,-16.5Z",
    "M-18.9,-11A2.7,2.7 0 1 0 -13.5,-11A2.7,2.7 0 1 0 -18.9,-11Z",
];

const BLOCK: &str = "M-15,-15V15H15V-15Z";

/// Badges in the upper right corner: a crown for royal pieces, a star for veterans.
const CROWN: &str = "M9,-10H19L21,-18 17,-14.5 14,-19 11,-14.5 7,-18Z";
const STAR: &str = "M13,-19L15,-14.5 20,-14 16.3,-10.8 17.5,-6 13,-8.6 8.5,-6 9.7,-10.8 6,-14 11,-14.5Z";

/// The symbol of a chess piece in a box of 40 units about the origin, y downward: SVG paths that
/// use only the commands `M`, `H`, `V`, `L`, `C`, `A` and `Z`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Closed outlines, from bottom to top.
    pub outlines: &'static [&'static str],
    /// Open lines on top of the outlines.
    pub lines: &'static str,
}

impl Symbol {
    /// The symbol of a piece kind.
    #[must_use]
    pub const fn of(kind: PieceKind) -> Symbol {
        const FOOT: &str = "M-8.5,12H8.5";
        const MITRE: &str = "M-8.5,12H8.5M0,-8V1M-3.5,-4H3.5";
        const EYE: &str = "M-5,-7L-4.5,-6.5M-4,12.5H10";
        let (outlines, lines): (&[&str], &str) = match kind {
            PieceKind::King => (&[KING], FOOT),
            PieceKind::Queen => (&[QUEEN], FOOT),
            PieceKind::Rook => (&[ROOK], FOOT),
            PieceKind::Bishop => (&[BISHOP], MITRE),
            PieceKind::Knight => (&[KNIGHT], EYE),
            PieceKind::Pawn => (&[PAWN], FOOT),
            PieceKind::Chancellor => (&[TOWER, HEAD], "M-8.5,12H8.5M-2,-14L-1.5,-13.5"),
            PieceKind::RoyalRook => (&[ROOK, CROWN], FOOT),
            PieceKind::RoyalBishop => (&[BISHOP, CROWN], MITRE),
            PieceKind::RoyalKnight => (&[KNIGHT, CROWN], EYE),
            PieceKind::Veteran => (&[PAWN, STAR], "M-8.5,12H8.5M-3.5,3L0,6 3.5,3"),
            PieceKind::Cannon => (&[BARREL, WHEEL], "M-3,-2V16M-12,7H6"),
            PieceKind::Dragon => (&[DRAGON], "M-6.5,-5.5L-5.5,-5M-9,12.5H8"),
            PieceKind::Prince => (&[PRINCE], FOOT),
            PieceKind::Fanatic => (&[NECK, BOMB], "M10,-11C12,-17 15,-13 18,-19M-9,1C-8,-2 -6,-4 -3,-4"),
            PieceKind::Killer => (&[CAP, BELLS[0], BELLS[1], BELLS[2]], "M-9,12H9"),
            PieceKind::Obstacle => (&[BLOCK], "M-15,-15L15,15M-15,15L15,-15"),
        };
        Symbol { outlines, lines }
    }
}

/// Whether few people know the symbol, so that diagrams explain it.
pub(super) const fn is_unusual(kind: PieceKind) -> bool {
    use PieceKind::{Cannon, Chancellor, Dragon, Fanatic, Killer, Prince, Veteran};
    matches!(kind, Chancellor | Veteran | Cannon | Dragon | Prince | Fanatic | Killer)
}
