//! Tests of the panel during a match in a room.

use bevy_egui::egui;
use serde_json::json;

use super::rig::{Rig, SCREENS, played};
use crate::engine::Side;
use crate::session::{ConnectionState, CurrentRoom, RoomCommand, Session};

#[test]
fn a_match_in_a_room_is_not_hidden_and_fits_beside_the_table() {
    for screen in SCREENS {
        let mut running = played("chess", 4);
        running.seat_remote(Side::Black);
        let mut rig = Rig::new(screen, Session::from(running));
        (rig.state.online.open, rig.state.new_match.open) = (true, true);
        rig.room = CurrentRoom::without_server(ConnectionState::Lost("refused".into()));
        rig.check("room");
        assert!(!rig.state.online.open && !rig.state.new_match.open, "they would hide the table");
        assert!(rig.find("Pause").is_none(), "there is no pause in a room");
        for words in ["Links …", "Connection lost", "Take back", "Draw", "Resign"] {
            assert!(rig.find(words).is_some() || rig.reach_in_panel(words), "{words}: {:?}", rig.seen());
        }
    }
}

#[test]
fn clocks_are_unknown_without_a_connection() {
    for (connection, known) in [(ConnectionState::Here, true), (ConnectionState::Lost("refused".into()), false)] {
        let mut running = played("chess", 0);
        running.seat_remote(Side::Black);
        let mut rig = Rig::new(SCREENS[0], Session::from(running));
        rig.room = CurrentRoom::without_server(connection);
        rig.room.hear(json!({"clock": {"white": 290.0, "black": 250.0, "running": null}}));
        rig.check("clocks");
        assert_eq!(rig.find("4:10").is_some(), known, "{:?}", rig.seen());
        assert_eq!(rig.find("?:??").is_some(), !known, "{:?}", rig.seen());
    }
}

#[test]
fn a_seat_that_is_elsewhere_can_be_taken_back_and_asks_for_nothing() {
    for screen in SCREENS {
        let mut running = played("makarenko", 4);
        running.seat_remote(Side::Black);
        let mut rig = Rig::new(screen, Session::from(running));
        rig.room = CurrentRoom::without_server(ConnectionState::Elsewhere);
        rig.check("elsewhere");
        for words in ["Links …", "Say something", "Type a move"] {
            assert!(rig.find(words).is_none(), "{words}: {:?}", rig.seen());
        }
        for words in ["Take back", "Draw", "Resign"] {
            // In a small window, the panel scrolls.
            if rig.find(words).is_some() {
                rig.click(words);
            }
            assert!(rig.room_commands.is_empty() && rig.state.messages.question.is_none(), "{words}");
        }
        assert!(rig.find("You are now playing on another device").is_some(), "{:?}", rig.seen());
        rig.click("Play here again");
        let own = rig.room.joined().unwrap().state().link().clone();
        assert_eq!(rig.room_commands, [RoomCommand::Join(own)]);
    }
}

#[test]
fn the_links_of_a_match_fit_beside_the_longest_name() {
    for screen in SCREENS {
        let mut running = played("makarenko", 4);
        running.seat_remote(Side::Black);
        let mut rig = Rig::new(screen, Session::from(running));
        rig.room = CurrentRoom::without_server(ConnectionState::Here);
        rig.check("links");
        rig.click("Links …");
        rig.click("Copy a link for spectators");
        let link = rig.room.joined().unwrap().watch_link().unwrap();
        assert_eq!(rig.copied, Some(link.to_string()));
    }
}

#[test]
fn an_offer_is_answered_without_scrolling() {
    for screen in [SCREENS[0], SCREENS[1], (egui::vec2(1280.0, 720.0), 100)] {
        let mut running = played("chess", 20);
        running.seat_remote(Side::Black);
        let mut rig = Rig::new(screen, Session::from(running));
        rig.room = CurrentRoom::without_server(ConnectionState::Here);
        rig.room.hear(json!({"welcome": {
            "protocol": 1, "version": "", "physics": "", "room": "a-0123456789abcdef", "seat": "white", "game": "chess",
            "options": {}, "clock": "300+5", "seats": {"white": "human", "black": "human"}, "private": true,
            "casual": true, "commitment": "", "lines": 0,
        }}));
        for text in ["Hello", "Good luck", "Have fun"] {
            rig.room.hear(json!({"chat": {"by": "black", "text": text}}));
        }
        rig.room.hear(json!({"offer": {"offer": 7, "by": "black", "what": "takeback"}}));
        rig.check("an offer");
        for words in ["Accept", "Decline"] {
            assert!(rig.visible().iter().any(|(seen, _)| *seen == words), "{words}: {:?}", rig.seen());
        }
        rig.click("Accept");
        assert_eq!(rig.room_commands, [RoomCommand::Answer(7, true)]);
    }
}
