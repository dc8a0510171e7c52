//! Pauses a match with bots, and lets it run on.

use bevy::prelude::*;

use super::commands::Commanded;
use super::progress::MatchProgress;
use super::showing::Session;
use crate::play::{Match, Seat};
use crate::session::messages::{Notification, PlayerCommand, TableUpdate};

pub(super) fn plugin(app: &mut App) {
    app.add_observer(handle);
}

/// Whether a match can be paused: a bot plays in it, and nobody plays online.
#[must_use]
pub fn can_be_paused(running: &Match) -> bool {
    !running.is_remote() && running.setup().seats != [Seat::Human; 2]
}

fn handle(
    on: On<Commanded>,
    session: Res<Session>,
    mut progress: ResMut<MatchProgress>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    match &on.0 {
        PlayerCommand::Pause(pause) => {
            (progress.plays_one, progress.to_capture) = (false, false);
            progress.paused = *pause && session.live_match().is_some_and(can_be_paused);
        }
        PlayerCommand::PlayOne => progress.plays_one = progress.paused,
        PlayerCommand::MoveNow => {
            if let Some(thinking) = &progress.thinking {
                thinking.stop();
            }
        }
        PlayerCommand::Skip => {
            updates.write(TableUpdate::Hurry);
        }
        PlayerCommand::NextCapture if session.replay().is_none() => {
            let words = match session.match_on_table() {
                Some(running) if running.outcome().is_some() => "The match is over.",
                Some(_) if session.is_watched() => {
                    (progress.to_capture, progress.paused) = (true, false);
                    return;
                }
                _ => "Only replays and matches between bots skip to a capture.",
            };
            notifications.write(Notification::new(words));
        }
        _ => {}
    }
}
