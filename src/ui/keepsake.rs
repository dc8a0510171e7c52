//! Exports a whole match as a picture or a film, by showing it as a replay and driving the replay.

use crate::play::Replay;
use crate::session::{InputCommand, PlayerCommand};

/// An export in progress of the match that is shown as a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keepsake {
    /// A picture of the final position.
    #[cfg_attr(not(feature = "library"), expect(dead_code, reason = "only the library asks for it"))]
    Picture,
    /// A film of the whole match. `true` once recording has begun.
    Film(bool),
}

/// The next step of an export.
#[derive(Debug, Default)]
pub struct Step {
    /// A command for the replay.
    pub command: Option<PlayerCommand>,
    /// A key's command.
    pub request: Option<InputCommand>,
    /// What remains to be exported afterwards.
    pub remains: Option<Keepsake>,
}

impl Keepsake {
    /// Returns the next step, once the replay has come to rest. `running`: the replay is playing;
    /// `filming`: the window is being recorded.
    pub fn step(self, replay: &Replay, running: bool, filming: bool) -> Step {
        let command = |command| Step { command: Some(command), request: None, remains: Some(self) };
        match self {
            Keepsake::Picture if running => command(PlayerCommand::Run(false)),
            Keepsake::Picture if replay.at() < replay.len() => command(PlayerCommand::Seek(replay.len())),
            Keepsake::Picture => Step { request: Some(InputCommand::Picture), ..Step::default() },
            Keepsake::Film(false) if replay.at() > 0 => command(PlayerCommand::Seek(0)),
            Keepsake::Film(false) => Step {
                command: Some(PlayerCommand::Run(true)),
                request: (!filming).then_some(InputCommand::Film),
                remains: Some(Keepsake::Film(true)),
            },
            // Plays to the end, unless the player stops it.
            Keepsake::Film(true) if running => Step { remains: Some(self), ..Step::default() },
            Keepsake::Film(true) => Step { request: filming.then_some(InputCommand::Film), ..Step::default() },
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
        rig.state.keepsake = Some(Keepsake::Picture);
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Seek(6)]) && rig.requests.is_empty(), "{:?}", rig.commands);
        let mut rig = replay(6);
        rig.state.keepsake = Some(Keepsake::Picture);
        rig.frame(Vec::new());
        assert_eq!((&rig.requests[..], rig.state.keepsake), (&[InputCommand::Picture][..], None));
    }

    #[test]
    fn a_film_has_the_whole_match() {
        let mut rig = replay(2);
        rig.state.keepsake = Some(Keepsake::Film(false));
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Seek(0)]) && rig.requests.is_empty(), "{:?}", rig.commands);
        let mut rig = replay(0);
        rig.state.keepsake = Some(Keepsake::Film(false));
        rig.frame(Vec::new());
        assert!(matches!(rig.commands[..], [PlayerCommand::Run(true)]), "{:?}", rig.commands);
        assert_eq!(rig.requests, [InputCommand::Film]);
        (rig.running, rig.filming) = (true, true);
        rig.frame(Vec::new());
        assert_eq!(rig.requests, [InputCommand::Film], "it goes on");
        rig.running = false;
        rig.frame(Vec::new());
        assert_eq!((&rig.requests[..], rig.state.keepsake), (&[InputCommand::Film; 2][..], None));
    }
}
