//! Tests of looking back at matches, and of replays.

use super::*;

#[test]
fn a_match_that_is_over_is_looked_through() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    ask(&mut app, PlayerCommand::Resign(Side::White));
    ask(&mut app, PlayerCommand::Review { actions: 1, run: false });
    let Some(replay) = session(&app).replay() else { panic!("no replay") };
    assert_eq!((replay.at(), replay.len(), replay.shown_outcome()), (1, 2, None));
    assert!(replay.outcome().is_some());
    // At its end the match returns, with its rematch.
    ask(&mut app, PlayerCommand::Seek(2));
    assert!(session(&app).match_on_table().unwrap().outcome().is_some());
}

/// People chat and offer rematches after the match.
#[test]
fn a_match_of_a_room_stays_when_it_is_over() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    ask(&mut app, PlayerCommand::Resign(Side::White));
    session_mut(&mut app).live_match_mut().unwrap().seat_remote(Side::Black);
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    assert!(session(&app).running().is_none() && session(&app).live_match().is_some());
    ask(&mut app, PlayerCommand::Seek(2));
    assert!(session(&app).running().unwrap().outcome().is_some());
}

/// The opponent has no hints either.
#[test]
fn no_hint_is_sought_while_looking_back_at_an_online_match() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    session_mut(&mut app).live_match_mut().unwrap().seat_remote(Side::Black);
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    assert!(session(&app).replay().is_some());
    let (_, told) = ask(&mut app, PlayerCommand::Hint);
    assert!(told.iter().any(|words| words.starts_with("No hints in online matches")), "{told:?}");
    assert!(!app.world().resource::<MatchAnalysis>().is_seeking_hint());
}

#[test]
fn looking_back_at_a_match_that_goes_on_keeps_it() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    ask(&mut app, PlayerCommand::Review { actions: 2, run: false });
    assert!(session(&app).running().is_some(), "there is nothing earlier to look at");
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    assert!(session(&app).running().is_none());
    for command in [PlayerCommand::Act("d2d4".into()), PlayerCommand::Takeback, PlayerCommand::Resign(Side::White)] {
        let (updates, told) = ask(&mut app, command);
        assert!(updates.is_empty() && told[0].contains("viewing an earlier position"), "{told:?}");
    }
    ask(&mut app, PlayerCommand::Seek(1));
    assert_eq!(session(&app).game().unwrap().played(), ["e2e4"]);
    ask(&mut app, PlayerCommand::Seek(2));
    assert_eq!(session(&app).running().unwrap().game().played(), ["e2e4", "e7e5"]);
    act(&mut app, "g1f3");
}

#[test]
fn bots_play_on_behind_a_look_back() {
    let seats = [Seat::Bot(crate::bots::Bot::Random); 2];
    let mut app = app_between("fluky", seats);
    app.world_mut().resource_mut::<Settings>().pause = 0.0;
    let length = |app: &App| session(app).live_match().unwrap().game().played().len();
    let wait = |app: &mut App, more: usize| {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while length(app) < more && session(app).live_match().unwrap().outcome().is_none() {
            assert!(std::time::Instant::now() < deadline, "the match does not go on");
            app.update();
        }
    };
    wait(&mut app, 3);
    ask(&mut app, PlayerCommand::Review { actions: 1, run: false });
    let before = length(&app);
    wait(&mut app, before + 6);
    let Some(replay) = session(&app).replay() else { panic!("pulled back") };
    assert_eq!((replay.at(), replay.len()), (1, length(&app)));
    let (updates, _) = ask(&mut app, PlayerCommand::Seek(usize::MAX));
    assert!(session(&app).running().is_some());
    let Some(TableUpdate::Events(_, scene)) =
        updates.iter().rev().find(|update| matches!(update, TableUpdate::Events(..)))
    else {
        panic!("{updates:?}")
    };
    assert!(!scene.pieces.is_empty());
}

/// A replay of a finished match, just before a throw, on an animating table.
fn replay_before_a_throw() -> App {
    let setup = Setup::new(games::info("fluky").unwrap(), [Seat::Human; 2], 1);
    let mut running = Match::new(setup).unwrap();
    running.act("c1c2").unwrap();
    let roll = running.throw(None).unwrap();
    running.apply_roll(&roll).unwrap();
    running.act("c5c4").unwrap();
    running.resign(Side::White).unwrap();
    let mut replay = Replay::of_match(&running);
    replay.go_to(1);
    let mut app = app("fluky");
    app.insert_resource(Session::from(replay));
    app.update();
    app.insert_resource(Animating(true));
    app
}

fn shown(app: &App) -> usize {
    session(app).game().unwrap().played().len()
}

#[test]
fn a_replay_knows_no_throw_before_the_die_rests() {
    for command in [PlayerCommand::Seek(2), PlayerCommand::Run(true)] {
        let mut app = replay_before_a_throw();
        let runs = matches!(command, PlayerCommand::Run(_));
        if runs {
            // A replay starts playing when the table is at rest.
            app.insert_resource(Animating(false)).insert_resource(Settings { pause: 0.0, ..default() });
        }
        let (updates, _) = ask(&mut app, command);
        assert!(updates.iter().any(|update| matches!(update, TableUpdate::Thrown { .. })), "{updates:?}");
        app.insert_resource(Animating(true));
        let before = shown(&app);
        for _ in 0..20 {
            app.update();
        }
        assert!(app.world().resource::<MatchProgress>().is_rolling() == (before == 1) && shown(&app) == before);
        if !runs {
            assert_eq!(before, 1, "the die is in the air");
            assert_eq!(app.world().resource::<TableRest>().left(session(&app), app.world().resource(), 9.0), Some(0.0));
            app.insert_resource(Animating(false));
            app.update();
            assert_eq!(shown(&app), 2);
            assert!(!app.world().resource::<MatchProgress>().is_rolling());
        }
    }
}

#[test]
fn a_step_during_a_throw_lets_the_die_lie() {
    let mut app = replay_before_a_throw();
    ask(&mut app, PlayerCommand::Seek(2));
    let (updates, _) = ask(&mut app, PlayerCommand::Seek(2));
    assert!(matches!(updates[..], [TableUpdate::Hurry, TableUpdate::Events(..)]), "{updates:?}");
    assert_eq!(shown(&app), 2);
    // Back and forward to the throw, then back from there.
    ask(&mut app, PlayerCommand::Seek(1));
    ask(&mut app, PlayerCommand::Seek(2));
    assert_eq!(shown(&app), 1);
    let (updates, _) = ask(&mut app, PlayerCommand::Seek(0));
    assert!(matches!(updates[..], [TableUpdate::Rewound { actions: 1, .. }]), "{updates:?}");
    assert_eq!(shown(&app), 0);
    // Past the throw without showing it.
    ask(&mut app, PlayerCommand::Seek(3));
    assert_eq!(shown(&app), 3);
}

#[test]
fn another_match_ends_the_look_back() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    let setup = session(&app).live_match().unwrap().setup().clone();
    ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    assert!(session(&app).background_match.is_none() && session(&app).game().unwrap().played().is_empty());
}

#[test]
fn the_last_turn_is_replayed_without_changing_the_match() {
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

/// Fast keys arrive in the same frame when frames are slow.
#[test]
fn two_steps_in_one_frame_go_two_actions() {
    let mut app = app("chess");
    for action in ["e2e4", "e7e5", "g1f3"] {
        act(&mut app, action);
    }
    let step = |app: &mut App, forward| {
        app.world_mut().write_message_batch([PlayerCommand::Step { forward }, PlayerCommand::Step { forward }]);
        app.update();
    };
    step(&mut app, false);
    assert_eq!((session(&app).replay().map(Replay::at), shown(&app)), (Some(1), 1));
    step(&mut app, true);
    assert!(session(&app).running().is_some_and(|running| running.game().action_count() == 3));
}
