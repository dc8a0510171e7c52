//! Pointer buttons for egui, which tests all buttons of a frame at the pointer's last position. At a
//! low frame rate it would lose a click after which the pointer moves. The events from such a move
//! on wait for the next frame.

use std::mem;

use bevy::prelude::*;
use bevy_egui::egui::Event;
use bevy_egui::{EguiInput, EguiPreUpdateSet, PrimaryEguiContext};

use crate::session::{GameSet, request_frame};

/// The events that wait for the next frame.
#[derive(Resource, Default)]
struct HeldEvents(Vec<Event>);

pub fn plugin(app: &mut App) {
    app.init_resource::<HeldEvents>()
        .add_systems(PreUpdate, hold.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass))
        .add_systems(Update, request_frame(0.0).run_if(is_waiting).in_set(GameSet::Rest));
}

fn hold(mut waiting: ResMut<HeldEvents>, mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>) {
    for mut input in &mut inputs {
        let mut events = mem::take(&mut waiting.0);
        events.append(&mut input.events);
        waiting.0 = split_off_later(&mut events);
        input.events = events;
    }
}

fn is_waiting(waiting: Res<HeldEvents>) -> bool {
    !waiting.0.is_empty()
}

/// Removes the events from the first move of the pointer after one of its buttons on, and returns
/// them.
fn split_off_later(events: &mut Vec<Event>) -> Vec<Event> {
    let is_button = |event: &Event| matches!(event, Event::PointerButton { .. });
    let button = events.iter().position(is_button).unwrap_or(events.len());
    let is_move = |event: &Event| matches!(event, Event::PointerMoved(_));
    let end = events[button..].iter().position(is_move).map_or(events.len(), |at| button + at);
    events.split_off(end)
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Modifiers, PointerButton, Pos2};

    use super::*;

    #[test]
    fn buttons_are_tested_where_they_were_pressed() {
        let at = |x: f32| Pos2::new(x, 0.0);
        let press = |x, pressed| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
            Event::PointerButton { pos: at(x), button, pressed, modifiers }
        };
        let click = |x| [Event::PointerMoved(at(x)), press(x, true), press(x, false)];
        let mut first = [click(1.0), click(2.0)].concat();
        let mut second = split_off_later(&mut first);
        assert_eq!((first, second.clone()), (click(1.0).to_vec(), click(2.0).to_vec()));
        assert!(split_off_later(&mut second).is_empty());
    }
}
