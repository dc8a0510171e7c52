//! Reports to the operator.

/// Tells the operator, by the standard error output, of something that needs attention but stops nothing.
pub(super) fn warn(text: &str) {
    eprintln!("warning: {text}");
}
