//! A wedge, or section, on the table: its corners, and the contact of two wedges.

use super::lattice::Vector;

/// The corners of a wedge in its own plane: narrow, side, wide, side (assets/rules/whack.md,
/// Wedges).
const CORNERS: [Vector; 4] = [Vector::ZERO, Vector([0, 2, 0, -1]), Vector([0, 2, 0, 0]), Vector([0, 1, 0, 1])];

/// The directions of the edges, counter-clockwise around the wedge, in twelfths of a full turn.
const DIRECTIONS: [u8; 4] = [0, 3, 5, 8];

/// The [`CORNERS`] in each of the twelve orientations of a wedge.
const TURNED: [[Vector; 4]; 12] = {
    let mut table = [CORNERS; 12];
    let mut turn = 0;
    while turn < 12 {
        let mut corner = 0;
        while corner < 4 {
            table[turn][corner] = CORNERS[corner].turned(turn as u8);
            corner += 1;
        }
        turn += 1;
    }
    table
};

/// Whether an edge is one of the two long ones.
pub(in crate::games::whack) const fn is_long(edge: u8) -> bool {
    edge == 0 || edge == 3
}

/// All pairs of edges by which two wedges can be joined.
pub(in crate::games::whack) fn joinable() -> impl Iterator<Item = (u8, u8)> {
    (0..4).flat_map(|edge| (0..4).filter(move |&other| is_long(edge) == is_long(other)).map(move |other| (edge, other)))
}

/// The placement of a wedge: its narrow corner, and its rotation in twelfths of a full turn,
/// counter-clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::whack) struct Placement {
    pub(in crate::games::whack) at: Vector,
    pub(in crate::games::whack) turn: u8,
}

/// The contact of two wedges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::whack) enum Contact {
    /// They share at most points.
    Apart,
    /// An edge of the first coincides with an edge of the second.
    Joined(u8, u8),
    /// Two edges touch along more than a point, but do not coincide.
    Shifted(u8, u8),
    /// They overlap.
    Overlapping,
}

impl Placement {
    /// A wedge at the origin of the table, not rotated.
    pub(in crate::games::whack) const HOME: Placement = Placement { at: Vector::ZERO, turn: 0 };

    /// The placement of a wedge whose edge `other` coincides with this one's `edge`.
    pub(in crate::games::whack) fn joined(self, edge: u8, other: u8) -> Placement {
        let turn = (self.turn + DIRECTIONS[usize::from(edge)] + 6 + 12 - DIRECTIONS[usize::from(other)]) % 12;
        let end = corners(self)[usize::from(edge + 1) % 4];
        Placement { at: end - TURNED[usize::from(turn)][usize::from(other)], turn }
    }

    /// The placement of this wedge after the rigid motion that moves another one from `from` to
    /// `to`.
    pub(in crate::games::whack) fn carried(self, from: Placement, to: Placement) -> Placement {
        let turn = (to.turn + 12 - from.turn) % 12;
        Placement { at: to.at + (self.at - from.at).turned(turn), turn: (self.turn + turn) % 12 }
    }

    /// The contact of this wedge with another.
    pub(in crate::games::whack) fn contact(self, other: Placement) -> Contact {
        let (own, others) = (corners(self), corners(other));
        if !separated(&own, &others) && !separated(&others, &own) {
            return Contact::Overlapping;
        }
        for edge in 0..4 {
            for opposite in 0..4 {
                let direction = (self.turn + DIRECTIONS[edge]) % 12;
                if direction != (other.turn + DIRECTIONS[opposite] + 6) % 12 {
                    continue;
                }
                let (start, end) = (own[edge], own[(edge + 1) % 4]);
                let (other_start, other_end) = (others[opposite], others[(opposite + 1) % 4]);
                if (start, end) == (other_end, other_start) {
                    return Contact::Joined(edge as u8, opposite as u8);
                }
                let along = end - start;
                let on_one_line = along.cross(other_start - start).sign() == 0;
                let both_ways = along.dot(other_start - start).sign() > 0 && along.dot(end - other_end).sign() > 0;
                if on_one_line && both_ways {
                    return Contact::Shifted(edge as u8, opposite as u8);
                }
            }
        }
        Contact::Apart
    }
}

/// The corners of a placed wedge, in order.
pub(in crate::games::whack) fn corners(wedge: Placement) -> [Vector; 4] {
    TURNED[usize::from(wedge.turn)].map(|corner| wedge.at + corner)
}

/// Whether an edge of `wedge` separates the two: all of `other` is to the right of this edge or on
/// its line. Two convex polygons do not overlap if and only if an edge of one of them separates
/// them.
fn separated(wedge: &[Vector; 4], other: &[Vector; 4]) -> bool {
    (0..4).any(|edge| {
        let along = wedge[(edge + 1) % 4] - wedge[edge];
        other.iter().all(|&corner| along.cross(corner - wedge[edge]).sign() <= 0)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The corners (assets/rules/whack.md, Wedges).
    #[test]
    fn corners_of_a_wedge() {
        let root = 3_f32.sqrt();
        for (corner, [x, y]) in CORNERS.into_iter().zip([[0.0, 0.0], [root, 0.0], [root, 1.0], [root / 2.0, 1.5]]) {
            let [own_x, own_y] = corner.to_f32();
            assert!((own_x - x).abs() < 1e-6 && (own_y - y).abs() < 1e-6);
        }
    }

    #[test]
    fn contacts() {
        let home = Placement::HOME;
        assert_eq!(joinable().count(), 8);
        for (edge, other) in joinable() {
            let placement = home.joined(edge, other);
            assert_eq!(home.contact(placement), Contact::Joined(edge, other));
            assert_eq!(placement.contact(home), Contact::Joined(other, edge));
            assert_eq!(placement.carried(placement, home), home);
        }
        let unit = Vector([1, 0, 0, 0]);
        let at = |at: Vector, turn: u8| home.contact(Placement { at, turn });
        assert_eq!(at(Vector::ZERO, 0), Contact::Overlapping);
        assert_eq!(at(unit, 0), Contact::Overlapping);
        assert_eq!(at(Vector::ZERO, 6), Contact::Apart, "two narrow corners meet");
        assert_eq!(at(Vector([10, 0, 0, 0]), 0), Contact::Apart);
        let below = home.joined(0, 0);
        let shifted = Placement { at: below.at + unit, ..below };
        assert_eq!(home.contact(shifted), Contact::Shifted(0, 0));
        let beyond = Placement { at: below.at + CORNERS[1], ..below };
        assert_eq!(home.contact(beyond), Contact::Apart, "two edges on one line that share a corner");
        let unequal = Placement { at: CORNERS[2], turn: 9 };
        assert_eq!(home.contact(unequal), Contact::Shifted(1, 0), "a long edge on a short one");
    }
}
