//! The plane lattice that contains every corner of every wedge, in exact integers.
//!
//! It is spanned by unit steps at multiples of 30 degrees: with ζ as the step at 30 degrees in the
//! complex plane, it is Z[ζ], and ζ^4 = ζ^2 - 1. Rotations by 30 degrees, sums and comparisons are
//! therefore exact.

use std::ops::{Add, Sub};

/// `whole + root * √3`, compared exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::whack) struct Surd {
    whole: i32,
    root: i32,
}

impl Surd {
    /// The sign: -1, 0 or 1. √3 is irrational, so the sign is 0 only if both parts are 0.
    pub(in crate::games::whack) const fn sign(self) -> i32 {
        let (whole, root) = (self.whole.signum(), self.root.signum());
        if whole == root || root == 0 {
            whole
        } else if whole == 0 || 3 * self.root * self.root > self.whole * self.whole {
            root
        } else {
            whole
        }
    }

    fn times(self, other: Surd) -> Surd {
        Surd {
            whole: self.whole * other.whole + 3 * self.root * other.root,
            root: self.whole * other.root + self.root * other.whole,
        }
    }

    fn minus(self, other: Surd) -> Surd {
        Surd { whole: self.whole - other.whole, root: self.root - other.root }
    }

    /// An approximation for display, never for decisions.
    fn to_f32(self) -> f32 {
        self.whole as f32 + self.root as f32 * 3_f32.sqrt()
    }
}

/// A vector of the lattice as coefficients of the unit steps at 0, 30, 60 and 90 degrees. The unit
/// is the short edge of a wedge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::games::whack) struct Vector(pub(in crate::games::whack) [i32; 4]);

impl Vector {
    pub(in crate::games::whack) const ZERO: Vector = Vector([0; 4]);

    /// Rotates counter-clockwise by `twelfths` times 30 degrees.
    pub(in crate::games::whack) const fn turned(self, twelfths: u8) -> Vector {
        let Vector([mut a, mut b, mut c, mut d]) = self;
        let mut left = twelfths;
        while left > 0 {
            // The step at 90 degrees turns to 120, which is the step at 60 minus the step at 0.
            (a, b, c, d) = (-d, a, b + d, c);
            left -= 1;
        }
        Vector([a, b, c, d])
    }

    /// Twice the coordinates along 0 and 90 degrees.
    const fn doubled(self) -> [Surd; 2] {
        let [a, b, c, d] = self.0;
        [Surd { whole: 2 * a + c, root: b }, Surd { whole: b + 2 * d, root: c }]
    }

    /// Four times the cross product: positive if `other` points to the left of this vector.
    pub(in crate::games::whack) fn cross(self, other: Vector) -> Surd {
        let ([x, y], [other_x, other_y]) = (self.doubled(), other.doubled());
        x.times(other_y).minus(y.times(other_x))
    }

    /// Four times the dot product.
    pub(in crate::games::whack) fn dot(self, other: Vector) -> Surd {
        self.cross(other.turned(3))
    }

    /// The coordinates along 0 and 90 degrees, for display.
    pub(in crate::games::whack) fn to_f32(self) -> [f32; 2] {
        self.doubled().map(|twice| twice.to_f32() / 2.0)
    }
}

impl Add for Vector {
    type Output = Vector;
    fn add(self, other: Vector) -> Vector {
        Vector(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }
}

impl Sub for Vector {
    type Output = Vector;
    fn sub(self, other: Vector) -> Vector {
        Vector(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_surds() {
        for (whole, root, sign) in [
            (0, 0, 0),
            (1, 0, 1),
            (0, -1, -1),
            (2, -1, 1),
            (-2, 1, -1),
            (5, -3, -1),
            (-7, 4, -1),
            (-12, 7, 1),
            (3, 3, 1),
        ] {
            assert_eq!(Surd { whole, root }.sign(), sign, "{whole} + {root}√3");
        }
    }

    #[test]
    fn turning_is_turning() {
        let vector = Vector([1, -2, 3, 5]);
        let [x, y] = vector.to_f32();
        for twelfths in 0..12 {
            let (sin, cos) = (std::f32::consts::FRAC_PI_6 * f32::from(twelfths)).sin_cos();
            let [turned_x, turned_y] = vector.turned(twelfths).to_f32();
            assert!((turned_x - (cos * x - sin * y)).abs() < 1e-4 && (turned_y - (sin * x + cos * y)).abs() < 1e-4);
        }
        assert_eq!(vector.turned(12), vector);
        assert_eq!(vector.cross(vector).sign(), 0);
        assert_eq!(vector.dot(vector).sign(), 1);
        assert_eq!(vector.cross(vector.turned(1)).sign(), 1);
    }
}
