//! The table in words.

use serde::Serialize;

use super::commands::commands;
use crate::engine::{ActionText, Side};
use crate::platform::clock::Duration;
use crate::play::{Match, Pending, Seat};
use crate::record::diagram::words as diagram;
use crate::session::{CurrentRoom, Session, TurnClock, waits_for_user};
use crate::{games, ui::words};

/// The table in words.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Description {
    /// The name of the game; empty on the start screen.
    pub game: String,
    /// The side to act and its task, or the result.
    pub sentence: String,
    /// Check and other notices.
    pub notices: Vec<String>,
    /// The players, White's first.
    pub players: Vec<String>,
    /// A line for each rank and each reserve.
    pub position: Vec<String>,
    /// The actions played.
    pub played: Vec<String>,
    /// The local user's legal actions, with their texts.
    pub actions: Vec<TextChoice>,
    /// The meanings of the faces of the die that is due.
    pub faces: Vec<String>,
    /// The other commands of the local user, by name.
    pub commands: Vec<TextChoice>,
    /// The games, with their ids.
    pub games: Vec<TextChoice>,
}

/// An item to choose.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TextChoice {
    /// Identifies it.
    pub value: String,
    /// Describes it.
    pub words: String,
}

impl Description {
    /// Describes the table.
    #[must_use]
    pub fn of(session: &Session, room: &CurrentRoom) -> Description {
        let games =
            games::ALL.iter().map(|info| TextChoice { value: info.id.into(), words: info.name.into() }).collect();
        let Some(game) = session.game() else { return Description { games, ..Description::default() } };
        let running = session.running();
        let own = running.filter(|running| waits_for_user(running));
        let pending = own.map(Match::pending);
        let actions = match pending {
            Some(Pending::Decide { .. }) => game.actions(),
            _ => Vec::new(),
        };
        let choice = |action: &ActionText| {
            let described = game.describe(action).unwrap_or_default();
            TextChoice { value: action.to_string(), words: format!("{}: {described}", words::short(game, action)) }
        };
        let faces = match running.map(Match::pending) {
            Some(Pending::Throw { die, .. }) => {
                die.outcomes().filter_map(|(face, _)| game.face_meaning(face)).collect()
            }
            _ => Vec::new(),
        };
        let commands = session.live_match().map(|running| commands(running, room.on_table())).unwrap_or_default();
        let commands =
            commands.into_iter().map(|command| TextChoice { value: command.name.into(), words: command.words });
        Description {
            game: game.info().name.into(),
            sentence: sentence(session),
            notices: game.notices().into_iter().map(|notice| notice.text).collect(),
            players: session.live_match().map(players).unwrap_or_default(),
            position: diagram::position(game),
            played: diagram::played(game, usize::MAX),
            actions: actions.iter().map(choice).collect(),
            faces,
            commands: commands.collect(),
            games,
        }
    }
}

/// The side to act and its task, or the result.
pub fn sentence(session: &Session) -> String {
    let Some(game) = session.game() else { return String::new() };
    let info = game.info();
    let Some(running) = session.running() else {
        return session.outcome().map(|outcome| words::result(outcome, info)).unwrap_or_default();
    };
    let own = running.setup().seats.iter().filter(|seat| **seat == Seat::Human).count() == 1;
    let turn = if own { "Your turn: " } else { "" };
    match running.pending() {
        Pending::Over(outcome) => format!("{}: {}", words::result_for(outcome, running), words::reason(outcome.reason)),
        Pending::Decide { side, seat: Seat::Human } => format!("{turn}{} to move", info.side(side)),
        Pending::Throw { side, seat: Seat::Human, .. } => format!("{turn}{} to throw the die", info.side(side)),
        Pending::Decide { side, .. } => format!("{} to move, please wait", info.side(side)),
        Pending::Throw { side, .. } => format!("{} throws the die, please wait", info.side(side)),
    }
}

/// The players of a match with their sides, White's first.
fn players(running: &Match) -> Vec<String> {
    let info = running.game().info();
    let names = words::names(running.setup().seats, &running.setup().names);
    Side::BOTH.into_iter().zip(names).map(|(side, name)| format!("{}: {name}", info.side(side))).collect()
}

/// The clocks of the live match in words, White's first; `None` without clocks.
#[must_use]
pub fn clocks(session: &Session, room: &CurrentRoom, clock: &TurnClock) -> Option<[String; 2]> {
    let running = session.live_match().filter(|running| running.clock().is_some())?;
    let left = match room.on_table() {
        Some(joined) => joined.clocks().filter(|_| !joined.is_in_doubt()).map(|clocks| clocks.map(seconds)),
        None => Some(Side::BOTH.map(|side| clock.remaining(running, side).unwrap_or_default())),
    };
    let text = |side: Side| left.map_or_else(|| "unknown".to_string(), |left| words::elapsed(left[side.index()]));
    Some(Side::BOTH.map(|side| format!("{} {}", running.game().info().side(side), text(side))))
}

fn seconds(left: f64) -> Duration {
    Duration::from_secs_f64(left.max(0.0))
}
