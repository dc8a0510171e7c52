//! Reports to the operator.

/// Logs a fault that stops nothing.
pub(super) fn warn(text: &str) {
    tracing::warn!("{text}");
}
