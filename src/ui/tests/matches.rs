//! Tests of beginning, leaving, ending and replaying matches.

use std::time::Duration;

use bevy_egui::egui::Event;

use super::rig::{Rig, SCREENS, played, setup};
use crate::bots::Bot;
use crate::engine::Side;
use crate::games;
use crate::lessons;
use crate::play::{self, Clock, Dice, Match, Replay, Seat, Setup};
use crate::session::{Exercise, MatchRecorder, PlayerCommand, Session};

#[test]
fn replays_fit_and_follow_their_controls() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    played("fluky", 30).record_to(&file).unwrap();
    for screen in SCREENS {
        let mut replay = Replay::open(&file).unwrap();
        replay.go_to(10);
        let end = replay.len();
        let mut rig = Rig::new(screen, Session::from(replay));
        rig.check("replay");
        rig.click("⏭");
        rig.click("⏴");
        rig.click("▶");
        let asked: Vec<_> = rig.commands.iter().map(|command| format!("{command:?}")).collect();
        assert_eq!(asked, [format!("Seek({end})"), "Seek(9)".into(), "Run(true)".into()]);
    }
}

/// The match that was last on the table is offered, even if another file is newer.
#[test]
fn the_match_left_last_is_continued() {
    let folder = tempfile::tempdir().unwrap();
    let [older, newer] = ["older.jsonl", "newer.jsonl"].map(|name| folder.path().join(name));
    played("fluky", 5).record_to(&older).unwrap();
    played("chess", 5).record_to(&newer).unwrap();
    for file in [&older, &newer] {
        let mut rig = Rig::new(SCREENS[1], Session::default());
        rig.recorder = MatchRecorder::new(None, Some(folder.path().to_path_buf()));
        rig.settings.last_file = Some(file.clone());
        while rig.state.kept.list().is_none() {
            rig.frame(Vec::new());
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        rig.click("Continue");
        assert!(matches!(&rig.commands[..], [PlayerCommand::Continue(own)] if own == file), "{:?}", rig.commands);
    }
}

/// The clock is not rounded to whole minutes, as it is in the form.
#[test]
fn a_rematch_differs_only_in_sides_and_seed() {
    let clock = Clock { start: Duration::from_millis(90_500), increment: Duration::from_millis(500) };
    let seats = [Seat::Human, Seat::Bot(Bot::Greedy)];
    let names = [Some("Ada".to_string()), None];
    let event = Some("Club".to_string());
    let old = Setup { seats, names, event, clock: Some(clock), ..setup("chess") };
    let mut running = Match::new(old.clone()).unwrap();
    running.resign(Side::White).unwrap();
    let mut rig = Rig::new(SCREENS[1], Session::from(running));
    rig.click("Rematch");
    let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
    let swapped =
        Setup { seed: setup.seed, seats: [seats[1], seats[0]], names: [None, Some("Ada".to_string())], ..old };
    assert_eq!(format!("{setup:?}"), format!("{swapped:?}"));
}

#[test]
fn a_double_click_on_a_game_begins_a_match() {
    let mut rig = Rig::new((bevy_egui::egui::vec2(1280.0, 720.0), 100), Session::default());
    rig.check("start screen");
    let at = rig.find("Makarenko's Chess").unwrap();
    rig.click_at(at);
    assert!(rig.commands.is_empty());
    rig.press(at, 1);
    let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
    assert_eq!(setup.info.id, "makarenko");
}

#[test]
fn the_start_screen_is_whole_and_start_stays_in_place() {
    for screen in [(bevy_egui::egui::vec2(1280.0, 720.0), 100), (bevy_egui::egui::vec2(1366.0, 768.0), 100)] {
        let mut rig = Rig::new(screen, Session::default());
        let mut places = Vec::new();
        for info in games::ALL {
            rig.state.new_match.form.choose_game(info);
            rig.check(info.id);
            // Every card is completely visible.
            for other in games::ALL {
                let whole = rig.visible().iter().any(|(words, _)| *words == other.summary);
                assert!(whole, "{} at {screen:?}: {:?}", other.id, rig.seen());
            }
            assert!(rig.seen().iter().all(|text| !text.ends_with('…') || text.len() < 30), "{:?}", rig.seen());
            places.push(rig.find("Start (Enter)").unwrap());
            rig.state.new_match.form.seed = "not a number".into();
            rig.check("an error");
            places.push(rig.find("Start (Enter)").unwrap());
            rig.state.new_match.form.reseed();
        }
        assert!(places.iter().all(|own| *own == places[0]), "{places:?}");
    }
}

#[test]
fn lists_are_driven_by_the_arrow_keys() {
    let key = |key| Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: bevy_egui::egui::Modifiers::NONE,
    };
    let mut rig = Rig::new(SCREENS[1], Session::default());
    rig.state.new_match.form.seats = [Seat::Human, Seat::Bot(Bot::Greedy)];
    rig.check("form");
    let human = rig.position_of("Human").unwrap();
    let focused = |rig: &Rig| {
        let id = rig.ctx.memory(|memory| memory.focused());
        id.and_then(|id| rig.ctx.read_response(id)).is_some_and(|response| response.rect.contains(human))
    };
    for _ in 0..60 {
        if focused(&rig) {
            break;
        }
        rig.frame(vec![key(bevy_egui::egui::Key::Tab)]);
        rig.frame(Vec::new());
    }
    let all: Vec<_> = Seat::all().collect();
    for seat in &all[1..=2] {
        rig.frame(vec![key(bevy_egui::egui::Key::ArrowDown)]);
        rig.frame(Vec::new());
        assert_eq!(rig.state.new_match.form.seats[0], *seat);
    }
    rig.frame(vec![key(bevy_egui::egui::Key::ArrowUp)]);
    rig.frame(Vec::new());
    assert_eq!(rig.state.new_match.form.seats[0], all[1]);
    assert!(focused(&rig));
}

#[test]
fn a_match_is_begun_by_clicks() {
    let mut rig = Rig::new(SCREENS[0], Session::default());
    rig.click("Fluky Chess");
    rig.click("Start (Enter)");
    let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
    assert_eq!(setup.info.id, "fluky");
}

/// The command is typed below its seat.
#[test]
fn another_program_takes_a_seat_by_its_command() {
    let mut rig = Rig::new(SCREENS[0], Session::default());
    rig.state.new_match.form.choose_game(games::info("chess").unwrap());
    rig.state.new_match.form.seats = [Seat::Human, Seat::Program];
    rig.click("Start (Enter)");
    assert!(rig.commands.is_empty() && rig.find("Type the command of the engine that plays Black").is_some());
    rig.click("such as stockfish");
    rig.frame(vec![Event::Text("nodes=9 fairy --x".into())]);
    rig.check("a program");
    rig.click("Start (Enter)");
    let Some(PlayerCommand::Begin(setup)) = rig.commands.pop() else { panic!("no match is begun") };
    let command = setup.programs[1].as_ref().map(ToString::to_string);
    assert_eq!((setup.seats[1], command.as_deref()), (Seat::Program, Some("uci:nodes=9 fairy --x")));
}

/// A person's name is typed once, saved in the match file, and shown with the match.
#[test]
fn names_and_the_event_are_typed_and_shown() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.jsonl");
    let mut rig = Rig::new(SCREENS[1], Session::default());
    rig.recorder.folder = Some(folder.path().to_path_buf());
    rig.click("Fluky Chess");
    rig.click("More");
    rig.click("Name of White");
    rig.frame(vec![Event::Text("Ann".into())]);
    rig.click("Event");
    rig.frame(vec![Event::Text("Club evening".into())]);
    rig.click("Start (Enter)");
    let Some(PlayerCommand::Begin(setup)) = rig.commands.pop() else { panic!("no match is begun") };
    assert_eq!((setup.names.clone(), setup.event.as_deref()), ([Some("Ann".into()), None], Some("Club evening")));
    assert_eq!(rig.settings.people, ["Ann", ""], "it is remembered");

    let mut running = Match::new(*setup).unwrap();
    running.resign(Side::White).unwrap();
    running.record_to(&file).unwrap();
    running.flush().unwrap();
    let day = running.record().header.date.clone().unwrap()[..10].to_string();
    let mut rig = Rig::new(SCREENS[1], Session::from(running));
    rig.check("result");
    assert!(rig.find("Ann – Greedy: Resignation").is_some(), "{:?}", rig.seen());
    assert!(rig.find("Club evening").is_some(), "{:?}", rig.seen());

    let mut rig = Rig::new(SCREENS[1], Session::from(Replay::open(&file).unwrap()));
    rig.check("replay");
    assert!(rig.find(&format!("Club evening, {day}")).is_some() && rig.find("Ann").is_some(), "{:?}", rig.seen());
    let pgn = play::export(&Replay::open(&file).unwrap()).to_string();
    for tag in ["[White \"Ann\"]", "[Event \"Club evening\"]", &format!("[Date \"{}\"]", day.replace('-', "."))] {
        assert!(pgn.contains(tag), "{tag}: {pgn}");
    }
}

/// The commitment is shown before the match, and the players add their own entropy.
#[test]
fn a_match_with_committed_dice_is_begun_by_clicks() {
    let mut rig = Rig::new(SCREENS[0], Session::default());
    rig.click("Fluky Chess");
    assert!(rig.find("Prove that nobody chose the dice").is_none(), "without a file nothing could be checked");
    rig.recorder.folder = Some("matches".into());
    rig.click("Prove that nobody chose the dice");
    let proof = rig.state.new_match.form.proof().unwrap();
    proof.entropy = ["heads".into(), "tails".into()];
    let secret = proof.secret.clone();
    rig.frame(Vec::new());
    assert!(rig.find(&secret.hash().to_string()).is_some() && rig.find(&secret.to_string()).is_none());
    assert!(rig.reach("Start (Enter)"));
    rig.click("Start (Enter)");
    let Some(PlayerCommand::BeginCommitted { setup, secret: committed, entropy }) = rig.commands.last() else {
        panic!("{:?}", rig.commands)
    };
    assert_eq!((setup.info.id, committed, entropy), ("fluky", &secret, &["heads".to_string(), "tails".into()]));
    assert!(rig.state.new_match.form.proof().is_none(), "a secret serves for one match");
}

#[test]
fn giving_up_is_asked_twice() {
    let setup = Setup { seats: [Seat::Human, Seat::Bot(Bot::Greedy)], ..setup("fluky") };
    let mut rig = Rig::new(SCREENS[0], Session::from(Match::new(setup).unwrap()));
    rig.click("Resign");
    assert!(rig.commands.is_empty());
    rig.check("the question");
    let confirms = *rig.all_of("Resign").last().unwrap();
    rig.click_at(confirms);
    assert!(matches!(rig.commands[..], [PlayerCommand::Resign(Side::White)]), "{:?}", rig.commands);
    rig.commands.clear();
    rig.click("Draw");
    assert!(rig.commands.is_empty());
    rig.click("Offer draw");
    assert!(matches!(rig.commands[..], [PlayerCommand::OfferDraw(Side::White)]), "{:?}", rig.commands);
}

/// At one table, either side can resign, whichever is to move.
#[test]
fn either_of_two_people_resigns() {
    for side in Side::BOTH {
        let mut rig = Rig::new(SCREENS[0], Session::from(played("fluky", 0)));
        rig.click("Resign");
        assert!(rig.commands.is_empty());
        rig.check("who resigns");
        rig.click(&format!("{} resigns", games::info("fluky").unwrap().side(side)));
        assert!(matches!(rig.commands[..], [PlayerCommand::Resign(own)] if own == side), "{:?}", rig.commands);
        assert!(rig.state.messages.question.is_none());
    }
}

#[test]
fn a_draw_is_claimed_by_a_button_while_a_claim_is_open() {
    let mut running = played("chess", 0);
    for action in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        assert_eq!(running.claim_open(), None);
        running.act(action).unwrap();
    }
    let mut rig = Rig::new(SCREENS[0], Session::from(running));
    rig.check("claim");
    rig.click("Claim draw: threefold repetition");
    assert!(matches!(rig.commands[..], [PlayerCommand::ClaimDraw]), "{:?}", rig.commands);

    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 8)));
    rig.check("no claim");
    assert!(rig.find("Claim draw: threefold repetition").is_none());
}

#[test]
fn matches_that_were_left_are_continued_and_those_kept_are_shown_again() {
    let folder = tempfile::tempdir().unwrap();
    let (left, over) = (folder.path().join("left.jsonl"), folder.path().join("over.jsonl"));
    played("fluky", 5).record_to(&left).unwrap();
    let mut ended = played("chess", 5);
    ended.resign(Side::White).unwrap();
    ended.record_to(&over).unwrap();
    let start_screen = |screen| {
        let mut rig = Rig::new(screen, Session::default());
        rig.recorder = MatchRecorder::new(None, Some(folder.path().to_path_buf()));
        while rig.state.kept.list().is_none() {
            rig.frame(Vec::new());
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        rig
    };
    for screen in SCREENS {
        let mut rig = start_screen(screen);
        assert!(
            rig.reach("Continue")
                && rig.find("Fluky Chess, Human").is_some()
                && (rig.reach("Open a replay") || rig.reach_in_panel("Open a replay"))
        );
        let mut rig = start_screen(screen);
        rig.state.kept.open = true;
        rig.check("kept matches");
    }
    let mut rig = start_screen(SCREENS[1]);
    rig.state.kept.open = true;
    rig.check("kept matches");
    for words in ["All matches are saved in", "Black wins", "unfinished"] {
        assert!(rig.find(words).is_some(), "{words}: {:?}", rig.seen());
    }
    let mut rig = start_screen(SCREENS[1]);
    rig.click("Continue");
    assert!(matches!(&rig.commands[..], [PlayerCommand::Continue(file)] if *file == left), "{:?}", rig.commands);
    rig.commands.clear();
    rig.click("Open a replay");
    rig.click("Replay");
    assert!(matches!(&rig.commands[..], [PlayerCommand::OpenReplay(_)]), "{:?}", rig.commands);
}

#[test]
fn a_match_in_progress_is_left_only_after_a_question() {
    for (words, left) in [("Leave (Y)", true), ("Play on (Escape)", false)] {
        let mut rig = Rig::new(SCREENS[0], Session::from(played("fluky", 2)));
        rig.state.new_match.open = true;
        assert!(rig.reach("Start (Enter)"));
        rig.click("Start (Enter)");
        assert!(rig.commands.is_empty(), "{:?}", rig.commands);
        rig.check("the question");
        rig.click(words);
        assert_eq!(matches!(rig.commands[..], [PlayerCommand::Begin(_)]), left, "{:?}", rig.commands);
        assert!(rig.state.messages.question.is_none());
    }
}

#[test]
fn dice_can_be_drawn_instantly() {
    let mut rig = Rig::new(SCREENS[1], Session::default());
    rig.click("Fluky Chess");
    rig.click("Instant");
    rig.click("Start (Enter)");
    let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
    assert_eq!(setup.dice, Dice::Instant);
    let last = rig.settings.last_match.as_ref().unwrap();
    assert_eq!((last.game.as_str(), last.dice.as_str()), ("fluky", "instant"));
}

/// A match with a file is left without a question; one that would be lost is confirmed first.
#[test]
fn the_menu_leads_home() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 2)));
    rig.click("Menu");
    rig.click("Start screen");
    assert!(rig.commands.is_empty() && rig.state.messages.question.is_some(), "{:?}", rig.commands);
    let folder = tempfile::tempdir().unwrap();
    let mut kept = played("chess", 2);
    kept.record_to(&folder.path().join("match.jsonl")).unwrap();
    let lesson = Exercise::lesson(lessons::course("chess").swap_remove(0)).unwrap();
    for showing in [Session::from(kept), Session::from(lesson)] {
        let mut rig = Rig::new(SCREENS[0], showing);
        if rig.session.exercise().is_none() {
            rig.click("Menu");
        }
        rig.click("🏠");
        assert!(matches!(rig.commands[..], [PlayerCommand::Leave]), "{:?}", rig.commands);
    }
}
