//! Counts the features of the static evaluation: material, mobility, pawns, kings, threats and
//! pushes.

pub(super) mod features;
mod square_values;

use self::features::Term;
use self::square_values::{CENTRE, Digits, KING_HOME, PAWN_ADVANCE, PAWN_CENTRE};
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::squares::{edge_lines, pawn_attacks};
use super::variant::Variant;
use crate::engine::bits::{Direction, EDGE, FILE_A, FILE_H, RANK_1, Square, Squares, bit};
use crate::engine::{Evaluate, Feature, Side, Tally, bits};

/// The game phase with all pieces on the board: 1 for a knight or bishop, 2 for a rook, 4 for a
/// queen or chancellor.
const FULL: i32 = 24;

/// For each square of a king, the two squares inward of it on each line that leads off the board.
static KING_LINES: [u64; 64] = edge_lines(2);

/// Small counts of fading terms are measured in quarters.
const QUARTERS: i32 = 4;

impl<V: Variant> Evaluate for ChessPosition<V> {
    const FEATURES: &'static [Feature] = V::FEATURES;

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        let views = [View::of(self, self.side), View::of(self, self.side.other())];
        if !V::PUSHES && views.iter().all(View::cannot_win) {
            return;
        }
        let mut counts = [Counts([0; Term::COUNT]), Counts([0; Term::COUNT])];
        let [own, other] = &mut counts;
        let attacks = [views[0].count_pieces(own), views[1].count_pieces(other)];
        for (index, counts) in counts.iter_mut().enumerate() {
            // The enemy's attacks from this side's point of view.
            let (view, enemy) = (&views[index], attacks[1 - index].all.swap_bytes());
            view.count_pawns(counts, enemy);
            view.count_king(counts, &attacks[index], enemy);
            view.count_threats(counts, &attacks[index], enemy);
            if V::PUSHES {
                view.count_pushes(counts);
            }
        }
        counts[0].add(Term::Tempo, 1);

        let phase = (counts[0].phase() + counts[1].phase()).min(FULL);
        let [own, other] = &counts;
        // One loop without branches, which the compiler vectorises.
        for index in 0..V::FEATURES.len() {
            tally.add(index, share(own.0[index] - other.0[index], PARTS[index] + SLOPES[index] * phase));
        }
    }
}

/// The part of each term at phase 0: early terms have faded.
static PARTS: [i32; Term::COUNT] = by_phase(FULL, 0, FULL);

/// The change of the part of each term with the phase.
static SLOPES: [i32; Term::COUNT] = by_phase(0, 1, -1);

/// A number for each term.
const fn by_phase(others: i32, early: i32, late: i32) -> [i32; Term::COUNT] {
    let mut numbers = [others; Term::COUNT];
    let mut index = Term::PawnCentre as usize;
    while index < Term::Chancellor as usize {
        numbers[index] = if index < Term::LatePawn as usize { early } else { late };
        index += 1;
    }
    numbers
}

/// `count * part / FULL`, rounded to the nearest integer and symmetric in the sign.
const fn share(count: i32, part: i32) -> i32 {
    // 1 for 0 too. The compiler does not vectorise `signum`.
    let sign = count >> 31 | 1;
    (count * part + sign * (FULL / 2)) / FULL
}

/// The count of each [`Term`] for one side.
struct Counts([i32; Term::COUNT]);

impl Counts {
    fn add(&mut self, term: Term, count: i32) {
        self.0[term as usize] += count;
    }

    /// Adds the number of squares of each term.
    fn add_squares<const N: usize>(&mut self, sets: [(Term, u64); N]) {
        for ((term, _), number) in sets.into_iter().zip(numbers(sets.map(|(_, set)| set))) {
            self.add(term, number);
        }
    }

    /// The game phase of a side's pieces, after they are counted.
    fn phase(&self) -> i32 {
        let number = |term: Term| self.0[term as usize];
        number(Term::Knight)
            + number(Term::Bishop)
            + 2 * number(Term::Rook)
            + 4 * (number(Term::Queen) + number(Term::Chancellor))
    }
}

/// The squares that a side's pieces attack, from its point of view.
struct Attacks {
    by_pawns: u64,
    by_knights: u64,
    by_bishops: u64,
    by_rooks: u64,
    by_queens: u64,
    all: u64,
    /// Strength of the attack on the squares around the enemy king.
    on_king: i32,
}

/// Accumulates the attacks of a side's pieces, one kind after another.
struct Walk {
    /// The squares that count as mobility: neither occupied by own pieces nor attacked by enemy
    /// pawns.
    area: u64,
    /// The enemy king and the squares around it.
    zone: u64,
    /// The number of pieces that attack the zone.
    attackers: i32,
    /// The strength of their attack.
    on_king: i32,
}

impl Walk {
    /// Returns the squares attacked by pieces of one kind, and the sum over these pieces of the
    /// number of attacked squares in `area`.
    fn count(&mut self, pieces: u64, strength: i32, attacks: impl Fn(Square) -> u64) -> (u64, i32) {
        let (mut union, mut mobility) = (0, 0);
        for square in Squares(pieces) {
            let set = attacks(square);
            union |= set;
            mobility += number(set & self.area);
            if set & self.zone != 0 {
                self.attackers += 1;
                self.on_king += strength + number(set & self.zone);
            }
        }
        (union, mobility)
    }
}

/// A position from the point of view of a side whose pawns move up the board.
struct View {
    pawns: u64,
    knights: u64,
    bishops: u64,
    rooks: u64,
    queens: u64,
    chancellors: u64,
    own: u64,
    enemy: u64,
    enemy_pawns: u64,
    /// Rooks, queens and chancellors.
    enemy_majors: u64,
    king: Square,
    enemy_king: Square,
    castling_rights: i32,
}

impl View {
    fn of<V: Variant>(position: &ChessPosition<V>, side: Side) -> Self {
        let seen = |set: u64| if side == Side::White { set } else { set.swap_bytes() };
        let [own, enemy] = [side, side.other()].map(|side| seen(position.sides[side.index()]));
        let all = |kind: PieceKind| seen(position.kinds[kind as usize]);
        let kind = |kind| all(kind) & own;
        let majors = all(PieceKind::Rook) | all(PieceKind::Queen) | all(PieceKind::Chancellor);
        let kings = all(PieceKind::King);
        // Two bits for each side, White's first, see `CASTLES`.
        let rights = position.castling >> (2 * side.index());
        View {
            pawns: kind(PieceKind::Pawn),
            knights: kind(PieceKind::Knight),
            bishops: kind(PieceKind::Bishop),
            rooks: kind(PieceKind::Rook),
            queens: kind(PieceKind::Queen),
            chancellors: kind(PieceKind::Chancellor),
            own,
            enemy,
            enemy_pawns: all(PieceKind::Pawn) & enemy,
            enemy_majors: majors & enemy,
            king: bits::lowest_square(kings & own),
            enemy_king: bits::lowest_square(kings & enemy),
            castling_rights: i32::from(rights & 1) + i32::from(rights >> 1 & 1),
        }
    }

    /// Whether this side has at most one minor piece, which cannot mate in orthodox chess.
    const fn cannot_win(&self) -> bool {
        let minors = self.knights | self.bishops;
        self.pawns | self.rooks | self.queens == 0 && minors & minors.wrapping_sub(1) == 0
    }

    /// Material, mobility and placement of pieces.
    fn count_pieces(&self, counts: &mut Counts) -> Attacks {
        let closed = file_fill(self.pawns);
        let open = !closed & !file_fill(self.enemy_pawns);
        let [pawns, rooks, undeveloped] = numbers([self.pawns, self.rooks, (self.knights | self.bishops) & RANK_1]);
        counts.add(Term::Pawn, pawns);
        counts.add(Term::LatePawn, QUARTERS * pawns);
        counts.add(Term::Rook, rooks);
        counts.add(Term::LateRook, QUARTERS * rooks);
        counts.add(Term::Undeveloped, QUARTERS * undeveloped);
        counts.add_squares([
            (Term::Knight, self.knights),
            (Term::Bishop, self.bishops),
            (Term::Queen, self.queens),
            (Term::RookOpenFile, self.rooks & open),
            (Term::RookHalfOpenFile, self.rooks & !closed & !open),
        ]);
        counts.add(Term::BishopPair, i32::from(self.bishops & self.bishops.wrapping_sub(1) != 0));
        let knights_centre = const { Digits::new(&CENTRE) }.sum(self.knights);
        counts.add(Term::KnightCentre, knights_centre);
        counts.add(Term::LateKnightCentre, knights_centre);
        counts.add(Term::BishopCentre, const { Digits::new(&CENTRE) }.sum(self.bishops));
        let seventh = RANK_1 << 48;
        if self.rooks & seventh != 0 && (self.enemy_pawns & seventh != 0 || self.enemy_king >= 56) {
            counts.add(Term::RookSeventh, number(self.rooks & seventh));
        }

        let occupied = self.own | self.enemy;
        let zone = bits::king(self.enemy_king) | bit(self.enemy_king);
        let mut walk = Walk { area: !self.own & !self.enemy_pawn_attacks(), zone, attackers: 0, on_king: 0 };
        let (by_knights, knight_mobility) = walk.count(self.knights, 2, bits::knight);
        let (by_bishops, bishop_mobility) = walk.count(self.bishops, 2, |square| bits::bishop(square, occupied));
        let (by_rooks, rook_mobility) = walk.count(self.rooks, 3, |square| bits::rook(square, occupied));
        let queen = |square| bits::rook(square, occupied) | bits::bishop(square, occupied);
        let (by_queens, queen_mobility) = walk.count(self.queens, 5, queen);
        let chancellor = |square| bits::rook(square, occupied) | bits::knight(square);
        let (by_chancellors, chancellor_mobility) = walk.count(self.chancellors, 5, chancellor);
        counts.add(Term::KnightMobility, knight_mobility);
        counts.add(Term::BishopMobility, bishop_mobility);
        counts.add(Term::RookMobility, rook_mobility);
        counts.add(Term::LateRookMobility, rook_mobility);
        counts.add(Term::QueenMobility, queen_mobility);
        counts.add(Term::LateQueenMobility, queen_mobility);
        counts.add(Term::ChancellorMobility, chancellor_mobility);
        if self.chancellors != 0 {
            counts.add(Term::Chancellor, number(self.chancellors));
        }

        let by_pawns = pawn_attacks(Side::White, self.pawns);
        let all = by_pawns | by_knights | by_bishops | by_rooks | by_queens | by_chancellors | bits::king(self.king);
        // A chancellor gives check like a rook and like a knight.
        let (by_knights, by_rooks) = (by_knights | by_chancellors, by_rooks | by_chancellors);
        // A single attacker hardly endangers a king.
        let on_king = if walk.attackers > 1 { walk.on_king } else { 0 };
        Attacks { by_pawns, by_knights, by_bishops, by_rooks, by_queens, all, on_king }
    }

    fn enemy_pawn_attacks(&self) -> u64 {
        pawn_attacks(Side::Black, self.enemy_pawns)
    }

    fn count_pawns(&self, counts: &mut Counts, enemy_attacks: u64) {
        let pawns = self.pawns;
        counts.add(Term::PawnCentre, const { Digits::new(&PAWN_CENTRE) }.sum(pawns));
        counts.add(Term::PawnAdvance, const { Digits::new(&PAWN_ADVANCE) }.sum(pawns));
        let by_pawns = pawn_attacks(Side::White, pawns);
        let beside = beside(pawns);
        let isolated = pawns & !file_fill(beside);
        let doubled = pawns & fill_down(pawns >> 8);
        // A backward pawn cannot be defended by an own pawn beside or behind it, and advancing
        // loses it.
        let backward = pawns & !isolated & !fill_up(beside) & (self.enemy_pawn_attacks() >> 8);

        let ahead_of_enemies = fill_down(self.enemy_pawns >> 8);
        let attackable = self::beside(ahead_of_enemies);
        let outposts = RANK_1 << 24 | RANK_1 << 32 | RANK_1 << 40;
        counts.add_squares([
            (Term::Isolated, isolated),
            (Term::Doubled, doubled),
            (Term::Backward, backward),
            (Term::Supported, pawns & (by_pawns | beside)),
            (Term::Outpost, (self.knights | self.bishops) & by_pawns & outposts & !attackable),
        ]);
        let passed = pawns & !ahead_of_enemies & !attackable & !doubled;
        for square in Squares(passed) {
            self.count_passed(counts, square, enemy_attacks);
        }
    }

    fn count_passed(&self, counts: &mut Counts, square: Square, enemy_attacks: u64) {
        let rank = usize::from(square / 8).clamp(2, 6);
        let advance = [0, 0, 1, 2, 4, 7, 10][rank];
        counts.0[Term::Passed as usize + rank - 2] += 1;
        let stop = square + 8;
        if self.enemy & bit(stop) != 0 {
            counts.add(Term::PassedBlocked, advance);
        }
        if fill_up(bit(stop)) & (self.enemy | enemy_attacks) == 0 {
            counts.add(Term::PassedFree, advance);
        }
        counts.add(Term::PassedOwnKing, advance * distance(self.king, stop));
        counts.add(Term::PassedEnemyKing, advance * distance(self.enemy_king, stop));
    }

    /// The safety of this side's king, and its attack on the enemy king.
    fn count_king(&self, counts: &mut Counts, own: &Attacks, enemy_attacks: u64) {
        counts.add(Term::KingHome, KING_HOME[usize::from(self.king)].into());
        counts.add(Term::LateKingCentre, CENTRE[usize::from(self.king)].into());
        counts.add(Term::CastlingRight, QUARTERS * self.castling_rights);
        let file = FILE_A << (self.king % 8);
        let files = file | beside(file);
        let before = (beside(bit(self.king)) | bit(self.king)) << 8;
        counts.add(Term::KingAttack, own.on_king);
        counts.add(Term::KingAttackSquared, own.on_king * own.on_king / 32);
        let occupied = self.own | self.enemy;
        let king = self.enemy_king;
        let checks = (bits::knight(king) & own.by_knights)
            | (bits::bishop(king, occupied) & (own.by_bishops | own.by_queens))
            | (bits::rook(king, occupied) & (own.by_rooks | own.by_queens));
        let [near, far, open, safe] = numbers([
            self.pawns & before,
            self.pawns & before << 8,
            files & RANK_1 & !file_fill(self.pawns),
            checks & !self.own & !enemy_attacks,
        ]);
        counts.add(Term::KingShelter, 2 * near + far);
        counts.add(Term::KingOpenFile, QUARTERS * open);
        counts.add(Term::SafeCheck, QUARTERS * safe);
        if self.enemy == bit(king) {
            let driven = 6 - i32::from(CENTRE[usize::from(king)]) + 7 - distance(self.king, king);
            counts.add(Term::LoneKing, driven);
        }
    }

    fn count_threats(&self, counts: &mut Counts, own: &Attacks, enemy_attacks: u64) {
        let pieces = self.enemy & !self.enemy_pawns & !bit(self.enemy_king);
        counts.add_squares([
            (Term::PawnThreat, pieces & own.by_pawns),
            (Term::MinorThreat, self.enemy_majors & (own.by_knights | own.by_bishops)),
            (Term::Hanging, pieces & own.all & !enemy_attacks),
            (Term::HangingPawn, self.enemy_pawns & own.all & !enemy_attacks),
        ]);
    }

    /// Threats and defences by pushes (assets/rules/abalonian.md, Pushing).
    fn count_pushes(&self, counts: &mut Counts) {
        // Unrolled, so that each direction is a compile-time constant.
        let pushed_off = self.pushed_off(Direction::North)
            | self.pushed_off(Direction::NorthEast)
            | self.pushed_off(Direction::East)
            | self.pushed_off(Direction::SouthEast)
            | self.pushed_off(Direction::South)
            | self.pushed_off(Direction::SouthWest)
            | self.pushed_off(Direction::West)
            | self.pushed_off(Direction::NorthWest);
        let two_before = |direction: Direction| direction.shift(self.own & direction.shift(self.own));
        let faced = self.enemy & Direction::ALL.into_iter().fold(0, |set, direction| set | two_before(direction));
        let drivers = self.rooks | self.queens | self.chancellors | bit(self.king);
        let free = self.pawns & !((self.own | self.enemy) >> 8);
        counts.add_squares([
            (Term::PushOffPawn, pushed_off & self.enemy_pawns),
            (Term::PushOffPiece, pushed_off & !self.enemy_pawns),
            (Term::FacedByTwo, faced),
            (Term::PawnPushedOn, free & drivers << 8),
            (Term::KingLines, self.enemy & KING_LINES[usize::from(self.king)]),
        ]);
        counts.add(Term::KingOnEdge, i32::from(bit(self.king) & EDGE != 0));
    }

    /// Enemies that this side could push off the board in a direction: a single enemy by two or
    /// three pieces, the second of two by three pieces. Ignores pushing leaps.
    #[inline(always)]
    fn pushed_off(&self, direction: Direction) -> u64 {
        let back = direction.opposite();
        let last = self.enemy & !back.shift(!0);
        let behind = self.own & back.shift(last);
        let second = self.enemy & back.shift(last);
        let behind_second = self.own & back.shift(second);
        if behind | behind_second == 0 {
            return 0;
        }
        let empty = !(self.own | self.enemy);
        let mut sliders = self.queens;
        sliders |= if direction.is_diagonal() { self.bishops } else { self.rooks | self.chancellors };
        loop {
            let further = sliders | (direction.shift(sliders) & empty);
            if further == sliders {
                break;
            }
            sliders = further;
        }
        let pawns = if direction == Direction::North { self.pawns } else { 0 };
        // The own pieces that a driver can push, and the pieces in front of them.
        let driven = self.own & direction.shift(sliders | pawns | bit(self.king));
        let next = self.own & direction.shift(driven);
        (last & direction.shift(behind & (driven | next))) | (last & direction.shift(second & direction.shift(next)))
    }
}

/// The number of squares in a set.
#[expect(clippy::cast_possible_wrap, reason = "at most 64")]
const fn number(set: u64) -> i32 {
    set.count_ones() as i32
}

/// The number of squares in each set. Counting several together is faster on processors without a
/// popcount instruction.
fn numbers<const N: usize>(sets: [u64; N]) -> [i32; N] {
    sets.map(number)
}

/// The squares to the left and right of the squares in a set.
const fn beside(set: u64) -> u64 {
    ((set & !FILE_H) << 1) | ((set & !FILE_A) >> 1)
}

/// A set and all squares above it.
const fn fill_up(set: u64) -> u64 {
    let set = set | set << 8;
    let set = set | set << 16;
    set | set << 32
}

/// A set and all squares below it.
const fn fill_down(set: u64) -> u64 {
    let set = set | set >> 8;
    let set = set | set >> 16;
    set | set >> 32
}

/// The files of a set.
const fn file_fill(set: u64) -> u64 {
    fill_up(set) | fill_down(set)
}

/// The number of king's moves from one square to another on an empty board.
fn distance(from: Square, to: Square) -> i32 {
    i32::from((from % 8).abs_diff(to % 8).max((from / 8).abs_diff(to / 8)))
}
