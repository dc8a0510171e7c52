//! Engine evaluations in notes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An engine's evaluation of a position from White's point of view, in the common PGN form: pawns,
/// or `#` and the moves to mate, with an optional depth after a comma: `0.17`, `-1.5,20`, `#-3`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Evaluation(String);

/// The text is not an evaluation.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is not an evaluation; expected pawns or moves to mate, such as 0.17, -1.5,20 or #-3")]
pub struct ParseEvaluationError(String);

impl FromStr for Evaluation {
    type Err = ParseEvaluationError;

    fn from_str(text: &str) -> Result<Evaluation, ParseEvaluationError> {
        let (value, depth) = text.split_once(',').map_or((text, None), |(value, depth)| (value, Some(depth)));
        let number = |text: &str| {
            let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
            let plain = digits.len() <= 9 && digits.chars().all(|sign| sign.is_ascii_digit() || sign == '.');
            plain && digits.parse::<f64>().is_ok()
        };
        let whole = |text: &str| number(text) && !text.contains('.');
        let is_value = value.strip_prefix('#').map_or_else(|| number(value), whole);
        let is_depth = depth.is_none_or(|depth| whole(depth) && !depth.starts_with(['-', '+']));
        if is_value && is_depth {
            Ok(Evaluation(text.to_string()))
        } else {
            Err(ParseEvaluationError(text.to_string()))
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Evaluation {
    type Error = ParseEvaluationError;

    fn try_from(text: String) -> Result<Evaluation, ParseEvaluationError> {
        text.parse()
    }
}

impl From<Evaluation> for String {
    fn from(evaluation: Evaluation) -> String {
        evaluation.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_is_pawns_or_moves_to_mate() {
        for text in ["0.17", "-1.5,20", "+3", "#-3", "#12", "#0,30", "0"] {
            assert_eq!(text.parse::<Evaluation>().unwrap().to_string(), text);
        }
        for text in ["", "x", "#", "#1.5", "1,", "1,2.5", "1]", "nan", "inf", "1e5", "--1", "0.1,-2"] {
            assert!(text.parse::<Evaluation>().unwrap_err().to_string().contains("not an evaluation"), "{text}");
        }
    }
}
