//! Going back to the log after a failed append.

use std::collections::VecDeque;
use std::time::Instant;

use super::core::{Room, Stage};
use super::proof::Proof;
use super::turn_time::TurnTime;
use fairground_rooms::{Offered, Said, Sides};

/// The state of a room that is not in its log.
pub struct Unlogged {
    /// The dice proof, before the match.
    proof: Option<Proof>,
    time: TurnTime,
    turn_began: Instant,
    throw_at: Option<Instant>,
    offers: Vec<Offered>,
    last_offer: u64,
    declined: Vec<(Offered, u64)>,
    chat: VecDeque<Said>,
    muted: Sides<bool>,
    next_tokens: Sides<Option<String>>,
}

impl Room {
    /// A copy of the state that is not in the log.
    pub fn unlogged(&self) -> Box<Unlogged> {
        let proof = match &self.stage {
            Stage::Waiting { proof, .. } => Some(proof.clone()),
            Stage::Playing(_) => None,
        };
        Box::new(Unlogged {
            proof,
            time: self.time.clone(),
            turn_began: self.turn_began,
            throw_at: self.throw_at,
            offers: self.offers.clone(),
            last_offer: self.last_offer,
            declined: self.declined.clone(),
            chat: self.chat.clone(),
            muted: self.muted.clone(),
            next_tokens: self.next_tokens.clone(),
        })
    }

    /// Undoes a request: takes what is in the log from `stored`, the room just loaded, and the rest
    /// from before the request. People stay.
    pub fn roll_back(&mut self, stored: Room, before: Unlogged) {
        let Unlogged { proof, time, turn_began, throw_at, offers, last_offer, declined, chat, muted, next_tokens } =
            before;
        let stage = match (stored.stage, proof) {
            (Stage::Waiting { setup, .. }, Some(proof)) => Stage::Waiting { setup, proof },
            (stage, _) => stage,
        };
        // A search goes on, unless the request has cancelled it.
        let thinking = self.thinking.take();
        *self = Room {
            people: std::mem::take(&mut self.people),
            bot_at: stored.bot_at.filter(|_| thinking.is_none()),
            thinking,
            stage,
            time,
            turn_began,
            throw_at,
            offers,
            last_offer,
            declined,
            chat,
            muted,
            next_tokens,
            ..stored
        };
    }
}
