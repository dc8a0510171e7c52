use std::path::PathBuf;

use bevy::prelude::*;

use crate::dice::{Flick, Roll};
use crate::engine::{Cell, Die, DynGame, Event, Illegal, Layout, Piece, Refusal, Side, TableState};
use crate::play::{Secret, Setup};
use crate::record::Note;

/// A command of a player to the match.
#[derive(Message, Debug, Clone)]
pub enum PlayerCommand {
    /// Begin a match.
    Begin(Box<Setup>),
    /// Begin a match that is committed to a secret, whose seed follows from the secret and from what the players add to it.
    BeginCommitted {
        /// How it is played; its seed does not count.
        setup: Box<Setup>,
        /// The secret, which no other match may have.
        secret: Secret,
        /// What the players add, White first.
        entropy: [String; 2],
    },
    /// Continue the match in this file, and recording it there.
    Continue(PathBuf),
    /// Show the match in this file.
    OpenReplay(PathBuf),
    /// Carry out this decision.
    Act(String),
    /// Throw the die that is due, flicked by the mouse or not.
    Throw(Option<Flick>),
    /// Take back the last decision.
    Takeback,
    /// Resign.
    Resign(Side),
    /// Offer a draw.
    OfferDraw(Side),
    /// Accept the draw that was offered.
    AcceptDraw,
    /// Decline it.
    DeclineDraw,
    /// Show the best action.
    Hint,
    /// Show the last ply again.
    ShowAgain,
    /// Show the match on the table as a replay. If it is not over it goes on behind it.
    Review {
        /// From the point after this many actions on.
        actions: usize,
        /// Whether to play it from there.
        run: bool,
    },
    /// Note something at a point of the match or replay on the table.
    Annotate(Note),
    /// Let the bot that is thinking play what it has found.
    MoveNow,
    /// Skip the animation.
    Skip,
    /// In a replay: go to the point after this many actions. From the end, a match that goes on behind it comes back.
    Seek(usize),
    /// In a replay: play or pause.
    Run(bool),
    /// Let the mouse grab whatever is on the table.
    FreeHands,
    /// Shake the table.
    Shake,
    /// Flip the board over, with everything on it.
    Flip,
    /// Bring home what free hands have moved, and let hands play again.
    TidyUp,
}

impl PlayerCommand {
    /// How the match is played that it begins, if it begins one.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        match self {
            PlayerCommand::Begin(setup) | PlayerCommand::BeginCommitted { setup, .. } => Some(setup),
            _ => None,
        }
    }
}

/// What the table holds between two actions.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scene {
    /// The pieces.
    pub pieces: Vec<Piece>,
    /// The board.
    pub layout: Layout,
}

impl Scene {
    /// What the table holds now.
    #[must_use]
    pub fn of(game: &dyn DynGame) -> Scene {
        Scene { pieces: game.pieces(), layout: game.layout() }
    }
}

/// A change for the table to show.
#[derive(Message, Debug, Clone)]
pub enum TableUpdate {
    /// Everything anew, without animation, and the pieces captured so far.
    Reset(Scene, Vec<Piece>),
    /// An action, and what the table holds after it.
    Events(Vec<Event>, Scene),
    /// A throw; its result comes as [`Event::Rolled`] when it has been shown.
    Thrown {
        /// What is thrown.
        die: &'static Die,
        /// The piece that is thrown, if a piece is.
        at: Option<Cell>,
        /// How it flies.
        roll: Box<Roll>,
    },
    /// The last actions were taken back. What they did is undone in sight.
    Rewound {
        /// How many.
        actions: usize,
        /// What the table holds now.
        scene: Scene,
        /// What has been taken so far.
        taken: Vec<Piece>,
    },
    /// The table is shaken.
    Shake,
    /// The board is flipped over, with everything on it.
    Flip,
    /// What free hands have moved goes back to where it belongs.
    TidyUp,
    /// Ends all animation at once.
    Hurry,
}

impl TableUpdate {
    /// Whether another position is shown after it, or may be.
    #[must_use]
    pub fn changes_position(&self) -> bool {
        matches!(self, TableUpdate::Reset(..) | TableUpdate::Events(..) | TableUpdate::Rewound { .. })
    }

    /// The last actions were taken back, which led to this game as it stands.
    #[must_use]
    pub fn rewound(actions: usize, game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Rewound { actions, scene: Scene::of(game), taken: taken(game) }
    }

    /// Everything anew, from this game as it stands.
    #[must_use]
    pub fn reset(game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Reset(Scene::of(game), taken(game))
    }
}

/// Every piece that has left a game so far, in order.
#[must_use]
pub fn taken(game: &dyn DynGame) -> Vec<Piece> {
    let mut again = game.boxed();
    let mut played = Vec::new();
    while let Some(action) = again.undo() {
        played.push(action);
    }
    let mut table = TableState::new(again.pieces());
    for action in played.iter().rev() {
        let Ok(events) = again.apply(action) else { break };
        if !events.iter().all(|event| table.show(event).is_ok()) {
            break;
        }
    }
    table.taken
}

/// A message to the players: why an action was refused, where a picture was saved.
#[derive(Message, Debug, Clone, PartialEq, Eq, Default)]
pub struct Notification {
    /// A sentence.
    pub text: String,
    /// The section of the rules that it cites.
    pub rule: Option<&'static str>,
    /// The cells that it is about.
    pub cells: Vec<Cell>,
}

impl Notification {
    /// A message that cites no rule.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Notification {
        Notification { text: text.into(), ..default() }
    }
}

impl From<Illegal> for Notification {
    fn from(Illegal { rule, reason, cells }: Illegal) -> Notification {
        Notification { text: reason, rule: Some(rule), cells }
    }
}

impl From<Refusal> for Notification {
    fn from(refusal: Refusal) -> Notification {
        match refusal {
            Refusal::Illegal(illegal) => illegal.into(),
            Refusal::Text(error) => Notification::new(format!("Cannot be read: {error}")),
        }
    }
}

/// The text with a capital first letter.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
