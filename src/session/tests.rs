//! Commands to the match, without a window.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::{
    Annotations, FreeHands, KeptList, KeptMatch, LegalActions, MatchAnalysis, MatchProgress, MatchRecorder,
    Notification, Opening, PlayerCommand, Rest, Seats, Selection, Session, Settings, Showing, TableUpdate, TurnClock,
    WakeUp,
};
use crate::engine::{Reason, Side};
use crate::games;
use crate::play::{Clock, Dice, Match, Replay, Seat, Secret, Setup};
use crate::record::Note;

fn app(id: &str) -> App {
    app_between(id, [Seat::Human; 2])
}

fn app_between(id: &str, seats: [Seat; 2]) -> App {
    let setup = Setup { dice: Dice::Instant, ..Setup::new(games::info(id).unwrap(), seats, 1) };
    let running = Match::new(setup).unwrap();
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, super::plugin));
    app.world_mut().write_message(TableUpdate::reset(running.game()));
    app.insert_resource(Session::of(Showing::Match(Box::new(running))));
    app.update();
    app
}

/// Carries out a command, and waits for files that it opens; returns the messages to the table and to the players.
fn ask(app: &mut App, command: PlayerCommand) -> (Vec<TableUpdate>, Vec<String>) {
    let world = app.world_mut();
    let mut shown = world.resource::<Messages<TableUpdate>>().get_cursor_current();
    let mut told = world.resource::<Messages<Notification>>().get_cursor_current();
    world.write_message(command);
    let (mut updates, mut words) = (Vec::new(), Vec::new());
    let begun = Instant::now();
    let mut frames = 0;
    while frames < 2 || app.world().resource::<Opening>().is_busy() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the file is not opened");
        app.update();
        updates.extend(shown.read(app.world().resource::<Messages<TableUpdate>>()).cloned());
        words.extend(told.read(app.world().resource::<Messages<Notification>>()).map(|told| told.text.clone()));
        frames += 1;
    }
    (updates, words)
}

/// The matches that the recorder lists.
fn kept(app: &App) -> Vec<KeptMatch> {
    let (recorder, wake, mut list) = (app.world().resource(), WakeUp::default(), KeptList::default());
    while !list.is_read() {
        list.look(recorder, &wake);
        std::thread::sleep(Duration::from_millis(1));
    }
    assert!(list.errors().is_empty(), "{:?}", list.errors());
    list.look(recorder, &wake).to_vec()
}

fn act(app: &mut App, action: &str) {
    let (_, told) = ask(app, PlayerCommand::Act(action.into()));
    assert!(told.is_empty(), "{action}: {told:?}");
}

fn session(app: &App) -> &Session {
    app.world().resource()
}

fn free_hands(app: &App) -> bool {
    app.world().resource::<FreeHands>().0
}

#[test]
fn a_match_that_was_left_is_continued_where_it_was_and_recorded_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = session(&app).running().unwrap().setup().clone();
    ask(&mut app, PlayerCommand::Begin(Box::new(setup.clone())));
    act(&mut app, "e2e4");
    assert!(kept(&app).is_empty(), "the match on the table is not offered");
    ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    let kept = kept(&app);
    let [left] = kept.as_slice() else { panic!("{kept:?}") };
    ask(&mut app, PlayerCommand::FreeHands);
    let (_, told) = ask(&mut app, PlayerCommand::Continue(folder.path().join("missing")));
    assert!(told[0].contains("missing") && free_hands(&app), "nothing is laid anew: {told:?}");
    let (_, told) = ask(&mut app, PlayerCommand::Continue(left.file.clone()));
    assert!(told.is_empty() && !free_hands(&app), "{told:?}");
    act(&mut app, "e7e5");
    assert_eq!(session(&app).game().unwrap().played(), ["e2e4", "e7e5"]);
    ask(&mut app, PlayerCommand::FreeHands);
    ask(&mut app, PlayerCommand::OpenReplay(left.file.clone()));
    let Showing::Replay(replay) = &session(&app).showing else { panic!("no replay") };
    assert!(replay.len() == 2 && !free_hands(&app));
    let (_, told) = ask(&mut app, PlayerCommand::OpenReplay(folder.path().join("missing")));
    assert!(told[0].contains("missing") && matches!(session(&app).showing, Showing::Replay(_)), "{told:?}");
}

#[test]
fn a_match_whose_dice_are_committed_to_reveals_the_secret_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("fluky");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = Box::new(session(&app).running().unwrap().setup().clone());
    let (secret, entropy) = (Secret::random().unwrap(), ["heads".to_string(), "tails".to_string()]);
    let seed = secret.seed(&entropy);
    ask(&mut app, PlayerCommand::BeginCommitted { setup, secret: secret.clone(), entropy });
    let record = |app: &App| session(app).running().unwrap().record().clone();
    assert_eq!(record(&app).header.commitment.unwrap().hash, secret.hash().to_string());
    assert_eq!((record(&app).seed(), record(&app).reveal()), (None, None));
    ask(&mut app, PlayerCommand::Resign(Side::White));
    assert_eq!(record(&app).seed(), Some(seed));
    assert_eq!(record(&app).reveal().unwrap().secret, secret.to_string());
}

#[test]
fn a_match_that_is_over_is_looked_through() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    ask(&mut app, PlayerCommand::Resign(Side::White));
    ask(&mut app, PlayerCommand::Review { actions: 1, run: false });
    let Showing::Replay(replay) = &session(&app).showing else { panic!("no replay") };
    assert_eq!((replay.at(), replay.len(), replay.shown_outcome()), (1, 2, None));
    assert!(replay.outcome().is_some() && session(&app).live_match().is_none());
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
        assert!(updates.is_empty() && told[0].contains("looking back"), "{told:?}");
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
    let Showing::Replay(replay) = &session(&app).showing else { panic!("pulled back") };
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

#[test]
fn notes_are_kept_with_a_match_and_its_replay() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    let (_, told) = ask(&mut app, PlayerCommand::Annotate(Note::new(1, true, "")));
    assert!(told[0].contains("not recorded") && session(&app).notes().unwrap()[&1].bookmark, "{told:?}");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = session(&app).running().unwrap().setup().clone();
    ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    act(&mut app, "d2d4");
    let file = app.world().resource::<MatchRecorder>().current().unwrap().to_path_buf();
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    let (_, told) = ask(&mut app, PlayerCommand::Annotate(Note::new(0, false, "The start")));
    assert!(told.is_empty() && session(&app).notes().unwrap()[&0].comment == "The start", "{told:?}");
    ask(&mut app, PlayerCommand::OpenReplay(file.clone()));
    assert_eq!(session(&app).notes().unwrap().len(), 1);
    let (_, told) = ask(&mut app, PlayerCommand::Annotate(Note::new(1, true, "")));
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(crate::record::read(&file).unwrap().notes().len(), 2);
    std::fs::remove_file(&file).unwrap();
    let (_, told) = ask(&mut app, PlayerCommand::Annotate(Note::new(1, false, "")));
    assert!(told[0].contains(&*file.to_string_lossy()) && session(&app).notes().unwrap()[&1].bookmark, "{told:?}");
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

/// The changes of a frame.
#[derive(Resource, Default)]
struct Changes(Vec<&'static str>);

fn watch<R: Resource>(mut changes: ResMut<Changes>, resource: Res<R>) {
    if resource.is_changed() {
        changes.0.push(std::any::type_name::<R>());
    }
}

/// Lets some frames pass in which nothing but the time goes on.
fn assert_nothing_changes(app: &mut App, context: &str) {
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
            watch::<Seats>,
            watch::<MatchAnalysis>,
            watch::<MatchRecorder>,
            watch::<Opening>,
        ),
    );
    // The first look finds everything new.
    app.update();
    app.insert_resource(Changes::default());
    for _ in 0..20 {
        app.update();
    }
    assert_eq!(app.world().resource::<Changes>().0, Vec::<&str>::new(), "{context}");
}

/// A match of chess with this time a side, s, and no increment.
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

fn thinks() -> Seat {
    Seat::Bot("search:time=600".parse().unwrap())
}

#[test]
fn nothing_changes_while_a_clock_runs() {
    let mut app = with_clocks([Seat::Human; 2], 10);
    let before = left(&app, Side::White);
    assert_nothing_changes(&mut app, "a clock");
    assert!(left(&app, Side::White) < before && left(&app, Side::Black) == Duration::from_secs(10));
    ask(&mut app, PlayerCommand::Act("e2e4".into()));
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    let before = left(&app, Side::Black);
    assert_nothing_changes(&mut app, "a clock in the background");
    assert!(left(&app, Side::Black) < before);
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
        let rest = app.world().resource::<Rest>().left(session(&app), app.world().resource(), 0.7);
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
        app.insert_resource(Session::of(Showing::Replay(Box::new(replay))));
        app.insert_resource(Settings { pause: 5.0, ..default() });
        ask(&mut app, PlayerCommand::Run(running));
        assert_nothing_changes(&mut app, "a replay");
        let rest = app.world().resource::<Rest>().left(session(&app), app.world().resource(), 5.0);
        assert!(if running { rest.is_some_and(|rest| rest > 4.0 && rest < 5.0) } else { rest.is_none() }, "{rest:?}");
    }
}

#[test]
fn the_time_on_the_clock_is_charged_with_the_action_and_ends_the_match() {
    let mut app = with_clocks([Seat::Human; 2], 10);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1)));
    app.update();
    app.update();
    let shown = left(&app, Side::White);
    // A frame passes before the command is carried out, and another in which Black's clock runs.
    act(&mut app, "e2e4");
    assert_eq!(left(&app, Side::White), shown - Duration::from_secs(1));
    let running = session(&app).running().unwrap();
    assert_eq!(running.remaining(Side::White), Some(left(&app, Side::White)), "the match knows");
    // Black has used one of ten seconds.
    for _ in 0..9 {
        assert_eq!(session(&app).outcome(), None);
        app.update();
    }
    let outcome = session(&app).outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Side::White), Reason::Time));
}
