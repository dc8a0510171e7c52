//! Carries out the players' commands.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::opening::Opening;
use super::progress::{MatchProgress, Rest};
use super::replay::{annotate, handle_replay_command, review, show_again};
use super::showing::{FreeHands, Session, Showing};
use super::turn_clock::TurnClock;
use crate::engine::{Cell, Die};
use crate::play::{DrawAnswer, Match, Pending, PlayError, Roll, Seat};
use crate::session::input::Selection;
use crate::session::messages::{Notification, PlayerCommand, Scene, TableUpdate};
use crate::session::records::MatchRecorder;
use crate::session::schedule::MatchSet;
use crate::session::wake_up::WakeUp;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, handle_commands.in_set(MatchSet::Command)).add_systems(Last, flush_at_exit);
}

/// Everything that a command may change.
#[derive(SystemParam)]
struct Table<'w> {
    session: ResMut<'w, Session>,
    progress: ResMut<'w, MatchProgress>,
    rest: ResMut<'w, Rest>,
    clock: ResMut<'w, TurnClock>,
    opening: ResMut<'w, Opening>,
    recorder: ResMut<'w, MatchRecorder>,
    updates: MessageWriter<'w, TableUpdate>,
}

/// Carries out the players' commands.
fn handle_commands(
    mut commands: MessageReader<PlayerCommand>,
    mut table: Table,
    (mut selection, mut hands): (ResMut<Selection>, ResMut<FreeHands>),
    mut notifications: MessageWriter<Notification>,
    wake: Res<WakeUp>,
) {
    for command in commands.read() {
        table.rest.interrupt();
        hands.set_if_neq(FreeHands(hands_after(command, hands.0)));
        match handle_command(command, &mut table, &wake) {
            Ok(Some(words)) => {
                notifications.write(Notification::new(words));
            }
            Ok(None) => {}
            Err(error) => {
                notifications.write(error.into());
            }
        }
        if !matches!(
            command,
            PlayerCommand::Skip | PlayerCommand::MoveNow | PlayerCommand::Hint | PlayerCommand::Annotate(_)
        ) {
            selection.release();
        }
    }
}

/// Whether hands are free after this command. A new match begins with hands that play.
fn hands_after(command: &PlayerCommand, before: bool) -> bool {
    match command {
        PlayerCommand::FreeHands | PlayerCommand::Shake | PlayerCommand::Flip => true,
        PlayerCommand::TidyUp | PlayerCommand::Begin(_) | PlayerCommand::BeginCommitted { .. } => false,
        _ => before,
    }
}

fn handle_command(command: &PlayerCommand, table: &mut Table, wake: &WakeUp) -> Result<Option<String>, PlayError> {
    match command {
        PlayerCommand::Begin(setup) => return begin(Match::new(setup.as_ref().clone())?, table),
        PlayerCommand::BeginCommitted { setup, secret, entropy } => {
            return begin(Match::committed(setup.as_ref().clone(), secret.clone(), entropy.clone())?, table);
        }
        PlayerCommand::Continue(file) => {
            table.opening.resume(file.clone(), wake);
            return Ok(None);
        }
        PlayerCommand::OpenReplay(file) => {
            // The file may be that of the match on the table.
            let saved = flush(&mut table.session);
            table.opening.replay(file.clone(), wake);
            return saved.map(|()| None);
        }
        PlayerCommand::ShowAgain => {
            if !table.progress.is_rolling() {
                show_again(&table.session.showing, &mut table.updates);
            }
            return Ok(None);
        }
        PlayerCommand::Review { actions, run } => {
            let saved = flush(&mut table.session);
            if review(&mut table.session, *actions, &mut table.updates) {
                if table.session.background_match.is_none() {
                    table.progress.restart();
                }
                table.progress.running = *run;
            }
            return saved.map(|()| None);
        }
        PlayerCommand::Annotate(note) => return annotate(&mut table.session, note),
        PlayerCommand::Skip => {
            table.updates.write(TableUpdate::Hurry);
            return Ok(None);
        }
        PlayerCommand::FreeHands => {
            let words = "Free hands: grab, drag and throw whatever is on the table. J shakes it, Shift and J flips the \
                         board, G tidies up";
            return Ok(Some(words.into()));
        }
        PlayerCommand::Shake => {
            table.updates.write_batch([TableUpdate::Hurry, TableUpdate::Shake]);
            return Ok(None);
        }
        PlayerCommand::Flip => {
            table.updates.write_batch([TableUpdate::Hurry, TableUpdate::Flip]);
            return Ok(None);
        }
        PlayerCommand::TidyUp => {
            table.updates.write(TableUpdate::TidyUp);
            return Ok(None);
        }
        PlayerCommand::MoveNow => {
            if let Some(thinking) = &table.progress.thinking {
                thinking.stop();
            }
            return Ok(None);
        }
        // The analysis answers it.
        PlayerCommand::Hint => return Ok(None),
        _ => {}
    }
    let Table { session, progress, clock, updates, .. } = table;
    match &mut session.showing {
        Showing::Nothing => Ok(None),
        Showing::Match(running) => handle_match_command(command, running, progress, clock, updates),
        Showing::Replay(_) => {
            let words = handle_replay_command(command, session, &mut progress.running, updates);
            if matches!(command, PlayerCommand::Seek(_)) && session.live_match().is_none() {
                progress.restart();
            }
            Ok(words.map(String::from))
        }
    }
}

/// Puts a new match on the table.
fn begin(mut begun: Match, table: &mut Table) -> Result<Option<String>, PlayError> {
    table.opening.cancel();
    let recorded = table.recorder.record(&mut begun);
    let saved = flush(&mut table.session);
    table.updates.write(TableUpdate::reset(begun.game()));
    *table.session = Session::of(Showing::Match(Box::new(begun)));
    table.progress.restart();
    table.progress.running = false;
    table.clock.reset();
    saved.and(recorded).map(|_| None)
}

/// Waits until the match that is being played is in its file.
fn flush(session: &mut Session) -> Result<(), PlayError> {
    session.live_match_mut().map_or(Ok(()), Match::flush)
}

/// Does so when the program ends. There is no window any more that could show an error.
fn flush_at_exit(mut exits: MessageReader<AppExit>, mut session: ResMut<Session>) {
    if exits.read().next().is_some()
        && let Err(error) = flush(&mut session)
    {
        error!("{error}");
    }
}

fn handle_match_command(
    command: &PlayerCommand,
    running: &mut Match,
    progress: &mut MatchProgress,
    clock: &mut TurnClock,
    updates: &mut MessageWriter<TableUpdate>,
) -> Result<Option<String>, PlayError> {
    clock.spend_time(running)?;
    let words = match command {
        PlayerCommand::Act(action) => {
            if let Pending::Decide { seat: Seat::Bot(bot), side } = running.pending() {
                let name = running.game().info().side(side);
                return Ok(Some(format!("It is the turn of {name}, played by {bot}.")));
            }
            let events = running.act(action)?;
            updates.write(TableUpdate::Events(events, Scene::of(running.game())));
            None
        }
        PlayerCommand::Throw(flick) => {
            if let (Pending::Throw { die, cell, .. }, None) = (running.pending(), &progress.rolling) {
                throw(running.throw(*flick), die, cell, progress, updates);
            }
            None
        }
        PlayerCommand::Takeback => {
            let undone = running.take_back()?;
            progress.restart();
            updates.write(TableUpdate::rewound(undone.len(), running.game()));
            let rolled = undone.iter().any(|action| action.is_roll());
            rolled.then(|| "Taken back. The throw is decided already: the same again gets the same.".to_string())
        }
        PlayerCommand::Resign(side) => {
            running.resign(*side)?;
            None
        }
        PlayerCommand::OfferDraw(side) => {
            let info = running.game().info();
            Some(match running.offer_draw(*side)? {
                DrawAnswer::Accepted => "The draw is accepted.".to_string(),
                DrawAnswer::Declined => format!("{} declines the draw.", info.side(side.other())),
                DrawAnswer::Waiting => format!("{} offers a draw.", info.side(*side)),
            })
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

fn throw(
    roll: Option<Roll>,
    die: &'static Die,
    at: Option<Cell>,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) {
    let Some(roll) = roll else { return };
    if let Some(physical) = &roll.physical {
        updates.write(TableUpdate::Thrown { die, at, roll: Box::new(physical.clone()) });
    }
    progress.rolling = Some(roll);
}
