//! Replays, and looking back at earlier positions of a match that continues in the background.

use bevy::prelude::*;

use super::commands::{Commanded, report};
use super::progress::MatchProgress;
use super::saving::Saving;
use super::showing::{Session, Showing};
use crate::engine::Event;
use crate::platform::jobs::Wake;
use crate::play::{PlayError, Replay, ReplayStep};
use crate::record::Note;
use crate::session::messages::{Notification, PlayerCommand, TableScene, TableUpdate};
use crate::session::wake_up::WakeUp;

/// The message when a player tries to move while looking back.
pub const LOOKING_BACK: &str = "You are viewing an earlier position. Return to the match to play on.";

pub(super) fn plugin(app: &mut App) {
    app.add_observer(handle).add_observer(look_back).add_observer(handle_note);
}

/// Carries out a command in the replay on the table.
fn handle(
    on: On<Commanded>,
    mut session: ResMut<Session>,
    mut progress: ResMut<MatchProgress>,
    mut updates: MessageWriter<TableUpdate>,
    mut notifications: MessageWriter<Notification>,
) {
    if session.replay().is_none() {
        return;
    }
    let words = match &on.0 {
        PlayerCommand::Seek(to) => {
            go_to(*to, &mut session, &mut progress, &mut updates);
            None
        }
        PlayerCommand::Run(run) => {
            progress.replay_playing = *run;
            None
        }
        PlayerCommand::NextCapture => go_to_capture(&mut session, &mut progress, &mut updates),
        command if command.is_of_play() && session.background_match.is_some() => Some(LOOKING_BACK),
        _ => None,
    };
    notifications.write_batch(words.map(Notification::new));
}

/// Shows the match on the table as a replay, or its last ply again.
fn look_back(
    on: On<Commanded>,
    (mut session, mut progress): (ResMut<Session>, ResMut<MatchProgress>),
    mut updates: MessageWriter<TableUpdate>,
) {
    match &on.0 {
        PlayerCommand::ShowAgain if !progress.is_rolling() => show_again(&session, &mut updates),
        PlayerCommand::Review { actions, run } => review(*actions, *run, &mut session, &mut progress, &mut updates),
        PlayerCommand::Step { forward } => take_step(*forward, &mut session, &mut progress, &mut updates),
        _ => {}
    }
}

/// Goes one action forward or back from the point shown, and pauses a replay.
fn take_step(
    forward: bool,
    session: &mut Session,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) {
    match &session.showing {
        Showing::Match(running) if !forward => {
            review(running.game().action_count().saturating_sub(1), false, session, progress, updates);
        }
        Showing::Replay(replay) => {
            let to = if forward { replay.at() + 1 } else { replay.at().saturating_sub(1) };
            progress.replay_playing = false;
            go_to(to, session, progress, updates);
        }
        _ => {}
    }
}

fn handle_note(
    on: On<Commanded>,
    (mut session, mut saving, wake): (ResMut<Session>, ResMut<Saving>, Res<WakeUp>),
    mut notifications: MessageWriter<Notification>,
) {
    if let PlayerCommand::Annotate(note) = &on.0 {
        report(annotate(&mut session, note, &mut saving, &wake), &mut notifications);
    }
}

/// Shows the match on the table as a replay, from the point after `actions` actions, and plays it if
/// `run`. The match stays in the background, even if it is over. Its current position is not shown as
/// a replay.
fn review(
    actions: usize,
    run: bool,
    session: &mut Session,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) {
    let Showing::Match(running) = &session.showing else { return };
    let mut replay = Replay::of_match(running);
    let end = replay.len();
    if actions >= end {
        return;
    }
    replay.go_to(actions);
    updates.write_batch([TableUpdate::Hurry, TableUpdate::rewound(end - replay.at(), replay.game())]);
    if let Showing::Match(running) = std::mem::replace(&mut session.showing, Showing::Replay(Box::new(replay))) {
        session.background_match = Some(running);
    }
    (progress.replay_playing, progress.replay_throws) = (run, false);
}

/// Brings the match in the background back to the table; `false` without such a match.
fn restore_background(
    session: &mut Session,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) -> bool {
    let Some(running) = session.background_match.take() else { return false };
    if let Showing::Replay(replay) = &mut session.showing {
        replay.sync_with(&running);
        progress.replay_playing = false;
        seek(replay, replay.len(), progress, updates);
        if progress.replay_throws {
            // In the match, the die is already at rest.
            finish_throw(replay, progress, updates);
        }
    }
    session.showing = Showing::Match(running);
    true
}

/// Updates the replay of the match in the background. After a takeback of the point shown, the match
/// returns to the table.
pub(super) fn follow_background(
    session: &mut Session,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) {
    let Some(before) = session.replay().map(Replay::at) else { return };
    session.sync_replay();
    let Some(replay) = session.replay() else { return };
    if replay.at() < before {
        progress.replay_throws = false;
        updates.write_batch([TableUpdate::Hurry, TableUpdate::rewound(before - replay.at(), replay.game())]);
    }
    if replay.at() == replay.len() {
        restore_background(session, progress, updates);
    }
}

/// Adds a note at a point of the match or replay on the table. Returns a message to the players, if
/// any.
fn annotate(session: &mut Session, note: &Note, saving: &mut Saving, wake: &Wake) -> Result<Option<String>, PlayError> {
    let Some(live) = session.live_match_mut() else {
        if let Some(replay) = session.replay() {
            saving.annotate(replay, note, wake);
        }
        return Ok(None);
    };
    live.annotate(note)?;
    let lost = !live.is_recorded();
    session.sync_replay();
    Ok(lost.then(|| "Note added, but this match is not saved, so the note will be lost.".to_string()))
}

/// Goes to a point of the replay. At the end, a match in the background returns.
fn go_to(to: usize, session: &mut Session, progress: &mut MatchProgress, updates: &mut MessageWriter<TableUpdate>) {
    let Showing::Replay(replay) = &mut session.showing else { return };
    if to >= replay.len() && session.background_match.is_some() {
        restore_background(session, progress, updates);
    } else {
        seek(replay, to, progress, updates);
    }
    if session.live_match().is_none() {
        progress.restart();
    }
}

/// Goes to the next capture of the replay, and shows it as played. Returns a message to the players,
/// if any.
fn go_to_capture(
    session: &mut Session,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) -> Option<&'static str> {
    let mut ahead = session.replay()?.clone();
    let found = std::iter::from_fn(|| ahead.forward().map(|step| (step, ahead.at())))
        .find(|(step, _)| step.events.iter().any(Event::is_capture));
    let Some((_, at)) = found else { return Some("No capture follows.") };
    for to in [at - 1, at] {
        go_to(to, session, progress, updates);
    }
    None
}

/// Shows steps forward as played and steps back as undone. Of several steps, only the result is
/// visible.
fn seek(replay: &mut Replay, to: usize, progress: &mut MatchProgress, updates: &mut MessageWriter<TableUpdate>) {
    let from = replay.at();
    if to > from && progress.replay_throws {
        finish_throw(replay, progress, updates);
    }
    if to < from || progress.replay_throws {
        progress.replay_throws = false;
        replay.go_to(to);
        updates.write(TableUpdate::rewound(from - replay.at(), replay.game()));
    }
    let steps = to.min(replay.len()).saturating_sub(replay.at());
    if steps > 0 {
        // The running animation leads to the current point of the replay.
        updates.write(TableUpdate::Hurry);
    }
    if steps == 1 {
        step(replay, progress, updates);
        return;
    }
    for _ in 0..steps {
        let Some(next) = replay.forward() else { break };
        show_step(next, replay, updates);
    }
    if steps > 1 {
        updates.write(TableUpdate::Hurry);
    }
}

/// Shows the next action. For a throw, shows the falling die first, and its result as another step.
/// Returns `false` at the end.
fn step(replay: &mut Replay, progress: &mut MatchProgress, updates: &mut MessageWriter<TableUpdate>) -> bool {
    if !std::mem::take(&mut progress.replay_throws)
        && let Some((die, at, roll)) = replay.next_throw()
        && let Some(physical) = roll.physical
    {
        updates.write(TableUpdate::Thrown { die, at, roll: Box::new(physical) });
        progress.replay_throws = true;
        return true;
    }
    let Some(next) = replay.forward() else { return false };
    updates.write(TableUpdate::Events(next.events, TableScene::of(replay.game())));
    true
}

/// Ends the fall of the die immediately.
fn finish_throw(replay: &mut Replay, progress: &mut MatchProgress, updates: &mut MessageWriter<TableUpdate>) {
    updates.write(TableUpdate::Hurry);
    step(replay, progress, updates);
}

/// Visibly undoes the last ply and shows it again.
fn show_again(session: &Session, updates: &mut MessageWriter<TableUpdate>) {
    let Some(mut replay) = session.to_replay() else { return };
    let end = replay.at();
    replay.go_to_ply_before();
    let start = replay.at();
    if start == end {
        return;
    }
    updates.write(TableUpdate::Hurry);
    updates.write(TableUpdate::rewound(end - start, replay.game()));
    while replay.at() < end
        && let Some(next) = replay.forward()
    {
        show_step(next, &replay, updates);
    }
}

/// Shows the next action of a running replay, or the result of a throw. At the end the replay
/// stops, or the match in the background returns.
pub(super) fn advance_replay(
    session: &mut Session,
    progress: &mut MatchProgress,
    updates: &mut MessageWriter<TableUpdate>,
) {
    let Showing::Replay(replay) = &mut session.showing else { return };
    if !step(replay, progress, updates) {
        progress.replay_playing = false;
    }
    if session.background_match.is_some() && replay.at() == replay.len() {
        restore_background(session, progress, updates);
        progress.replay_playing = false;
    }
}

/// Shows an action with its throw.
fn show_step(next: ReplayStep, replay: &Replay, updates: &mut MessageWriter<TableUpdate>) {
    let rolled = next.events.iter().find_map(|event| match event {
        Event::Rolled { die, at, .. } => Some((*die, *at)),
        _ => None,
    });
    if let (Some((die, at)), Some(roll)) = (rolled, next.roll.and_then(|roll| roll.physical)) {
        updates.write(TableUpdate::Thrown { die, at, roll: Box::new(roll) });
    }
    updates.write(TableUpdate::Events(next.events, TableScene::of(replay.game())));
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;

    use super::*;
    use crate::games;
    use crate::play::{Match, Seat, Setup};

    /// The opponent accepts a takeback while the user looks back.
    #[test]
    fn a_takeback_of_the_point_shown_returns_to_the_match() {
        let mut running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        for action in ["e2e4", "e7e5", "g1f3"] {
            running.act(action).unwrap();
        }
        let mut world = World::new();
        world.insert_resource(Session::from(running));
        world.init_resource::<MatchProgress>();
        world.init_resource::<Messages<TableUpdate>>();
        let follow =
            |mut session: ResMut<Session>, mut progress: ResMut<MatchProgress>, mut updates: MessageWriter<_>| {
                if session.replay().is_none() {
                    review(2, false, &mut session, &mut progress, &mut updates);
                } else {
                    session.live_match_mut().unwrap().take_back().unwrap();
                    session.live_match_mut().unwrap().take_back().unwrap();
                    follow_background(&mut session, &mut progress, &mut updates);
                }
            };
        for _ in 0..2 {
            world.run_system_once(follow).unwrap();
        }
        let session = world.resource::<Session>();
        assert_eq!(session.running().unwrap().game().played(), ["e2e4"]);
        let updates: Vec<_> = world.resource_mut::<Messages<TableUpdate>>().drain().collect();
        let back = |update: &TableUpdate| match update {
            TableUpdate::Rewound { actions, .. } => *actions,
            _ => 0,
        };
        // One for the look back, one for the takeback.
        assert_eq!(updates.iter().map(back).sum::<usize>(), 2, "{updates:?}");
    }
}
