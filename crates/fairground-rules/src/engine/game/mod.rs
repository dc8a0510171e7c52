//! The traits of a game, one per concern. A game implements each of them in the file with the
//! corresponding code; [`Game`] joins them.
//!
//! | trait | concern | defaults |
//! | --- | --- | --- |
//! | [`Rules`] | start, turn, legal actions, outcome | without dice and clocks |
//! | [`Notation`] | texts of positions and actions | all but the position text |
//! | [`Check`] | the reason why an action is illegal | no reason |
//! | [`Evaluate`] | the static evaluation | every position is even |
//! | [`Heuristics`] | knowledge for the search | none |
//! | [`NetInputs`] | the inputs of a net | no net |
//! | [`Tabletop`] | board, pieces, gestures | all but board and pieces |
//! | [`Events`] | effects of an action on the table | by comparing pieces |
//! | [`Editor`] | positions set up by hand | none |
//!
//! For a game that bots can play and the table can show, [`Rules`], [`Notation::parse`], a board
//! and pieces are enough. The other methods make it fast, strong and friendly.

mod check;
mod editor;
mod evaluate;
mod events;
mod heuristics;
mod net_inputs;
mod notation;
mod rules;
mod tabletop;

pub use check::Check;
pub use editor::Editor;
pub(crate) use evaluate::Sum;
pub use evaluate::{Evaluate, Feature, Tally};
pub use events::Events;
pub use heuristics::Heuristics;
pub use net_inputs::NetInputs;
pub use notation::Notation;
pub use rules::{Packed, Rules};
pub use tabletop::Tabletop;

/// A position for a search: rules, evaluation, heuristics and inputs of a net.
pub trait Position: Rules + Evaluate + Heuristics + NetInputs {}

impl<P: Rules + Evaluate + Heuristics + NetInputs> Position for P {}

/// A complete game: for bots, for the table and for match files.
pub trait Game: Position + Notation + Check + Tabletop + Events + Editor {}

impl<P: Position + Notation + Check + Tabletop + Events + Editor> Game for P {}
