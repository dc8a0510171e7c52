//! Tests of the editor, drawn without a window.

use bevy_egui::egui::{Event, Modifiers, PointerButton, Pos2, pos2};

use super::*;
use crate::engine::Place;
use crate::games;
use crate::session::{PlayerCommand, Session};
use crate::ui::tests::{Rig, SCREENS, played};

/// Opens the editor over the start screen, with the usual start of a game.
fn editor(screen: (Vec2, u16), id: &str) -> Rig {
    let mut rig = Rig::new(screen, Session::default());
    rig.state.new_match.form.choose(games::ALL.iter().position(|info| info.id == id).unwrap());
    rig.state.editor.0 = PositionDraft::of_form(&rig.state.new_match.form);
    rig.check("editor");
    rig
}

fn draft(rig: &Rig) -> &PositionDraft {
    rig.state.editor.as_ref().expect("the editor is open")
}

fn button(at: Pos2, button: PointerButton, pressed: bool) -> Event {
    Event::PointerButton { pos: at, button, pressed, modifiers: Modifiers::NONE }
}

/// Presses a mouse button at one point and releases it at another.
fn drag(rig: &mut Rig, from: Pos2, to: Pos2, with: PointerButton) {
    rig.frame(vec![Event::PointerMoved(from)]);
    rig.frame(vec![button(from, with, true)]);
    rig.frame(vec![Event::PointerMoved(from.lerp(to, 0.5))]);
    rig.frame(vec![Event::PointerMoved(to)]);
    rig.frame(vec![button(to, with, false)]);
    rig.frame(vec![Event::PointerMoved(pos2(2.0, 2.0))]);
    rig.frame(Vec::new());
}

/// The position of an empty cell, found by its label.
fn cell(rig: &Rig, name: &str) -> Pos2 {
    rig.position_of(name).unwrap_or_else(|| panic!("no empty cell {name}: {:?}", rig.seen()))
}

/// Clicks the button with exactly this text. The start screen behind the editor may have longer
/// texts that contain it.
fn press(rig: &mut Rig, words: &str) {
    rig.frame(Vec::new());
    let at = rig.position_of(words).unwrap_or_else(|| panic!("nothing says {words}: {:?}", rig.seen()));
    rig.click_at(at);
    rig.frame(Vec::new());
}

/// Selects the piece that a click places.
fn choose(rig: &mut Rig, side: Option<Side>, look: &Look) {
    let index = draft(rig).palette().iter().position(|own| *own == (side, look.clone())).unwrap();
    rig.state.editor.as_mut().unwrap().choose(index);
}

#[test]
fn the_editor_fits_with_every_game() {
    for screen in SCREENS {
        for info in games::ALL {
            let mut rig = editor(screen, info.id);
            rig.check(&format!("editor of {} over the start screen at {screen:?}", info.id));
            let mut rig = Rig::new(screen, Session::from(played(info.id, 40)));
            rig.state.editor.0 = rig.session.game().map(PositionDraft::of);
            rig.check(&format!("editor of {} over a match at {screen:?}", info.id));
        }
    }
}

/// In every game, pieces are placed, moved and removed with the mouse, and the text follows.
#[test]
fn a_position_of_every_game_is_set_up_by_the_mouse() {
    for info in games::ALL {
        let mut rig = editor(SCREENS[1], info.id);
        press(&mut rig, "Clear");
        rig.frame(Vec::new());
        assert!(draft(&rig).pieces().is_empty());
        let names: Vec<_> = draft(&rig).layout().cells.iter().map(|cell| cell.name.clone()).collect();
        let (first, second, third) = (&names[0], &names[names.len() / 2], &names[names.len() - 1]);
        let [at, then, last] = [first, second, third].map(|name| cell(&rig, name));
        let (side, look) = draft(&rig).palette()[1].clone();
        choose(&mut rig, side, &look);
        rig.click_at(at);
        let placed = draft(&rig).pieces().to_vec();
        assert!(placed.len() == 1 && placed[0].look == look && placed[0].side == side, "{}: {placed:?}", info.id);
        let text = draft(&rig).text().to_string();
        drag(&mut rig, at, then, PointerButton::Primary);
        let moved = draft(&rig).pieces();
        assert!(moved.len() == 1 && moved[0].place != placed[0].place, "{}: {moved:?}", info.id);
        assert_ne!(draft(&rig).text(), text);
        rig.click_at(then);
        assert!(draft(&rig).pieces().is_empty(), "{}: a click with the same piece removes it", info.id);
        rig.click_at(last);
        drag(&mut rig, last, last, PointerButton::Secondary);
        assert!(draft(&rig).pieces().is_empty(), "{}: a right click removes", info.id);
        rig.click_at(last);
        drag(&mut rig, last, pos2(5.0, 5.0), PointerButton::Primary);
        assert!(draft(&rig).pieces().is_empty(), "{}: off the board", info.id);
        press(&mut rig, "Start");
        let start = games::begin(info, Default::default(), None).unwrap().editor_base();
        assert_eq!(draft(&rig).text(), start.text());
        for (index, (side, look)) in start.editor_pieces().into_iter().enumerate() {
            let draft = rig.state.editor.as_mut().unwrap();
            draft.clear();
            draft.choose(index);
            draft.put(Cell(5));
            let piece = draft.at(Cell(5)).unwrap();
            assert_eq!((piece.side, &piece.look), (side, &look));
        }
    }
}

/// Whether to leave the match is asked first.
#[test]
fn a_position_stays_until_the_match_is_left() {
    let mut rig = Rig::new(SCREENS[1], Session::from(played("chess", 2)));
    rig.state.editor.0 = rig.session.game().map(PositionDraft::of);
    rig.check("editor");
    press(&mut rig, "Analyse");
    assert!(rig.asks() && rig.state.editor.is_some() && rig.commands.is_empty());
}

#[test]
fn illegal_positions_are_reported_and_kept() {
    let mut rig = editor(SCREENS[1], "chess");
    press(&mut rig, "Clear");
    rig.check("an empty board");
    assert!(rig.find("exactly one white king").is_some(), "{:?}", rig.seen());
    press(&mut rig, "Play from here");
    assert!(rig.state.editor.is_some() && rig.state.new_match.form.start.is_none());
    let king = Look::Chessman(crate::engine::PieceKind::King);
    for (side, name) in [(Side::White, "e1"), (Side::Black, "e8")] {
        choose(&mut rig, Some(side), &king);
        let at = cell(&rig, name);
        rig.click_at(at);
        rig.frame(Vec::new());
    }
    assert_eq!(draft(&rig).text(), "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    press(&mut rig, "Black to move");
    assert_eq!(draft(&rig).text(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    press(&mut rig, "Play from here");
    assert!(rig.state.editor.is_none());
    rig.check("form");
    assert!(rig.find(ORIGIN).is_some(), "{:?}", rig.seen());
    // The form reopens it in the editor.
    rig.click("Set up a position");
    assert_eq!(draft(&rig).text(), "4k3/8/8/8/8/8/8/4K3 b - - 0 1");
    assert!(rig.close() && rig.state.editor.is_none());
    rig.click("Start (Enter)");
    let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
    assert_eq!(setup.start.as_deref(), Some("4k3/8/8/8/8/8/8/4K3 b - - 0 1"));
}

#[test]
fn finished_positions_cannot_be_played_from() {
    let mut rig = editor(SCREENS[1], "chess");
    rig.state.editor.as_mut().unwrap().type_text("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1".into());
    rig.check("mate");
    assert!(rig.find("over in this position: checkmate").is_some() && draft(&rig).checked().is_err());
    assert_eq!(draft(&rig).side(), Side::Black);
}

#[test]
fn rights_to_castle_follow_the_pieces() {
    let mut rig = editor(SCREENS[1], "chess");
    let draft = rig.state.editor.as_mut().unwrap();
    draft.carry(Cell(7), Cell(23));
    assert_eq!(draft.text(), "rnbqkbnr/pppppppp/8/8/8/7R/PPPPPPPP/RNBQKBN1 w Qkq - 0 1");
    draft.carry(Cell(23), Cell(7));
    assert_eq!(draft.text(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

#[test]
fn the_board_follows_the_text_that_is_typed() {
    let mut rig = editor(SCREENS[1], "fluky");
    let before = draft(&rig).pieces().to_vec();
    rig.state.editor.as_mut().unwrap().type_text("kpppp/p4/5/4P/PPPP w - 0".into());
    rig.check("a text that cannot be read");
    assert!(rig.find("Board, rank 1: expected 5 squares").is_some(), "{:?}", rig.seen());
    assert_eq!(draft(&rig).pieces(), before);
    // A pending die stays pending until the board is changed.
    let text = "kpppp/p4/5/P3P/1PPPK w a2 0";
    rig.state.editor.as_mut().unwrap().type_text(text.into());
    rig.check("a text that can be read");
    assert!(draft(&rig).text() == text && draft(&rig).checked().is_ok() && draft(&rig).pieces().len() == 12);
    let at = cell(&rig, "c3");
    rig.click_at(at);
    assert!(draft(&rig).text().contains("w - 0") && draft(&rig).at(Cell(12)).is_some(), "{}", draft(&rig).text());
}

#[test]
fn the_sections_lie_as_in_the_position() {
    let mut rig = editor(SCREENS[1], "whack");
    // Until the board has been laid, the editor lays it with the usual pieces.
    assert_eq!((draft(&rig).layout().sections.len(), draft(&rig).pieces().len()), (4, 32));
    let text = "A0B3+B2C1+C3D3 Aa1:w311,Da1:b311,Dc2:b222 w move 0";
    rig.state.editor.as_mut().unwrap().type_text(text.into());
    let game = games::begin(games::info("whack").unwrap(), Default::default(), Some(text)).unwrap();
    assert_eq!(draft(&rig).layout(), &game.layout());
    assert_eq!(draft(&rig).pieces(), game.pieces());
    rig.check("wedges");
}

#[test]
fn the_reserve_stays_beside_the_board() {
    let running = played("tactical", 30);
    let reserve = |game: &dyn crate::engine::DynGame| {
        game.pieces().iter().filter(|piece| matches!(piece.place, Place::Reserve(..))).count()
    };
    let mut draft = PositionDraft::of(running.game());
    let (free, before) = (Cell(35), reserve(running.game()));
    assert!(before > 0);
    if draft.at(free).is_some() {
        draft.remove(free);
    }
    draft.choose(1);
    draft.put(free);
    let game = draft.checked().unwrap_or_else(|words| panic!("{words}: {}", draft.text()));
    assert!(reserve(game) >= before - 4 && game.text().contains(" 4 00 - 0"), "{}", game.text());
}

#[test]
fn a_match_is_edited_and_played_from_there() {
    let mut rig = Rig::new(SCREENS[1], Session::from(played("makarenko", 6)));
    let text = rig.session.game().unwrap().text();
    rig.check("match");
    rig.click("Menu");
    rig.click("Edit the position");
    assert_eq!(draft(&rig).text(), text);
    rig.state.clipboard.wants_copy = true;
    rig.frame(Vec::new());
    assert_eq!(rig.copied.take(), Some(text));
    let other = played("makarenko", 9).game().text();
    rig.state.clipboard.pasted = Some(other.clone());
    rig.frame(Vec::new());
    assert!(draft(&rig).text() == other && !rig.state.new_match.open);
    // A position of another game changes the board and the palette.
    let chess = played("chess", 3).game().text();
    rig.state.clipboard.pasted = Some(chess.clone());
    rig.frame(Vec::new());
    rig.check("another game");
    assert_eq!(draft(&rig).base().info().id, "chess");
    press(&mut rig, "Play from here");
    assert!(rig.state.editor.is_none() && rig.state.new_match.open);
    assert_eq!(
        (rig.state.new_match.form.info().id, rig.state.new_match.form.setup().unwrap().start),
        ("chess", Some(chess))
    );
}
