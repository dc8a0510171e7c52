//! Tests of matches on disk.

use std::path::Path;

use super::*;

fn recorded_in(app: &App) -> Option<&Path> {
    session(app).live_match().and_then(Match::recorded_in)
}

/// Such a match was opened before the window.
#[test]
fn a_match_resumed_by_the_command_line_is_not_offered() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let file = folder.path().join("match.jsonl");
    let mut running = Match::new(session(&app).running().unwrap().setup().clone()).unwrap();
    running.record_to(&file).unwrap();
    running.act("e2e4").unwrap();
    running.flush().unwrap();
    drop(running);
    assert_eq!(kept(&app).len(), 1);
    app.insert_resource(Session::from(Match::resume(&file).unwrap()));
    assert!(kept(&app).is_empty());
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
    let listed = kept(&app);
    let [left] = listed.as_slice() else { panic!("{listed:?}") };
    ask(&mut app, PlayerCommand::FreeHands);
    let (_, told) = ask(&mut app, PlayerCommand::Continue(folder.path().join("missing")));
    assert!(told[0].contains("missing") && free_hands(&app), "nothing is laid again: {told:?}");
    let (shown, told) = ask(&mut app, PlayerCommand::Continue(left.file.clone()));
    assert!(told.is_empty() && !free_hands(&app), "{told:?}");
    let played = |update: &TableUpdate| matches!(update, TableUpdate::Reset(_, _, played) if played.len() == 1);
    assert!(shown.iter().any(played), "the last action is marked: {shown:?}");
    act(&mut app, "e7e5");
    assert_eq!(session(&app).game().unwrap().played(), ["e2e4", "e7e5"]);
    ask(&mut app, PlayerCommand::FreeHands);
    ask(&mut app, PlayerCommand::OpenReplay(left.file.clone()));
    let Some(replay) = session(&app).replay() else { panic!("no replay") };
    assert!(replay.len() == 2 && !free_hands(&app));
    assert_eq!(recorded_in(&app), None);
    let (_, told) = ask(&mut app, PlayerCommand::OpenReplay(folder.path().join("missing")));
    assert!(told[0].contains("missing") && session(&app).replay().is_some(), "{told:?}");
    // The match replaced by a replay is unfinished and listed; a finished match is listed while it
    // is still on the table.
    assert_eq!(kept(&app).iter().filter(|kept| kept.outcome.is_none()).count(), 1);
    ask(&mut app, PlayerCommand::Continue(left.file.clone()));
    assert!(kept(&app).is_empty());
    ask(&mut app, PlayerCommand::Resign(Side::White));
    let listed = kept(&app);
    assert!(matches!(&listed[..], [over] if over.outcome.is_some() && over.file == left.file), "{listed:?}");
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
fn notes_are_kept_with_a_match_and_its_replay() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    let (_, told) = ask(&mut app, PlayerCommand::Annotate(Note::new(1, true, "")));
    assert!(told[0].contains("not saved") && session(&app).notes().unwrap()[&1].bookmark, "{told:?}");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = session(&app).running().unwrap().setup().clone();
    ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    act(&mut app, "d2d4");
    let file = recorded_in(&app).unwrap().to_path_buf();
    ask(&mut app, PlayerCommand::Review { actions: 0, run: false });
    assert_eq!(recorded_in(&app), Some(&*file), "it goes on");
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

/// `verify` accepts the file of a match, whatever the window does with it.
#[test]
fn files_written_by_the_window_verify() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let mut files = Vec::new();
    for info in games::ALL {
        for (index, dice) in [Dice::Physics, Dice::Instant].into_iter().enumerate() {
            let clock = Clock { start: Duration::from_secs(600), increment: Duration::from_secs(1) };
            let names = [Some("Ann".to_string()), None];
            let people = Setup { dice, names, ..Setup::new(info, [Seat::Human; 2], 3 + index as u64) };
            let setup = Box::new(Setup { clock: (index == 0).then_some(clock), ..people });
            let committed = info.dice && index == 1;
            let begin = match committed {
                true => PlayerCommand::BeginCommitted {
                    setup,
                    secret: Secret::random().unwrap(),
                    entropy: ["rain".into(), "--".into()],
                },
                false => PlayerCommand::Begin(setup),
            };
            std::thread::sleep(Duration::from_millis(2));
            ask(&mut app, begin);
            files.push(recorded_in(&app).unwrap().to_path_buf());
            let play = |app: &mut App, decisions: usize| {
                for _ in 0..decisions {
                    while session(app).running().unwrap().throw(None).is_some() {
                        ask(app, PlayerCommand::Throw(None));
                    }
                    let actions = session(app).game().unwrap().actions();
                    let Some(action) = actions.get(decisions % actions.len().max(1)).cloned() else { return };
                    act(app, &action);
                }
            };
            play(&mut app, 4);
            ask(&mut app, PlayerCommand::Takeback);
            play(&mut app, 3);
            ask(&mut app, PlayerCommand::Annotate(Note::new(2, true, "Why?")));
            if index == 0 {
                // Leaves the match, continues it and agrees on a draw.
                let file = files.last().unwrap().clone();
                ask(&mut app, PlayerCommand::OpenReplay(file.clone()));
                ask(&mut app, PlayerCommand::Annotate(Note::new(1, false, "Here")));
                ask(&mut app, PlayerCommand::Continue(file));
                ask(&mut app, PlayerCommand::OfferDraw(Side::White));
                ask(&mut app, PlayerCommand::AcceptDraw);
            } else {
                ask(&mut app, PlayerCommand::Resign(Side::Black));
            }
        }
    }
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(files.len(), 2 * games::ALL.len());
    for file in files {
        let (verified, torn) = verify_file(Reader::open(&file).unwrap()).unwrap();
        let what = format!("{}: {:?}", file.display(), verified.faults);
        assert!(verified.faults.is_empty() && torn.is_none() && verified.outcome.is_some(), "{what}");
        assert!(verified.actions >= 3 && verified.without_throw == 0, "{what}");
    }
}

/// Leaving does not wait for a slow disk, and exiting loses nothing.
#[test]
fn leaving_a_match_does_not_wait_for_the_disk() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = session(&app).running().unwrap().setup().clone();
    let begin = || PlayerCommand::Begin(Box::new(setup.clone()));
    ask(&mut app, begin());
    let file = recorded_in(&app).unwrap().to_path_buf();
    let actions = || crate::record::read(&file).unwrap().actions().len();
    act(&mut app, "e2e4");
    session_mut(&mut app).live_match_mut().unwrap().flush().unwrap();
    assert_eq!(actions(), 1);

    slow_disk::hold(true);
    // Lets a main thread that waits for the disk fail instead of hang.
    let (left, rescue) = std::sync::mpsc::channel::<()>();
    let rescuer = std::thread::spawn(move || {
        let late = rescue.recv_timeout(Duration::from_secs(30)).is_err();
        slow_disk::hold(false);
        late
    });
    app.world_mut().write_message(PlayerCommand::Act("e7e5".into()));
    app.update();
    // Otherwise the new file, created in the same millisecond, would have the same name.
    std::thread::sleep(Duration::from_millis(2));
    app.world_mut().write_message(begin());
    app.update();
    let (busy, written) = (app.world().resource::<Saving>().is_busy(), actions());
    app.world_mut().write_message(PlayerCommand::OpenReplay(file.clone()));
    app.update();
    left.send(()).unwrap();
    assert!(!rescuer.join().unwrap(), "the main thread has waited for the disk");
    assert_eq!((busy, written), (true, 1));
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(actions(), 2);
}

#[test]
fn a_match_that_cannot_be_written_to_its_end_is_reported_after_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = app("chess");
    app.insert_resource(MatchRecorder::new(None, Some(folder.path().to_path_buf())));
    let setup = session(&app).running().unwrap().setup().clone();
    ask(&mut app, PlayerCommand::Begin(Box::new(setup.clone())));
    let file = recorded_in(&app).unwrap().to_path_buf();
    session_mut(&mut app).live_match_mut().unwrap().flush().unwrap();
    std::fs::write(&file, "another program").unwrap();
    act(&mut app, "e2e4");
    let (_, told) = ask(&mut app, PlayerCommand::Begin(Box::new(setup)));
    assert!(told.iter().any(|words| words.contains("another program changed the file")), "{told:?}");
}
