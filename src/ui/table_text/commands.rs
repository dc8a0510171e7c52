//! The commands of the local user, besides playing an action.

use crate::play::{Match, Pending};
use crate::rooms::OfferKind;
use crate::session::{Joined, PlayerCommand, RoomCommand, local_player, waits_for_user};

/// A command that is possible now.
#[derive(Debug, Clone)]
pub struct TextCommand {
    /// Identifies it among the commands.
    pub name: &'static str,
    /// The text of its button.
    pub words: String,
    /// Its message to the session.
    pub effect: SessionCommand,
}

/// A command to the session.
#[derive(Debug, Clone)]
pub enum SessionCommand {
    /// A command to the match.
    Player(PlayerCommand),
    /// A command about the room.
    Room(RoomCommand),
}

impl TextCommand {
    /// Whether it ends the match at once, so that it has to be confirmed.
    #[must_use]
    pub fn is_final(&self) -> bool {
        matches!(self.effect, SessionCommand::Player(PlayerCommand::Resign(_)))
    }
}

/// The local user's possible commands in a match, which may be played in a room.
#[must_use]
pub fn commands(running: &Match, room: Option<&Joined>) -> Vec<TextCommand> {
    let mut commands = Vec::new();
    let mut add = |name, words: &str, effect| commands.push(TextCommand { name, words: words.into(), effect });
    let may_offer = |what| {
        room.is_some_and(|joined| {
            let side = joined.state().side();
            joined.may_offer()
                && !joined.state().offers().iter().any(|offer| Some(offer.by) == side && offer.what == what)
        })
    };
    if let Some(offered) = room.and_then(Joined::offered) {
        let what = offered.what;
        add(
            "accept",
            &format!("Accept the offer: {what}"),
            SessionCommand::Room(RoomCommand::Answer(offered.offer, true)),
        );
        add(
            "decline",
            &format!("Decline the offer: {what}"),
            SessionCommand::Room(RoomCommand::Answer(offered.offer, false)),
        );
    }
    if waits_for_user(running) && matches!(running.pending(), Pending::Throw { .. }) {
        add("throw", "Throw the die", SessionCommand::Player(PlayerCommand::Throw(None)));
    }
    let Some(side) = local_player(running) else {
        if running.outcome().is_some() && may_offer(OfferKind::Rematch) {
            add("rematch", "Offer a rematch", SessionCommand::Room(RoomCommand::Offer(OfferKind::Rematch)));
        }
        return commands;
    };
    if room.is_none() && running.draw_offer().is_some() {
        add("accept", "Accept the draw", SessionCommand::Player(PlayerCommand::AcceptDraw));
        add("decline", "Decline the draw", SessionCommand::Player(PlayerCommand::DeclineDraw));
    }
    if let Some(claim) = running.claim_open() {
        add("claim", &format!("Claim a draw: {claim}"), SessionCommand::Player(PlayerCommand::ClaimDraw));
    }
    let (takes_back, draws) = match room {
        Some(_) => {
            (running.last_decision_of(side).is_some() && may_offer(OfferKind::Takeback), may_offer(OfferKind::Draw))
        }
        None => (running.can_take_back(), running.draw_offer().is_none()),
    };
    if takes_back {
        add("take-back", "Take back the last move", SessionCommand::Player(PlayerCommand::Takeback));
    }
    if draws {
        add("draw", "Offer a draw", SessionCommand::Player(PlayerCommand::OfferDraw(side)));
    }
    add("resign", "Resign", SessionCommand::Player(PlayerCommand::Resign(side)));
    commands
}
