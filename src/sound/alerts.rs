//! Alerts to the players: an action is refused, a player is in danger, it is the user's turn, or
//! the match is over.

use bevy::prelude::*;

use crate::session::{Animating, Notification, PlaySound, Session, Sound, TableUpdate, waits_for_user};

/// The state when the table was last at rest.
#[derive(Default)]
pub struct AlertState {
    /// Whether an action has been shown since the table was last at rest.
    acted: bool,
    /// Whether the match was over when the table was last at rest.
    over: bool,
}

/// Sends the alerts: a refusal immediately, the others when the table is at rest.
pub fn follow(
    mut notifications: MessageReader<Notification>,
    mut updates: MessageReader<TableUpdate>,
    mut sounds: MessageWriter<PlaySound>,
    mut state: Local<AlertState>,
    session: Res<Session>,
    animating: Res<Animating>,
) {
    // Only refusals cite a rule.
    if notifications.read().filter(|words| words.rule.is_some()).count() > 0 {
        sounds.write(PlaySound::alert(Sound::Refused));
    }
    for message in updates.read() {
        match message {
            TableUpdate::Reset(..) | TableUpdate::Rewound { .. } => {
                *state = AlertState { acted: false, over: over(&session) }
            }
            TableUpdate::Events(..) => state.acted = true,
            _ => {}
        }
    }
    if animating.0 {
        return;
    }
    let acted = std::mem::take(&mut state.acted);
    let was_over = std::mem::replace(&mut state.over, over(&session));
    if state.over && !was_over {
        sounds.write(PlaySound::alert(Sound::MatchEnd));
    } else if acted && in_danger(&session) {
        sounds.write(PlaySound::alert(Sound::Check));
    } else if acted && turn_has_come(&session) {
        sounds.write(PlaySound::alert(Sound::Turn));
    }
}

fn over(session: &Session) -> bool {
    session.outcome().is_some()
}

/// Whether a match in a room waits for the user. At a shared table everyone sees whose turn it is.
fn turn_has_come(session: &Session) -> bool {
    session.live_match().is_some_and(|running| running.is_remote() && waits_for_user(running))
}

fn in_danger(session: &Session) -> bool {
    session.game().is_some_and(|game| game.notices().iter().any(|notice| notice.urgent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;
    use crate::games;
    use crate::play::{Match, Seat, Setup};
    use crate::session::Session;
    use crate::session::{self, PlayerCommand, TableScene};

    /// The alerts of these commands in a chess match, with one frame after each command.
    fn heard(start: &str, asks: &[PlayerCommand]) -> Vec<Sound> {
        let setup =
            Setup { start: Some(start.into()), ..Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1) };
        let running = Match::new(setup).unwrap();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, session::plugin)).add_systems(Update, follow.after(session::GameSet::Present));
        app.world_mut().write_message(TableUpdate::reset(running.game()));
        app.insert_resource(Session::from(running));
        app.update();
        let mut cursor = app.world().resource::<Messages<PlaySound>>().get_cursor();
        let mut heard = Vec::new();
        for ask in asks {
            app.world_mut().write_message(ask.clone());
            app.update();
            heard.extend(cursor.read(app.world().resource::<Messages<PlaySound>>()).map(|request| request.sound));
        }
        heard
    }

    fn act(action: &str) -> PlayerCommand {
        PlayerCommand::Act(action.into())
    }

    const ROOKS: &str = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";

    #[test]
    fn check_and_mate_sound_and_quiet_moves_do_not() {
        assert_eq!(heard(ROOKS, &[act("b1b7"), act("h8g8"), act("a2a8")]), [Sound::MatchEnd]);
        assert_eq!(heard(ROOKS, &[act("b1b8"), act("h8g7"), act("h1g1")]), [Sound::Check]);
    }

    #[test]
    fn only_in_a_room_is_it_told_that_the_turn_has_come() {
        let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, session::plugin)).add_systems(Update, follow.after(session::GameSet::Present));
        let mut heard_after = |side: Side, remote: Option<Side>| {
            let mut running = Match::new(setup.clone()).unwrap();
            if side == Side::Black {
                running.act("e2e4").unwrap();
            }
            if let Some(remote) = remote {
                running.seat_remote(remote);
            }
            let scene = TableScene::of(running.game());
            app.insert_resource(Session::from(running));
            app.world_mut().write_message(TableUpdate::Events(Vec::new(), scene));
            let mut cursor = app.world().resource::<Messages<PlaySound>>().get_cursor_current();
            app.update();
            cursor.read(app.world().resource::<Messages<PlaySound>>()).map(|told| told.sound).collect::<Vec<_>>()
        };
        assert_eq!(heard_after(Side::Black, None), []);
        assert_eq!(heard_after(Side::Black, Some(Side::Black)), [], "the opponent's turn");
        assert_eq!(heard_after(Side::Black, Some(Side::White)), [Sound::Turn]);
    }

    #[test]
    fn refusals_sound_and_an_end_sounds_only_once() {
        assert_eq!(heard(ROOKS, &[act("b1c2")]), [Sound::Refused]);
        assert_eq!(
            heard(ROOKS, &[PlayerCommand::Resign(Side::White), PlayerCommand::Skip, PlayerCommand::Skip]),
            [Sound::MatchEnd]
        );
    }
}
