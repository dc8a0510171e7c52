//! Serialization of floating-point numbers to JSON, which has neither infinities nor NaN.

use serde::ser::Error;
use serde::{Serialize, Serializer};

/// A number, or several numbers, that may be infinite or NaN.
pub trait MaybeFinite: Serialize {
    /// Returns `true` if every number is finite.
    fn is_finite(&self) -> bool;
}

impl MaybeFinite for f32 {
    fn is_finite(&self) -> bool {
        f32::is_finite(*self)
    }
}

impl MaybeFinite for f64 {
    fn is_finite(&self) -> bool {
        f64::is_finite(*self)
    }
}

impl<T: MaybeFinite> MaybeFinite for Option<T>
where
    Option<T>: Serialize,
{
    fn is_finite(&self) -> bool {
        self.as_ref().is_none_or(MaybeFinite::is_finite)
    }
}

impl<T: MaybeFinite, const N: usize> MaybeFinite for [T; N]
where
    [T; N]: Serialize,
{
    fn is_finite(&self) -> bool {
        self.iter().all(MaybeFinite::is_finite)
    }
}

/// Serializes a number, for `serialize_with`. On its own, `serde_json` writes `null` for a number
/// that is not finite, which cannot be read back.
///
/// # Errors
/// A number that is not finite, and errors of the serializer.
pub fn finite<T: MaybeFinite, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    if value.is_finite() { value.serialize(serializer) } else { Err(S::Error::custom("expected a finite number")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Numbers {
        #[serde(serialize_with = "finite")]
        one: f64,
        #[serde(serialize_with = "finite")]
        some: [f32; 2],
        #[serde(serialize_with = "finite")]
        perhaps: Option<f64>,
    }

    #[test]
    fn only_finite_numbers_are_written() {
        let json = |one, some, perhaps| serde_json::to_string(&Numbers { one, some, perhaps });
        assert_eq!(json(1.5, [0.0, -2.0], None).unwrap(), r#"{"one":1.5,"some":[0.0,-2.0],"perhaps":null}"#);
        for wrong in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(json(wrong, [0.0, 0.0], None).is_err());
            assert!(json(0.0, [0.0, wrong as f32], None).is_err());
            assert!(json(0.0, [0.0, 0.0], Some(wrong)).is_err());
        }
    }
}
