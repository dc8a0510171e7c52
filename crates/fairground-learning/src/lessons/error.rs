use thiserror::Error;

/// A fault in a lesson, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}:{line}: {reason}")]
pub struct LessonError {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The fault.
    pub reason: String,
}

impl LessonError {
    /// Makes an error for a byte offset in the text of a file.
    pub(super) fn at(file: &str, text: &str, offset: usize, reason: impl Into<String>) -> LessonError {
        let before = text.get(..offset).unwrap_or(text);
        let line = 1 + before.bytes().filter(|byte| *byte == b'\n').count();
        LessonError { file: file.to_string(), line, reason: reason.into() }
    }
}
