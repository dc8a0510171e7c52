//! Tests of commands to the match, without a window.

mod analysis_boards;
mod clocks;
mod exercises;
mod files;
mod look_back;
mod programs;
mod rest;

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::{
    Animating, Annotations, FreeHands, KeptList, KeptMatch, LegalActions, LoadingFile, MatchAnalysis, MatchProgress,
    MatchRecorder, Notification, PlayerCommand, Saving, Seating, Selection, Session, Settings, TableRest, TableUpdate,
    TurnClock, WakeUp,
};
use crate::engine::{Reason, Side};
use crate::games;
use crate::platform::storage::slow_disk;
use crate::play::{Clock, Dice, Match, Replay, Seat, Secret, Setup, verify_file};
use crate::record::{Note, Reader};

fn app(id: &str) -> App {
    app_between(id, [Seat::Human; 2])
}

fn app_between(id: &str, seats: [Seat; 2]) -> App {
    let setup = Setup { dice: Dice::Instant, ..Setup::new(games::info(id).unwrap(), seats, 1) };
    let running = Match::new(setup).unwrap();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, super::plugin));
    app.world_mut().write_message(TableUpdate::reset(running.game()));
    app.insert_resource(Session::from(running));
    app.update();
    app
}

/// Carries out a command and waits for the files that it opens. Returns the messages to the table
/// and to the players.
fn ask(app: &mut App, command: PlayerCommand) -> (Vec<TableUpdate>, Vec<String>) {
    let world = app.world_mut();
    let mut shown = world.resource::<Messages<TableUpdate>>().get_cursor_current();
    let mut told = world.resource::<Messages<Notification>>().get_cursor_current();
    world.write_message(command);
    let (mut updates, mut words) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    let mut frames = 0;
    let busy =
        |app: &App| app.world().resource::<LoadingFile>().is_busy() || app.world().resource::<Saving>().is_busy();
    while frames < 2 || busy(app) {
        assert!(begun.elapsed() < Duration::from_secs(60), "the file is neither opened nor written");
        app.update();
        updates.extend(shown.read(app.world().resource::<Messages<TableUpdate>>()).cloned());
        words.extend(told.read(app.world().resource::<Messages<Notification>>()).map(|told| told.text.clone()));
        frames += 1;
    }
    (updates, words)
}

/// The matches listed by the recorder.
fn kept(app: &App) -> Vec<KeptMatch> {
    let (wake, mut list) = (WakeUp::default(), KeptList::default());
    let recorder = app.world().resource::<MatchRecorder>();
    let played = session(app).live_match().and_then(Match::recorded_in);
    while !list.is_read() {
        list.look(recorder.folder.as_deref(), played, &wake);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(list.errors().is_empty(), "{:?}", list.errors());
    list.look(recorder.folder.as_deref(), played, &wake).to_vec()
}

fn act(app: &mut App, action: &str) {
    let (_, told) = ask(app, PlayerCommand::Act(action.into()));
    assert!(told.is_empty(), "{action}: {told:?}");
}

fn session(app: &App) -> &Session {
    app.world().resource()
}

fn session_mut(app: &mut App) -> Mut<'_, Session> {
    app.world_mut().resource_mut()
}

fn free_hands(app: &App) -> bool {
    app.world().resource::<FreeHands>().0
}

#[test]
fn taking_back_a_throw_tells_that_it_is_decided() {
    let mut app = app("fluky");
    act(&mut app, "c1c2");
    let (_, told) = ask(&mut app, PlayerCommand::Takeback);
    assert!(told.is_empty(), "{told:?}");
    act(&mut app, "c1c2");
    ask(&mut app, PlayerCommand::Throw(None));
    let (_, told) = ask(&mut app, PlayerCommand::Takeback);
    assert!(told[0].contains("The die is fixed"), "{told:?}");
}

/// A match of chess with `seconds` per side and no increment.
fn with_clocks(seats: [Seat; 2], seconds: u64) -> App {
    let clock = Clock { start: Duration::from_secs(seconds), increment: Duration::ZERO };
    let setup = Setup { clock: Some(clock), ..Setup::new(games::info("chess").unwrap(), seats, 1) };
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, super::plugin));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10)));
    ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    app
}

fn left(app: &App, side: Side) -> Duration {
    let (clock, session) = (app.world().resource::<TurnClock>(), session(app));
    clock.remaining(session.live_match().unwrap(), side).unwrap()
}
/// Each click sends a skip in every frame until all motion has ended.
#[test]
fn skipping_in_every_frame_does_not_keep_a_die_from_being_read() {
    let mut app = app("fluky");
    act(&mut app, "c1c2");
    app.world_mut().write_message(PlayerCommand::Throw(None));
    for _ in 0..10 {
        app.world_mut().write_message(PlayerCommand::Skip);
        app.update();
    }
    let played = session(&app).running().unwrap().game().played();
    assert!(played.len() == 2 && played[1].is_roll(), "{played:?}");
}

#[test]
fn invalid_text_is_answered_with_an_example() {
    let mut app = app("chess");
    let (_, told) = ask(&mut app, PlayerCommand::Act("hello".into()));
    assert!(
        told[0].starts_with("'hello' is not a move in Orthodox chess.") && told[0].contains(", such as a3 or a2a3."),
        "{told:?}"
    );
    let (_, told) = ask(&mut app, PlayerCommand::Takeback);
    assert_eq!(told, ["There is no move to take back."]);
}
