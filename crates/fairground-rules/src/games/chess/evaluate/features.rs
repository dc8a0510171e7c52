//! The terms of the evaluation and their weights.
//!
//! Early terms have full weight with all pieces on the board and fade as pieces leave it; late
//! terms do the opposite. Their counts are multiplied by the share of pieces on or off the board.
//! Small counts are measured in quarters, which lets them fade gradually.

use crate::engine::Feature;

/// The features, in the order of the weights below.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::games) enum Term {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    BishopPair,
    KnightMobility,
    BishopMobility,
    RookMobility,
    QueenMobility,
    Outpost,
    RookOpenFile,
    RookHalfOpenFile,
    RookSeventh,
    Isolated,
    Doubled,
    Backward,
    Supported,
    /// The first of five terms, for passed pawns on ranks up to 3, 4, 5, 6 and 7.
    Passed,
    PassedBlocked = Term::Passed as isize + 5,
    PawnThreat,
    MinorThreat,
    Hanging,
    HangingPawn,
    Tempo,
    /// The first early term.
    PawnCentre,
    KnightCentre,
    BishopCentre,
    Undeveloped,
    CastlingRight,
    KingHome,
    KingShelter,
    KingOpenFile,
    KingAttack,
    KingAttackSquared,
    SafeCheck,
    /// The first late term.
    LatePawn,
    LateRook,
    PawnAdvance,
    LateKnightCentre,
    LateKingCentre,
    LateRookMobility,
    LateQueenMobility,
    PassedFree,
    PassedOwnKing,
    PassedEnemyKing,
    LoneKing,
    /// The first term found only in Abalonian Chess.
    Chancellor,
    ChancellorMobility,
    PushOffPiece,
    PushOffPawn,
    FacedByTwo,
    PawnPushedOn,
    KingOnEdge,
    KingLines,
}

impl Term {
    /// The number of terms of orthodox chess.
    pub const CHESS: usize = Term::Chancellor as usize;

    /// The number of all terms.
    pub const COUNT: usize = Term::KingLines as usize + 1;
}

/// Orthodox chess. The weights were chosen by hand: fits to matches of the search against itself
/// played weaker.
#[rustfmt::skip]
pub(in crate::games::chess) const CHESS: [Feature; Term::CHESS] = [
    Feature::new("pawns", 90),
    Feature::new("knights", 300),
    Feature::new("bishops", 310),
    Feature::new("rooks", 470),
    Feature::new("queens", 930),
    Feature::new("bishop pair", 35),
    Feature::new("knight mobility", 5),
    Feature::new("bishop mobility", 5),
    Feature::new("rook mobility", 2),
    Feature::new("queen mobility", 1),
    Feature::new("outposts of knights and bishops", 16),
    Feature::new("rooks on open files", 18),
    Feature::new("rooks on half-open files", 9),
    Feature::new("rooks on the seventh rank", 14),
    Feature::new("isolated pawns", -11),
    Feature::new("doubled pawns", -9),
    Feature::new("backward pawns", -7),
    Feature::new("supported pawns", 6),
    Feature::new("passed pawns on ranks 2 and 3", 3),
    Feature::new("passed pawns on rank 4", 10),
    Feature::new("passed pawns on rank 5", 25),
    Feature::new("passed pawns on rank 6", 50),
    Feature::new("passed pawns on rank 7", 90),
    Feature::new("blocked passed pawns, by advance", -2),
    Feature::new("pieces attacked by pawns", 32),
    Feature::new("major pieces attacked by minor ones", 22),
    Feature::new("pieces attacked and undefended", 18),
    Feature::new("pawns attacked and undefended", 7),
    Feature::new("tempo", 14),
    Feature::new("pawns in the centre, early", 4),
    Feature::new("knights near the centre, early", 3),
    Feature::new("bishops near the centre, early", 2),
    Feature::new("minor pieces at home, quarters, early", -2),
    Feature::new("castling rights, quarters, early", 3),
    Feature::new("king tucked away, early", 9),
    Feature::new("pawns before the king, early", 6),
    Feature::new("open files at the king, quarters, early", -3),
    Feature::new("attack on the king's zone, early", 2),
    Feature::new("attack on the king's zone squared, early", 4),
    Feature::new("safe checks, quarters, early", 3),
    Feature::new("pawns, quarters, late", 5),
    Feature::new("rooks, quarters, late", 8),
    Feature::new("pawn advance, late", 3),
    Feature::new("knights near the centre, late", 3),
    Feature::new("king near the centre, late", 7),
    Feature::new("rook mobility, late", 2),
    Feature::new("queen mobility, late", 3),
    Feature::new("passed pawns with a free path, by advance, late", 4),
    Feature::new("own king's distance from passed pawns, by advance, late", -1),
    Feature::new("enemy king's distance from passed pawns, by advance, late", 2),
    Feature::new("lone enemy king near edge and king, late", 9),
];
