//! Commands in a match that is played at this window.

use bevy::prelude::*;

use super::commands::{Commanded, report};
use super::legal_actions::{not_your_turn, unreadable};
use super::progress::MatchProgress;
use super::showing::Session;
use super::turn_clock::TurnClock;
use crate::engine::Refusal;
use crate::play::{DrawAnswer, Match, PlayError};
use crate::session::messages::{Notification, PlayerCommand, TableScene, TableUpdate};
use crate::session::schedule::MatchSet;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(handle).add_systems(Update, flush_when_over.in_set(MatchSet::Follow));
}

fn handle(
    on: On<Commanded>,
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    mut clock: ResMut<TurnClock>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    if on.0.is_of_play()
        && session.match_on_table().is_some_and(|running| !running.is_remote())
        && let Some(running) = session.match_on_table_mut()
    {
        report(carry_out(&on.0, running, &mut progress, &mut clock, &mut updates), &mut notifications);
    }
}

/// Returns a message to the players, if any.
fn carry_out(
    command: &PlayerCommand,
    running: &mut Match,
    progress: &mut MatchProgress,
    clock: &mut TurnClock,
    updates: &mut MessageWriter<TableUpdate>,
) -> Result<Option<String>, PlayError> {
    clock.spend_time(running)?;
    // Any action resumes a paused match.
    if matches!(command, PlayerCommand::Act(_) | PlayerCommand::Throw(_) | PlayerCommand::Takeback) {
        progress.paused = false;
    }
    let words = match command {
        PlayerCommand::Act(action) => {
            if let Some(words) = not_your_turn(running) {
                return Ok(Some(words));
            }
            let events = match running.act(action) {
                Err(PlayError::Refused { refusal, .. }) if matches!(*refusal, Refusal::Text(_)) => {
                    return Ok(Some(unreadable(action, running.game())));
                }
                acted => acted?,
            };
            updates.write(TableUpdate::Events(events, TableScene::of(running.game())));
            None
        }
        PlayerCommand::Throw(flick) => {
            if progress.rolling.is_none() {
                updates.write_batch(progress.throw(running.pending(), running.throw(*flick)));
            }
            None
        }
        PlayerCommand::Takeback => {
            let undone = running.take_back()?;
            progress.restart();
            updates.write(TableUpdate::rewound(undone.len(), running.game()));
            let rolled = undone.iter().any(|action| action.is_roll());
            rolled.then(|| "Taken back. The die is fixed: repeating the move gives the same roll.".to_string())
        }
        PlayerCommand::Resign(side) => {
            running.resign(*side)?;
            None
        }
        PlayerCommand::OfferDraw(side) => {
            let info = running.game().info();
            Some(match running.offer_draw(*side)? {
                DrawAnswer::Accepted => "Draw accepted.".to_string(),
                DrawAnswer::Declined => format!("{} declines the draw.", info.side(side.other())),
                DrawAnswer::Waiting => format!("{} offers a draw.", info.side(*side)),
            })
        }
        PlayerCommand::ClaimDraw => {
            running.claim_draw()?;
            None
        }
        PlayerCommand::AcceptDraw | PlayerCommand::DeclineDraw => {
            let side = running.draw_offer().ok_or(PlayError::NoOffer)?.other();
            if matches!(command, PlayerCommand::AcceptDraw) {
                running.accept_draw(side)?;
            } else {
                running.decline_draw(side)?;
            }
            None
        }
        _ => None,
    };
    if running.outcome().is_some() {
        progress.restart();
    }
    Ok(words)
}

/// Flushes a finished match, so that the library lists it immediately.
fn flush_when_over(mut session: ResMut<Session>, mut notifications: MessageWriter<Notification>) {
    let over = |session: &Session| session.live_match().is_some_and(|running| running.outcome().is_some());
    if session.is_changed()
        && over(&session)
        && let Some(Err(error)) = session.bypass_change_detection().live_match_mut().map(Match::flush)
    {
        notifications.write(error.into());
    }
}
