//! The end of a match file that is left out.

use std::path::PathBuf;

use serde_json::Value;
use thiserror::Error;

/// A line of a match file that is left out, with everything behind it: the last one, because the program or the machine stopped while it
/// was being written, or one with a throw whose numbers were not finite, which an earlier version of the program wrote as `null`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {}", file.display(), self.reason())]
pub struct TornLine {
    /// The match file.
    pub file: PathBuf,
    /// Which line, from 1.
    pub line: usize,
    /// How much of the file is left out from there on, its end included.
    pub bytes: usize,
    /// The field of the throw that is no number; `None` if the line is not whole.
    pub no_number: Option<String>,
}

impl TornLine {
    fn reason(&self) -> String {
        let TornLine { line, bytes, no_number, .. } = self;
        match no_number {
            None => format!("line {line}, the last one, is not whole ({bytes} bytes) and is left out"),
            Some(field) => format!(
                "line {line}, {field}: expected a finite number, found null; the file is left out from there on ({bytes} bytes)"
            ),
        }
    }
}

/// The field of a throw in this line that is `null` instead of a number.
pub(super) fn no_number(line: &[u8]) -> Option<String> {
    let event: Value = serde_json::from_slice(line).ok()?;
    let throw = event.get("action").or_else(|| event.get("kept"))?.get("throw")?;
    if throw.get("seconds").is_some_and(Value::is_null) {
        return Some("throw, seconds".to_string());
    }
    let attempts = throw.get("attempts")?.as_array()?;
    (1..).zip(attempts).find_map(|(number, attempt)| {
        let no_number = |values: &Value| values.as_array().is_some_and(|values| values.iter().any(Value::is_null));
        let (name, _) = attempt.as_object()?.iter().find(|(_, values)| no_number(values))?;
        Some(format!("throw, attempts, number {number}, {name}"))
    })
}
