//! Advances bots, dice and replays, each when the table is at rest.

use bevy::prelude::*;

use super::progress::{AutoStep, MatchProgress, TableRest, pause_before};
use super::replay::advance_replay;
use super::showing::{Animating, Screen, Session};
use super::thinking::{Decided, ThinkingPlayer};
use super::turn_clock::TurnClock;
use crate::play::{Match, Pending};
use crate::session::input::Panels;
use crate::session::messages::{Notification, TableScene, TableUpdate};
use crate::session::schedule::MatchSet;
use crate::session::settings::{Director, Settings};
use crate::session::wake_up::WakeUp;

pub(super) fn plugin(app: &mut App) {
    let replay = (go_on_in_background, play_replay).chain().run_if(in_state(Screen::Replay));
    let systems = (count_rest, go_on.run_if(in_state(Screen::Match)), replay);
    app.add_systems(Update, systems.chain().in_set(MatchSet::Advance));
}

/// Measures the time for which the table has been at rest, and records whether a question is open.
fn count_rest(
    (time, session, panels): (Res<Time>, Res<Session>, Res<Panels>),
    (animating, director): (Res<Animating>, Res<Director>),
    mut rest: ResMut<TableRest>,
    mut progress: ResMut<MatchProgress>,
) {
    if progress.blocked != panels.asks {
        progress.blocked = panels.asks;
    }
    rest.pass(time.delta_secs(), animating.0 || director.close_up, session.background_match.is_some());
}

/// Takes the next step of the match on the table.
fn go_on(
    (rest, settings, wake): (Res<TableRest>, Res<Settings>, Res<WakeUp>),
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    mut clock: ResMut<TurnClock>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    let Some(running) = session.running().filter(|_| !rest.waits) else { return };
    let Some(step) = next(&progress, running, rest.rested, settings.pause) else { return };
    match take(step, &mut session, &mut progress, &mut clock, &wake) {
        Ok(Some(update)) => {
            updates.write(update);
        }
        Ok(None) => {}
        Err(notification) => {
            notifications.write(notification);
        }
    }
}

/// Takes the next step of a match in the background of its replay, without showing it.
fn go_on_in_background(
    (settings, wake): (Res<Settings>, Res<WakeUp>),
    mut rest: ResMut<TableRest>,
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    mut clock: ResMut<TurnClock>,
    mut notifications: MessageWriter<Notification>,
) {
    let Some(running) = session.background_match.as_deref() else { return };
    let Some(step) = next(&progress, running, rest.in_background, settings.pause) else { return };
    match take(step, &mut session, &mut progress, &mut clock, &wake) {
        Ok(Some(_)) => {
            rest.in_background = 0.0;
            session.sync_replay();
        }
        Ok(None) => {}
        Err(notification) => {
            notifications.write(notification);
        }
    }
}

/// Shows the next action of a running replay. A die thrown by the replay takes effect when it comes
/// to rest.
fn play_replay(
    settings: Res<Settings>,
    mut rest: ResMut<TableRest>,
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    mut updates: MessageWriter<TableUpdate>,
) {
    let due = progress.replay_throws || progress.replay_playing && !progress.blocked && rest.rested >= settings.pause;
    if due && !rest.waits {
        advance_replay(&mut session, &mut progress, &mut updates);
        rest.interrupt();
    }
}

/// The step due after `rested` seconds; `None` while a bot searches.
fn next(progress: &MatchProgress, running: &Match, rested: f32, pause: f32) -> Option<AutoStep> {
    let step = progress.step(running).filter(|step| *step != AutoStep::Search)?;
    (!step.rests_before() || rested >= pause_before(running, pause)).then_some(step)
}

/// Takes a step of the match being played. Returns the update for the table, or the reason for a
/// failure. Marks the session as changed only if the match changes.
fn take(
    step: AutoStep,
    session: &mut ResMut<Session>,
    progress: &mut MatchProgress,
    clock: &mut TurnClock,
    wake: &WakeUp,
) -> Result<Option<TableUpdate>, Notification> {
    match step {
        AutoStep::Search => Ok(None),
        AutoStep::Think => {
            progress.thinking = session.live_match().and_then(|running| ThinkingPlayer::start(running, wake));
            Ok(None)
        }
        AutoStep::Throw => {
            let Some(running) = session.live_match() else { return Ok(None) };
            Ok(progress.throw(running.pending(), running.throw(None)))
        }
        AutoStep::Act => {
            let thought = progress.thought().and_then(|thought| thought.thought);
            let decided = progress.thinking.take().and_then(|thinking| thinking.take());
            let (Some(running), Some(decided)) = (session.live_match_mut(), decided) else { return Ok(None) };
            let over = clock.spend_time(running)?.is_some();
            let Pending::Decide { side, .. } = running.pending() else { return Ok(None) };
            progress.scores[side.index()] = thought.map(|thought| thought.value);
            let Decided { action, program } = match decided {
                Ok(decided) => decided,
                Err(reason) => {
                    running.seat_person(side);
                    let side = running.game().info().side(side);
                    let words = format!("{reason}. The match is kept; you can take over {side}.");
                    return Err(Notification::new(words));
                }
            };
            if let Some(program) = program {
                running.keep_program(side, program);
            }
            if over {
                return Ok(None);
            }
            let events = running.act(&action)?;
            progress.follow(&events);
            Ok(Some(TableUpdate::Events(events, TableScene::of(running.game()))))
        }
        AutoStep::Settle => {
            let (Some(running), Some(roll)) = (session.live_match_mut(), progress.rolling.take()) else {
                return Ok(None);
            };
            let events = running.apply_roll(&roll)?;
            progress.follow(&events);
            Ok(Some(TableUpdate::Events(events, TableScene::of(running.game()))))
        }
    }
}
