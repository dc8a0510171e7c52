//! The parts of the window: the panel at the right edge, or below the table in a narrow upright
//! window, and the sentence bar above the table, or between table and panel.

use bevy_egui::egui::Rect;

/// The width of the panel, logical pixels. In a small window, the table keeps at least half of the
/// width.
pub const WIDTH: f32 = 300.0;

/// An upright window narrower than this has the panel at its lower edge, logical pixels.
const NARROW: f32 = 720.0;

/// In a window narrower than this, pixels of text at 100 %, the panel is folded unless the user
/// unfolds it.
const FOLDS: f32 = 1000.0;

/// The minimum and maximum share of an upright window's height for the panel. Within these limits,
/// the table gets a square.
const BELOW: [f32; 2] = [0.36, 0.54];

/// The heights of the sentence, of the text below it, and of the buttons in a narrow bar, logical
/// pixels.
pub const SENTENCE: f32 = 25.0;
pub const DETAIL: f32 = 25.0;
pub const BUTTONS: f32 = 32.0;

/// The margin at the upper and lower edge of the bar, logical pixels.
pub const ABOVE: f32 = 4.0;

/// From this width on, the buttons of the bar stand beside the sentence, logical pixels.
pub const WIDE: f32 = 640.0;

/// The bar of a window lower than this has no line below the sentence, logical pixels.
pub const LOW: f32 = 480.0;

/// The width of the panel in a window, unless it is below the table.
pub fn width(whole: Rect) -> f32 {
    WIDTH.min((0.5 * whole.width()).floor())
}

/// The part of the window covered by the unfolded panel.
pub fn place(whole: Rect) -> Rect {
    if whole.width() < NARROW && whole.height() > whole.width() {
        let table = whole.width() + bar_height(whole, whole.width());
        let height = (whole.height() - table).clamp(BELOW[0] * whole.height(), BELOW[1] * whole.height());
        whole.with_min_y(whole.bottom() - height.round())
    } else {
        whole.with_min_x(whole.right() - width(whole))
    }
}

/// Whether the panel is below the table.
pub fn is_below(whole: Rect) -> bool {
    place(whole).width() == whole.width() && whole.width() < NARROW
}

/// Whether the panel is folded by default. `zoom` is the scale of the text.
pub fn folds(whole: Rect, zoom: f32) -> bool {
    whole.width() * zoom < FOLDS && !is_below(whole)
}

/// The height of the bar in a window, with `width` for the bar, logical pixels. It depends on
/// nothing else, so that the table does not move during a match.
pub fn bar_height(window: Rect, width: f32) -> f32 {
    let detail = if window.height() < LOW { 0.0 } else { DETAIL };
    let buttons = if width < WIDE { BUTTONS + 2.0 } else { 0.0 };
    (SENTENCE + detail + buttons).max(BUTTONS) + 2.0 * ABOVE
}
