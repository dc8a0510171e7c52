use bevy::prelude::*;

use crate::dice::{Flick, Roll};
use crate::engine::{Cell, Die, DynGame, Event, Illegal, Layout, Piece, Refusal, Side, TableState};
use crate::play::Setup;

/// What a person asks of the match.
#[derive(Message, Debug, Clone)]
pub enum PlayerCommand {
    /// To begin a match.
    Begin(Box<Setup>),
    /// To carry out this decision.
    Act(String),
    /// To throw the die that is due, as the mouse flicked it or just so.
    Throw(Option<Flick>),
    /// To take back the last decision.
    Takeback,
    /// To give up.
    Resign(Side),
    /// To offer a draw.
    OfferDraw(Side),
    /// To take the draw that was offered.
    AcceptDraw,
    /// To turn it down.
    DeclineDraw,
    /// To skip what is being shown.
    Skip,
    /// In a replay: to go to this action, counted from 0, the start.
    Seek(usize),
    /// In a replay: to go on by itself, or to stop.
    Run(bool),
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

/// What the table has to show.
#[derive(Message, Debug, Clone)]
pub enum TableUpdate {
    /// Everything anew, without motion; what was taken so far, too.
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
    /// The last actions were taken back: what they did is undone in sight.
    Rewound {
        /// How many.
        actions: usize,
        /// What the table holds now.
        scene: Scene,
        /// What was taken so far.
        taken: Vec<Piece>,
    },
    /// What free hands have moved goes back to where it belongs.
    TidyUp,
    /// Whatever is moving goes to its end at once.
    Hurry,
}

impl TableUpdate {
    /// So many actions were taken back, which led to this game as it is now.
    #[must_use]
    pub fn rewound(actions: usize, game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Rewound { actions, scene: Scene::of(game), taken: taken(game) }
    }

    /// Everything anew, as it is in this game now.
    #[must_use]
    pub fn reset(game: &dyn DynGame) -> TableUpdate {
        TableUpdate::Reset(Scene::of(game), taken(game))
    }
}

/// Every piece that left a game so far, in order.
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

/// Words for the players: why something was refused, where a picture was saved.
#[derive(Message, Debug, Clone, PartialEq, Eq, Default)]
pub struct Notification {
    /// A sentence.
    pub text: String,
    /// The section of the rules that it rests on.
    pub rule: Option<&'static str>,
    /// The cells that it is about.
    pub cells: Vec<Cell>,
}

impl Notification {
    /// Words without a rule.
    #[must_use]
    pub fn new(text: impl Into<String>) -> Notification {
        Notification { text: text.into(), ..default() }
    }
}

impl From<Illegal> for Notification {
    fn from(Illegal { rule, reason, cells }: Illegal) -> Notification {
        Notification { text: capital(&reason), rule: Some(rule), cells }
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

/// Words with a capital letter in front.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
