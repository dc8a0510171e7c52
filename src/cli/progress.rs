//! Progress bars on stderr.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar of this length, drawn with a template of `indicatif`.
pub fn bar(length: u64, template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(length).with_style(style)
}
