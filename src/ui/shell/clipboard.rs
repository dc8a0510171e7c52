//! The clipboard. Ctrl+C copies the position shown. Ctrl+V opens an analysis or PGN, or uses a
//! position, on the analysis board or to begin a match.

use std::path::Path;

use bevy::prelude::*;

use crate::engine::{DynGame, GameInfo, Options};
use crate::games;
use crate::play::{AnalysedGame, BoardLink, is_pgn};
use crate::session::{BoardCommand, Notification, PlayerCommand, read_pgn};
use crate::ui::library::LibraryView;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::online_form::OnlineForm;
use crate::ui::state::position_draft::OpenEditor;
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;

/// Origin of a match that begins from a pasted position.
const PASTED: &str = "A position from the clipboard.";

/// The requests to copy and paste.
#[derive(Resource, Default)]
pub struct Clipboard {
    /// Whether the clipboard should be read.
    pub wants_paste: bool,
    /// Whether the position shown should be copied.
    pub wants_copy: bool,
    /// The pasted text, until it is handled.
    pub pasted: Option<String>,
}

/// Copies the position in the editor, or else the one on the table, if this was requested.
pub fn copy(
    mut clipboard: ResMut<Clipboard>,
    (library, editor): (Res<LibraryView>, Res<OpenEditor>),
    frame: Res<UiFrame>,
    mut params: UiParams,
) {
    // Like other keys, this does nothing behind the library.
    if !std::mem::take(&mut clipboard.wants_copy) || library.open {
        return;
    }
    let cx = &mut params.context();
    let draft = editor.0.as_ref().map(|draft| draft.text().to_string());
    let Some(text) = draft.or_else(|| cx.session.game().map(DynGame::text)) else { return };
    frame.ctx().copy_text(text);
    cx.notifications.push(Notification::new("Position copied to the clipboard as text."));
}

/// Uses the pasted text.
pub fn use_pasted(
    mut clipboard: ResMut<Clipboard>,
    library: Res<LibraryView>,
    mut online: ResMut<OnlineForm>,
    mut editor: ResMut<OpenEditor>,
    new_match: Res<NewMatch>,
    mut params: UiParams,
) {
    // Like other keys, this does nothing behind the library.
    let mut pasted = clipboard.pasted.take().filter(|_| !library.open);
    // The text is a link if this window is open.
    if let Some(link) = pasted.take_if(|_| online.open) {
        online.link = link.trim().to_string();
    }
    let cx = &mut params.context();
    if let Some(text) = pasted.take_if(|text| editor.is_none() && BoardLink::is_meant(text)) {
        match BoardLink::read(&text) {
            Ok(analysed) => analyse(analysed, cx),
            Err(error) => cx.notifications.push(Notification::new(format!("The clipboard: {error}."))),
        }
    }
    if let Some(text) = pasted.take_if(|text| editor.is_none() && is_pgn(text.trim_start().as_bytes())) {
        match read_pgn(Path::new("the clipboard"), &text) {
            Ok((replay, words)) => {
                cx.notifications.extend(words.map(Notification::new));
                analyse(AnalysedGame::of_replay(&replay), cx);
            }
            Err(error) => cx.notifications.push(error.into()),
        }
    }
    if let Some(text) = pasted {
        paste(&text, &mut editor, &new_match, cx);
    }
}

/// Opens an analysis on the analysis board. If one is already on the table, this is a change that
/// can be undone.
fn analyse(analysed: AnalysedGame, cx: &mut UiContext) {
    let analysed = Box::new(analysed);
    let command = match cx.session.board() {
        Some(_) => BoardCommand::SetUp(analysed),
        None => BoardCommand::Open(analysed),
    };
    cx.leave_by(PlayerCommand::Board(command));
}

/// Pastes a position into the editor if it is open, or else onto the analysis board, or else into
/// the form for the next match, which opens.
fn paste(text: &str, editor: &mut OpenEditor, new_match: &NewMatch, cx: &mut UiContext) {
    let own = match &editor.0 {
        Some(draft) => (draft.base().info(), draft.base().options().clone()),
        None => new_match.next_game(cx.session),
    };
    match read(text, own, cx) {
        Ok(game) => match &mut editor.0 {
            Some(draft) => draft.take_over(&*game),
            None if cx.session.board().is_some() && !new_match.open => match AnalysedGame::of_game(&*game) {
                Ok(analysed) => analyse(analysed, cx),
                Err(error) => cx.notifications.push(error.into()),
            },
            None => cx.ui_commands.push(UiCommand::BeginFrom(game, PASTED)),
        },
        Err(words) => cx.notifications.push(Notification::new(words)),
    }
}

/// Parses a position of the game `own`, or else of the first other game that accepts it, beginning
/// with the game on the table.
///
/// # Errors
/// The error for `own`, as a sentence for players.
fn read(text: &str, own: (&'static GameInfo, Options), cx: &UiContext) -> Result<Box<dyn DynGame>, String> {
    let text = text.trim();
    if text.is_empty() {
        return Err("There is no text on the clipboard.".into());
    }
    let read = |(info, options): (&'static GameInfo, Options)| games::begin(info, options, Some(text));
    let name = own.0.name;
    read(own).or_else(|error| {
        let on_table = cx.session.game().map(|game| (game.info(), game.options().clone()));
        // Orthodox chess comes before Abalonian Chess, because almost every position that both
        // accept is meant as orthodox.
        let others = games::ALL.iter().rev().map(|info| (*info, Options::default()));
        let other = on_table.into_iter().chain(others).find_map(|game| read(game).ok());
        other.ok_or_else(|| match text.lines().count() {
            1 => format!("The clipboard does not hold a position of {name}: {error}."),
            _ => format!("The text on the clipboard is neither a match in PGN nor a position of {name}."),
        })
    })
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Event;

    use super::*;
    use crate::play::{Match, Replay, Seat, Setup};
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn pasted(rig: &mut Rig, text: &str) {
        rig.notifications.clear();
        rig.state.clipboard.pasted = Some(text.into());
        rig.frame(Vec::new());
        rig.frame(Vec::new());
    }

    #[test]
    fn the_position_shown_is_copied() {
        let running = played("fluky", 8);
        let text = running.game().text();
        let mut replay = Replay::of_match(&running);
        replay.go_to(3);
        let earlier = replay.game().text();
        for (showing, text) in [(Session::from(running), text), (Session::from(replay), earlier.clone())] {
            let mut rig = Rig::new(SCREENS[1], showing);
            rig.state.clipboard.wants_copy = true;
            rig.frame(Vec::new());
            assert_eq!(rig.copied.take().as_deref(), Some(text.as_str()));
            (0..3).for_each(|_| drop(rig.frame(Vec::new())));
            rig.click("Menu");
            rig.click("Copy position");
            assert_eq!(rig.copied.take().as_deref(), Some(text.as_str()));
            assert!(rig.notifications.iter().any(|words| words.text.contains("copied")));
        }
    }

    #[test]
    fn a_match_begins_from_what_is_pasted() {
        let fluky = played("fluky", 8).game().text();
        let chess = played("chess", 4).game().text();
        // On the start screen, and during a match of another game.
        let mut rig = Rig::new(SCREENS[1], Session::default());
        pasted(&mut rig, &format!(" {fluky}\n"));
        assert_eq!(rig.state.new_match.form.info().id, "fluky");
        assert!(rig.find(PASTED).is_some(), "{:?}", rig.seen());
        let setup = rig.state.new_match.form.setup().unwrap();
        assert_eq!(setup.start, Some(fluky.clone()));

        let mut rig = Rig::new(SCREENS[1], Session::from(played("chess", 2)));
        pasted(&mut rig, &fluky);
        assert!(rig.state.new_match.open && rig.state.new_match.form.info().id == "fluky");
        // A FEN is orthodox chess if that is on the table, and Abalonian Chess if the form has it.
        pasted(&mut rig, &chess);
        assert_eq!(rig.state.new_match.form.info().id, "chess");
        let abalonian = games::ALL.iter().position(|info| info.id == "abalonian").unwrap();
        rig.state.new_match.form.choose(abalonian);
        pasted(&mut rig, &chess);
        assert_eq!(
            (rig.state.new_match.form.info().id, rig.state.new_match.form.setup().unwrap().start),
            ("abalonian", Some(chess))
        );
    }

    #[test]
    fn options_are_those_of_the_match_on_the_table() {
        let info = games::info("makarenko").unwrap();
        let options = Options::new(info.options, [("values", "kostyor")]).unwrap();
        let setup = Setup { options, ..Setup::new(info, [Seat::Human; 2], 1) };
        let running = Match::new(setup).unwrap();
        let text = running.game().text();
        let mut rig = Rig::new(SCREENS[1], Session::from(running));
        pasted(&mut rig, &text);
        assert_eq!(rig.state.new_match.form.value("values"), Some("kostyor"));
        assert_eq!(rig.state.new_match.form.setup().unwrap().start, Some(text));
    }

    #[test]
    fn unreadable_text_is_reported_and_changes_nothing() {
        let mut rig = Rig::new(SCREENS[1], Session::from(played("chess", 2)));
        for (text, words) in [
            (
                "8/8/8/8/8/8/8/8 w - - 0 1",
                "not hold a position of Orthodox chess: board: expected exactly one white king",
            ),
            ("", "no text on the clipboard"),
        ] {
            pasted(&mut rig, text);
            assert!(rig.notifications.iter().any(|told| told.text.contains(words)), "{:?}", rig.notifications);
            assert!(!rig.state.new_match.open);
        }
    }

    #[test]
    fn a_field_that_is_typed_in_keeps_its_clipboard() {
        let mut rig = Rig::new(SCREENS[1], Session::from(played("chess", 2)));
        rig.frame(Vec::new());
        rig.state.panel.move_field.focus_change = crate::ui::panel::controls::FocusChange::Focus;
        rig.frame(Vec::new());
        rig.frame(Vec::new());
        rig.copied = None;
        rig.frame(vec![Event::Paste("e2e4".into()), Event::Copy]);
        assert_eq!(
            (rig.state.panel.move_field.text.as_str(), rig.state.new_match.open, rig.copied.take()),
            ("e2e4", false, None)
        );
    }
}
