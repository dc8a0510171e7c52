//! Commands to the match, without a window.

use bevy::prelude::*;

use super::{MatchRecorder, Notification, PlayerCommand, Session, Showing, TableUpdate};
use crate::engine::Side;
use crate::games;
use crate::play::{Dice, Match, Seat, Setup};

fn app(id: &str) -> App {
    let setup = Setup { dice: Dice::Instant, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1) };
    let running = Match::new(setup).unwrap();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, super::plugin));
    app.world_mut().write_message(TableUpdate::reset(running.game()));
    app.insert_resource(Session { showing: Showing::Match(Box::new(running)) });
    app.update();
    app
}

/// Carries out a command; returns what the table and the players are told.
fn ask(app: &mut App, command: PlayerCommand) -> (Vec<TableUpdate>, Vec<String>) {
    let world = app.world_mut();
    let mut updates = world.resource::<Messages<TableUpdate>>().get_cursor_current();
    let mut told = world.resource::<Messages<Notification>>().get_cursor_current();
    world.write_message(command);
    app.update();
    app.update();
    let updates = updates.read(app.world().resource::<Messages<TableUpdate>>()).cloned().collect();
    let told = told.read(app.world().resource::<Messages<Notification>>()).map(|told| told.text.clone()).collect();
    (updates, told)
}

fn act(app: &mut App, action: &str) {
    let (_, told) = ask(app, PlayerCommand::Act(action.into()));
    assert!(told.is_empty(), "{action}: {told:?}");
}

fn session(app: &App) -> &Session {
    app.world().resource()
}

#[test]
fn a_match_that_was_left_is_continued_where_it_was_and_recorded_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = session(&app).running().unwrap().setup().clone();
    ask(&mut app, PlayerCommand::Begin(Box::new(setup.clone())));
    act(&mut app, "e2e4");
    assert!(app.world().resource::<MatchRecorder>().kept().is_empty(), "the match on the table is not offered");
    ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    let kept = app.world().resource::<MatchRecorder>().kept();
    let [left] = kept.as_slice() else { panic!("{kept:?}") };
    let (_, told) = ask(&mut app, PlayerCommand::Continue(left.file.clone()));
    assert!(told.is_empty(), "{told:?}");
    act(&mut app, "e7e5");
    assert_eq!(session(&app).game().unwrap().played(), ["e2e4", "e7e5"]);
    ask(&mut app, PlayerCommand::OpenReplay(left.file.clone()));
    let Showing::Replay(replay) = &session(&app).showing else { panic!("no replay") };
    assert_eq!(replay.len(), 2);
    let (_, told) = ask(&mut app, PlayerCommand::OpenReplay(folder.path().join("missing")));
    assert!(told[0].contains("missing") && matches!(session(&app).showing, Showing::Replay(_)), "{told:?}");
}

#[test]
fn a_match_is_looked_through_only_when_it_is_over() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    let review = PlayerCommand::Review { actions: 1, run: false };
    ask(&mut app, review.clone());
    assert!(session(&app).running().is_some());
    ask(&mut app, PlayerCommand::Resign(Side::White));
    ask(&mut app, review);
    let Showing::Replay(replay) = &session(&app).showing else { panic!("no replay") };
    assert_eq!((replay.at(), replay.len(), replay.shown_outcome()), (1, 2, None));
    assert!(replay.outcome().is_some());
}

#[test]
fn the_last_turn_is_shown_again_and_the_match_stays_as_it_is() {
    let mut app = app("fluky");
    let (updates, _) = ask(&mut app, PlayerCommand::ShowAgain);
    assert!(updates.is_empty(), "nothing has happened yet: {updates:?}");
    act(&mut app, "c1c2");
    ask(&mut app, PlayerCommand::Throw(None));
    assert_eq!(session(&app).game().unwrap().played().len(), 2);
    let (updates, _) = ask(&mut app, PlayerCommand::ShowAgain);
    let names: Vec<_> = updates
        .iter()
        .map(|update| match update {
            TableUpdate::Rewound { actions, .. } => format!("back {actions}"),
            TableUpdate::Events(..) => "on".to_string(),
            _ => "hurry".to_string(),
        })
        .collect();
    assert_eq!(names, ["hurry", "back 2", "on", "on"]);
    assert_eq!(session(&app).game().unwrap().played().len(), 2);
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
    assert!(told[0].contains("decided already"), "{told:?}");
}
