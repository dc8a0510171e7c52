//! Carries out the players' commands, one after another: each sees the result of those before it.

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;

use super::legal_actions::not_your_turn;
use super::progress::TableRest;
use super::showing::Session;
use crate::play::PlayError;
use crate::session::input::Selection;
use crate::session::messages::{Notification, PlayerCommand};
use crate::session::schedule::MatchSet;
use crate::session::settings::Settings;

/// A command that is due. Each part of the session observes the commands about it.
#[derive(Event)]
pub(super) struct Commanded(pub(super) PlayerCommand);

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, carry_out.in_set(MatchSet::Command));
}

fn carry_out(world: &mut World, mut reader: Local<MessageCursor<PlayerCommand>>) {
    let commands: Vec<_> = reader.read(world.resource::<Messages<PlayerCommand>>()).cloned().collect();
    for command in commands {
        // A skip gives the table nothing new to show. It may be requested in every frame, and must
        // not delay the match.
        if !matches!(command, PlayerCommand::Skip) {
            world.resource_mut::<TableRest>().interrupt();
        }
        if world.resource::<Settings>().confirm_moves && needs_confirmation(&command, world) {
            continue;
        }
        let keeps_selection = command.keeps_selection();
        world.trigger(Commanded(command));
        if !keeps_selection {
            world.resource_mut::<Selection>().release();
        }
    }
}

/// Whether a legal action is given for the first time. It is then kept in the selection and played
/// when it is given again.
fn needs_confirmation(command: &PlayerCommand, world: &mut World) -> bool {
    let PlayerCommand::Act(action) = command else { return false };
    let Some(running) = world.resource::<Session>().match_on_table() else { return false };
    let legal = not_your_turn(running).is_none() && running.game().check(action).is_ok();
    let mut selection = world.resource_mut::<Selection>();
    if !legal || selection.unconfirmed.as_ref() == Some(action) {
        return false;
    }
    selection.release();
    selection.unconfirmed = Some(action.clone());
    true
}

/// Tells the players the message or error with which a command was answered.
pub(super) fn report(answer: Result<Option<String>, PlayError>, notifications: &mut MessageWriter<Notification>) {
    match answer {
        Ok(words) => {
            notifications.write_batch(words.map(Notification::new));
        }
        Err(error) => {
            notifications.write(error.into());
        }
    }
}
