//! Free hands, which grab anything on the table without changing the position.

use bevy::prelude::*;

use super::activity::reset_on_open;
use super::commands::Commanded;
use crate::session::messages::{Notification, PlayerCommand, TableUpdate};

/// Whether free hands are on. They grab anything on the table without changing the position.
#[derive(Resource, Debug, Default, PartialEq, Eq)]
pub struct FreeHands(pub bool);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<FreeHands>().add_plugins(reset_on_open::<FreeHands>).add_observer(handle);
}

/// Turns free hands on or off, and lets them shake, flip and tidy up.
fn handle(
    on: On<Commanded>,
    mut hands: ResMut<FreeHands>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    match &on.0 {
        PlayerCommand::FreeHands => {
            let words = "Free hands: grab, drag and throw anything on the table. J shakes it, Shift and J flips the \
                         board, G tidies up";
            notifications.write(Notification::new(words));
        }
        PlayerCommand::Shake => {
            updates.write_batch([TableUpdate::Hurry, TableUpdate::Shake]);
        }
        PlayerCommand::Flip => {
            updates.write_batch([TableUpdate::Hurry, TableUpdate::Flip]);
        }
        PlayerCommand::TidyUp => {
            updates.write(TableUpdate::TidyUp);
        }
        PlayerCommand::Exercise(_) | PlayerCommand::Board(_) if hands.0 && !on.0.keeps_selection() => {
            updates.write(TableUpdate::TidyUp);
        }
        _ => return,
    }
    let are_on = matches!(on.0, PlayerCommand::FreeHands | PlayerCommand::Shake | PlayerCommand::Flip);
    hands.set_if_neq(FreeHands(are_on));
}
