//! The commands that a player may give now.

use crate::play::Match;
use crate::rooms::OfferKind;
use crate::session::{Joined, local_player};
use crate::ui::state::ui_context::UiContext;

/// The room of the match on the table, if this window plays in it.
pub fn played_in<'a>(running: &Match, cx: &UiContext<'a>) -> Option<&'a Joined> {
    let plays = local_player(running).is_some();
    cx.room.on_table().filter(|joined| plays && !joined.connection().is_over())
}

/// Whether this window may make an offer in its room now.
pub fn may_offer(what: OfferKind, running: &Match, cx: &UiContext) -> bool {
    played_in(running, cx).is_some_and(|joined| {
        let side = joined.state().side();
        !joined.state().offers().iter().any(|offer| Some(offer.by) == side && offer.what == what)
    })
}
