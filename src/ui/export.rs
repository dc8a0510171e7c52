//! Exports a whole match as a picture or a film, by showing it as a replay and controlling the
//! replay.

use crate::play::Replay;
use crate::session::{InputCommand, PlayerCommand};

/// An export in progress, of the match shown as a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Export {
    /// A picture of the final position.
    #[cfg_attr(
        all(target_arch = "wasm32", target_os = "unknown"),
        expect(dead_code, reason = "only the library asks for it")
    )]
    Picture,
    /// A film of the whole match. `true` once recording has begun.
    Film(bool),
}

/// The next step of an export.
#[derive(Debug, Default)]
pub struct ExportStep {
    /// A command for the replay.
    pub command: Option<PlayerCommand>,
    /// A key's command.
    pub request: Option<InputCommand>,
    /// The export that remains afterwards.
    pub remains: Option<Export>,
}

impl Export {
    /// Returns the next step, when the replay is at rest. `running` means that the replay is
    /// playing, `filming` that the window is being recorded.
    pub fn step(self, replay: &Replay, running: bool, filming: bool) -> ExportStep {
        let command = |command| ExportStep { command: Some(command), request: None, remains: Some(self) };
        match self {
            Export::Picture if running => command(PlayerCommand::Run(false)),
            Export::Picture if replay.at() < replay.len() => command(PlayerCommand::Seek(replay.len())),
            Export::Picture => ExportStep { request: Some(InputCommand::Picture), ..ExportStep::default() },
            Export::Film(false) if replay.at() > 0 => command(PlayerCommand::Seek(0)),
            Export::Film(false) => ExportStep {
                command: Some(PlayerCommand::Run(true)),
                request: (!filming).then_some(InputCommand::Film),
                remains: Some(Export::Film(true)),
            },
            // Plays to the end, unless the player stops it.
            Export::Film(true) if running => ExportStep { remains: Some(self), ..ExportStep::default() },
            Export::Film(true) => {
                ExportStep { request: filming.then_some(InputCommand::Film), ..ExportStep::default() }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Showing;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn replay(at: usize) -> Rig {
        let mut replay = Replay::of_match(&played("chess", 6));
        replay.go_to(at);
        Rig::new(SCREENS[1], Showing::Replay(Box::new(replay)))
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
    fn a_film_has_the_whole_match() {
        let mut rig = replay(2);
        rig.state.export = Some(Export::Film(false));
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Seek(0)]) && rig.requests.is_empty(), "{:?}", rig.commands);
        let mut rig = replay(0);
        rig.state.export = Some(Export::Film(false));
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Run(true)]), "{:?}", rig.commands);
        assert_eq!(rig.requests, [InputCommand::Film]);
        (rig.running, rig.filming) = (true, true);
        rig.frame(Vec::new());
        assert_eq!(rig.requests, [InputCommand::Film], "it goes on");
        rig.running = false;
        rig.frame(Vec::new());
        assert_eq!((&rig.requests[..], rig.state.export), (&[InputCommand::Film; 2][..], None));
    }
}
