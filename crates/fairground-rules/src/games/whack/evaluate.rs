//! The static evaluation of a position.
//!
//! Peculiarities of this game: losing the last king loses the game, so an attack on an only king
//! decides it, and a spare king is a second life. The board changes after each capture, so attacks
//! and guards along lines are short-lived, while those within a section last. The capturing side
//! chooses the new board, so a guard often cannot recapture.

use super::board::cell::cells;
use super::pieces::Pieces;
use super::position::{Phase, Whack};
use super::stack::PieceKind;
use crate::engine::{Evaluate, Feature, Side, Tally};

/// The first of six features, one per kind: pieces. Each side's first king is not counted.
pub(super) const MATERIAL: usize = 0;
/// The first of six features, one per kind: reachable cells without a friend.
const MOBILITY: usize = 6;
const THIRD_KING: usize = 12;
const ESCAPES: usize = 13;
const KING_ZONE: usize = 14;
const SHELTER: usize = 15;
const INVADERS: usize = 16;
const DEFENDERS: usize = 17;
const WINNING_CAPTURE: usize = 18;
const IN_CHECK: usize = 19;
const IN_CHECK_BEFORE_CHANGE: usize = 20;
const GIVES_CHECK_BEFORE_CHANGE: usize = 21;
const LARGEST_CAPTURE: usize = 22;
const LARGEST_FREE_CAPTURE: usize = 23;
const ATTACKED: usize = 24;
const ATTACKED_UNGUARDED: usize = 25;
const ATTACKS: usize = 26;
const ATTACKED_BY_PAWNS: usize = 27;
const ATTACKED_BEFORE_CHANGE: usize = 28;
const TO_MOVE: usize = 29;

/// The terms of the evaluation. "Points" are points of pyramids; "only king" refers to a side with
/// one king. The weights were fitted by `fairground tune whack --matches 800 --nodes 1500 --seed
/// 2`, after a first round of 400 matches with seed 1.
const FEATURES: [Feature; 30] = {
    let mut features = [Feature::new("", 0); 30];
    features[MATERIAL + PieceKind::Pawn.index()] = Feature::new("pawns", 36);
    features[MATERIAL + PieceKind::Knight.index()] = Feature::new("knights", 62);
    features[MATERIAL + PieceKind::Bishop.index()] = Feature::new("bishops", 75);
    features[MATERIAL + PieceKind::Rook.index()] = Feature::new("rooks", 121);
    features[MATERIAL + PieceKind::King.index()] = Feature::new("spare kings", 141);
    features[MATERIAL + PieceKind::Queen.index()] = Feature::new("queens", 174);
    features[MOBILITY + PieceKind::Pawn.index()] = Feature::new("cells pawns can go to", -5);
    features[MOBILITY + PieceKind::Knight.index()] = Feature::new("cells knights can go to", -1);
    features[MOBILITY + PieceKind::Bishop.index()] = Feature::new("cells bishops can go to", -0);
    features[MOBILITY + PieceKind::Rook.index()] = Feature::new("cells rooks can go to", 1);
    features[MOBILITY + PieceKind::King.index()] = Feature::new("cells kings can go to", -5);
    features[MOBILITY + PieceKind::Queen.index()] = Feature::new("cells queens can go to", 1);
    features[THIRD_KING] = Feature::new("spare kings beyond the first", -60);
    features[ESCAPES] = Feature::new("cells beside the only king that are free and not attacked", 1);
    features[KING_ZONE] = Feature::new("cells beside the only king that are attacked", 2);
    features[SHELTER] = Feature::new("friends beside the only king", 2);
    features[INVADERS] = Feature::new("points of enemies on the section of the only king", -2);
    features[DEFENDERS] = Feature::new("points of friends on the section of the only king", -1);
    features[WINNING_CAPTURE] = Feature::new("to move, attacks the enemy's only king", 4000);
    features[IN_CHECK] = Feature::new("to move, only king attacked", -200);
    features[IN_CHECK_BEFORE_CHANGE] = Feature::new("to change the board, only king attacked", -1800);
    features[GIVES_CHECK_BEFORE_CHANGE] = Feature::new("to change the board, attacks the enemy's only king", -13);
    features[LARGEST_CAPTURE] = Feature::new("to move: points of the largest enemy attacked", 3);
    features[LARGEST_FREE_CAPTURE] = Feature::new("to move: points of the largest enemy attacked and not guarded", 40);
    features[ATTACKED] = Feature::new("to move: points of friends attacked", -2);
    features[ATTACKED_UNGUARDED] = Feature::new("to move: points of friends attacked and not guarded", -3);
    features[ATTACKS] = Feature::new("to move: points of enemies attacked", 10);
    features[ATTACKED_BY_PAWNS] = Feature::new("points of larger friends attacked by pawns", -7);
    features[ATTACKED_BEFORE_CHANGE] = Feature::new("before a change: points of friends attacked", 1);
    features[TO_MOVE] = Feature::new("the next to move a piece", -1);
    features
};

impl Evaluate for Whack {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        self.tally_with(&Side::BOTH.map(|side| Attacks::of(self, side)), tally);
    }
}

impl Whack {
    /// [`Evaluate::tally`] with the attacks of White and Black.
    pub(super) fn tally_with(&self, attacks: &[Attacks; 2], tally: &mut (impl Tally + ?Sized)) {
        if self.phase == Phase::Place {
            return;
        }
        let (side, other) = (self.side, self.side.other());
        let (own, enemy) = (&attacks[side.index()], &attacks[other.index()]);
        for (kind, (own, enemy)) in own.mobility.iter().zip(&enemy.mobility).enumerate() {
            tally.add(MOBILITY + kind, own - enemy);
        }
        material(&self.pieces, side, 1, tally);
        material(&self.pieces, other, -1, tally);
        let (checked, checks) = (only_king(self, side, enemy, 1, tally), only_king(self, other, own, -1, tally));

        let pieces = &self.pieces;
        let exposed = pieces.of(side) & enemy.all & !only(pieces.kings(side));
        let targets = pieces.of(other) & own.all & !only(pieces.kings(other));
        let digits = pieces.digits();
        let points = |set: u64| points(&digits, set);
        let pawns = pieces.all(PieceKind::Pawn);
        let by_pawns = points(exposed & enemy.by_pawns & !pawns) - points(targets & own.by_pawns & !pawns);
        tally.add(ATTACKED_BY_PAWNS, by_pawns);
        if self.phase == Phase::Move {
            tally.add(TO_MOVE, 1);
            tally.add(WINNING_CAPTURE, i32::from(checks));
            tally.add(IN_CHECK, i32::from(checked));
            tally.add(LARGEST_CAPTURE, largest(pieces, targets));
            tally.add(LARGEST_FREE_CAPTURE, largest(pieces, targets & !enemy.all));
            tally.add(ATTACKED, points(exposed));
            tally.add(ATTACKED_UNGUARDED, points(exposed & !own.all));
            tally.add(ATTACKS, points(targets));
        } else {
            // The side that now rolls or changes the board does not move next.
            tally.add(TO_MOVE, -1);
            tally.add(IN_CHECK_BEFORE_CHANGE, i32::from(checked));
            tally.add(GIVES_CHECK_BEFORE_CHANGE, i32::from(checks));
            tally.add(ATTACKED_BEFORE_CHANGE, points(exposed) - points(targets));
        }
    }
}

/// The cells attacked by the pieces of one side.
pub(super) struct Attacks {
    pub(super) all: u64,
    by_pawns: u64,
    /// The number of destinations of the pieces of each kind.
    mobility: [i32; 6],
}

impl Attacks {
    pub(super) fn of(position: &Whack, side: Side) -> Attacks {
        let (pieces, graph) = (&position.pieces, position.arrangement.graph());
        let (own, occupied) = (pieces.of(side), pieces.occupied());
        let mut attacks = Attacks { all: 0, by_pawns: 0, mobility: [0; 6] };
        for kind in PieceKind::ALL {
            for from in cells(own & pieces.all(kind)) {
                let attacked = pieces.attacks(graph, kind, from);
                attacks.all |= attacked;
                let goes = match kind {
                    PieceKind::Pawn => graph.sides[from.index()] & !occupied,
                    _ => attacked & !own,
                };
                attacks.mobility[kind.index()] += goes.count_ones().cast_signed();
            }
            if kind == PieceKind::Pawn {
                attacks.by_pawns = attacks.all;
            }
        }
        attacks
    }
}

/// Counts the pieces of a side, times `sign`.
fn material(pieces: &Pieces, side: Side, sign: i32, tally: &mut (impl Tally + ?Sized)) {
    let own = pieces.of(side);
    for kind in PieceKind::ALL {
        let count = (own & pieces.all(kind)).count_ones() as i32;
        if kind == PieceKind::King {
            tally.add(MATERIAL + kind.index(), sign * (count - 1));
            tally.add(THIRD_KING, sign * (count - 2).max(0));
        } else {
            tally.add(MATERIAL + kind.index(), sign * count);
        }
    }
}

/// Counts the features of king safety of a side with only one king, times `sign`. Returns whether
/// that king is attacked.
fn only_king(position: &Whack, side: Side, enemy: &Attacks, sign: i32, tally: &mut (impl Tally + ?Sized)) -> bool {
    let pieces = &position.pieces;
    let king = only(pieces.kings(side));
    let Some(cell) = cells(king).next() else { return false };
    let beside = position.arrangement.graph().neighbours(cell);
    let attacked = beside & enemy.all;
    let digits = pieces.digits();
    let (friends, enemies, here) = (pieces.of(side), pieces.of(side.other()), section(cell.section()));
    let count = |set: u64| sign * set.count_ones() as i32;
    tally.add(ESCAPES, count(beside & !attacked & !pieces.occupied()));
    tally.add(KING_ZONE, count(attacked));
    tally.add(SHELTER, count(beside & friends));
    tally.add(INVADERS, sign * points(&digits, enemies & here));
    tally.add(DEFENDERS, sign * points(&digits, friends & here & !king));
    king & enemy.all != 0
}

/// The set `kings` if it has one member, otherwise the empty set.
const fn only(kings: u64) -> u64 {
    if kings.is_power_of_two() { kings } else { 0 }
}

/// The cells of a section.
const fn section(section: usize) -> u64 {
    0xffff << (16 * section)
}

/// The points of the pieces on these cells, given [`Pieces::digits`].
fn points(digits: &[u64; 3], set: u64) -> i32 {
    if set == 0 {
        return 0;
    }
    let [ones, twos, fours] = digits.map(|digit| (set & digit).count_ones() as i32);
    ones + 2 * twos + 4 * fours
}

/// The points of the largest piece on these cells; 0 without pieces.
fn largest(pieces: &Pieces, set: u64) -> i32 {
    PieceKind::ALL.into_iter().rev().find(|&kind| set & pieces.all(kind) != 0).map_or(0, |kind| kind as i32)
}
