//! A match in a room on the table: forwards the player's requests to the room, and shows its
//! updates.

use std::path::PathBuf;

use bevy::prelude::*;

use super::activity::OpenActivity;
use super::analysis_boards;
use super::commands::Commanded;
use super::legal_actions::unreadable;
use super::progress::{MatchProgress, TableRest};
use super::replay;
use super::saving::Saving;
use super::showing::Session;
use crate::engine::{Refusal, Side};
use crate::play::{Followed, Match, Pending, PlayError, Seat};
use crate::record::{Header, MatchEvent};
use crate::rooms::OfferKind;
use crate::session::input::Selection;
use crate::session::messages::{Notification, PlayerCommand, TableScene, TableUpdate};
use crate::session::online::{ConnectionState, CurrentRoom, Joined};
use crate::session::records::MatchRecorder;
use crate::session::schedule::MatchSet;
use crate::session::wake_up::WakeUp;

/// With this many pending events, the player has been away, and the table skips to the latest
/// position.
const CATCH_UP: usize = 4;

pub(super) fn plugin(app: &mut App) {
    app.add_observer(handle)
        .add_systems(Update, begin.in_set(MatchSet::Open))
        .add_systems(Update, follow.in_set(MatchSet::Advance));
}

fn handle(
    on: On<Commanded>,
    session: Res<Session>,
    mut room: ResMut<CurrentRoom>,
    mut notifications: MessageWriter<Notification>,
) {
    if let Some(running) = session.match_on_table().filter(|running| running.is_remote() && on.0.is_of_play()) {
        notifications.write_batch(request(&on.0, running, &mut room).map(Notification::new));
    }
}

/// Sends a command to the room whose match is on the table. Returns a message to the player, if
/// any.
fn request(command: &PlayerCommand, running: &Match, room: &mut CurrentRoom) -> Option<String> {
    if let Some(words) = rejection(command, running, room) {
        return Some(words.to_string());
    }
    let joined = room.on_table_mut()?;
    let drawn = joined.offered().filter(|offered| offered.what == OfferKind::Draw).map(|offered| offered.offer);
    let client = joined.client_mut();
    match command {
        PlayerCommand::Act(action) if matches!(running.game().check(action), Err(Refusal::Text(_))) => {
            return Some(unreadable(action, running.game()));
        }
        PlayerCommand::Throw(_) if !matches!(running.pending(), Pending::Throw { .. }) => {}
        PlayerCommand::AcceptDraw | PlayerCommand::DeclineDraw if drawn.is_none() => {
            return Some("No draw has been offered.".to_string());
        }
        _ => client.send(|state| {
            Some(match command {
                PlayerCommand::Act(action) => state.act(action),
                PlayerCommand::Throw(flick) => state.throw(*flick),
                PlayerCommand::Takeback => state.offer(OfferKind::Takeback),
                PlayerCommand::OfferDraw(_) => state.offer(OfferKind::Draw),
                PlayerCommand::Resign(_) => state.resign(),
                PlayerCommand::ClaimDraw => state.claim_draw(),
                PlayerCommand::AcceptDraw => state.answer(drawn?, true),
                PlayerCommand::DeclineDraw => state.answer(drawn?, false),
                _ => return None,
            })
        }),
    }
    None
}

/// The reason why this request cannot be sent to the room now; `None` if it can.
fn rejection(command: &PlayerCommand, running: &Match, room: &CurrentRoom) -> Option<&'static str> {
    let Some(joined) = room.on_table() else { return Some("You have left the room of this match.") };
    match joined.connection() {
        ConnectionState::Elsewhere => return Some("You are now playing on another device."),
        ConnectionState::Closed(_) => return Some("The connection to the room is closed."),
        _ => {}
    }
    if !matches!(command, PlayerCommand::Act(_) | PlayerCommand::Throw(_)) {
        return None;
    }
    if running.outcome().is_some() {
        return Some("The match is over.");
    }
    if !waits_for_user(running) {
        return Some(match joined.state().side() {
            Some(_) => "It is your opponent's turn.",
            None => "You are watching.",
        });
    }
    (!joined.may_act()).then_some("Your last move is still being sent.")
}

/// Whether a person at this table is to decide or to throw.
#[must_use]
pub fn waits_for_user(running: &Match) -> bool {
    matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. } | Pending::Throw { seat: Seat::Human, .. })
}

/// The room, in place of a file name in errors.
fn source(joined: &Joined) -> PathBuf {
    PathBuf::from(format!("room {}", joined.state().link().room))
}

/// Puts the match of the room on the table in its current state, once it has begun.
fn begin(
    (mut room, mut session, mut saving): (ResMut<CurrentRoom>, ResMut<Session>, ResMut<Saving>),
    (recorder, wake): (Res<MatchRecorder>, Res<WakeUp>),
    mut commands: Commands,
    mut notifications: MessageWriter<Notification>,
) {
    let Some(joined) = room.bypass_change_detection().joined_mut() else { return };
    let Some((header, events)) = joined.begin() else { return };
    let mut begun = match restored(joined, &header, &events) {
        Ok(begun) => begun,
        Err(error) => {
            joined.close_untrusted(error.to_string());
            notifications.write(error.into());
            return;
        }
    };
    if joined.state().side().is_some() {
        // The match may have ended while its player was away.
        notifications.write_batch(record_ended(&recorder, &mut begun, joined).err().map(Notification::from));
    }
    room.set_changed();
    // The match may begin long after the user has entered the room, so it does not wait for a
    // confirmation.
    if let Some(board) = session.board_mut().filter(|board| board.is_changed()) {
        let unsaved = analysis_boards::save(board, &recorder, &mut saving, &wake);
        notifications.write_batch(unsaved.map(Notification::new));
    }
    commands.trigger(OpenActivity::in_room(begun));
}

fn restored(joined: &Joined, header: &Header, events: &[MatchEvent]) -> Result<Match, PlayError> {
    let source = source(joined);
    let mut begun = Match::of_header(&source, header)?;
    for side in Side::BOTH {
        if joined.state().side() != Some(side) {
            begun.seat_remote(side);
        }
    }
    for event in events {
        begun.follow(&source, event)?;
    }
    Ok(begun)
}

/// Shows the events of the room, each when the table is at rest.
fn follow(
    mut room: ResMut<CurrentRoom>,
    mut session: ResMut<Session>,
    (mut progress, rest): (ResMut<MatchProgress>, Res<TableRest>),
    (recorder, mut selection): (Res<MatchRecorder>, ResMut<Selection>),
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    if !room.is_behind() {
        return;
    }
    let behind = session.background_match.is_some();
    let Some(joined) = room.bypass_change_detection().on_table_mut() else { return };
    let many = joined.waiting().len() >= CATCH_UP;
    if many {
        updates.write(TableUpdate::Hurry);
    } else if rest.waits && !behind {
        return;
    }
    let (Some(first), Some(running)) = (joined.waiting().front(), session.live_match()) else { return };
    // A throw is shown before its result takes effect.
    if !many
        && !behind
        && !progress.is_rolling()
        && let Some(roll) = running.followed_roll(first).filter(|roll| roll.physical.is_some())
    {
        updates.write_batch(progress.throw(running.pending(), Some(roll)));
        return;
    }
    progress.restart();
    let source = source(joined);
    let mut taken_over = Ok(());
    while let Some(event) = joined.next() {
        taken_over = take_over(&event, &source, &mut session, !many && !behind, (&mut progress, &mut updates));
        if !many || taken_over.is_err() {
            break;
        }
    }
    if many
        && session.background_match.is_none()
        && let Some(running) = session.running()
    {
        updates.write(TableUpdate::resumed(running.game()));
    }
    let recorded = match session.live_match_mut().filter(|_| joined.waiting().is_empty()) {
        Some(running) => record_ended(&recorder, running, joined),
        None => Ok(()),
    };
    if let Err(error) = taken_over {
        joined.close_untrusted(format!("The server sent an illegal action: {error}"));
        notifications.write(Notification::new(format!("The server sent an illegal action: {error}")));
    }
    if let Err(error) = recorded {
        notifications.write(error.into());
    }
    selection.release();
    room.set_changed();
}

/// Saves the match of the room if it has ended and its secret is known.
fn record_ended(recorder: &MatchRecorder, running: &mut Match, joined: &Joined) -> Result<(), PlayError> {
    match running.record().reveal() {
        Some(_) => recorder.record_of_room(running, &joined.state().link().room),
        None => Ok(()),
    }
}

/// Applies an event of the room, and shows it if `shown`.
fn take_over(
    event: &MatchEvent,
    source: &std::path::Path,
    session: &mut Session,
    shown: bool,
    (progress, updates): (&mut MatchProgress, &mut MessageWriter<TableUpdate>),
) -> Result<(), PlayError> {
    let Some(running) = session.live_match_mut() else { return Ok(()) };
    let followed = running.follow(source, event)?;
    let update = match followed {
        Followed::Action { events, .. } => Some(TableUpdate::Events(events, TableScene::of(running.game()))),
        Followed::TakenBack(actions) => Some(TableUpdate::rewound(actions.len(), running.game())),
        Followed::Ended(_) | Followed::Other => None,
    };
    if let Some(update) = update.filter(|_| shown) {
        updates.write(update);
    }
    replay::follow_background(session, progress, updates);
    Ok(())
}
