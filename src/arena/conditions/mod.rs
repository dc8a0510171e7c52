//! What the matches of a tournament are played by: their openings, their clocks, and when scores end them.

mod adjudication;
mod openings;
mod time_control;

use std::collections::BTreeMap;
use std::time::Duration;

pub use adjudication::{DrawRule, ResignRule};
pub use openings::Openings;
pub use time_control::TimeControl;

/// What the matches of a tournament are played by. As it is by default, they begin with random plies, have no clocks, and are played until
/// the rules end them.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The openings; `None` for random plies.
    pub openings: Option<Openings>,
    /// The clock of each player, if there is one. A player's own limits hold beside it.
    pub time_control: Option<TimeControl>,
    /// How far a player may overstep its time for a move without losing the match.
    pub time_margin: Duration,
    /// When a match is ended as a draw.
    pub draw: Option<DrawRule>,
    /// When a match is given up for a player.
    pub resign: Option<ResignRule>,
}

impl Conditions {
    /// Those that differ from the default, by the names of the command line's options.
    pub(super) fn texts(&self) -> BTreeMap<String, String> {
        let margin = Some(self.time_margin.as_millis()).filter(|ms| *ms > 0);
        let texts = [
            ("openings", self.openings.as_ref().map(ToString::to_string)),
            ("tc", self.time_control.map(|control| control.to_string())),
            ("time-margin", margin.map(|ms| ms.to_string())),
            ("draw", self.draw.map(|rule| rule.to_string())),
            ("resign", self.resign.map(|rule| rule.to_string())),
        ];
        texts.into_iter().filter_map(|(name, text)| Some((name.to_string(), text?))).collect()
    }
}
