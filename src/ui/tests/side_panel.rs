//! Tests of the panel at the right edge.

use bevy_egui::egui::{self, pos2};

use super::rig::{Rig, SCREENS, first_match, played, setup};
use crate::bots::Bot;
use crate::engine::{Place, Side};
use crate::games;
use crate::play::{Match, Seat, Setup, Thought};
use crate::session::{BotThought, PlayerCommand, Session};
use crate::ui::panel::controls::FocusChange;
use crate::ui::screen;

#[test]
fn an_action_is_typed_as_the_list_of_moves_shows_it() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 0)));
    for (typed, action) in [("Nf3", "g1f3"), ("g1f3", "g1f3"), ("e4", "e2e4"), ("Ke5", "e1e5"), ("hello", "hello")] {
        rig.commands.clear();
        rig.type_action(typed);
        let [PlayerCommand::Act(meant)] = &rig.commands[..] else { panic!("{typed}: {:?}", rig.commands) };
        assert_eq!(meant, action);
    }
}

#[test]
fn typed_moves_are_played() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("fluky", 0)));
    rig.frame(Vec::new());
    rig.state.panel.move_field.focus_change = FocusChange::Focus;
    rig.frame(Vec::new());
    assert!(rig.frame(vec![egui::Event::Text(" b1b2".into())]).keyboard);
    let enter = egui::Event::Key {
        key: egui::Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    rig.frame(vec![enter]);
    assert!(matches!(&rig.commands[..], [PlayerCommand::Act(action)] if action == "b1b2"), "{:?}", rig.commands);
    // The text and the focus stay until the move has been played, so that a refused move can be
    // corrected and letters are not mistaken for commands.
    assert!(rig.frame(vec![egui::Event::Text("n".into())]).keyboard);
    assert!(
        rig.state.panel.move_field.submitted && rig.state.panel.move_field.text == " b1b2n",
        "{}",
        rig.state.panel.move_field.text
    );
    rig.state.panel.move_field.focus_change = FocusChange::Release;
    rig.frame(Vec::new());
    assert!(!rig.frame(Vec::new()).keyboard);
}

/// At a low frame rate, letters arrive before the field has the focus.
#[test]
fn letters_stay_in_order_when_the_field_is_used_again() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 0)));
    rig.type_action("e4");
    rig.state.panel.move_field.text.clear();
    rig.state.panel.move_field.focus_change = FocusChange::Release;
    rig.frame(Vec::new());
    rig.frame(Vec::new());
    rig.state.panel.move_field.focus_change = FocusChange::Focus;
    rig.state.panel.move_field.text.push('N');
    rig.frame(Vec::new());
    rig.frame(vec![egui::Event::Text("f3".into())]);
    assert_eq!(rig.state.panel.move_field.text, "Nf3");
}

#[test]
fn a_bot_that_thinks_long_shows_it_and_can_be_told_to_move() {
    let seats = [Seat::Bot(Bot::Level(8)), Seat::Human];
    for screen in SCREENS {
        let running = Match::new(Setup { seats, ..setup("chess") }).unwrap();
        let mut rig = Rig::new(screen, Session::from(running));
        let thought = Thought { line: vec!["e2e4".into()], value: 20, win: 0.5, depth: 9, nodes: 1_234_567 };
        rig.thought = Some(BotThought { seconds: 0.2, thought: Some(thought) });
        rig.check("a bot thinks");
        assert!(rig.find("Move now").is_none());
        rig.thought.as_mut().unwrap().seconds = 2.0;
        rig.check("a bot thinks long");
        // A low window has only one line.
        let low = rig.size.y < 480.0;
        let words = if low { "Dragon …" } else { "Dragon is thinking: 2 s, depth 9, 1.2 M positions" };
        assert!(rig.find(words).is_some(), "{:?}", rig.seen());
        rig.click("Move now");
        assert!(matches!(rig.commands[..], [PlayerCommand::MoveNow]), "{:?}", rig.commands);
    }
}

#[test]
fn the_odds_of_a_throw_are_shown_on_request() {
    let mut running = Match::new(setup("fluky")).unwrap();
    running.act("c1c2").unwrap();
    let mut rig = Rig::new(SCREENS[1], Session::from(running));
    rig.check("a throw is due");
    assert!(rig.find("3/6").is_none());
    rig.click("More");
    rig.click("Chances of a throw");
    rig.check("the odds");
    assert!(rig.settings.odds && rig.find("3/6").is_some() && rig.find("White wins").is_some());
}

#[test]
fn the_panel_folds_away_and_comes_back_for_a_choice() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 0)));
    let right = |rig: &mut Rig| {
        rig.frame(Vec::new());
        rig.frame(Vec::new()).right
    };
    assert_eq!(right(&mut rig), screen::WIDTH);
    rig.click("»");
    assert!(right(&mut rig) == 0.0 && rig.find("Take back").is_none());
    rig.selection.choices = vec![("a7a8q".into(), "queen".into()), ("a7a8n".into(), "knight".into())];
    assert!(right(&mut rig) == screen::WIDTH && rig.find("Choose").is_some());
    rig.selection.choices.clear();
    assert_eq!(right(&mut rig), 0.0);
    rig.click("«");
    assert!(right(&mut rig) == screen::WIDTH && rig.find("Take back").is_some());
}

#[test]
fn the_pointer_belongs_to_the_panel_only_over_it() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 0)));
    rig.frame(Vec::new());
    let point = |x: f32, y: f32| (vec![egui::Event::PointerMoved(pos2(x, y))], bevy::math::Vec2::new(x, y));
    let (board, panel, middle) = (point(300.0, 300.0), point(900.0, 300.0), point(362.0, 320.0));
    let panels = rig.frame(board.0.clone());
    assert!(panels.right == 300.0 && !panels.pointer && !panels.keyboard);
    // `cover` is right even for positions that the pointer has not reached yet.
    assert!(!panels.cover(board.1) && panels.cover(panel.1) && !panels.cover(middle.1));
    assert!(rig.frame(panel.0).pointer);
    rig.state.help.open = true;
    rig.frame(Vec::new());
    rig.frame(Vec::new());
    let panels = rig.frame(middle.0);
    assert!(panels.pointer && panels.cover(middle.1) && panels.cover(panel.1));
    rig.state.help.open = false;
    rig.frame(Vec::new());
    assert!(!rig.frame(Vec::new()).cover(middle.1));
}

#[test]
fn the_reserve_is_taken_by_clicks() {
    let mut rig = first_match((egui::vec2(1280.0, 720.0), 100), "tactical");
    rig.click("obstacle ×2");
    assert!(matches!(rig.selection.held, Some(Place::Reserve(Side::White, _))), "{:?}", rig.selection);
}

#[test]
fn the_note_is_shown_until_the_first_piece_has_moved() {
    for info in games::ALL {
        let mut rig = first_match(SCREENS[0], info.id);
        rig.check(&format!("note of {}", info.id));
        let heading = format!("{} in short", info.name);
        let at = rig.find(&heading).unwrap();
        assert!(at.x > rig.size.x - screen::WIDTH, "{}: {at}", info.id);
        rig.click_at(pos2(362.0, 320.0));
        rig.check("after a click on the table");
        assert!(rig.find(&heading).is_some());
        for decisions in 0..12 {
            rig.session = Session::from(played(info.id, decisions));
            rig.check(&format!("note of {} after {decisions}", info.id));
            let moved = rig.history.plies().iter().any(|ply| ply.moved);
            assert_eq!(rig.find(&heading).is_none(), moved, "{} after {decisions}", info.id);
            assert_eq!(rig.settings.notes_read.contains(info.id), moved);
        }
        assert!(rig.settings.notes_read.contains(info.id), "{}", info.id);
    }
}

#[test]
fn sides_have_the_names_that_players_give_them() {
    let mut rig = first_match(SCREENS[0], "whack");
    rig.check("names");
    assert!(rig.find("Ice places").is_some() && rig.find("Black").is_none_or(|at| at.y > 500.0));
}

#[test]
fn free_hands_can_tidy_up_and_who_resigns_may_flip_the_table() {
    let mut running = played("chess", 0);
    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 4)));
    rig.check("chess");
    assert!(rig.find("Tidy up (G)").is_none());
    rig.free_hands = true;
    rig.check("chess with free hands");
    rig.click("Tidy up (G)");
    assert!(matches!(rig.commands[..], [PlayerCommand::TidyUp]), "{:?}", rig.commands);

    running.resign(Side::White).unwrap();
    let mut rig = Rig::new(SCREENS[0], Session::from(running));
    rig.check("chess, resigned");
    rig.click("More");
    rig.click("Flip the table");
    assert!(matches!(rig.commands[..], [PlayerCommand::Flip]), "{:?}", rig.commands);
}
