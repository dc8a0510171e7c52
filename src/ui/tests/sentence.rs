//! Tests of the sentence bar, and of everything that must not move during a match.

use bevy_egui::egui::{Event, Pos2, Rect, Vec2, vec2};
use serde_json::json;

use super::rig::{Rig, SCREENS, first_match, long_told, played, setup};
use crate::bots::Bot;
use crate::engine::{GestureKind, Place, Side, Turn};
use crate::games;
use crate::play::{Match, Seat, Setup};
use crate::session::{ConnectionState, CurrentRoom, Notification, PlayerCommand, RoomCommand, Session};
use crate::ui::screen;
use crate::ui::state::ui_command::Question;

/// The window and text sizes that the panel is designed for.
const WINDOWS: [(Vec2, u16); 5] = [
    (vec2(900.0, 600.0), 100),
    (vec2(1366.0, 768.0), 100),
    (vec2(1366.0, 768.0), 200),
    (vec2(2560.0, 1440.0), 100),
    (vec2(390.0, 844.0), 100),
];

/// A match from a position, played by two people.
fn from_position(id: &str, position: &str) -> Match {
    Match::new(Setup { start: Some(position.into()), ..setup(id) }).unwrap()
}

/// The rectangles of everything clickable below the list of moves.
fn tools(rig: &Rig) -> Vec<Rect> {
    let at = rig.size.y - rig.state.panel.controls_height - 13.0;
    rig.clickable().into_iter().filter(|rect| rect.top() >= at && rect.left() > rig.size.x / 2.0).collect()
}

/// Also on a phone, where the numbers in the panel are out of sight.
#[test]
fn chips_are_lifted_by_the_bar() {
    for window in WINDOWS.into_iter().filter(|(_, text)| *text == 100) {
        let mut rig = first_match(window, "makarenko");
        rig.frame(Vec::new());
        let bishop = rig.session.game().and_then(|game| game.layout().cell_named("c1"));
        rig.selection.held = bishop.map(Place::Cell);
        for (button, count) in [("−", 4), ("−", 3), ("+", 4)] {
            rig.click(button);
            assert_eq!(rig.selection.count, Some(count), "{window:?}");
            rig.frame(Vec::new());
            assert!(rig.find(&format!("{count} of 5")).is_some(), "{window:?}: {:?}", rig.seen());
        }
    }
}

#[test]
fn no_button_moves_during_a_match() {
    for window in WINDOWS {
        for info in games::ALL {
            let mut rig = first_match(window, info.id);
            let mut before: Option<(Vec<Rect>, [f32; 3])> = None;
            for decisions in 0..24 {
                let running = played(info.id, decisions);
                let held = running.game().gestures().iter().find_map(|(_, gesture)| gesture.from);
                rig.session = Session::from(running);
                for step in 0..5 {
                    rig.state.messages.question = (step == 1).then_some(Question::OfferDraw(Side::White));
                    rig.state.messages.notification = (step == 2).then(long_told);
                    rig.selection.held = held.filter(|_| step == 3);
                    rig.free_hands = step == 4;
                    rig.check(&format!("{} after {decisions}, {step}, {window:?}", info.id));
                    let panels = rig.frame(Vec::new());
                    // With text of 200 %, the panel scrolls as a whole.
                    let tools = if window.1 == 200 { Vec::new() } else { tools(&rig) };
                    let now = (tools, [panels.top, panels.right, panels.bottom]);
                    let before = before.get_or_insert_with(|| now.clone());
                    let context = format!("{} after {decisions}, {step}, {window:?}", info.id);
                    // Choices appear in the space reserved for them.
                    assert!(before.0.iter().all(|rect| now.0.contains(rect)), "{context}: {now:?}, before {before:?}");
                    assert_eq!(now.1, before.1, "{context}");
                }
                rig.selection.release();
            }
        }
    }
}

#[test]
fn at_most_eight_buttons_are_seen_in_a_match() {
    let mut rig = Rig::new(WINDOWS[1], Session::from(played("chess", 6)));
    rig.check("match");
    let words = ["Menu", "Take back", "Hint", "Draw", "Resign", "Flip", "Views", "More"];
    for word in words {
        assert!(rig.position_of(word).is_some(), "{word}: {:?}", rig.seen());
    }
    // The move field is among them.
    assert_eq!(tools(&rig).len(), words.len() + 1);
}

#[test]
fn the_sentence_says_what_to_do() {
    let whack = "A0B3+B2C1+C3D3 Aa1:w311,Aa4:b22,Da1:b311,Db1:b222";
    for (id, position, sentence) in [
        ("chess", None, "White to move"),
        ("whack", None, "Ice places section B: join it to section A"),
        ("whack", Some(format!("{whack} b roll:1 0")), "TIP: Ice has to move a section"),
        ("tactical", None, "White to place a piece"),
        ("fluky", Some("kpppp/p4/5/4P/PPPPK w - 0".to_string()), "White to move"),
    ] {
        let running = Match::new(Setup { start: position, ..setup(id) }).unwrap();
        let boards = running.game().gestures().iter().any(|(_, own)| matches!(own.kind, GestureKind::Rearrange(_)));
        let mut rig = Rig::new(WINDOWS[1], Session::from(running));
        rig.check(id);
        assert!(rig.find(sentence).is_some_and(|at| at.y < 40.0), "{sentence}: {:?}", rig.seen());
        assert!(!boards || rig.find("to move:").is_none() && rig.find("Fire to move").is_none());
    }
    let mut running = Match::new(setup("fluky")).unwrap();
    running.act("c1c2").unwrap();
    let mut rig = Rig::new(WINDOWS[1], Session::from(running));
    rig.check("a throw");
    assert!(rig.find("White to throw the die").is_some());
    rig.click("Throw (Space)");
    assert!(matches!(rig.commands[..], [PlayerCommand::Throw(None)]), "{:?}", rig.commands);
}

#[test]
fn boards_are_stepped_through_and_taken_in_the_bar() {
    for window in WINDOWS {
        let mut rig = first_match(window, "whack");
        rig.check("boards");
        let count = rig.session.game().unwrap().gestures().len();
        let next = |rig: &Rig| rig.find("⏵").unwrap_or_else(|| panic!("{window:?}: {:?}", rig.seen()));
        let places = [next(&rig), rig.find("Choose this board").unwrap()];
        rig.click("Choose this board");
        assert!(rig.commands.is_empty(), "nothing is chosen yet");
        for at in 1..=2 {
            rig.click_at(places[0]);
            rig.check("a board");
            assert!(rig.find(&format!("{at} of {count}")).is_some(), "{window:?}: {:?}", rig.seen());
            assert_eq!([next(&rig), rig.find("Choose this board").unwrap()], places);
        }
        rig.click_at(places[1]);
        let second = rig.session.game().unwrap().gestures()[1].0.clone();
        assert!(matches!(&rig.commands[..], [PlayerCommand::Act(own)] if *own == second), "{:?}", rig.commands);
    }
}

#[test]
fn a_lost_king_is_made_anew_by_the_pieces_in_the_bar() {
    let mut running = Match::new(setup("makarenko")).unwrap();
    for typed in ["f2f3", "e7e5", "g2g4", "d8h4", "a2a3", "h4e1"] {
        let action = running.game().actions().into_iter().find(|own| own.starts_with(typed));
        running.act(&action.unwrap_or_else(|| panic!("{typed}: {:?}", running.game().actions()))).unwrap();
    }
    let notices = running.game().notices();
    let must = notices.iter().find(|notice| notice.forces_reply).unwrap().clone();
    let layout = running.game().layout();
    let maker = layout.cells[must.cells[0].index()].name.clone();
    let mut rig = Rig::new(WINDOWS[3], Session::from(running));
    rig.check("no king");
    assert!(rig.find(&must.text).is_some(), "{:?}", rig.seen());
    let button = rig.seen().into_iter().find(|text| text.ends_with(&format!(" {maker}"))).map(String::from);
    rig.click(&button.unwrap_or_else(|| panic!("{maker}: {:?}", rig.seen())));
    assert!(rig.selection.held.is_some());
}

#[test]
fn what_gives_check_is_named_and_the_enemys_check_is_no_alarm() {
    let check = from_position("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let check =
        if check.outcome().is_some() { from_position("chess", "4k3/8/8/8/7q/8/8/4K3 w - - 0 1") } else { check };
    let mut rig = Rig::new(WINDOWS[1], Session::from(check));
    rig.check("check");
    assert!(rig.find("Check: queen h4").is_some(), "{:?}", rig.seen());
}

/// Refusals stay until the next command; other messages disappear on their own.
#[test]
fn messages_go_and_refusals_stay() {
    for (notification, stays) in [(long_told(), true), (Notification::new("Speed: 1.50 of normal"), false)] {
        let mut rig = Rig::new(WINDOWS[1], Session::from(played("chess", 2)));
        rig.check("match");
        let words = notification.text.clone();
        rig.state.messages.notification = Some(notification);
        rig.check("message");
        assert!(rig.find(&words).is_some());
        // Frames are 1/60 s apart.
        let panels = rig.frame(Vec::new());
        assert_eq!(panels.ticks, !stays);
        for _ in 0..60 * 12 {
            rig.frame(Vec::new());
        }
        assert_eq!(rig.find(&words).is_some(), stays, "{words}");
    }
}

#[test]
fn a_confirmation_takes_the_place_of_no_button() {
    for window in WINDOWS {
        for question in [Question::Resign(Side::White), Question::OfferDraw(Side::White)] {
            let seats = [Seat::Human, Seat::Bot(Bot::Greedy)];
            let mut running = Match::new(Setup { seats, ..setup("fluky") }).unwrap();
            running.act("c1c2").unwrap();
            let mut rig = Rig::new(window, Session::from(running));
            rig.check("a throw is due");
            let before = rig.clickable();
            rig.state.messages.question = Some(question);
            rig.check("the question");
            let confirms: Vec<Pos2> =
                ["Resign", "Offer draw", "Play on"].iter().flat_map(|own| rig.all_of(own)).collect();
            let strip = rig.state.messages.strip.unwrap().top();
            let asked =
                confirms.into_iter().filter(|at| at.y >= strip && at.y < strip + 120.0 && at.x < rig.size.x / 2.0);
            for at in asked {
                assert!(before.iter().all(|button| !button.contains(at)), "{window:?}: {at} of {before:?}");
            }
        }
    }
}

#[test]
fn a_draw_is_offered_in_a_room_after_a_question_and_withdrawn() {
    let mut running = played("chess", 20);
    running.seat_remote(Side::Black);
    let mut rig = Rig::new(WINDOWS[1], Session::from(running));
    rig.room = CurrentRoom::without_server(ConnectionState::Here);
    rig.room.hear(json!({"welcome": {
        "protocol": 1, "version": "", "physics": "", "room": "a-0123456789abcdef", "seat": "white", "game": "chess",
        "options": {}, "clock": "300+5", "seats": {"white": "human", "black": "human"}, "private": true,
        "casual": true, "commitment": "", "lines": 0,
    }}));
    rig.check("room");
    rig.click("Draw");
    assert!(rig.commands.is_empty(), "it is confirmed first");
    rig.click("Offer draw");
    assert!(matches!(&rig.commands[..], [PlayerCommand::OfferDraw(Side::White)]), "{:?}", rig.commands);
    rig.room.hear(json!({"offer": {"offer": 7, "by": "white", "what": "draw"}}));
    rig.click("Withdraw");
    assert_eq!(rig.room_commands, [RoomCommand::Withdraw(7)]);
}

/// The pictures of boards that are fully visible.
fn pictures(rig: &Rig) -> usize {
    let left = rig.size.x - rig.panel_width();
    let large = |rect: &Rect| rect.left() > left && rect.width() > 60.0 && rect.height() > 60.0;
    rig.clickable().iter().filter(|rect| large(rect)).count()
}

#[test]
fn the_gallery_gets_the_height_that_there_is() {
    for (window, least) in [(vec2(900.0, 600.0), 4), (vec2(1366.0, 768.0), 9), (vec2(2560.0, 1440.0), 12)] {
        for read in [false, true] {
            let mut rig = first_match((window, 100), "whack");
            rig.state.panel.fold = Some(false);
            if read {
                rig.settings.notes_read.insert("whack".into());
            }
            rig.check("boards");
            let (seen, all) = (pictures(&rig), rig.session.game().unwrap().gestures().len());
            let least = if read { least } else { 4 }.min(all);
            assert!(seen >= least, "{window}, {read}: {seen} of {all} pictures");
        }
    }
}

#[test]
fn six_rows_of_moves_are_seen() {
    for (window, id) in [(SCREENS[0], "chess"), (WINDOWS[1], "tactical"), (WINDOWS[1], "fluky"), (WINDOWS[0], "chess")]
    {
        let mut running = played(id, 60);
        while let (Turn::Chance(..), Some(roll)) = (running.game().turn(), running.throw(None)) {
            running.apply_roll(&roll).unwrap();
        }
        let mut rig = Rig::new(window, Session::from(running));
        rig.settings.notes_read.insert(id.into());
        rig.state.panel.fold = Some(false);
        rig.check(id);
        let visible = rig.visible();
        let number = |text: &str| text.strip_suffix('.').is_some_and(|number| number.parse::<u32>().is_ok());
        let count = visible.iter().filter(|(text, _)| number(text)).count();
        assert!(count >= 6, "{id} at {window:?}: {count} rows, {:?}", rig.seen());
    }
}

#[test]
fn a_small_window_folds_the_panel_until_the_user_unfolds_it() {
    let mut rig = Rig::new(WINDOWS[0], Session::from(played("chess", 4)));
    rig.check("small");
    assert!(rig.frame(Vec::new()).right == 0.0 && rig.find("Resign").is_none());
    rig.click("«");
    rig.check("unfolded");
    assert!(rig.frame(Vec::new()).right == screen::WIDTH && rig.find("Resign").is_some());
    rig.click("»");
    assert_eq!(rig.frame(Vec::new()).right, 0.0);
    for (window, text) in [(vec2(1366.0, 768.0), 200), (vec2(1024.0, 640.0), 200), (vec2(1280.0, 800.0), 200)] {
        let mut rig = Rig::new((window, text), Session::from(played("chess", 4)));
        rig.check("large text");
        let right = rig.frame(Vec::new()).right;
        assert!(right > 0.0 && right <= 0.5 * window.x, "{window}: {right}");
    }
}

#[test]
fn menus_reach_everything_else() {
    let mut rig = Rig::new(WINDOWS[1], Session::from(played("fluky", 4)));
    rig.settings.notes_read.insert("fluky".into());
    for (words, opened) in [
        ("Rules", (|rig: &Rig| rig.state.rules.is_some()) as fn(&Rig) -> bool),
        ("Keys", |rig| rig.state.help.open),
        ("Options", |rig| rig.state.options.open),
        ("New match", |rig| rig.state.new_match.open),
        ("Lessons", |rig| rig.state.learning.page.is_some()),
        ("Puzzles", |rig| rig.state.learning.page.is_some()),
    ] {
        rig.click("Menu");
        rig.check("menu");
        rig.click(words);
        rig.frame(Vec::new());
        assert!(opened(&rig), "{words}");
        rig.close();
        rig.state.learning.close();
        rig.check("closed");
    }
    rig.click("Views");
    rig.click("Close-up");
    assert_eq!(rig.settings.view, crate::session::View::Close);
    rig.click("More");
    rig.click("Evaluation graph");
    assert!(rig.settings.graph);
    rig.frame(vec![Event::PointerMoved(Pos2::new(300.0, 400.0))]);
}
