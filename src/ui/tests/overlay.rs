//! Tests of the levels of the overlay: panel, broadcast and clean.

use bevy_egui::egui::{Event, Pos2, vec2};

use super::rig::{Rig, SCREENS, played};
use crate::play::{Match, Replay, Seat, Setup};
use crate::session::{OverlayLevel, Session};

/// A match between two named bots after two actions.
fn watched(screen: (bevy_egui::egui::Vec2, u16)) -> Rig {
    let seats = ["4", "5"].map(|bot| Seat::Bot(bot.parse().unwrap()));
    let names = ["Ada", "Bob"].map(|name| Some(name.to_string()));
    let mut running = Match::new(Setup { names, seats, ..super::setup("chess") }).unwrap();
    ["e2e4", "d7d5", "e4d5"].into_iter().for_each(|action| drop(running.act(action).unwrap()));
    Rig::new(screen, Session::from(running))
}

#[test]
fn the_broadcast_has_names_and_the_last_move_beside_the_table() {
    for screen in SCREENS.into_iter().chain([(vec2(400.0, 800.0), 100), (vec2(800.0, 800.0), 100)]) {
        let mut rig = watched(screen);
        rig.settings.overlay = OverlayLevel::Broadcast;
        // Sizes are not known in the first frames.
        (0..3).for_each(|_| drop(rig.frame(Vec::new())));
        let panels = rig.frame(Vec::new());
        assert!(panels.right == 0.0 && panels.bottom > 0.0, "{panels:?}");
        let scale = rig.settings.text_scale(screen.0);
        let table = |at: Pos2| at.y * scale > panels.top && at.y * scale < rig.size.y * scale - panels.bottom;
        for words in ["Ada", "Bob", "xd5", "Level 4"] {
            let at = rig.find(words).unwrap_or_else(|| panic!("no {words} in {screen:?}: {:?}", rig.seen()));
            assert!(!table(at), "{words} is on the table of {screen:?}");
        }
        assert!(rig.find("New match").is_none());
    }
}

/// The chances are in the broadcast if the evaluation bar is on.
#[test]
fn the_broadcast_has_the_chances() {
    let seats = ["4", "5"].map(|bot| Seat::Bot(bot.parse().unwrap()));
    let mut running = Match::new(Setup { seats, ..super::setup("chess") }).unwrap();
    ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().for_each(|action| drop(running.act(action).unwrap()));
    let mut rig = Rig::new(SCREENS[0], Session::from(running));
    rig.settings.overlay = OverlayLevel::Broadcast;
    for on in [false, true, false] {
        rig.settings.evaluation_bar = on;
        (0..3).for_each(|_| drop(rig.frame(Vec::new())));
        let chances = ["0 %", "100 %"].map(|words| rig.find(words).is_some());
        assert_eq!(chances, [on; 2], "{:?}", rig.seen());
    }
}

#[test]
fn a_clean_window_has_only_the_table() {
    let mut rig = watched(SCREENS[0]);
    rig.settings.overlay = OverlayLevel::Clean;
    rig.frame(Vec::new());
    let panels = rig.frame(Vec::new());
    assert_eq!((panels.top, panels.right, panels.bottom), (0.0, 0.0, 0.0));
    assert_eq!(rig.seen(), [""; 0]);
    assert!(rig.clickable().is_empty());
}

/// The pointer and the button that brings the panel back are there while the pointer moves.
#[test]
fn a_pointer_that_rests_is_hidden() {
    for (level, hidden) in [(OverlayLevel::Panel, false), (OverlayLevel::Broadcast, true), (OverlayLevel::Clean, true)]
    {
        let mut rig = watched(SCREENS[0]);
        rig.settings.overlay = level;
        rig.frame(vec![Event::PointerMoved(Pos2::new(300.0, 300.0))]);
        let panels = rig.frame(Vec::new());
        assert!(
            !rig.state.frame.hides_pointer && panels.ticks == hidden && rig.find("«").is_some() == hidden,
            "{level:?}"
        );
        (0..150).for_each(|_| drop(rig.frame(Vec::new())));
        assert_eq!((rig.state.frame.hides_pointer, rig.find("«").is_some()), (hidden, false), "{level:?}");
        rig.frame(vec![Event::PointerMoved(Pos2::new(310.0, 300.0))]);
        rig.frame(Vec::new());
        if hidden {
            rig.click("«");
            assert_eq!(rig.settings.overlay, OverlayLevel::Panel);
        }
    }
}

/// Lists, and fields that are typed in, are in the panel.
#[test]
fn what_needs_the_panel_brings_it_back() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("chess", 4)));
    rig.settings.overlay = OverlayLevel::Clean;
    rig.frame(Vec::new());
    rig.state.panel.toggle(&mut rig.settings);
    let panels = rig.frame(Vec::new());
    assert!(panels.right > 0.0 && rig.settings.overlay == OverlayLevel::Panel);
    rig.state.panel.toggle(&mut rig.settings);
    assert_eq!(rig.frame(Vec::new()).right, 0.0);
}

#[test]
fn the_broadcast_follows_a_replay() {
    let mut replay = Replay::of_match(&played("chess", 6));
    replay.go_to(0);
    let mut rig = Rig::new(SCREENS[0], Session::from(replay));
    rig.settings.overlay = OverlayLevel::Broadcast;
    rig.frame(Vec::new());
    assert!(rig.find("Orthodox chess").is_some(), "{:?}", rig.seen());
    if let Some(replay) = rig.session.replay_mut() {
        replay.go_to(3);
    }
    rig.frame(Vec::new());
    assert!(rig.find("Orthodox chess").is_none() && rig.find("1:00:0").is_some(), "{:?}", rig.seen());
}
