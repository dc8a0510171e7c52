//! Tests of change detection at rest, and of waiting times.

use super::*;

#[derive(Resource, Default)]
struct Changes(Vec<&'static str>);

fn watch<R: Resource>(mut changes: ResMut<Changes>, resource: Res<R>) {
    if resource.is_changed() {
        changes.0.push(std::any::type_name::<R>());
    }
}

/// Runs a few frames in which only time passes.
pub(super) fn assert_nothing_changes(app: &mut App, context: &str) {
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(10))).init_resource::<Changes>();
    app.add_systems(
        Last,
        (
            watch::<Session>,
            watch::<MatchProgress>,
            watch::<Selection>,
            watch::<Settings>,
            watch::<LegalActions>,
            watch::<Annotations>,
            watch::<FreeHands>,
            watch::<Seating>,
            watch::<MatchAnalysis>,
            watch::<MatchRecorder>,
            watch::<LoadingFile>,
            watch::<Saving>,
        ),
    );
    // At first, everything counts as changed.
    app.update();
    app.insert_resource(Changes::default());
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(app.world().resource::<Changes>().0, Vec::<&str>::new(), "{context}");
}

fn thinks() -> Seat {
    Seat::Bot("search:time=600".parse().unwrap())
}

#[test]
fn nothing_changes_while_a_bot_thinks() {
    for clocks in [false, true] {
        let seats = [thinks(), Seat::Human];
        let mut app = if clocks { with_clocks(seats, 36_000) } else { app_between("chess", seats) };
        app.update();
        app.update();
        assert!(app.world().resource::<MatchProgress>().is_searching());
        assert_nothing_changes(&mut app, "a bot");
        assert!(app.world().resource::<MatchProgress>().is_searching());
        let rest = app.world().resource::<TableRest>().left(session(&app), app.world().resource(), 0.7);
        assert_eq!(rest, None, "only the bot can make it go on");
    }
}

#[test]
fn nothing_changes_while_a_replay_pauses() {
    for running in [false, true] {
        let mut app = app("chess");
        act(&mut app, "e2e4");
        let mut replay = Replay::of_match(session(&app).running().unwrap());
        replay.go_to(0);
        app.insert_resource(Session::from(replay));
        app.insert_resource(Settings { pause: 5.0, ..default() });
        ask(&mut app, PlayerCommand::Run(running));
        assert_nothing_changes(&mut app, "a replay");
        let rest = app.world().resource::<TableRest>().left(session(&app), app.world().resource(), 5.0);
        assert!(if running { rest.is_some_and(|rest| rest > 4.0 && rest < 5.0) } else { rest.is_none() }, "{rest:?}");
    }
}

#[test]
fn a_match_with_a_bot_pauses_and_goes_on_with_a_move() {
    let mut app = app_between("chess", [Seat::Human, Seat::Bot(crate::bots::Bot::Random)]);
    app.world_mut().resource_mut::<Settings>().pause = 0.0;
    let played = |app: &App| session(app).live_match().unwrap().game().played().len();
    ask(&mut app, PlayerCommand::Act("e2e4".into()));
    ask(&mut app, PlayerCommand::Pause(true));
    let before = played(&app);
    for _ in 0..50 {
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(played(&app), before);
    ask(&mut app, PlayerCommand::Pause(false));
    let begun = Instant::now();
    while played(&app) < 2 {
        assert!(begun.elapsed() < Duration::from_secs(60), "the bot does not go on");
        app.update();
    }
    ask(&mut app, PlayerCommand::Pause(true));
    let action = session(&app).game().unwrap().actions()[0].clone();
    act(&mut app, &action);
    assert!(!app.world().resource::<MatchProgress>().paused);
}

/// A paused match between bots plays one action at a time.
#[test]
fn a_paused_match_between_bots_is_stepped() {
    let mut app = app_between("chess", [Seat::Bot(crate::bots::Bot::Random); 2]);
    app.world_mut().resource_mut::<Settings>().pause = 0.0;
    ask(&mut app, PlayerCommand::Pause(true));
    let played = |app: &App| session(app).live_match().unwrap().game().played().len();
    let before = played(&app);
    for step in 1..=3 {
        ask(&mut app, PlayerCommand::PlayOne);
        let begun = Instant::now();
        while played(&app) < before + step {
            assert!(begun.elapsed() < Duration::from_secs(60), "no action {step}");
            app.update();
        }
        for _ in 0..50 {
            app.update();
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(played(&app), before + step, "one action");
    }
}

/// The start of a match that is only watched is shown for three seconds.
#[test]
fn the_start_of_a_watched_match_is_seen() {
    let mut app = app_between("chess", [Seat::Bot(crate::bots::Bot::Random); 2]);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    let mut before = 0;
    let begun = Instant::now();
    while session(&app).game().unwrap().played().is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(60), "no action");
        app.update();
        before += 1;
    }
    assert!(before >= 30, "after {before} frames of a tenth of a second");
}

#[test]
fn nothing_goes_on_behind_a_question() {
    let mut app = app_between("chess", [Seat::Bot(crate::bots::Bot::Random); 2]);
    app.world_mut().resource_mut::<Settings>().pause = 0.0;
    app.world_mut().resource_mut::<crate::session::Panels>().asks = true;
    app.update();
    let before = session(&app).game().unwrap().played().len();
    for _ in 0..50 {
        app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(session(&app).game().unwrap().played().len(), before);
}
