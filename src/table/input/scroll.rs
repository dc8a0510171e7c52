//! Scrolling by wheel or by touchpad.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};

/// Touchpad movement equal to one notch of the wheel, pixels.
pub const PIXELS: f32 = 40.0;

/// Upward scrolling in this frame, notches.
#[must_use]
pub fn notches(scroll: &AccumulatedMouseScroll) -> f32 {
    match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / PIXELS,
    }
}
