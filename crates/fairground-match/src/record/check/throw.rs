//! Checks the numbers of a recorded throw.

use std::path::Path;

use crate::record::{RecordError, Throw};

/// More attempts than a throw ever has.
const MAX_ATTEMPTS: usize = 100;

/// Larger than any coordinate, speed or spin in a throw, in its own unit (m, m/s, rad/s).
const MAX_NUMBER: f32 = 1e4;

impl Throw {
    /// Checks that the physics accepts the numbers: finite, of plausible size, and with a valid
    /// rotation. Errors name `file` and `field`, the action.
    pub(crate) fn check(&self, file: &Path, field: &str) -> Result<(), RecordError> {
        let error = |part: &str, expected: String, found: &str| {
            Err(RecordError::field(file, format!("{field}, throw, {part}"), expected, found))
        };
        if self.attempts.len() > MAX_ATTEMPTS {
            return error("attempts", format!("at most {MAX_ATTEMPTS}"), &self.attempts.len().to_string());
        }
        if !(0.0..=MAX_NUMBER).contains(&self.seconds) {
            return error("seconds", "a duration".into(), &self.seconds.to_string());
        }
        for (number, start) in (1..).zip(&self.attempts) {
            for (name, numbers) in [("position", start.position), ("velocity", start.velocity), ("spin", start.spin)] {
                if let Some(wrong) = numbers.into_iter().find(|number| !(-MAX_NUMBER..=MAX_NUMBER).contains(number)) {
                    let part = format!("attempts, number {number}, {name}");
                    return error(&part, format!("numbers of at most {MAX_NUMBER}"), &wrong.to_string());
                }
            }
            let square: f32 = start.rotation.iter().map(|x| x * x).sum();
            if !(0.99..=1.01).contains(&square) {
                let part = format!("attempts, number {number}, rotation");
                return error(&part, "a unit quaternion".into(), &format!("{:?}", start.rotation));
            }
        }
        Ok(())
    }
}
