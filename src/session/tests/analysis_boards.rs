//! Tests of analysis boards on the table.

use super::*;
use crate::engine::{Cell, DynGame, Options};
use crate::play::{AnalysedGame, BoardLink, NodeId, Tree};
use crate::record::Variation;
use crate::session::{AnalysisBoard, AnnotationColour, AnnotationStroke, BoardCommand, EngineLines};

/// An analysis board at the start of a game, with a folder for its files.
fn board_of(id: &str, folder: &std::path::Path) -> App {
    let game = games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
    open(AnalysedGame::of_game(&*game).unwrap(), folder)
}

fn open(analysed: AnalysedGame, folder: &std::path::Path) -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, crate::session::plugin));
    app.insert_resource(Settings { engine_lines: false, ..Settings::default() });
    app.insert_resource(MatchRecorder::new(None, Some(folder.to_path_buf())));
    command(&mut app, BoardCommand::Open(Box::new(analysed)));
    app
}

fn command(app: &mut App, command: BoardCommand) -> Vec<String> {
    ask(app, PlayerCommand::Board(command)).1
}

fn board(app: &App) -> &AnalysisBoard {
    session(app).board().expect("an analysis board is on the table")
}

fn game(app: &App) -> &dyn DynGame {
    session(app).game().unwrap()
}

fn at(app: &App) -> NodeId {
    board(app).at()
}

/// The whole analysis as text.
fn text(app: &App) -> String {
    BoardLink::write(board(app).analysed()).unwrap()
}

#[test]
fn whatever_is_tried_is_kept_as_a_variation() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    for action in ["e2e4", "e7e5", "g1f3"] {
        act(&mut app, action);
    }
    ask(&mut app, PlayerCommand::Seek(1));
    assert_eq!(game(&app).played(), ["e2e4"]);
    act(&mut app, "c7c5");
    let sicilian = at(&app);
    act(&mut app, "b1c3");
    assert_eq!(text(&app), "#game=chess&moves=e4+e5+(c5+Nc3)+Nf3");
    // The rules apply to both sides.
    let (_, told) = ask(&mut app, PlayerCommand::Act("e4e5".into()));
    assert!(!told.is_empty() && game(&app).played().len() == 3, "{told:?}");
    // Steps follow the variation, and repeating a move returns to the same point.
    ask(&mut app, PlayerCommand::Seek(1));
    ask(&mut app, PlayerCommand::Seek(3));
    assert_eq!(game(&app).played(), ["e2e4", "c7c5", "b1c3"]);
    ask(&mut app, PlayerCommand::Takeback);
    assert_eq!(at(&app), sicilian);
    act(&mut app, "b1c3");
    assert_eq!(text(&app), "#game=chess&moves=e4+e5+(c5+Nc3)+Nf3");
    command(&mut app, BoardCommand::Promote(sicilian));
    assert_eq!(text(&app), "#game=chess&moves=e4+c5+(e5+Nf3)+Nc3");
    command(&mut app, BoardCommand::Remove(sicilian));
    assert_eq!((text(&app).as_str(), game(&app).played().len()), ("#game=chess&moves=e4+e5+Nf3", 1));
}

#[test]
fn steps_are_shown_and_jumps_end_where_they_should() {
    let folder = tempfile::tempdir().unwrap();
    let analysed = BoardLink::read("#game=chess&moves=e4+e5+(c5+Nc3+Nc6)+Nf3").unwrap();
    let mut app = open(analysed, folder.path());
    assert_eq!(game(&app).played().len(), 3, "the end of the main line is shown first");
    let line = board(&app).tree().main_line();
    let aside = board(&app).tree().children(line[1])[1];
    let end = *board(&app).tree().line_through(aside).last().unwrap();
    let (updates, _) = ask(&mut app, PlayerCommand::Board(BoardCommand::GoTo(end)));
    assert_eq!(game(&app).played(), ["e2e4", "c7c5", "b1c3", "b8c6"]);
    let rewound = |update: &TableUpdate| matches!(update, TableUpdate::Rewound { actions: 2, .. });
    assert!(updates.iter().any(rewound), "{updates:?}");
    assert_eq!(updates.iter().filter(|update| matches!(update, TableUpdate::Events(..))).count(), 3);
    assert!(matches!(updates.last(), Some(TableUpdate::Hurry)));
    let (updates, _) = ask(&mut app, PlayerCommand::Seek(0));
    assert_eq!((updates.len(), at(&app)), (2, line[0]));
}

#[test]
fn faces_are_branches_and_a_throw_is_another() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("fluky", folder.path());
    act(&mut app, "c1c2");
    let (_, told) = ask(&mut app, PlayerCommand::Act("b5b4".into()));
    assert!(!told.is_empty(), "the die comes first");
    let told = command(&mut app, BoardCommand::Face("X".into()));
    assert!(!told.is_empty(), "no die shows that");
    command(&mut app, BoardCommand::Face("N".into()));
    act(&mut app, "b5b4");
    ask(&mut app, PlayerCommand::Seek(1));
    command(&mut app, BoardCommand::Face("R".into()));
    assert_eq!(text(&app), "#game=fluky&moves=c1c2+%7B~N%7D+(%7B~R%7D)+b5b4");
    ask(&mut app, PlayerCommand::Seek(1));
    ask(&mut app, PlayerCommand::Throw(None));
    for _ in 0..5 {
        app.update();
    }
    let played = game(&app).played();
    assert!(played.len() == 2 && played[1].is_roll(), "{played:?}");
    assert!(board(&app).tree().children(board(&app).line()[1]).contains(&at(&app)));
}

#[test]
fn an_analysis_is_saved_and_opens_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("fluky", folder.path());
    act(&mut app, "c1c2");
    command(&mut app, BoardCommand::Face("N".into()));
    ask(&mut app, PlayerCommand::Seek(1));
    command(&mut app, BoardCommand::Face("R".into()));
    let (point, comment) = (at(&app), "A rook".to_string());
    command(&mut app, BoardCommand::Note { at: point, bookmark: true, comment });
    assert!(board(&app).is_changed());
    let told = command(&mut app, BoardCommand::Save);
    assert!(told.iter().any(|words| words.contains("Saved: ")), "{told:?}");
    assert!(!board(&app).is_changed());
    let file = board(&app).file().unwrap().to_path_buf();
    let (verified, _) = verify_file(Reader::open(&file).unwrap()).unwrap();
    assert!(verified.faults.is_empty(), "{:?}", verified.faults);
    let before = text(&app);
    ask(&mut app, PlayerCommand::Leave);
    let listed = kept(&app);
    assert!(listed.len() == 1 && listed[0].analysis && !listed[0].goes_on(), "{listed:?}");
    command(&mut app, BoardCommand::OpenFile(file.clone()));
    assert_eq!((text(&app), board(&app).file(), board(&app).is_changed()), (before, Some(&*file), false));
    // Saving again writes the same file.
    act(&mut app, "c1c2");
    command(&mut app, BoardCommand::Save);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

/// Saving a board concerns only the board of that file.
#[test]
fn another_failed_write_does_not_make_a_board_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    act(&mut app, "e2e4");
    command(&mut app, BoardCommand::Save);
    let (file, other) = (board(&app).file().unwrap().to_path_buf(), folder.path().join("none.jsonl"));
    for (to, unsaved) in [(&other, false), (&file, true)] {
        std::fs::remove_file(to).ok();
        std::fs::create_dir(to).unwrap();
        let analysed = board(&app).analysed().clone();
        let wake = app.world().resource::<WakeUp>().clone();
        app.world_mut().resource_mut::<Saving>().analysis(analysed, to.clone(), &wake);
        let (_, told) = ask(&mut app, PlayerCommand::Board(BoardCommand::GoTo(Tree::ROOT)));
        assert!(told.iter().any(|words| words.contains(to.to_str().unwrap())), "{told:?}");
        assert_eq!(board(&app).is_changed(), unsaved);
    }
}

#[test]
fn variations_cannot_be_nested_deeper_than_a_file_holds() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    for level in 0..=Variation::MAX_DEPTH {
        let actions = game(&app).actions();
        let other = &actions[1 + level * 7 % (actions.len() - 1)];
        act(&mut app, &actions[0]);
        ask(&mut app, PlayerCommand::Takeback);
        let (_, told) = ask(&mut app, PlayerCommand::Act(other.clone()));
        assert_eq!(told.is_empty(), level < Variation::MAX_DEPTH, "{told:?}");
    }
    assert_eq!(game(&app).played().len(), Variation::MAX_DEPTH);
    BoardLink::write(board(&app).analysed()).unwrap();
}

#[test]
fn an_analysis_that_was_not_saved_is_kept_at_the_end_of_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    act(&mut app, "e2e4");
    app.world_mut().write_message(AppExit::Success);
    app.update();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn marks_belong_to_their_point() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    act(&mut app, "e2e4");
    let stroke = AnnotationStroke { from: Cell(12), to: Cell(28), ink: AnnotationColour::Shift };
    app.world_mut().resource_mut::<Annotations>().toggle(stroke);
    app.update();
    assert_eq!(board(&app).strokes(), [stroke]);
    act(&mut app, "e7e5");
    assert!(app.world().resource::<Annotations>().strokes.is_empty());
    ask(&mut app, PlayerCommand::Seek(1));
    assert_eq!(app.world().resource::<Annotations>().strokes, [stroke]);
    app.world_mut().resource_mut::<Annotations>().clear();
    app.update();
    assert!(board(&app).strokes().is_empty());
}

#[test]
fn a_match_is_analysed_from_the_point_shown_without_changing() {
    let mut app = app("chess");
    act(&mut app, "e2e4");
    act(&mut app, "e7e5");
    ask(&mut app, PlayerCommand::Review { actions: 1, run: false });
    command(&mut app, BoardCommand::FromTable);
    assert_eq!(game(&app).played(), ["e2e4"]);
    act(&mut app, "c7c5");
    assert_eq!(text(&app), "#game=chess&moves=e4+e5+(c5)");
    assert_eq!(board(&app).file(), None);
    ask(&mut app, PlayerCommand::Leave);
    let told = command(&mut app, BoardCommand::FromTable);
    assert!(told.iter().any(|words| words.contains("no match")), "{told:?}");
}

#[test]
fn the_best_lines_follow_the_point_and_know_each_face() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("fluky", folder.path());
    app.world_mut().resource_mut::<Settings>().engine_lines = true;
    let until = |app: &mut App, what: &str, done: &dyn Fn(&EngineLines) -> bool| {
        let begun = Instant::now();
        while !done(app.world().resource::<EngineLines>()) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(1));
            app.update();
        }
    };
    until(&mut app, "lines", &|lines| lines.current().is_some_and(|found| found.lines.len() == 3));
    act(&mut app, "c1c2");
    until(&mut app, "faces", &|lines| lines.current().is_some_and(|found| !found.faces.is_empty()));
    app.world_mut().resource_mut::<Settings>().engine_lines = false;
    app.update();
    assert!(!app.world().resource::<EngineLines>().is_working());
    ask(&mut app, PlayerCommand::Leave);
    assert!(app.world().resource::<EngineLines>().current().is_none());
}

/// Checks the moves on the board, and the number of moves played.
fn shows(app: &App, expected: &str, played: usize) {
    assert_eq!((text(app).as_str(), game(app).played().len()), (expected, played));
}

#[test]
fn every_change_is_undone_and_made_again() {
    let folder = tempfile::tempdir().unwrap();
    let link = "#game=chess&moves=e4+e5+(c5+Nc3)+Nf3";
    let mut app = open(BoardLink::read(link).unwrap(), folder.path());
    let told = command(&mut app, BoardCommand::Undo);
    assert_eq!(told, ["There is nothing to undo."]);
    let line = board(&app).tree().main_line();
    let sicilian = board(&app).tree().children(line[1])[1];
    command(&mut app, BoardCommand::GoTo(line[1]));
    // Deletes the whole match with one key, from a point within.
    let told = command(&mut app, BoardCommand::Remove(line[1]));
    assert!(told[0].contains("Undo restores it"), "{told:?}");
    shows(&app, "#game=chess", 0);
    command(&mut app, BoardCommand::Undo);
    shows(&app, link, 1);
    command(&mut app, BoardCommand::Redo);
    shows(&app, "#game=chess", 0);
    command(&mut app, BoardCommand::Undo);
    command(&mut app, BoardCommand::Promote(sicilian));
    let comment = "Sicilian".to_string();
    command(&mut app, BoardCommand::Note { at: sicilian, bookmark: false, comment });
    command(&mut app, BoardCommand::GoTo(sicilian));
    act(&mut app, "d2d4");
    shows(&app, "#game=chess&moves=e4+c5+%7BSicilian%7D+(e5+Nf3)+Nc3+(d4)", 3);
    // Undoing a move shows the point before it, wherever the board is.
    ask(&mut app, PlayerCommand::Seek(0));
    command(&mut app, BoardCommand::Undo);
    shows(&app, "#game=chess&moves=e4+c5+%7BSicilian%7D+(e5+Nf3)+Nc3", 2);
    command(&mut app, BoardCommand::Undo);
    shows(&app, "#game=chess&moves=e4+c5+(e5+Nf3)+Nc3", 2);
    command(&mut app, BoardCommand::Undo);
    shows(&app, link, 1);
    (0..3).for_each(|_| drop(command(&mut app, BoardCommand::Redo)));
    shows(&app, "#game=chess&moves=e4+c5+%7BSicilian%7D+(e5+Nf3)+Nc3+(d4)", 3);
    assert_eq!(command(&mut app, BoardCommand::Redo), ["There is nothing to redo."]);
    // After a new move, nothing can be redone.
    (0..3).for_each(|_| drop(command(&mut app, BoardCommand::Undo)));
    act(&mut app, "c7c6");
    assert!(board(&app).can_undo() && !board(&app).can_redo());
    // Steps and existing moves are not changes.
    let changes = board(&app).revision();
    ask(&mut app, PlayerCommand::Seek(0));
    act(&mut app, "e2e4");
    assert_eq!(board(&app).revision(), changes);
}

#[test]
fn marks_are_undone_on_the_table_as_well() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    let stroke = AnnotationStroke { from: Cell(12), to: Cell(28), ink: AnnotationColour::Plain };
    app.world_mut().resource_mut::<Annotations>().toggle(stroke);
    app.update();
    command(&mut app, BoardCommand::Undo);
    assert!(board(&app).strokes().is_empty() && app.world().resource::<Annotations>().strokes.is_empty());
    command(&mut app, BoardCommand::Redo);
    assert_eq!(
        (board(&app).strokes(), &app.world().resource::<Annotations>().strokes[..]),
        (vec![stroke], &[stroke][..])
    );
}

#[test]
fn another_position_is_set_up_and_undone() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("fluky", folder.path());
    act(&mut app, "c1c2");
    let before = text(&app);
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let other = games::begin(games::info("chess").unwrap(), Options::default(), Some(position)).unwrap();
    let (updates, _) =
        ask(&mut app, PlayerCommand::Board(BoardCommand::SetUp(Box::new(AnalysedGame::of_game(&*other).unwrap()))));
    assert!(updates.iter().any(|update| matches!(update, TableUpdate::Reset(..))), "{updates:?}");
    act(&mut app, "e2e4");
    assert_eq!((game(&app).info().id, game(&app).played().len()), ("chess", 1));
    command(&mut app, BoardCommand::Undo);
    command(&mut app, BoardCommand::Undo);
    assert_eq!((text(&app), game(&app).played().len()), (before, 1));
    command(&mut app, BoardCommand::Redo);
    assert_eq!(game(&app).text(), position);
}

/// Continuing as a match writes nothing to an analysis file.
#[test]
fn an_analysis_is_not_continued_as_a_match() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    act(&mut app, "e2e4");
    command(&mut app, BoardCommand::Save);
    let file = board(&app).file().unwrap().to_path_buf();
    let before = std::fs::read(&file).unwrap();
    ask(&mut app, PlayerCommand::Leave);
    let (_, told) = ask(&mut app, PlayerCommand::Continue(file.clone()));
    assert!(told[0].contains("this is an analysis, not a match"), "{told:?}");
    assert!(session(&app).is_empty());
    ask(&mut app, PlayerCommand::OpenFile(file.clone()));
    act(&mut app, "d2d4");
    ask(&mut app, PlayerCommand::Resign(Side::White));
    assert_eq!((board(&app).file(), std::fs::read(&file).unwrap()), (Some(&*file), before));
}

#[test]
fn a_pgn_opens_with_all_that_is_in_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    let file = folder.path().join("study.pgn");
    let game_of = |name: &str| {
        format!(
            "[Event \"Club\"]\n[White \"{name}\"]\n[Black \"Bo\"]\n\n1. e4 e5 (1... c5 {{Sicilian}} 2. Nf3) 2. Nf3 *\n\n"
        )
    };
    std::fs::write(&file, game_of("Ada") + &game_of("Eve")).unwrap();
    let (_, told) = ask(&mut app, PlayerCommand::OpenFile(file.clone()));
    assert_eq!(told, ["This is the first of several games."]);
    assert_eq!(text(&app), "#game=chess&moves=e4+e5+(c5+%7BSicilian%7D+Nf3)+Nf3");
    let header = &board(&app).analysed().header;
    let names = header.names.clone().unwrap();
    assert_eq!((names.white.as_deref(), header.event.as_deref()), (Some("Ada"), Some("Club")));
    assert_eq!(board(&app).file(), None, "the PGN stays unchanged");
    for (contents, words) in [("[Event \"x\"]\n\n1. e5 *\n", "e5"), ("{\"format\":1}", "format")] {
        std::fs::write(&file, contents).unwrap();
        let (_, told) = ask(&mut app, PlayerCommand::OpenFile(file.clone()));
        assert!(told[0].contains(words) && told[0].contains("study.pgn"), "{told:?}");
    }
    // A match is replayed.
    let mut running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
    running.act("e2e4").unwrap();
    running.record_to(&folder.path().join("match.jsonl")).unwrap();
    drop(running);
    ask(&mut app, PlayerCommand::OpenFile(folder.path().join("match.jsonl")));
    assert!(session(&app).replay().is_some());
}

/// What an undo brings back is not what the file has.
#[test]
fn an_undone_set_up_leaves_the_board_unsaved() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    act(&mut app, "e2e4");
    let before = text(&app);
    command(&mut app, BoardCommand::SetUp(Box::new(BoardLink::read("#game=chess&moves=d4").unwrap())));
    command(&mut app, BoardCommand::Save);
    assert!(!board(&app).is_changed());
    command(&mut app, BoardCommand::Undo);
    assert!(text(&app) == before && board(&app).is_changed());
}

#[test]
fn free_hands_end_with_a_change_of_the_position_only() {
    let folder = tempfile::tempdir().unwrap();
    let mut app = board_of("chess", folder.path());
    act(&mut app, "e2e4");
    ask(&mut app, PlayerCommand::FreeHands);
    command(&mut app, BoardCommand::Save);
    assert!(free_hands(&app));
    let (updates, _) = ask(&mut app, PlayerCommand::Board(BoardCommand::GoTo(Tree::ROOT)));
    assert!(!free_hands(&app) && updates.iter().any(|update| matches!(update, TableUpdate::TidyUp)), "{updates:?}");
}
