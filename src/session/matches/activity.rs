//! Replaces the activity on the table.

use bevy::ecs::component::Mutable;
use bevy::prelude::*;

use super::commands::{Commanded, report};
use super::progress::{MatchProgress, TableRest};
use super::saving::Saving;
use super::showing::{Session, Showing};
use super::turn_clock::TurnClock;
use crate::play::Match;
use crate::session::input::Selection;
use crate::session::messages::{Notification, PlayerCommand, TableUpdate};
use crate::session::online::CurrentRoom;
use crate::session::records::MatchRecorder;
use crate::session::wake_up::WakeUp;

/// Puts an activity on the table in place of the present one. Every match, replay, exercise and
/// analysis board begins with it.
#[derive(Event)]
pub(super) struct OpenActivity {
    showing: Showing,
    /// Whether the match belongs to the room that the user is in.
    in_room: bool,
}

impl OpenActivity {
    /// An activity outside rooms. The user leaves the room.
    pub(super) fn of(showing: Showing) -> OpenActivity {
        OpenActivity { showing, in_room: false }
    }

    /// The match of the room that the user is in.
    pub(super) fn in_room(running: Match) -> OpenActivity {
        OpenActivity { showing: Showing::Match(Box::new(running)), in_room: true }
    }
}

/// Another activity is on the table. Its observers discard the state of the previous one.
#[derive(Event)]
pub(super) struct ActivityOpened {
    /// Whether it is the match of the room that the user is in.
    pub(super) in_room: bool,
}

pub(super) fn plugin(app: &mut App) {
    app.add_observer(begin).add_observer(open).add_observer(leave_room).add_observer(release);
}

/// Begins a match, or returns to the start screen.
fn begin(
    on: On<Commanded>,
    mut recorder: ResMut<MatchRecorder>,
    mut commands: Commands,
    mut notifications: MessageWriter<Notification>,
) {
    let begun = match &on.0 {
        PlayerCommand::Begin(setup) => Match::new(setup.as_ref().clone()),
        PlayerCommand::BeginCommitted { setup, secret, entropy } => {
            Match::committed(setup.as_ref().clone(), secret.clone(), entropy.clone())
        }
        PlayerCommand::Leave => return commands.trigger(OpenActivity::of(Showing::Nothing)),
        _ => return,
    };
    let recorded = begun.and_then(|mut begun| {
        let recorded = recorder.record(&mut begun);
        commands.trigger(OpenActivity::of(Showing::Match(Box::new(begun))));
        recorded
    });
    report(recorded.map(|()| None), &mut notifications);
}

/// Replaces the activity on the table. The previous match is charged for the time spent on its
/// pending decision, and saved. A replay starts playing immediately.
fn open(
    mut on: On<OpenActivity>,
    (mut session, mut progress): (ResMut<Session>, ResMut<MatchProgress>),
    (mut clock, mut saving, wake): (ResMut<TurnClock>, ResMut<Saving>, Res<WakeUp>),
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
    mut commands: Commands,
) {
    let next = Session::of(std::mem::take(&mut on.event_mut().showing));
    if let Some(game) = next.game() {
        // A resumed match shows the marks of its last action.
        let update = if next.match_on_table().is_some() { TableUpdate::resumed } else { TableUpdate::reset };
        updates.write(update(game));
    }
    let charged = clock.leave(&mut session);
    progress.restart();
    (progress.replay_playing, progress.paused, progress.replay_throws) = (next.replay().is_some(), false, false);
    saving.leave(std::mem::replace(&mut *session, next), &wake);
    clock.reset();
    report(charged.map(|()| None), &mut notifications);
    commands.trigger(ActivityOpened { in_room: on.in_room });
}

/// Resets a resource when another activity is on the table.
pub(super) fn reset_on_open<R: Resource<Mutability = Mutable> + Default>(app: &mut App) {
    app.add_observer(|_: On<ActivityOpened>, mut resource: ResMut<R>| *resource = R::default());
}

fn leave_room(on: On<ActivityOpened>, mut room: ResMut<CurrentRoom>) {
    if !on.in_room {
        room.leave();
    }
}

fn release(_: On<ActivityOpened>, mut selection: ResMut<Selection>, mut rest: ResMut<TableRest>) {
    selection.release();
    rest.interrupt();
}
