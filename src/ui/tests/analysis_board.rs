//! Tests of the analysis board's panel.

use bevy_egui::egui::Event;

use super::rig::{Rig, SCREENS};
use crate::play::BoardLink;
use crate::session::{AnalysisBoard, BoardCommand, InputCommand, PlayerCommand, Session};
use crate::ui::state::ui_command::Question;

const CHESS: &str = "#game=chess&moves=e4+e5+(c5+%7BSicilian%7D+Nf3+(Nc3))+Nf3";

fn rig(screen: usize, link: &str) -> Rig {
    let board = AnalysisBoard::new(BoardLink::read(link).unwrap()).unwrap();
    Rig::new(SCREENS[screen], Session::from(board))
}

fn commands(rig: &Rig) -> Vec<&BoardCommand> {
    let mut found = Vec::new();
    for command in &rig.commands {
        if let PlayerCommand::Board(command) = command {
            found.push(command);
        }
    }
    found
}

#[test]
fn the_panel_fits_whatever_is_shown() {
    for screen in 0..SCREENS.len() {
        for link in [CHESS, "#game=fluky&moves=c1c2", "#game=whack", "#game=tactical", "#game=makarenko"] {
            let mut rig = rig(screen, link);
            rig.check(link);
        }
    }
}

#[test]
fn a_click_on_a_move_goes_there_and_variations_are_seen() {
    let mut rig = rig(1, CHESS);
    rig.check("board");
    assert!(rig.find("Sicilian").is_some(), "{:?}", rig.seen());
    rig.click("c5");
    let session = &rig.session;
    let tree = session.board().unwrap().tree();
    let sicilian = tree.children(tree.main_line()[1])[1];
    assert!(matches!(commands(&rig)[..], [BoardCommand::GoTo(to)] if *to == sicilian), "{:?}", rig.commands);
}

#[test]
fn faces_are_offered_with_their_odds() {
    let mut rig = rig(1, "#game=fluky&moves=c1c2");
    rig.check("board");
    assert!(rig.find("1/6").is_some() && rig.find("Throw (").is_some(), "{:?}", rig.seen());
    let faces: Vec<_> = rig.seen().into_iter().filter(|text| text.starts_with('🎲')).map(String::from).collect();
    assert!(faces.len() > 1, "{faces:?}");
    let at = rig.position_of(&faces[0]).unwrap();
    rig.click_at(at);
    assert!(matches!(commands(&rig)[..], [BoardCommand::Face(_)]), "{:?}", rig.commands);
}

/// The panel shows the terms of the hand-written evaluation, and the value of the net if there is
/// one.
#[test]
fn the_board_says_why() {
    for (screen, link) in [(0, CHESS), (1, "#game=whack"), (2, "#game=tactical"), (3, "#game=fluky&moves=c1c2")] {
        let screen = screen % SCREENS.len();
        let mut rig = rig(screen, link);
        rig.check(link);
        assert!(rig.reach_in_panel("Why") && rig.find("by these terms").is_none(), "{link}: {:?}", rig.seen());
        rig.click("Why");
        rig.check(link);
        assert!(rig.scroll_to("by these terms"), "{link}: {:?}", rig.seen());
    }
}

#[test]
fn a_comment_is_about_the_point_shown() {
    let mut rig = rig(1, CHESS);
    rig.check("board");
    rig.click("Add a comment");
    rig.frame(vec![Event::Text("Best".into())]);
    rig.frame(vec![Event::Key {
        key: bevy_egui::egui::Key::Enter,
        physical_key: None,
        pressed: true,
        repeat: false,
        modifiers: bevy_egui::egui::Modifiers::NONE,
    }]);
    let at = rig.session.board().unwrap().at();
    let [BoardCommand::Note { at: noted, bookmark: false, comment }] = commands(&rig)[..] else {
        panic!("{:?}", rig.commands)
    };
    assert_eq!((*noted, comment.as_str()), (at, "Best"));
}

#[test]
fn the_whole_analysis_is_copied_and_pasted_as_text() {
    let mut shown = rig(1, CHESS);
    shown.check("board");
    shown.click("Share …");
    shown.click("Copy as text");
    assert_eq!(shown.copied.take().as_deref(), Some(CHESS));
    let mut start = Rig::new(SCREENS[1], Session::default());
    start.state.clipboard.pasted = Some(format!("https://play.example/{CHESS}\n"));
    start.frame(Vec::new());
    let [BoardCommand::Open(analysed)] = commands(&start)[..] else { panic!("{:?}", start.commands) };
    assert_eq!(BoardLink::write(analysed).unwrap(), CHESS);
    start.state.clipboard.pasted = Some("#game=chess&moves=e2e5".into());
    start.frame(Vec::new());
    assert!(
        start.notifications.iter().any(|told| told.text.contains("illegal or unreadable")),
        "{:?}",
        start.notifications
    );
}

#[test]
fn leaving_what_is_not_saved_has_to_be_confirmed() {
    let mut rig = rig(1, CHESS);
    rig.check("board");
    rig.click("Leave");
    assert!(matches!(rig.commands[..], [PlayerCommand::Leave]), "nothing has changed: {:?}", rig.commands);
    rig.commands.clear();
    if let Some(board) = rig.session.board_mut() {
        board.act("b8c6").unwrap();
    }
    rig.click("Leave");
    assert!(rig.commands.is_empty() && matches!(rig.state.messages.question, Some(Question::Leave(_))));
    rig.check("question");
    assert!(rig.find("without saving").is_some(), "{:?}", rig.seen());
    rig.click("Leave (");
    assert!(matches!(rig.commands[..], [PlayerCommand::Leave]), "{:?}", rig.commands);
}

#[test]
fn a_replay_offers_the_board() {
    let replay = crate::play::Replay::of_match(&super::rig::played("fluky", 8));
    let mut rig = Rig::new(SCREENS[1], Session::from(replay));
    rig.check("replay");
    rig.click("Analyse from here");
    assert_eq!(rig.requests, [InputCommand::AnalysisBoard]);
}

const PGN: &str = "[Event \"Club\"]\n\n1. e4 e5 (1... c5) 2. Nf3 *\n";

fn paste(rig: &mut Rig, text: &str) {
    rig.notifications.clear();
    rig.commands.clear();
    rig.state.clipboard.pasted = Some(text.into());
    rig.frame(Vec::new());
    rig.frame(Vec::new());
}

#[test]
fn a_pgn_is_pasted_anywhere() {
    let running = super::rig::played("fluky", 0);
    for session in [Session::default(), Session::from(running)] {
        let mut rig = Rig::new(SCREENS[1], session);
        paste(&mut rig, PGN);
        let [BoardCommand::Open(analysed)] = commands(&rig)[..] else { panic!("{:?}", rig.commands) };
        assert_eq!(BoardLink::write(analysed).unwrap(), "#game=chess&moves=e4+e5+(c5)+Nf3");
        assert_eq!(analysed.header.event.as_deref(), Some("Club"));
        assert!(rig.notifications.is_empty(), "{:?}", rig.notifications);
        paste(&mut rig, "1. e4 e5 2. Ke3 *");
        let told = rig.notifications[0].text.clone();
        assert!(commands(&rig).is_empty() && told.contains("Ke3") && told.starts_with("The clipboard"), "{told}");
        // Texts with line breaks are not quoted.
        paste(&mut rig, "Ada\nBo\n");
        assert_eq!(
            rig.notifications[0].text,
            format!(
                "The text on the clipboard is neither a match in PGN nor a position of {}.",
                rig.state.new_match.next_game(&rig.session).0.name
            )
        );
    }
}

#[test]
fn an_analysis_board_takes_what_is_pasted_and_asks_before_something_is_lost() {
    let position = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for text in [PGN, position, CHESS] {
        let mut rig = rig(1, "#game=chess");
        paste(&mut rig, text);
        assert!(matches!(commands(&rig)[..], [BoardCommand::SetUp(_)]), "{text}: {:?}", rig.commands);
        assert!(!rig.state.new_match.open);
        if let Some(board) = rig.session.board_mut() {
            board.act("b1c3").unwrap();
        }
        paste(&mut rig, text);
        assert!(rig.commands.is_empty() && matches!(rig.state.messages.question, Some(Question::Leave(_))), "{text}");
        rig.click("Leave (");
        assert!(matches!(commands(&rig)[..], [BoardCommand::SetUp(_)]), "{text}: {:?}", rig.commands);
    }
}

#[test]
fn files_are_dropped_on_the_window() {
    let folder = tempfile::tempdir().unwrap();
    let mut rig = rig(1, "#game=chess");
    let pgn = folder.path().join("study.pgn");
    rig.drop_file(&pgn);
    rig.frame(Vec::new());
    assert!(matches!(&rig.commands[..], [PlayerCommand::OpenFile(file)] if *file == pgn), "{:?}", rig.commands);
    rig.commands.clear();
    let fen = folder.path().join("end.FEN");
    std::fs::write(&fen, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\n").unwrap();
    rig.drop_file(&fen);
    rig.frame(Vec::new());
    assert!(matches!(commands(&rig)[..], [BoardCommand::SetUp(_)]), "{:?}", rig.commands);
    rig.drop_file(&folder.path().join("missing.txt"));
    rig.frame(Vec::new());
    assert!(rig.notifications.iter().any(|told| told.text.contains("missing.txt cannot be read")));
}

#[test]
fn changes_are_undone_by_buttons() {
    let mut rig = rig(1, CHESS);
    rig.check("board");
    rig.click("Undo");
    assert!(rig.requests.is_empty(), "nothing has changed");
    if let Some(board) = rig.session.board_mut() {
        board.act("b8c6").unwrap();
    }
    rig.click("Undo");
    assert_eq!(rig.requests, [InputCommand::Undo]);
    if let Some(board) = rig.session.board_mut() {
        board.undo(false).unwrap();
    }
    rig.click("Redo");
    assert_eq!(rig.requests, [InputCommand::Undo, InputCommand::Redo]);
}

#[test]
fn a_room_is_entered_once_what_would_be_lost_is_left() {
    use crate::session::RoomCommand;
    let mut rig = rig(1, CHESS);
    if let Some(board) = rig.session.board_mut() {
        board.act("b8c6").unwrap();
    }
    rig.state.online.open = true;
    rig.state.online.link = "http://127.0.0.1:9/r/a-0123456789abcdef".into();
    rig.check("online");
    let at = rig.position_of("Join").unwrap();
    rig.click_at(at);
    assert!(rig.room_commands.is_empty() && matches!(rig.state.messages.question, Some(Question::Leave(_))));
    rig.click("Leave (");
    assert!(matches!(rig.room_commands[..], [RoomCommand::Join(_)]), "{:?}", rig.room_commands);
}
