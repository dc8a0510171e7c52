//! The static evaluation of a position.

use super::attacks::Attacks;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::reserve::Reserve;
use super::steps::ranks;
use crate::engine::{Evaluate, Feature, Side, Tally, bits};

/// The features with their weights, centipawns. A piece in reserve is worth less than on the board,
/// because dropping it costs a turn. Attacks by the side to act count more than attacks by its
/// opponent, which has to wait for its turn. The weights were fitted by `fairground tune tactical
/// --matches 500 --nodes 1500 --seed 2`, after a first round of 300 matches with seed 1.
const FEATURES: [Feature; 58] = [
    // In the order of the kinds, on the board and then in reserve: see `material`.
    Feature::new("queen", 369),
    Feature::new("rook", 189),
    Feature::new("bishop", 125),
    Feature::new("knight", 90),
    Feature::new("pawn", 52),
    Feature::new("royal rook", 232),
    Feature::new("royal bishop", 160),
    Feature::new("royal knight", 132),
    Feature::new("veteran", 59),
    Feature::new("cannon", 170),
    Feature::new("dragon", 164),
    Feature::new("prince", 232),
    Feature::new("fanatic", 135),
    Feature::new("killer", 168),
    Feature::new("queen in reserve", 357),
    Feature::new("rook in reserve", 160),
    Feature::new("bishop in reserve", 111),
    Feature::new("knight in reserve", 81),
    Feature::new("pawn in reserve", 42),
    Feature::new("royal rook in reserve", 231),
    Feature::new("royal bishop in reserve", 128),
    Feature::new("royal knight in reserve", 125),
    Feature::new("veteran in reserve", 33),
    Feature::new("cannon in reserve", 183),
    Feature::new("dragon in reserve", 175),
    Feature::new("prince in reserve", 229),
    Feature::new("fanatic in reserve", 113),
    Feature::new("killer in reserve", 158),
    Feature::new("turn to act", 14),
    Feature::new("drop left in phase 3", -39),
    Feature::new("square attacked along ranks and files", -2),
    Feature::new("square attacked along diagonals", -3),
    Feature::new("square attacked by leaps", 3),
    Feature::new("square in range of a cannon", 2),
    Feature::new("square in range of a dragon", 3),
    Feature::new("square attacked beyond the middle", 4),
    Feature::new("piece in the centre", 14),
    Feature::new("piece next to the centre", 8),
    Feature::new("rank advanced by a pawn", -3),
    Feature::new("square to promote on next", 48),
    Feature::new("king in reach, no heir, own turn", 3000),
    Feature::new("king in reach, no heir, other turn", 150),
    Feature::new("king in reach, with heir, own turn", 75),
    Feature::new("king in reach, with heir, other turn", 82),
    Feature::new("attacked square around the enemy king", 2),
    Feature::new("open square in sight of its king", -4),
    Feature::new("friend beside the king", -11),
    Feature::new("obstacle beside the king", 21),
    Feature::new("killer near enemy royalty", 87),
    Feature::new("enemy in reach of an explosion", 22),
    Feature::new("friend in reach of its side's explosion", -4),
    Feature::new("queen, prince or royal rook to win, own turn", 95),
    Feature::new("queen, prince or royal rook to win, other turn", 36),
    Feature::new("piece to win, own turn", 32),
    Feature::new("piece to win, other turn", 18),
    Feature::new("pawn or veteran to win, own turn", 17),
    Feature::new("pawn or veteran to win, other turn", 19),
    Feature::new("piece attacked by a pawn or veteran", 14),
];

impl Evaluate for Tactical {
    const FEATURES: &'static [Feature] = &FEATURES;

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        let (me, other) = (self.side, self.side.other());
        tally.add(const { feature("turn to act") }, 1);
        material(self, tally);
        match self.phase {
            // There are only obstacles, and kings that cannot be attacked yet.
            Phase::Obstacles | Phase::Kings => return,
            Phase::Pieces => {
                let [mine, theirs] = [me, other].map(|side| i32::from(self.left[side.index()]));
                tally.add(const { feature("drop left in phase 3") }, mine - theirs);
            }
            Phase::Battle => {}
        }
        let attacks = Side::BOTH.map(|side| self.attacks(side));
        for (side, sign) in [(me, 1), (other, -1)] {
            let (own, enemy) = (&attacks[side.index()], &attacks[side.other().index()]);
            tally_side(self, side, own, enemy, &mut |feature, count| tally.add(feature, sign * count));
        }
    }
}

/// The index of a feature in the list; fails to compile for an unknown name.
const fn feature(name: &str) -> usize {
    let name = name.as_bytes();
    let mut i = 0;
    loop {
        let other = FEATURES[i].name.as_bytes();
        let mut same = other.len() == name.len();
        let mut letter = 0;
        while same && letter < name.len() {
            same = name[letter] == other[letter];
            letter += 1;
        }
        if same {
            return i;
        }
        i += 1;
    }
}

/// The four squares in the middle of the board, and the twelve around them.
const CENTRE: u64 = 0x0000_0018_1800_0000;
const NEXT_TO_CENTRE: u64 = 0x0000_3c24_243c_0000;

/// Pieces by kind, on the board and in reserve.
fn material(position: &Tactical, tally: &mut (impl Tally + ?Sized)) {
    let [white, black] = position.sides;
    let sign = if position.side == Side::White { 1 } else { -1 };
    let [in_white, in_black] = position.reserves;
    let kinds = const { feature("queen in reserve") };
    let sets = position.of_all_kinds();
    // Two loops without branches, which the compiler unrolls or vectorises.
    for index in 0..kinds {
        let of_kind = sets[PieceKind::Queen as usize + index];
        tally.add(index, sign * (count(of_kind & white) - count(of_kind & black)));
    }
    for index in 0..kinds {
        let kind = PieceKind::numbered(PieceKind::Queen as usize + index);
        let held = |reserve: Reserve| i32::from(reserve.count(kind));
        tally.add(kinds + index, sign * (held(in_white) - held(in_black)));
    }
}

/// All features of one side except material.
#[inline(always)]
fn tally_side(position: &Tactical, side: Side, attacks: &Attacks, against: &Attacks, add: &mut impl FnMut(usize, i32)) {
    let own = position.sides[side.index()];
    let enemies = position.sides[side.other().index()];
    let white = side == Side::White;

    // Mobility and space.
    add(const { feature("square attacked along ranks and files") }, count(attacks.files_and_ranks & !own));
    add(const { feature("square attacked along diagonals") }, count(attacks.diagonals & !own));
    add(const { feature("square attacked by leaps") }, count(attacks.leaps & !own));
    add(const { feature("square in range of a cannon") }, count(attacks.cannons));
    add(const { feature("square in range of a dragon") }, count(attacks.dragons));
    let moves = attacks.ordinary() | attacks.fanatics;
    let all = moves | attacks.shots();
    add(const { feature("square attacked beyond the middle") }, count(all & ranks(4, !white)));
    let king = position.own(side, PieceKind::King);
    let able = own & !king;
    add(const { feature("piece in the centre") }, count(able & CENTRE));
    add(const { feature("piece next to the centre") }, count(able & NEXT_TO_CENTRE));

    // Advancement.
    let pawns = position.own(side, PieceKind::Pawn);
    let veterans = position.own(side, PieceKind::Veteran);
    add(const { feature("rank advanced by a pawn") }, ranks_advanced(pawns, side));
    let ahead = |set: u64| if white { set << 8 } else { set >> 8 };
    let empty = position.empty();
    let passable = ahead(pawns) & empty | ahead(veterans) & !position.obstacles;
    let reached = (ahead(pawns | veterans) | ahead(passable)) & empty;
    add(const { feature("square to promote on next") }, count(reached & Tactical::last_rank(side)));

    // Kings: the threats of this side against the enemy's king, and the protection of its own.
    let threatened = position.threatened_by(side, attacks);
    let acts = side == position.side;
    let enemy_king = position.own(side.other(), PieceKind::King);
    if threatened & enemy_king != 0 {
        let heir = position.own(side.other(), PieceKind::Prince) != 0;
        let index = match (heir, acts) {
            (false, true) => const { feature("king in reach, no heir, own turn") },
            (false, false) => const { feature("king in reach, no heir, other turn") },
            (true, true) => const { feature("king in reach, with heir, own turn") },
            (true, false) => const { feature("king in reach, with heir, other turn") },
        };
        add(index, 1);
    }
    if enemy_king != 0 {
        let ring = bits::king(bits::lowest_square(enemy_king));
        add(const { feature("attacked square around the enemy king") }, count(all & ring));
    }
    if king != 0 {
        let square = bits::lowest_square(king);
        let (ring, occupied) = (bits::king(square), !empty);
        let sight = (bits::rook(square, occupied) | bits::bishop(square, occupied)) & empty;
        add(const { feature("open square in sight of its king") }, count(sight));
        add(const { feature("friend beside the king") }, count(ring & own));
        add(const { feature("obstacle beside the king") }, count(ring & position.obstacles));
    }
    let killers = attacks.killers;
    if killers != 0 {
        let royalty = (enemy_king | position.own(side.other(), PieceKind::Prince)) & !killers;
        let near = bits::Squares(royalty).filter(|&square| bits::king(square) & killers != 0).count();
        add(const { feature("killer near enemy royalty") }, near as i32);
    }
    if attacks.explosions != 0 {
        add(const { feature("enemy in reach of an explosion") }, count(attacks.explosions & enemies));
        add(const { feature("friend in reach of its side's explosion") }, count(attacks.explosions & own));
    }

    // Pieces that this side can win: by shots, or by captures that cannot be recaptured. A piece
    // that captures a fanatic is removed with it.
    let defended = against.ordinary() | against.fanatics | against.shots();
    let capturable = attacks.ordinary() & !position.of(PieceKind::Killer) & !position.of(PieceKind::Fanatic);
    let won = enemies & !enemy_king & (attacks.shots() | capturable & !defended);
    let foot = position.of(PieceKind::Pawn) | position.of(PieceKind::Veteran);
    if won != 0 {
        let great = position.of(PieceKind::Queen) | position.of(PieceKind::Prince) | position.of(PieceKind::RoyalRook);
        let [of_great, of_others, of_foot] = if acts {
            [
                const { feature("queen, prince or royal rook to win, own turn") },
                const { feature("piece to win, own turn") },
                const { feature("pawn or veteran to win, own turn") },
            ]
        } else {
            [
                const { feature("queen, prince or royal rook to win, other turn") },
                const { feature("piece to win, other turn") },
                const { feature("pawn or veteran to win, other turn") },
            ]
        };
        add(of_great, count(won & great));
        add(of_others, count(won & !great & !foot));
        add(of_foot, count(won & foot));
    }
    let attacked = attacks.pawns & enemies & !foot & !enemy_king & !position.of(PieceKind::Killer);
    add(const { feature("piece attacked by a pawn or veteran") }, count(attacked));
}

const fn count(set: u64) -> i32 {
    set.count_ones().cast_signed()
}

/// The sum over a set of the number of ranks of each square above a side's first.
fn ranks_advanced(set: u64, side: Side) -> i32 {
    if set == 0 {
        return 0;
    }
    let numbers = [0xff00_ff00_ff00_ff00, 0xffff_0000_ffff_0000, 0xffff_ffff_0000_0000];
    let set = if side == Side::White { set } else { set.swap_bytes() };
    numbers.iter().zip([1, 2, 4]).map(|(ranks, value)| value * count(set & ranks)).sum()
}
