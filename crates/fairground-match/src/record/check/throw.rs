//! Checks the numbers of a recorded throw.

use std::path::Path;

use crate::record::{RecordError, Throw};
use fairground_dice::{MAX_ATTEMPTS, MAX_NUMBER};

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
            if !start.has_rotation() {
                let part = format!("attempts, number {number}, rotation");
                return error(&part, "a unit quaternion".into(), &format!("{:?}", start.rotation));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_dice::ThrowState;

    #[test]
    fn the_limits_are_those_of_the_physics() {
        let start = ThrowState::draw(1, None, None);
        let check = |attempts: Vec<ThrowState>| {
            let throw = Throw { attempts, symbol: "N".to_string(), seconds: 1.0, physics: None };
            throw.check("match.jsonl".as_ref(), "line 3").map_err(|error| error.to_string())
        };
        assert_eq!(check(vec![start; MAX_ATTEMPTS]), Ok(()));
        assert!(check(vec![start; MAX_ATTEMPTS + 1]).unwrap_err().contains("attempts: expected at most 50"));
        let spin = [2.0 * MAX_NUMBER, 0.0, 0.0];
        assert!(check(vec![ThrowState { spin, ..start }]).unwrap_err().contains("attempts, number 1, spin"));
        let rotation = [0.0; 4];
        assert!(check(vec![ThrowState { rotation, ..start }]).unwrap_err().contains("number 1, rotation"));
    }
}
