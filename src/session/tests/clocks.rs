//! Tests of the clocks.

use super::rest::assert_nothing_changes;
use super::*;

#[test]
fn nothing_changes_while_a_clock_runs() {
    let mut app = with_clocks([Seat::Human; 2], 10);
    assert_nothing_changes(&mut app, "no clock");
    assert!(
        Side::BOTH.iter().all(|side| left(&app, *side) == Duration::from_secs(10)),
        "none runs before the first move"
    );
    act(&mut app, "e2e4");
    let before = left(&app, Side::Black);
    assert_nothing_changes(&mut app, "a clock");
    assert!(left(&app, Side::Black) < before && left(&app, Side::White) == Duration::from_secs(10));
    ask(&mut app, PlayerCommand::Act("e7e5".into()));
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    let before = left(&app, Side::White);
    assert_nothing_changes(&mut app, "a clock in the background");
    assert!(left(&app, Side::White) < before);
}

#[test]
fn the_time_on_the_clock_is_charged_with_the_action_and_ends_the_match() {
    let mut app = with_clocks([Seat::Human; 2], 10);
    act(&mut app, "e2e4");
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
    app.update();
    app.update();
    let shown = left(&app, Side::Black);
    // One frame passes before the command is carried out, and another on White's clock.
    act(&mut app, "e7e5");
    assert_eq!(left(&app, Side::Black), shown - Duration::from_secs(1));
    let running = session(&app).running().unwrap();
    assert_eq!(running.remaining(Side::Black), Some(left(&app, Side::Black)), "the match knows");
    // White has used one of ten seconds.
    for _ in 0..9 {
        assert_eq!(session(&app).outcome(), None);
        app.update();
    }
    let outcome = session(&app).outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::Black), Reason::Time));
}

/// Time used by a player stays used, however the match is left.
#[test]
fn leaving_wins_no_time_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = with_clocks([Seat::Human; 2], 100);
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = session(&app).running().unwrap().setup().clone();
    ask(&mut app, PlayerCommand::Begin(Box::new(setup.clone())));
    act(&mut app, "e2e4");
    for nth in 1..4 {
        let file = session(&app).live_match().unwrap().recorded_in().unwrap().to_path_buf();
        let before = left(&app, Side::Black);
        // The time does not run out, however many frames it takes to open a file.
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(5)));
        app.update();
        app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(1)));
        match nth {
            1 => drop(ask(&mut app, PlayerCommand::Begin(Box::new(setup.clone())))),
            2 => drop(ask(&mut app, PlayerCommand::OpenReplay(file.clone()))),
            _ => {
                app.world_mut().write_message(AppExit::Success);
                app.update();
                app.insert_resource(Session::default());
            }
        }
        let used = Duration::from_secs(100 + 5) - before;
        let kept = || Duration::from_millis(crate::record::read(&file).unwrap().thinking_ms());
        // Another thread writes the file.
        let begun = Instant::now();
        while kept() < used {
            assert!(begun.elapsed() < Duration::from_secs(20), "{nth}: {:?} of {used:?}", kept());
            std::thread::sleep(Duration::from_millis(5));
        }
        let kept = kept();
        ask(&mut app, PlayerCommand::Continue(file));
        assert!(left(&app, Side::Black) <= Duration::from_secs(100) - kept, "{nth}");
    }
    act(&mut app, "e7e5");
    let running = session(&app).running().unwrap();
    assert!(running.record().actions()[1].used_ms.unwrap() >= 15_000);
}
