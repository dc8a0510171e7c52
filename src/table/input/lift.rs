//! How much of a stack is lifted by hand: the wheel chooses while the stack is held, and who drags a chip lifts it with all
//! that lies on it.

use bevy::input::InputSystems;
use bevy::input::mouse::AccumulatedMouseScroll;
use bevy::prelude::*;

use super::picking::through_cylinder;
use crate::engine::Look;
use crate::session::{Panels, Selection, Session};
use crate::table::piece::model;

/// The wheel with a stack in hand.
pub fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, turn.after(InputSystems));
}

/// Lifts more with the wheel turned up, less turned down. What the wheel did here it does not do to the camera, which reads
/// it later.
fn turn(
    mut scroll: ResMut<AccumulatedMouseScroll>,
    panels: Res<Panels>,
    session: Res<Session>,
    mut hand: ResMut<Selection>,
) {
    if scroll.delta.y == 0.0 || panels.pointer || hand.held.is_none() {
        return;
    }
    let Some(running) = session.running() else { return };
    let counts = hand.counts(&running.game().gestures());
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

/// How many chips of a stack that stands on `foot` lie from the chip on that a ray meets at the stack's side; `None` if it
/// comes in through the top, or misses, or this is no stack.
#[must_use]
pub fn grabbed(ray: Ray3d, foot: Vec3, look: &Look) -> Option<u8> {
    let Look::Chips(chips) = look else { return None };
    let stack = model::model(look, None, 0);
    let at = ray.get_point(through_cylinder(ray, foot, stack.radius, stack.height)?).y - foot.y;
    let share = at / stack.height;
    (share < 0.999).then(|| chips - ((share.max(0.0) * f32::from(*chips)) as u8).min(chips - 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::mesh::chip;

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

    #[test]
    fn a_chip_is_grabbed_at_its_side_with_all_above_it() {
        let foot = Vec3::new(0.1, 0.0, -0.2);
        // From the seat of White, onto the middle of the rim of each chip.
        for chip in 0..5_u8 {
            let rim = foot + Vec3::new(0.0, (f32::from(chip) + 0.5) * chip::HEIGHT, chip::RADIUS);
            let eye = rim + Vec3::new(0.0, 0.5, 0.4);
            let ray = Ray3d::new(eye, Dir3::new(rim - eye).unwrap());
            assert_eq!(grabbed(ray, foot, &Look::Chips(5)), Some(5 - chip));
        }
        let above = Ray3d::new(foot + Vec3::Y, Dir3::NEG_Y);
        assert_eq!(grabbed(above, foot, &Look::Chips(5)), None);
        assert_eq!(grabbed(above, foot + Vec3::X, &Look::Chips(5)), None);
        let aside = Ray3d::new(foot + Vec3::new(0.0, 0.003, 1.0), Dir3::NEG_Z);
        assert_eq!(grabbed(aside, foot, &Look::Chips(1)), Some(1));
        assert_eq!(grabbed(aside, foot, &Look::Man(crate::engine::PieceKind::Rook)), None);
    }
}
