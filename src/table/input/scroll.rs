//! Turning the wheel, or pulling two fingers over a touchpad.

use bevy::input::mouse::{AccumulatedMouseScroll, MouseScrollUnit};

/// How far a touchpad is pulled for one notch of a wheel, pixels.
pub const PIXELS: f32 = 40.0;

/// How far the wheel was turned up in this frame, notches.
#[must_use]
pub fn notches(scroll: &AccumulatedMouseScroll) -> f32 {
    match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / PIXELS,
    }
}
