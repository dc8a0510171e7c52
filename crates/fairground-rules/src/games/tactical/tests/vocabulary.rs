//! Squares, steps, kinds and reserves.

use crate::engine::Side;
use crate::games::tactical::piece_kind::PieceKind;
use crate::games::tactical::reserve::{KindSet, Reserve};
use crate::games::tactical::steps::{AROUND, LEAPS, Ray, Square, Step, Way, ranks};

/// Walks the board by file and rank, and compares every step from every square.
#[test]
fn steps_agree_with_a_walk_by_coordinates() {
    let deltas = |step: &Step| {
        let files = (step.offset + 20).rem_euclid(8) - 4;
        (files, (step.offset - files) / 8)
    };
    for step in AROUND.iter().chain(&LEAPS) {
        let (files, ranks) = deltas(step);
        assert_eq!(*step, Step::new(files, ranks));
        for square in Square::all() {
            let (file, rank) = (square.index() as i8 % 8 + files, square.index() as i8 / 8 + ranks);
            let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
            let expected = on_board.then(|| Square::new(file as u8, rank as u8));
            assert_eq!(step.from(square), expected, "{} by {step:?}", square.name());
            if let Some(to) = expected {
                assert_eq!((step.unshift(to.bit()), to.minus(step.offset)), (square.bit(), square));
            }
        }
    }
}

#[test]
fn ranks_from_either_side() {
    assert_eq!(ranks(3, true), 0xff_ffff);
    assert_eq!(ranks(1, false), 0xff << 56);
}

/// Sliding by doubling shifts reaches the same squares as walking square by square.
#[test]
fn slides_agree_with_a_walk() {
    let mut random = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        random = random.wrapping_mul(0xd134_2543_de82_ef95).wrapping_add(1).rotate_left(17);
        random
    };
    for step in AROUND {
        for _ in 0..200 {
            let (sliders, through) = (next() & next() & next(), next() | next());
            let (mut front, mut reached) = (sliders, 0);
            while front != 0 {
                front = step.shift(front);
                reached |= front;
                front &= through;
            }
            assert_eq!(step.slide(sliders, through), reached, "{step:?} {sliders:x} {through:x}");
        }
    }
}

#[test]
fn lines() {
    let d4 = Square::new(3, 3);
    for (to, expected) in [
        (Square::new(3, 6), Some((Way::Orthogonal, 3, true))),
        (Square::new(2, 3), Some((Way::Orthogonal, 1, false))),
        (Square::new(0, 0), Some((Way::Diagonal, 3, false))),
        (Square::new(5, 7), Some((Way::Leap, 2, false))),
        (Square::new(6, 4), None),
        (d4, None),
    ] {
        let line = Ray::between(d4, to);
        let found = line.map(|line| (line.way, line.distance, line.is_forward(Side::White)));
        assert_eq!(found, expected, "to {}", to.name());
        if let Some(line) = line {
            assert_eq!(line.squares().last(), Some(to));
            assert_eq!(line.between_squares().count(), usize::from(line.distance) - 1);
        }
    }
    assert_eq!(Ray::between(Square::new(0, 0), Square::new(7, 0)).map(|line| line.distance), Some(7));
}

#[test]
fn the_table_is_in_order() {
    for (i, kind) in PieceKind::all().enumerate() {
        assert_eq!((kind as usize, PieceKind::numbered(i)), (i, kind));
        assert_eq!(PieceKind::with_letter(kind.letter()), Some(kind));
    }
}

#[test]
fn reserves_count() {
    let mut reserve = Reserve::full();
    for kind in PieceKind::all() {
        assert_eq!(reserve.count(kind), kind.supply());
        for left in (0..kind.supply()).rev() {
            reserve.take(kind);
            assert_eq!(reserve.count(kind), left);
        }
        assert!(!reserve.kinds().iter().any(|other| other == kind));
    }
    reserve.take(PieceKind::Pawn);
    assert_eq!(reserve, Reserve::EMPTY);
    reserve.add(PieceKind::Dragon);
    reserve.add(PieceKind::Obstacle);
    assert!(reserve.kinds().and(KindSet::PIECES).iter().eq([PieceKind::Dragon]));
    assert_eq!(reserve.kinds().len(), 2);
    reserve.clear(PieceKind::Dragon);
    assert!(reserve.kinds().iter().eq([PieceKind::Obstacle]));
}
