//! Tests of windows over the table.

use std::time::{Duration, Instant};
use std::{fs, thread};

use bevy_egui::egui;

use super::rig::{Rig, SCREENS, first_match, long_told, played};
use crate::games;
use crate::session::{
    BoardWood, FilmCommand, FilmJob, FilmedPart, Notification, Palette, PieceWood, PlayerCommand, Session,
};
use crate::ui::state::rules_view::RulesView;

#[test]
fn a_rule_that_is_clicked_opens() {
    let mut rig = Rig::new(SCREENS[0], Session::from(played("whack", 2)));
    rig.state.messages.notification = Some(long_told());
    rig.click("Rules: Check");
    assert!(rig.state.rules.is_some());
    rig.check("the rules at a section");
}

#[test]
fn options_are_set_by_clicks_and_by_keys() {
    let mut rig = first_match(SCREENS[1], "fluky");
    rig.settings.notes_read.insert("fluky".into());
    rig.state.options.open = true;
    rig.click("Colour-blind safe");
    assert_eq!(rig.settings.palette, Palette::Safe);
    rig.click("Coordinates");
    rig.click("Green");
    assert!(!rig.settings.coordinates && rig.settings.board == BoardWood::Green);
    rig.click("Rosewood");
    rig.click("Figurines");
    assert!(rig.settings.figurines && rig.settings.pieces == PieceWood::Rosewood);
    rig.click("Threats");
    assert!(rig.settings.threats);
    let key = |key| egui::Event::Key {
        key,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    let threats = rig.find("Threats").unwrap();
    let focused = |rig: &Rig| {
        let id = rig.ctx.memory(|memory| memory.focused());
        id.and_then(|id| rig.ctx.read_response(id)).is_some_and(|response| response.rect.contains(threats))
    };
    for _ in 0..60 {
        if focused(&rig) {
            break;
        }
        rig.frame(vec![key(egui::Key::Tab)]);
        rig.frame(Vec::new());
    }
    rig.frame(vec![key(egui::Key::Space)]);
    assert!(!rig.settings.threats, "Tab comes to everything, and Space presses it");
    assert!(rig.reach("150 %"));
    rig.click("150 %");
    assert_eq!(rig.settings.text_size, Some(150));
}

#[test]
fn a_file_is_chosen_in_a_window() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["morphy.pgn", "notes.doc"] {
        fs::write(folder.path().join(file), "1. e4 *\n").unwrap();
    }
    let mut rig = Rig::new(SCREENS[1], Session::default());
    rig.recorder.folder = Some(folder.path().to_path_buf());
    rig.state.kept.open = true;
    rig.click("Browse …");
    // A thread reads the folder.
    let begun = Instant::now();
    while rig.find("morphy.pgn").is_none() && begun.elapsed() < Duration::from_secs(20) {
        rig.frame(Vec::new());
        thread::sleep(Duration::from_millis(10));
    }
    assert!(rig.find("notes.doc").is_none(), "{:?}", rig.seen());
    assert!(rig.asks(), "no other key does anything");
    rig.click("morphy.pgn");
    let (key, modifiers) = (egui::Key::Enter, egui::Modifiers::NONE);
    rig.frame(vec![egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }]);
    let pgn = folder.path().canonicalize().unwrap().join("morphy.pgn");
    assert!(matches!(&rig.commands[..], [PlayerCommand::OpenFile(file)] if *file == pgn), "{:?}", rig.commands);
    rig.state.kept.choice.open(Some(folder.path()), egui::Rect::EVERYTHING);
    assert!(rig.close() && !rig.asks(), "Escape closes it");
}

#[test]
fn read_notes_are_shown_again_on_request() {
    let mut rig = first_match(SCREENS[1], "fluky");
    rig.settings.notes_read.insert("fluky".into());
    rig.state.options.open = true;
    assert!(rig.reach("Show the game summaries again"));
    rig.click("Show the game summaries again");
    rig.state.options.open = false;
    rig.check("again");
    assert!(rig.find("Fluky Chess in short").is_some());
}

#[test]
fn a_message_moves_no_button_and_goes_away() {
    for screen in [SCREENS[0], SCREENS[3]] {
        let mut rig = first_match(screen, "makarenko");
        let label = "Resign";
        rig.check("without a message");
        let before = rig.find(label);
        rig.state.messages.notification =
            Some(Notification::new("A rook moves along files and ranks, not from a1 to c2. ".repeat(3)));
        rig.check("with a message");
        assert!(before.is_some() && rig.find(label) == before);
        assert!(rig.find("not from a1").is_some());
        assert!(!rig.close());
        rig.check("closed");
        assert!(rig.find("not from a1").is_none());
    }
}

#[test]
fn the_rules_open_at_their_top() {
    let mut rig = first_match(SCREENS[0], "chess");
    let info = games::info("chess").unwrap();
    for _ in 0..2 {
        rig.state.rules.0 = Some(RulesView::of(info));
        rig.check("rules");
        assert!(rig.find("(Ruling) marks").is_some());
        assert!(rig.reach("Action texts") && rig.find("(Ruling) marks").is_none());
        rig.state.rules.0 = None;
        rig.frame(Vec::new());
    }
}

#[test]
fn a_film_is_ordered_shown_and_cancelled() {
    for screen in SCREENS {
        let mut rig = Rig::new(screen, Session::from(played("fluky", 8)));
        rig.state.film.open = true;
        rig.check("the form");
        assert!(rig.reach("Make the film"));
        if screen.1 > 100 {
            continue;
        }
        rig.click("9:16");
        rig.click("Moves …");
        rig.check("with moves");
        rig.click("Sound");
        rig.click("Make the film");
        let [FilmCommand::Render(order)] = &rig.film_commands[..] else { panic!("{:?}", rig.film_commands) };
        assert!(order.size == (720, 1280) && !order.sound && order.captions, "{order:?}");
        assert_eq!(order.part, FilmedPart::Plies(0, 2));
        rig.film_job = FilmJob::Rendering { done: 0.25, words: "action 10 of 40, about 3 min left".into() };
        rig.check("the progress");
        assert!(rig.find("about 3 min left").is_some() && rig.find("Make the film").is_none());
        rig.click("Cancel the film");
        assert_eq!(rig.film_commands.last(), Some(&FilmCommand::Cancel));
    }
    let mut rig = Rig::new(SCREENS[0], Session::from(played("fluky", 0)));
    rig.state.film.open = true;
    rig.check("without moves");
    assert!(rig.find("No move has been played yet").is_some() && rig.find("Make the film").is_none());
}
