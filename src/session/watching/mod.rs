//! Matches between bots that are only watched: series, adjudication, and a speed that adapts to what
//! happens.

mod adjudication;
mod series;
mod tempo;

use bevy::prelude::*;

pub use adjudication::{Adjudicate, AdjudicationRule, Verdict};
pub use series::{NextMatch, Series, SeriesStanding};
pub use tempo::Tempo;

/// Adds all of them.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins((adjudication::plugin, series::plugin, tempo::plugin));
}
