//! The contents of the table (a match, replay, exercise or analysis), and the systems that advance
//! it.

mod activity;
mod advance;
mod analysis_boards;
mod commands;
mod exercises;
mod free_hands;
mod legal_actions;
mod local;
mod online;
mod opening;
mod pausing;
mod premove;
mod progress;
mod replay;
mod saving;
mod seats;
mod showing;
mod thinking;
mod turn_clock;

use bevy::prelude::*;

pub use free_hands::FreeHands;
pub use legal_actions::{LegalActions, not_your_turn};
pub use online::waits_for_user;
pub use opening::LoadingFile;
pub use pausing::can_be_paused;
pub use premove::Premove;
pub use progress::{MatchProgress, TableRest};
pub use replay::LOOKING_BACK;
pub use saving::Saving;
pub use seats::{Seating, ShownView};
pub use showing::{Animating, Screen, Session};
pub use thinking::BotThought;
pub use turn_clock::TurnClock;

pub(super) fn plugin(app: &mut App) {
    app.add_plugins((
        showing::plugin,
        turn_clock::plugin,
        progress::plugin,
        (commands::plugin, activity::plugin, free_hands::plugin, pausing::plugin, local::plugin, replay::plugin),
        exercises::plugin,
        analysis_boards::plugin,
        saving::plugin,
        opening::plugin,
        premove::plugin,
        advance::plugin,
        online::plugin,
        legal_actions::plugin,
        seats::plugin,
    ));
}
