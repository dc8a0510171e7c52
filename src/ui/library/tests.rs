//! Tests of the library, drawn without a window.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::tasks::{AsyncComputeTaskPool, TaskPool};
use bevy_egui::egui;
use tempfile::TempDir;

use crate::engine::Side;
use crate::play::AnalysedGame;
use crate::session::{BoardCommand, MatchRecorder, PlayerCommand, Session};
use crate::ui::tests::{Rig, SCREENS, played};

/// A library with a few matches, open over the start screen.
struct Shelf {
    rig: Rig,
    folder: TempDir,
    _index: TempDir,
}

impl Shelf {
    fn new(screen: (egui::Vec2, u16)) -> Shelf {
        AsyncComputeTaskPool::get_or_init(TaskPool::new);
        let (folder, index) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        played("fluky", 5).record_to(&folder.path().join("left.jsonl")).unwrap();
        let mut over = played("chess", 5);
        over.resign(Side::White).unwrap();
        over.record_to(&folder.path().join("over.jsonl")).unwrap();
        fs::write(folder.path().join("notes.txt"), "no match").unwrap();
        let mut rig = Rig::new(screen, Session::default());
        rig.recorder = MatchRecorder::new(None, Some(folder.path().to_path_buf()));
        rig.state.library.search.index = Some(index.path().join("index.sqlite"));
        rig.state.library.search.trash = |_| Err("there is no trash here".into());
        // Windows are drawn once the text size has settled.
        (0..3).for_each(|_| drop(rig.frame(Vec::new())));
        rig.state.library.open();
        let mut shelf = Shelf { rig, folder, _index: index };
        shelf.wait();
        shelf
    }

    /// Draws frames until the search has finished.
    fn wait(&mut self) {
        let begun = Instant::now();
        loop {
            self.rig.frame(Vec::new());
            if !self.rig.state.library.search.is_busy() {
                break;
            }
            assert!(begun.elapsed() < Duration::from_secs(60), "the library does not answer");
            std::thread::sleep(Duration::from_millis(2));
        }
        self.rig.frame(Vec::new());
        self.rig.frame(Vec::new());
    }

    fn shows(&self, words: &str) -> bool {
        self.rig.find(words).is_some()
    }
}

/// The menu of a match closes by itself; the library stays open behind it.
#[test]
fn escape_closes_a_menu_before_the_library() {
    let mut shelf = Shelf::new(SCREENS[1]);
    let menu = shelf.rig.all_of("…")[0];
    shelf.rig.click_at(menu);
    shelf.rig.frame(Vec::new());
    assert!(shelf.rig.close() && shelf.shows("2 matches"));
    let key = |pressed| egui::Event::Key {
        key: egui::Key::Escape,
        physical_key: None,
        pressed,
        repeat: false,
        modifiers: egui::Modifiers::NONE,
    };
    shelf.rig.frame(vec![key(true)]);
    shelf.rig.frame(vec![key(false)]);
    shelf.rig.frame(Vec::new());
    assert!(shelf.rig.close());
    shelf.rig.frame(Vec::new());
    shelf.rig.frame(Vec::new());
    assert!(!shelf.shows("2 matches"), "{:?}", shelf.rig.seen());
}

#[test]
fn the_library_fits_and_tells_what_there_is() {
    for screen in SCREENS {
        let mut shelf = Shelf::new(screen);
        shelf.rig.check(&format!("library at {screen:?}"));
        assert!(shelf.shows("Fluky Chess") && shelf.shows("2 matches"), "{:?}", shelf.rig.seen());
        shelf.rig.state.library.statistics = true;
        shelf.rig.check(&format!("statistics at {screen:?}"));
        assert!(shelf.shows("Results by game"));
    }
    let mut shelf = Shelf::new(SCREENS[1]);
    shelf.rig.frame(Vec::new());
    for words in ["Black wins", "Unfinished", "Human – Human", "1 file warning"] {
        assert!(shelf.shows(words), "{words}: {:?}", shelf.rig.seen());
    }
    shelf.rig.click("1 file warning");
    shelf.wait();
    assert!(shelf.shows("notes.txt: not a match file"), "{:?}", shelf.rig.seen());
}

#[test]
fn matches_are_filtered_while_typing() {
    let mut shelf = Shelf::new(SCREENS[1]);
    shelf.rig.state.library.fields.position = "not a position".into();
    shelf.wait();
    assert!(shelf.shows("The position"), "{:?}", shelf.rig.seen());
    assert!(shelf.shows("2 matches"), "earlier results stay");
    shelf.rig.state.library.fields.position = played("chess", 5).game().text();
    shelf.wait();
    assert!(shelf.shows("1 match") && shelf.shows("3 of 3") && !shelf.shows("The position:"), "{:?}", shelf.rig.seen());
    shelf.rig.click("Show all");
    shelf.wait();
    assert!(shelf.shows("2 matches"));
    // Players are found by displayed names as well as by the names in match files.
    for (name, found) in [("Human", "2 matches"), ("human", "2 matches"), ("Sparrow", "0 matches")] {
        shelf.rig.state.library.fields.player = name.into();
        shelf.wait();
        assert!(shelf.shows(found), "{name}: {:?}", shelf.rig.seen());
    }
}

#[test]
fn a_click_opens_or_continues_a_match() {
    let mut shelf = Shelf::new(SCREENS[1]);
    shelf.rig.click("Black wins");
    let over = shelf.folder.path().join("over.jsonl");
    assert!(matches!(&shelf.rig.commands[..], [PlayerCommand::OpenReplay(file)] if *file == over));
    assert!(!shelf.rig.state.library.open);
    shelf.rig.commands.clear();
    shelf.rig.state.library.open();
    shelf.wait();
    // The start screen behind the window has a longer button text.
    let button = shelf.rig.position_of("Continue").unwrap();
    shelf.rig.click_at(button);
    let left = shelf.folder.path().join("left.jsonl");
    let commands = &shelf.rig.commands;
    assert!(matches!(&commands[..], [PlayerCommand::Continue(file)] if *file == left), "{commands:?}");
}

#[test]
fn an_analysis_is_distinguished_from_a_match() {
    let mut shelf = Shelf::new(SCREENS[1]);
    let file = shelf.folder.path().join("study.jsonl");
    let analysed = AnalysedGame::of_game(played("chess", 4).game()).unwrap();
    fs::write(&file, analysed.to_text(&file).unwrap()).unwrap();
    fs::remove_file(shelf.folder.path().join("left.jsonl")).unwrap();
    shelf.rig.state.library.open();
    shelf.wait();
    assert!(shelf.shows("Analysis") && !shelf.shows("Unfinished"), "{:?}", shelf.rig.seen());
    for words in ["Analysis", "Open"] {
        shelf.rig.commands.clear();
        shelf.rig.state.library.open();
        shelf.wait();
        let at = shelf.rig.position_of(words).unwrap();
        shelf.rig.click_at(at);
        let commands = &shelf.rig.commands;
        let opens = |command: &PlayerCommand| matches!(command, PlayerCommand::Board(BoardCommand::OpenFile(opened)) if *opened == file);
        assert!(commands.len() == 1 && commands.iter().all(opens), "{words}: {commands:?}");
    }
}

#[test]
fn deleting_asks_first_and_loses_nothing() {
    let mut shelf = Shelf::new(SCREENS[1]);
    let delete = |shelf: &mut Shelf, answer: &str| {
        // The newest match is first in the list.
        shelf.rig.click("🗑");
        shelf.rig.frame(Vec::new());
        assert!(shelf.shows("Delete this match?"), "{:?}", shelf.rig.seen());
        shelf.rig.click(answer);
        shelf.wait();
        assert!(!shelf.shows("Delete this match?"));
    };
    let files = |folder: &Path| fs::read_dir(folder).unwrap().count();
    delete(&mut shelf, "Keep (");
    assert!(shelf.shows("2 matches"));
    // An invalid filter does not prevent the deletion from being tried.
    shelf.rig.state.library.fields.since = "soon".into();
    delete(&mut shelf, "Move to the trash (Y)");
    assert!(shelf.shows("'soon': expected a date"), "{:?}", shelf.rig.seen());
    assert!(shelf.shows("could not be moved to the trash: there is no trash here"), "{:?}", shelf.rig.seen());
    assert!(shelf.shows("2 matches") && files(shelf.folder.path()) == 3);
    shelf.rig.state.library.search.trash = |file| fs::remove_file(file).map_err(|error| error.to_string());
    delete(&mut shelf, "Move to the trash (Y)");
    assert!(shelf.shows("1 match") && !shelf.shows("could not be moved"), "{:?}", shelf.rig.seen());
    assert_eq!(files(shelf.folder.path()), 2);
}

#[test]
fn a_second_deletion_does_not_replace_the_first() {
    let mut shelf = Shelf::new(SCREENS[1]);
    let search = &mut shelf.rig.state.library.search;
    search.trash = |file| fs::remove_file(file).map_err(|error| error.to_string());
    for name in ["over.jsonl", "left.jsonl"] {
        search.delete(vec![shelf.folder.path().join(name)]);
    }
    shelf.wait();
    assert!(shelf.shows("0 matches"), "{:?}", shelf.rig.seen());
}

#[test]
fn a_deletion_can_be_undone() {
    let mut shelf = Shelf::new(SCREENS[1]);
    fs::create_dir(trash(shelf.folder.path())).unwrap();
    let search = &mut shelf.rig.state.library.search;
    search.trash = |file| fs::rename(file, in_trash(file)).map_err(|error| error.to_string());
    search.put_back = Some(|files| {
        let back = |file: &PathBuf| fs::rename(in_trash(file), file);
        files.iter().try_for_each(back).map_err(|error| error.to_string())
    });
    shelf.rig.click("Select all");
    shelf.rig.frame(Vec::new());
    assert!(!shelf.shows("Undo"));
    shelf.rig.click("Move to the trash …");
    shelf.rig.frame(Vec::new());
    shelf.rig.click("Move to the trash (Y)");
    shelf.wait();
    assert!(shelf.shows("0 matches") && shelf.shows("Deleted 2 matches"), "{:?}", shelf.rig.seen());
    shelf.rig.click("Undo");
    shelf.wait();
    assert!(shelf.shows("2 matches") && !shelf.shows("Undo"), "{:?}", shelf.rig.seen());
    fs::remove_dir(trash(shelf.folder.path())).unwrap();
}

/// A folder beside the one of the matches.
fn trash(folder: &Path) -> PathBuf {
    folder.with_extension("trash")
}

fn in_trash(file: &Path) -> PathBuf {
    trash(file.parent().unwrap()).join(file.file_name().unwrap())
}

#[test]
fn columns_sort_events_filter_and_many_are_saved_and_deleted() {
    let mut shelf = Shelf::new(SCREENS[1]);
    let folder = shelf.folder.path().to_path_buf();
    // A match without a move is not listed.
    played("makarenko", 0).record_to(&folder.join("empty.jsonl")).unwrap();
    let setup = crate::play::Setup { event: Some("Club cup".into()), ..crate::ui::tests::setup("makarenko") };
    let mut cup = crate::play::Match::new(setup).unwrap();
    let action = cup.game().actions()[0].clone();
    cup.act(&action).unwrap();
    cup.record_to(&folder.join("cup.jsonl")).unwrap();
    cup.flush().unwrap();
    drop(cup);
    shelf.rig.state.library.open();
    shelf.wait();
    assert!(shelf.shows("3 matches"), "{:?}", shelf.rig.seen());
    let order = |shelf: &Shelf| {
        let at = |name: &str| shelf.rig.all_of(name).into_iter().map(|at| at.y).fold(f32::MAX, f32::min);
        at("Unfinished").total_cmp(&at("Black wins"))
    };
    shelf.rig.click("Result");
    shelf.wait();
    assert_eq!(order(&shelf), std::cmp::Ordering::Greater, "{:?}", shelf.rig.seen());
    shelf.rig.click("Result");
    shelf.wait();
    assert_eq!(order(&shelf), std::cmp::Ordering::Less);
    shelf.rig.state.library.fields.event = "club CUP".into();
    shelf.wait();
    assert!(shelf.shows("1 match"), "{:?}", shelf.rig.seen());
    shelf.rig.click("Show all");
    shelf.wait();
    shelf.rig.click("Select all");
    shelf.rig.frame(Vec::new());
    assert!(shelf.shows("3 selected"), "{:?}", shelf.rig.seen());
    shelf.rig.click("Save as one PGN");
    assert!(matches!(&shelf.rig.commands[..], [PlayerCommand::SavePgn(files)] if files.len() == 3));
    shelf.rig.state.library.search.trash = |file| fs::remove_file(file).map_err(|error| error.to_string());
    shelf.rig.click("Move to the trash …");
    shelf.rig.frame(Vec::new());
    assert!(shelf.shows("and 2 other matches"), "{:?}", shelf.rig.seen());
    shelf.rig.click("Move to the trash (Y)");
    shelf.wait();
    // The empty match and the text remain.
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}
