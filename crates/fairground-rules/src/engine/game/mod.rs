//! The traits of a game, one for each concern. A game implements each in the file that holds the
//! code, and [`Game`] joins them.
//!
//! | trait | concern | defaults |
//! | --- | --- | --- |
//! | [`Rules`] | start, turn, legal actions, outcome | without dice and clocks |
//! | [`Notation`] | texts of positions and actions | all but the position text |
//! | [`Check`] | why an action is illegal | without a reason |
//! | [`Evaluate`] | the static evaluation | every position is even |
//! | [`Heuristics`] | hints for the search | none |
//! | [`NetInputs`] | the inputs of a net | no net |
//! | [`Tabletop`] | board, pieces, gestures | all but board and pieces |
//! | [`Events`] | what an action does on the table | by comparing pieces |
//! | [`Editor`] | positions set up by hand | none |
//!
//! [`Rules`] and [`super::Notation::parse`], a board and pieces suffice for a game that bots play and the
//! table shows. The other methods make it fast, strong and friendly.

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
pub use evaluate::{Evaluate, Feature, Tally};
pub use events::Events;
pub use heuristics::Heuristics;
pub use net_inputs::NetInputs;
pub use notation::Notation;
pub use rules::{Packed, Rules};
pub use tabletop::Tabletop;

/// A position as a search sees it: the rules, and what is known about their strategy.
pub trait Position: Rules + Evaluate + Heuristics + NetInputs {}

impl<P: Rules + Evaluate + Heuristics + NetInputs> Position for P {}

/// A complete game: for bots, for the table and for match files.
pub trait Game: Position + Notation + Check + Tabletop + Events + Editor {}

impl<P: Position + Notation + Check + Tabletop + Events + Editor> Game for P {}
