//! The captions of a film: the players, the last action or roll, the clocks, and the result.

use std::time::Duration;

use crate::capture::Colour;
use crate::engine::{DynGame, Info, Side};
use crate::play::Setup;
use crate::session::{Session, Showing, TurnClock};
use crate::ui::words;

/// The caption of a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Caption {
    /// The players, White first.
    pub players: [Player; 2],
    /// The last action; the name of the game at the start.
    pub played: LastAction,
}

/// A player, as shown in a film.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// The name of the player's side.
    pub side: &'static str,
    /// The player's name.
    pub name: String,
    /// The colour of the player's side.
    pub colour: Colour,
    /// The player's clock.
    pub clock: Option<String>,
    /// Whether it is the player's turn.
    pub due: bool,
}

/// The last action, or the result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LastAction {
    /// The side that played it.
    pub side: Option<Side>,
    /// Short text: the action in the game's notation, or a die with the side it showed.
    pub short: String,
    /// In words.
    pub words: String,
    /// Whether this shows the end of the match.
    pub ended: bool,
}

/// Produces the captions of a match.
pub struct Captions {
    /// The clocks of a replay, indexed by the number of actions played.
    clocks: Option<Vec<[Duration; 2]>>,
    /// The last action shown, with the number of actions up to and including it.
    played: (usize, LastAction),
}

impl Captions {
    /// Prepares the captions of a match or replay.
    #[must_use]
    pub fn new(showing: &Showing) -> Captions {
        let clocks = match showing {
            Showing::Replay(replay) => replay.clocks(),
            _ => None,
        };
        Captions { clocks, played: (usize::MAX, LastAction::default()) }
    }

    /// Returns the caption of a frame; `None` if the table is empty. While something moves, the
    /// caption hides the results of the match and of a die in the air.
    pub fn of(&mut self, session: &Session, clock: TurnClock, moving: bool) -> Option<Caption> {
        let game = session.game()?;
        let (setup, actions) = (setup(&session.showing)?, game.played());
        let at = actions.len();
        // A replay knows the result as soon as the die leaves the hand.
        let in_the_air = moving && at == self.played.0.wrapping_add(1) && actions.last().is_some_and(|it| it.is_roll());
        let mut due = game.turn().side().filter(|_| session.outcome().is_none());
        if in_the_air {
            let mut before = game.boxed();
            before.undo();
            due = before.turn().side();
        } else if at != self.played.0 {
            self.played = (at, last(game));
        }
        let info = game.info();
        let mut played = self.played.1.clone();
        if let Some(outcome) = session.outcome().filter(|_| !moving) {
            let words = words::capital(outcome.reason.words());
            played = LastAction { side: outcome.winner, short: words::result(outcome, info), words, ended: true };
        }
        let players = Side::BOTH.map(|side| Player {
            side: info.side(side),
            name: words::name(setup.seats[side.index()], setup.names[side.index()].as_ref()),
            colour: crate::presentation::Presentation::of(info).colour(side),
            clock: self.clock(&session.showing, clock, side, at),
            due: due == Some(side),
        });
        Some(Caption { players, played })
    }

    fn clock(&self, showing: &Showing, clock: TurnClock, side: Side, at: usize) -> Option<String> {
        let left = match showing {
            Showing::Match(running) => clock.remaining(running, side),
            Showing::Replay(_) => self.clocks.as_ref()?.get(at).map(|clocks| clocks[side.index()]),
            Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => None,
        };
        left.map(words::clock)
    }
}

fn setup(showing: &Showing) -> Option<&Setup> {
    match showing {
        Showing::Nothing => None,
        Showing::Match(running) => Some(running.setup()),
        Showing::Replay(replay) => Some(replay.setup()),
        Showing::Exercise(exercise) => Some(exercise.running().setup()),
        Showing::Analysis(board) => Some(board.running().setup()),
    }
}

/// The last action of a match; the name of the game before the first action.
fn last(game: &dyn DynGame) -> LastAction {
    let mut before = game.boxed();
    let Some(action) = before.undo() else { return title(game.info()) };
    let short = words::short(&*before, &action);
    let words = before.describe(&action).unwrap_or_default();
    LastAction { side: before.turn().side(), short, words, ended: false }
}

fn title(info: &Info) -> LastAction {
    LastAction { side: None, short: info.name.to_string(), words: String::new(), ended: false }
}
