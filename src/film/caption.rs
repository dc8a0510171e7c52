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
    pub played: Played,
}

/// A player as a film shows him.
#[derive(Clone, Debug, PartialEq)]
pub struct Player {
    /// His side's name.
    pub side: &'static str,
    /// His own.
    pub name: String,
    /// His side's colour.
    pub colour: Colour,
    /// His clock.
    pub clock: Option<String>,
    /// Whether he has to act.
    pub due: bool,
}

/// The last action, or the result.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// The side that played it.
    pub side: Option<Side>,
    /// In short: in the game's notation, or as a die with the side it showed.
    pub short: String,
    /// In words.
    pub words: String,
    /// Whether this is how the match ended.
    pub ended: bool,
}

/// Makes the captions of a match.
pub struct Captions {
    /// The clocks of a replay after each number of actions.
    clocks: Option<Vec<[Duration; 2]>>,
    /// After how many actions the one that is captioned was played, and it.
    played: (usize, Played),
}

impl Captions {
    /// The captions of this match or replay.
    #[must_use]
    pub fn new(showing: &Showing) -> Captions {
        let clocks = match showing {
            Showing::Replay(replay) => replay.clocks(),
            _ => None,
        };
        Captions { clocks, played: (usize::MAX, Played::default()) }
    }

    /// The caption of a frame; `None` if nothing is on the table. While something moves, it reveals neither the result of a die in the air nor
    /// that of the match.
    pub fn of(&mut self, session: &Session, clock: TurnClock, moving: bool) -> Option<Caption> {
        let game = session.game()?;
        let (setup, actions) = (setup(&session.showing)?, game.played());
        let at = actions.len();
        // A replay knows the result when the die leaves the hand.
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
            played = Played { side: outcome.winner, short: words::result(outcome, info), words, ended: true };
        }
        let players = Side::BOTH.map(|side| Player {
            side: info.side(side),
            name: words::name(setup.seats[side.index()], setup.names[side.index()].as_ref()),
            colour: crate::games::presentation::Presentation::of(info).colour(side),
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

/// The last action of a match; the name of the game before the first.
fn last(game: &dyn DynGame) -> Played {
    let mut before = game.boxed();
    let Some(action) = before.undo() else { return title(game.info()) };
    let short = words::short(&*before, &action);
    let words = before.describe(&action).unwrap_or_default();
    Played { side: before.turn().side(), short, words, ended: false }
}

fn title(info: &Info) -> Played {
    Played { side: None, short: info.name.to_string(), words: String::new(), ended: false }
}
