//! How much of a stack is lifted by hand: the wheel chooses while the stack is held.

use bevy::input::InputSystems;
use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::prelude::*;

use crate::session::{LegalActions, Panels, Selection, Session};

/// The wheel with a stack in hand.
pub fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, turn.after(InputSystems));
}

/// Lifts more with the wheel turned up, less turned down. What the wheel did here it does not do to the camera, which reads
/// it later.
fn turn(
    mut scroll: ResMut<AccumulatedMouseScroll>,
    panels: Res<Panels>,
    (session, legal): (Res<Session>, Res<LegalActions>),
    mut hand: ResMut<Selection>,
) {
    if scroll.delta.y == 0.0 || panels.pointer || hand.held.is_none() {
        return;
    }
    if session.running().is_none() {
        return;
    }
    let counts = hand.counts(&legal.0);
    let Some(next) = stepped(&counts, hand.count, scroll.delta.y > 0.0) else { return };
    hand.count = Some(next);
    hand.choices.clear();
    scroll.delta = Vec2::ZERO;
}

/// The count after (or before) the one that is lifted now, all of the stack if nothing was said; `None` if there is nothing
/// to choose.
fn stepped(counts: &[u8], now: Option<u8>, up: bool) -> Option<u8> {
    let most = *counts.last().filter(|_| counts.len() > 1)?;
    let at = counts.iter().position(|count| *count == now.unwrap_or(most))?;
    let next = if up { (at + 1).min(counts.len() - 1) } else { at.saturating_sub(1) };
    counts.get(next).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_steps_through_what_can_be_lifted() {
        let counts = [1, 3, 4];
        assert_eq!(stepped(&counts, None, false), Some(3));
        assert_eq!(stepped(&counts, Some(3), false), Some(1));
        assert_eq!(stepped(&counts, Some(1), false), Some(1));
        assert_eq!(stepped(&counts, Some(3), true), Some(4));
        assert_eq!(stepped(&counts, None, true), Some(4));
        assert_eq!(stepped(&[4], None, false), None);
        assert_eq!(stepped(&[], None, true), None);
    }
}
