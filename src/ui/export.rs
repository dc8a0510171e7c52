//! Exports the match that a button has opened as a replay: as a picture, or with the window for films.

use crate::play::Replay;
use crate::session::{InputCommand, PlayerCommand};

/// An export in progress, of the match shown as a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(
    all(target_arch = "wasm32", target_os = "unknown"),
    expect(dead_code, reason = "only the library asks for it")
)]
pub enum Export {
    /// A picture of the final position.
    Picture,
    /// A film, ordered in its window.
    Film,
}

/// The next step of an export.
#[derive(Debug, Default)]
pub struct ExportStep {
    /// A command for the replay.
    pub command: Option<PlayerCommand>,
    /// A key's command.
    pub request: Option<InputCommand>,
    /// Whether the window for films opens.
    pub films: bool,
    /// The export that remains afterwards.
    pub remains: Option<Export>,
}

impl Export {
    /// Returns the next step, once the replay has come to rest. `running`: the replay is playing.
    pub fn step(self, replay: &Replay, running: bool) -> ExportStep {
        let command = |command| ExportStep { command: Some(command), remains: Some(self), ..ExportStep::default() };
        match self {
            _ if running => command(PlayerCommand::Run(false)),
            Export::Picture if replay.at() < replay.len() => command(PlayerCommand::Seek(replay.len())),
            Export::Picture => ExportStep { request: Some(InputCommand::Picture), ..ExportStep::default() },
            Export::Film => ExportStep { films: true, ..ExportStep::default() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn replay(at: usize) -> Rig {
        let mut replay = Replay::of_match(&played("chess", 6));
        replay.go_to(at);
        Rig::new(SCREENS[1], Session::from(replay))
    }

    #[test]
    fn a_picture_is_taken_of_the_end() {
        let mut rig = replay(2);
        rig.state.export = Some(Export::Picture);
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Seek(6)]) && rig.requests.is_empty(), "{:?}", rig.commands);
        let mut rig = replay(6);
        rig.state.export = Some(Export::Picture);
        rig.frame(Vec::new());
        assert_eq!((&rig.requests[..], rig.state.export), (&[InputCommand::Picture][..], None));
    }

    #[test]
    fn a_film_is_ordered_in_its_window() {
        let mut rig = replay(2);
        (rig.state.export, rig.running) = (Some(Export::Film), true);
        rig.frame(Vec::new());
        assert!(
            matches!(rig.commands[..], [PlayerCommand::Run(false)]) && !rig.state.windows.film.open,
            "{:?}",
            rig.commands
        );
        rig.running = false;
        rig.frame(Vec::new());
        assert_eq!((rig.state.windows.film.open, rig.state.export), (true, None));
    }
}
