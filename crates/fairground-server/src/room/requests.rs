//! Requests of players.

use std::time::Instant;

use super::core::{Room, Stage};
use super::effects::{Effects, Rejection, To};
use super::people::{ConnectionId, frame};
use super::quota::MAX_MOVES;
use super::settings::RoomEntry;
use crate::log::LogLine;
use crate::secrets::{new_token, token_hash};
use fairground_match::play::{Match, Pending, PlayError};
use fairground_rooms::{
    Ack, Act, Answer, Chat, ClaimKind, ClaimRequest, ClientMessage, Entropy, Mute, NewToken, Offer, OfferKind, Refused,
    Role, ServerMessage, ThrowRequest, Withdraw,
};
use fairground_rules::engine::{Side, roll_symbol};

/// The answer to a request that was carried out.
pub(super) enum Done {
    /// An acknowledgement.
    Ack,
    /// A new token.
    Token(String),
}

impl Room {
    /// Handles a request and answers it.
    pub fn handle(&mut self, from: ConnectionId, message: &ClientMessage, now: Instant) -> Effects {
        let mut effects = Effects::default();
        let Some(role) = self.people.role(from) else { return effects };
        self.people.heard(from, None, now);
        let id = id_of(message);
        let side = role.side();
        if let Some(answer) = side.and_then(|side| self.people.answer(side, id)) {
            effects.messages.push((To::One(from), answer));
            return effects;
        }
        effects.request = Some((from, id));
        let result = match side {
            None => Err(Rejection::because("Spectators can only watch.")),
            Some(side) => self
                .abort_if_due(now)
                .map_err(Rejection::from)
                .and_then(|()| self.carry_out(side, message, &mut effects, now)),
        };
        self.advance(&mut effects, now);
        let answer = frame(&match result {
            Ok(Done::Ack) => ServerMessage::Ack(Ack { id, n: self.lines() }),
            Ok(Done::Token(token)) => ServerMessage::Token(NewToken { id, token }),
            Err(Rejection::Stale) => ServerMessage::Stale(Ack { id, n: self.lines() }),
            Err(Rejection::Refused(refused)) => ServerMessage::Refused(Refused { id, ..*refused }),
        });
        effects.messages.push((To::One(from), answer.clone()));
        effects.answer = side.map(|side| (side, id, answer));
        effects
    }

    /// Whether a request needs much processor time: a throw of a die that is due, or a bot's answer
    /// to a legal action or a draw offer. Clocks stand still meanwhile, so a request that is refused
    /// at once is not one of them.
    pub fn is_heavy(&self, from: ConnectionId, message: &ClientMessage) -> bool {
        let (Some(side), Some(played)) = (self.people.role(from).and_then(Role::side), self.game()) else {
            return false;
        };
        let (at, is_due) = match (message, played.pending()) {
            (ClientMessage::Throw(throw), Pending::Throw { side: due, .. }) => (throw.at, due == side),
            (ClientMessage::Act(act), Pending::Decide { side: due, .. }) => {
                (act.at, due == side && self.has_bot() && played.game().check(&act.text).is_ok())
            }
            (ClientMessage::Offer(offer), _) => {
                let is_draw = offer.what == OfferKind::Draw;
                (offer.at, is_draw && self.has_bot() && !self.is_declined(side, offer.what))
            }
            _ => return false,
        };
        is_due && at == self.lines()
    }

    fn carry_out(
        &mut self,
        side: Side,
        message: &ClientMessage,
        effects: &mut Effects,
        now: Instant,
    ) -> Result<Done, Rejection> {
        match message {
            ClientMessage::Hello(_) => Err(Rejection::because("You are already in the room.")),
            ClientMessage::Entropy(entropy) => self.entropy(side, entropy, effects, now),
            ClientMessage::Act(act) => self.act(side, act, now),
            ClientMessage::Throw(throw) => self.throw(side, throw, now),
            ClientMessage::Offer(offer) => self.offer(side, offer, effects, now),
            ClientMessage::Answer(answer) => self.answer(side, answer, effects, now),
            ClientMessage::Withdraw(withdraw) => self.withdraw(side, withdraw, effects),
            ClientMessage::Resign(_) => {
                self.charge(now)?;
                self.playing()?.resign(side)?;
                self.await_turn(now, now);
                Ok(Done::Ack)
            }
            ClientMessage::Claim(claim) => match claim.what {
                ClaimKind::Match => self.claim_match(side, now),
                ClaimKind::Draw => self.claim_draw(now),
            },
            ClientMessage::Chat(chat) => self.say(side, chat, effects, now),
            ClientMessage::Mute(mute) => {
                self.mute(side, mute, effects);
                Ok(Done::Ack)
            }
            ClientMessage::Move(_) => self.move_seat(side, effects),
        }
    }

    /// The match, if it is in progress.
    pub(super) fn playing(&mut self) -> Result<&mut Match, Rejection> {
        match &mut self.stage {
            Stage::Waiting { .. } => {
                Err(Rejection::because("The match begins once both players have contributed to the dice."))
            }
            Stage::Playing(played) => match played.outcome() {
                Some(outcome) => Err(PlayError::Over(outcome).into()),
                None => Ok(played),
            },
        }
    }

    /// Deducts the time already used for the current decision from the player's clock, which
    /// continues to run.
    ///
    /// # Errors
    /// If the clock has run out, which ends the match.
    pub(super) fn charge(&mut self, now: Instant) -> Result<(), Rejection> {
        let Pending::Decide { side, .. } = self.playing()?.pending() else { return Ok(()) };
        if !self.time.is_running() || self.time.wait(now).is_some() {
            return Ok(());
        }
        let used = self.time.finish(side, self.people.player(side).lag, now);
        if let Some(outcome) = self.playing()?.spend_time(side, used)? {
            self.await_turn(now, now);
            return Err(PlayError::Over(outcome).into());
        }
        self.time.start(now);
        Ok(())
    }

    /// Checks that a request refers to the current position.
    pub(super) fn check_seen(&self, at: u64) -> Result<(), Rejection> {
        if at == self.lines() { Ok(()) } else { Err(Rejection::Stale) }
    }

    /// Checks that the match has room for another line.
    pub(super) fn check_lines(&self) -> Result<(), Rejection> {
        if self.is_full() {
            let most = self.quota.max_lines;
            return Err(Rejection::because(format!(
                "The match has reached its maximum of {most} lines. Agree on a draw, or resign."
            )));
        }
        Ok(())
    }

    fn entropy(
        &mut self,
        side: Side,
        entropy: &Entropy,
        effects: &mut Effects,
        now: Instant,
    ) -> Result<Done, Rejection> {
        let Stage::Waiting { proof, .. } = &mut self.stage else {
            return Err(Rejection::because("The match has begun: its dice are settled."));
        };
        match (&entropy.hash, &entropy.text) {
            (Some(hash), None) => proof.hash(side, hash),
            (None, Some(text)) => proof.text(side, text),
            _ => Err("entropy: expected either hash or text".to_string()),
        }
        .map_err(Rejection::because)?;
        effects.messages.push((To::All, frame(&ServerMessage::Dice(proof.status()))));
        self.begin_match()?;
        self.await_turn(now, now);
        Ok(Done::Ack)
    }

    fn act(&mut self, side: Side, act: &Act, now: Instant) -> Result<Done, Rejection> {
        self.playing()?;
        self.check_seen(act.at)?;
        self.check_lines()?;
        let played = self.playing()?;
        match played.pending() {
            Pending::Decide { side: due, .. } if due == side => {}
            Pending::Throw { .. } => return Err(Rejection::because("A die is due first.")),
            _ => return Err(Rejection::because("It is your opponent's turn.")),
        }
        if roll_symbol(&act.text).is_some() {
            return Err(PlayError::CannotChooseRoll.into());
        }
        // Before charging the clock, because an illegal action takes no turn.
        played.game().check(&act.text)?;
        self.charge(now)?;
        self.playing()?.act(&act.text)?;
        self.await_turn(now, now);
        Ok(Done::Ack)
    }

    fn throw(&mut self, side: Side, throw: &ThrowRequest, now: Instant) -> Result<Done, Rejection> {
        self.playing()?;
        self.check_seen(throw.at)?;
        self.check_lines()?;
        let played = self.playing()?;
        match played.pending() {
            Pending::Throw { side: due, .. } if due == side => {}
            Pending::Throw { .. } => return Err(Rejection::because("Your opponent throws the die.")),
            _ => return Err(Rejection::because("No die is due.")),
        }
        if let Some(roll) = played.throw(throw.flick) {
            self.apply_roll(&roll, now)?;
        }
        Ok(Done::Ack)
    }

    fn move_seat(&mut self, side: Side, effects: &mut Effects) -> Result<Done, Rejection> {
        if self.rematch.is_some() {
            return Err(Rejection::because("There is a rematch: move your seat there."));
        }
        if let (Some(_), Some(token)) = (self.settings.next.of(side), self.next_tokens.of(side)) {
            return Ok(Done::Token(token.clone()));
        }
        if *self.quota.moves.of(side) >= MAX_MOVES {
            return Err(Rejection::because(format!("This seat was moved {MAX_MOVES} times, the maximum in a match.")));
        }
        *self.quota.moves.of_mut(side) += 1;
        let token = new_token().map_err(|error| Rejection::because(error.to_string()))?;
        let hash = token_hash(&token);
        effects.lines.push(LogLine::Room(RoomEntry::NextToken { side, hash: hash.clone() }.line()));
        *self.settings.next.of_mut(side) = Some(hash);
        *self.next_tokens.of_mut(side) = Some(token.clone());
        Ok(Done::Token(token))
    }
}

/// The id of a request.
fn id_of(message: &ClientMessage) -> u64 {
    match message {
        ClientMessage::Hello(_) => 0,
        ClientMessage::Entropy(Entropy { id, .. })
        | ClientMessage::Act(Act { id, .. })
        | ClientMessage::Throw(ThrowRequest { id, .. })
        | ClientMessage::Offer(Offer { id, .. })
        | ClientMessage::Answer(Answer { id, .. })
        | ClientMessage::Withdraw(Withdraw { id, .. })
        | ClientMessage::Claim(ClaimRequest { id, .. })
        | ClientMessage::Chat(Chat { id, .. })
        | ClientMessage::Mute(Mute { id, .. }) => *id,
        ClientMessage::Resign(request) | ClientMessage::Move(request) => request.id,
    }
}
