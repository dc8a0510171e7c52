//! Exports the match that a button has opened as a replay: as a picture, or with the window for films.

use std::path::PathBuf;

use bevy::prelude::{ResMut, Resource};

use crate::play::Replay;
use crate::session::{InputCommand, PlayerCommand};
use crate::ui::state::ui_command::{Export, UiCommand, UiWindow};
use crate::ui::state::ui_params::UiParams;

/// The export in progress, and the file of its match.
#[derive(Resource, Default, Debug, Clone, PartialEq, Eq)]
pub struct PendingExport(pub Option<(Export, PathBuf)>);

/// Takes the next step of the export, once the replay has come to rest.
pub fn advance(mut pending: ResMut<PendingExport>, mut params: UiParams) {
    let Some((export, file)) = &pending.0 else { return };
    let cx = &mut params.context();
    // Another replay may be on the table while the file is being opened.
    let is_open = |replay: &&Replay| !cx.animating && replay.file() == Some(file);
    let Some(replay) = cx.session.replay().filter(is_open) else { return };
    match export {
        _ if cx.running => return cx.commands.push(PlayerCommand::Run(false)),
        Export::Picture if replay.at() < replay.len() => {
            return cx.commands.push(PlayerCommand::Seek(replay.len()));
        }
        Export::Picture => cx.request(InputCommand::Picture),
        Export::Film => cx.ui_commands.push(UiCommand::Open(UiWindow::Film)),
    }
    pending.0 = None;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn replay(at: usize) -> Rig {
        let mut replay = Replay::of_match(&played("chess", 6)).kept_in("chess.jsonl".into());
        replay.go_to(at);
        Rig::new(SCREENS[1], Session::from(replay))
    }

    #[test]
    fn a_picture_is_taken_of_the_end() {
        let mut rig = replay(6);
        rig.state.export.0 = Some((Export::Picture, "other.jsonl".into()));
        rig.frame(Vec::new());
        assert!(rig.requests.is_empty() && rig.state.export.0.is_some(), "the other match is being opened");
        let mut rig = replay(2);
        rig.state.export.0 = Some((Export::Picture, "chess.jsonl".into()));
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Seek(6)]) && rig.requests.is_empty(), "{:?}", rig.commands);
        let mut rig = replay(6);
        rig.state.export.0 = Some((Export::Picture, "chess.jsonl".into()));
        rig.frame(Vec::new());
        assert_eq!((&rig.requests[..], rig.state.export.0.clone()), (&[InputCommand::Picture][..], None));
    }

    #[test]
    fn a_film_is_ordered_in_its_window() {
        let mut rig = replay(2);
        (rig.state.export.0, rig.running) = (Some((Export::Film, "chess.jsonl".into())), true);
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Run(false)]) && !rig.state.film.open, "{:?}", rig.commands);
        rig.running = false;
        rig.frame(Vec::new());
        assert_eq!((rig.state.film.open, rig.state.export.0.clone()), (true, None));
    }
}
