//! Values of positions for people.

use crate::bots::{WIN, WIN_BOUND};

/// Actions to a forced end, negative if it is a loss.
pub(in crate::cli) fn win_in(value: i32) -> Option<i32> {
    (value.abs() >= WIN_BOUND).then(|| (WIN - value.abs()) * value.signum())
}

/// A value in words.
pub(in crate::cli) fn in_words(value: i32, win: f64) -> String {
    match win_in(value) {
        Some(actions) if actions >= 0 => format!("won in {actions} actions"),
        Some(actions) => format!("lost in {} actions", -actions),
        None => format!("{} ({:.1} %)", pawns(value), 100.0 * win),
    }
}

/// A value in pawns, with its sign.
pub(in crate::cli) fn pawns(value: i32) -> String {
    format!("{:+.2}", f64::from(value) / 100.0)
}
