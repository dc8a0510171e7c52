//! Free hands: the mouse grabs anything on the table, and keys shake the table or flip the board.

use bevy::picking::events::{Pointer, Press, Release};
use bevy::picking::pointer::PointerButton;
use bevy::prelude::*;
use bevy::window::WindowFocused;
use bevy_rapier3d::prelude::Velocity;

use super::cursor::Cursor;
use super::picking::{Picker, at_height};
use crate::session::{
    Animating, FreeHands, GameSet, InputCommand, InputMap, KeyInput, Notification, Panels, PlayerCommand, Pointing,
};
use crate::table::physics::{Grabbed, loosen};

/// Height to which a grabbed object is raised, m.
const RAISE: f32 = 0.03;

/// Reach of the hand from the centre of the table, m.
const ARM: f32 = 0.8;

/// Handles mouse and keys of free hands.
pub fn plugin(app: &mut App) {
    app.add_observer(grab)
        .add_observer(let_go)
        .add_message::<WindowFocused>()
        .add_systems(Update, drop_on_focus_loss.in_set(GameSet::Input))
        .add_systems(Update, (keys, reach, offer_a_flip).chain().in_set(GameSet::Input));
}

fn keys(mut inputs: MessageReader<KeyInput>, hands: Res<FreeHands>, mut commands: MessageWriter<PlayerCommand>) {
    for command in inputs.read().filter_map(KeyInput::command) {
        commands.write(match command {
            InputCommand::FreeHands if hands.0 => PlayerCommand::TidyUp,
            InputCommand::FreeHands => PlayerCommand::FreeHands,
            InputCommand::Shake => PlayerCommand::Shake,
            InputCommand::FlipBoard => PlayerCommand::Flip,
            _ => continue,
        });
    }
}

/// Grabs a piece. All other pieces become loose, so that they can be knocked over.
fn grab(
    event: On<Pointer<Press>>,
    (hands, panels, busy): (Res<FreeHands>, Res<Panels>, Res<Animating>),
    picker: Picker,
    transforms: Query<&Transform>,
    mut commands: Commands,
) {
    let first = event.entity == event.original_event_target() && event.button == PointerButton::Primary;
    let at = event.pointer_location.position;
    if !first || !hands.0 || panels.cover(at) || busy.0 {
        return;
    }
    let picked = picker.of_event(at, event.entity, &event.hit);
    let (Some(piece), Some(point)) = (picked.piece, picked.point) else { return };
    let Ok(transform) = transforms.get(piece) else { return };
    let hold = transform.to_matrix().inverse().transform_point3(point);
    commands.queue(loosen);
    commands.entity(piece).insert(Grabbed { hold, hand: point + Vec3::Y * RAISE });
}

fn let_go(event: On<Pointer<Release>>, grabbed: Query<Entity, With<Grabbed>>, mut commands: Commands) {
    if event.button == PointerButton::Primary {
        for entity in &grabbed {
            commands.entity(entity).remove::<Grabbed>();
        }
    }
}

/// Without the focus, the window misses the release of a button.
fn drop_on_focus_loss(
    mut focus: MessageReader<WindowFocused>,
    grabbed: Query<Entity, With<Grabbed>>,
    mut commands: Commands,
) {
    if focus.read().filter(|event| !event.focused).count() > 0 {
        for entity in &grabbed {
            commands.entity(entity).remove::<Grabbed>();
        }
    }
}

/// Moves the hand with the cursor, at the height of the grab.
fn reach(cursor: Cursor, picker: Picker, mut grabbed: Query<&mut Grabbed, With<Velocity>>) {
    if grabbed.is_empty() {
        return;
    }
    let Some(ray) = cursor.position().and_then(|at| picker.ray(at)) else { return };
    for mut grabbed in &mut grabbed {
        let Some(point) = at_height(ray, grabbed.hand.y) else { continue };
        let hand = point.clamp(Vec3::new(-ARM, 0.0, -ARM), Vec3::splat(ARM));
        grabbed.set_if_neq(Grabbed { hand, ..*grabbed });
    }
}

/// Offers to flip the table to a player who resigns.
fn offer_a_flip(
    mut commands: MessageReader<PlayerCommand>,
    (keys, pointing): (Res<InputMap>, Res<Pointing>),
    mut notifications: MessageWriter<Notification>,
) {
    let resigns = commands.read().filter(|command| matches!(command, PlayerCommand::Resign(_))).count() > 0;
    let key = keys.key(InputCommand::FlipBoard);
    if resigns && *pointing == Pointing::Mouse && !key.is_empty() {
        notifications.write(Notification::new(format!("{key} flips the table.")));
    }
}
