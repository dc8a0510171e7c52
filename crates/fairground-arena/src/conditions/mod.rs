//! The conditions of a contest's matches: openings, clocks, adjudication and the net.

mod adjudication;
mod openings;
mod time_control;

use std::collections::BTreeMap;
use std::time::Duration;

pub use adjudication::{AdjudicationError, DrawRule, ResignRule};
pub use openings::Openings;
pub use time_control::{TimeControl, TimeControlError};

/// The conditions of a contest's matches. By default, matches start with random plies, have no
/// clocks, and end only by the rules.
#[derive(Clone, Debug, Default)]
pub struct Conditions {
    /// The openings; `None` for random plies.
    pub openings: Option<Openings>,
    /// The clock of each player, if any. A player's own limits also apply.
    pub time_control: Option<TimeControl>,
    /// The maximum time beyond the clock before a player loses.
    pub time_margin: Duration,
    /// The rule for draws by adjudication, if any.
    pub draw: Option<DrawRule>,
    /// The rule for losses by adjudication, if any.
    pub resign: Option<ResignRule>,
    /// The BLAKE3 hash of the net that replaces the built-in one, hexadecimal; `None` for the
    /// built-in net.
    pub net: Option<String>,
}

impl Conditions {
    /// The conditions that differ from the default, by the names of the command-line options.
    pub(super) fn texts(&self) -> BTreeMap<String, String> {
        let margin = Some(self.time_margin.as_millis()).filter(|ms| *ms > 0);
        let texts = [
            ("openings", self.openings.as_ref().map(ToString::to_string)),
            ("tc", self.time_control.map(|control| control.to_string())),
            ("time-margin", margin.map(|ms| ms.to_string())),
            ("draw", self.draw.map(|rule| rule.to_string())),
            ("resign", self.resign.map(|rule| rule.to_string())),
            ("net", self.net.clone()),
        ];
        texts.into_iter().filter_map(|(name, text)| Some((name.to_string(), text?))).collect()
    }
}
