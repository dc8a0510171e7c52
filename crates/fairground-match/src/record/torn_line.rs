//! The ignored end of a match file.

use std::path::PathBuf;

use serde_json::Value;
use thiserror::Error;

/// A line of a match file that is ignored along with everything after it. It is either the last
/// line, incomplete because the program or machine stopped while writing it, or a throw with
/// non-finite numbers, which an earlier version of the program wrote as `null`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {}", file.display(), self.reason())]
pub struct TornLine {
    /// The match file.
    pub file: PathBuf,
    /// The line number, from 1.
    pub line: usize,
    /// The length of the ignored part, including line ends, bytes.
    pub bytes: usize,
    /// The field of the throw that is `null`; `None` if the line is incomplete.
    pub null_field: Option<String>,
}

impl TornLine {
    fn reason(&self) -> String {
        let TornLine { line, bytes, null_field, .. } = self;
        match null_field {
            None => format!("line {line}, the last one, is incomplete ({bytes} bytes) and is ignored"),
            Some(field) => format!(
                "line {line}, {field}: expected a finite number, found null; the file is ignored from there on ({bytes} bytes)"
            ),
        }
    }
}

/// The field of a line's throw that is `null` instead of a number.
pub(super) fn null_field(line: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(line).ok()?;
    let throw = event.get("action").or_else(|| event.get("kept"))?.get("throw")?;
    if throw.get("seconds").is_some_and(Value::is_null) {
        return Some("throw, seconds".to_string());
    }
    let attempts = throw.get("attempts")?.as_array()?;
    (1..).zip(attempts).find_map(|(number, attempt)| {
        let null_field = |values: &Value| values.as_array().is_some_and(|values| values.iter().any(Value::is_null));
        let (name, _) = attempt.as_object()?.iter().find(|(_, values)| null_field(values))?;
        Some(format!("throw, attempts, number {number}, {name}"))
    })
}
