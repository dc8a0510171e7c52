//! What players ask of a room.

use std::time::{Duration, Instant};

use super::core::{Room, Stage};
use super::effects::{Effects, No, To};
use super::people::{ConnectionId, GONE, frame};
use super::quota::MAX_MOVES;
use super::settings::RoomEntry;
use crate::engine::{Side, roll_symbol};
use crate::play::{Match, Pending, PlayError};
use crate::rooms::{
    Ack, Act, Answer, Chat, ClaimKind, ClaimRequest, ClientMessage, Entropy, NewToken, Offer, OfferKind, Refused, Said,
    ServerMessage, ThrowRequest, Withdraw,
};
use crate::server::limits::MAX_CHAT;
use crate::server::log::LogLine;
use crate::server::secrets::{new_token, token_hash};
use crate::server::text::plain;

/// A match may be claimed when the opponent has been gone for so long.
const CLAIM: Duration = Duration::from_secs(120);

/// The lines of chat that newcomers are told.
const CHAT: usize = 50;

/// A request that was carried out.
pub(super) enum Done {
    /// It is acknowledged.
    Ack,
    /// It is answered with this token.
    Token(String),
}

impl Room {
    /// Carries out a request, or says why not.
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
            None => Err(No::because("A spectator can only watch.")),
            Some(side) => {
                self.abort_if_due(now).map_err(No::from).and_then(|()| self.carry_out(side, message, &mut effects, now))
            }
        };
        self.advance(&mut effects, now);
        let answer = frame(&match result {
            Ok(Done::Ack) => ServerMessage::Ack(Ack { id, n: self.lines() }),
            Ok(Done::Token(token)) => ServerMessage::Token(NewToken { id, token }),
            Err(No::Stale) => ServerMessage::Stale(Ack { id, n: self.lines() }),
            Err(No::Refused(refused)) => ServerMessage::Refused(Refused { id, ..*refused }),
        });
        effects.messages.push((To::One(from), answer.clone()));
        effects.answer = side.map(|side| (side, id, answer));
        effects
    }

    /// Whether a request takes the processor for long: a die is thrown, or a bot thinks about an offer or a claim of a draw.
    pub fn is_heavy(&self, message: &ClientMessage) -> bool {
        match message {
            ClientMessage::Throw(_) => true,
            ClientMessage::Act(_) => self.has_bot(),
            ClientMessage::Offer(offer) => offer.what == OfferKind::Draw && self.has_bot(),
            _ => false,
        }
    }

    fn carry_out(
        &mut self,
        side: Side,
        message: &ClientMessage,
        effects: &mut Effects,
        now: Instant,
    ) -> Result<Done, No> {
        match message {
            ClientMessage::Hello(_) => Err(No::because("You are in the room already.")),
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
                ClaimKind::Match => self.claim(side, now),
                ClaimKind::Draw => self.claim_draw(now),
            },
            ClientMessage::Chat(chat) => self.say(side, chat, effects),
            ClientMessage::Move(_) => self.move_seat(side, effects),
        }
    }

    /// The match, if it goes on.
    pub(super) fn playing(&mut self) -> Result<&mut Match, No> {
        match &mut self.stage {
            Stage::Waiting(_) => {
                Err(No::because("The match begins when both players are here and the dice are committed to."))
            }
            Stage::Playing(played) => match played.outcome() {
                Some(outcome) => Err(PlayError::Over(outcome).into()),
                None => Ok(played),
            },
        }
    }

    /// Takes the time used so far for the decision in progress from its player's clock, which runs on.
    ///
    /// # Errors
    /// If it was the last: the match is over then.
    pub(super) fn charge(&mut self, now: Instant) -> Result<(), No> {
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

    /// Whether a request was made at the present position.
    pub(super) fn check_seen(&self, at: u64) -> Result<(), No> {
        if at == self.lines() { Ok(()) } else { Err(No::Stale) }
    }

    /// Whether the match may have another line.
    pub(super) fn check_lines(&self) -> Result<(), No> {
        if self.is_full() {
            let most = self.quota.max_lines;
            return Err(No::because(format!("The match has its most lines, {most}. Agree on a draw, or resign.")));
        }
        Ok(())
    }

    fn entropy(&mut self, side: Side, entropy: &Entropy, effects: &mut Effects, now: Instant) -> Result<Done, No> {
        let Stage::Waiting(proof) = &mut self.stage else {
            return Err(No::because("The match has begun: its dice are committed to."));
        };
        match (&entropy.hash, &entropy.text) {
            (Some(hash), None) => proof.hash(side, hash),
            (None, Some(text)) => proof.text(side, text),
            _ => Err("A part of the proof is a hash, or a text.".to_string()),
        }
        .map_err(No::because)?;
        effects.messages.push((To::All, frame(&ServerMessage::Dice(proof.told()))));
        self.begin_match()?;
        self.await_turn(now, now);
        Ok(Done::Ack)
    }

    fn act(&mut self, side: Side, act: &Act, now: Instant) -> Result<Done, No> {
        self.playing()?;
        self.check_seen(act.at)?;
        self.check_lines()?;
        let played = self.playing()?;
        match played.pending() {
            Pending::Decide { side: due, .. } if due == side => {}
            Pending::Throw { .. } => return Err(No::because("A die is due first.")),
            _ => return Err(No::because("It is your opponent's turn.")),
        }
        if roll_symbol(&act.text).is_some() {
            return Err(PlayError::RollIsNoChoice.into());
        }
        // Before the clock is stopped: a refused action takes no turn.
        played.game().check(&act.text)?;
        self.charge(now)?;
        self.playing()?.act(&act.text)?;
        self.await_turn(now, now);
        Ok(Done::Ack)
    }

    fn throw(&mut self, side: Side, throw: &ThrowRequest, now: Instant) -> Result<Done, No> {
        self.playing()?;
        self.check_seen(throw.at)?;
        self.check_lines()?;
        let played = self.playing()?;
        match played.pending() {
            Pending::Throw { side: due, .. } if due == side => {}
            Pending::Throw { .. } => return Err(No::because("Your opponent throws the die.")),
            _ => return Err(No::because("No die is due.")),
        }
        if let Some(roll) = played.throw(throw.flick) {
            self.apply_roll(&roll, now)?;
        }
        Ok(Done::Ack)
    }

    /// Either player may claim a draw, at any time.
    fn claim_draw(&mut self, now: Instant) -> Result<Done, No> {
        self.playing()?.claim_open().ok_or(PlayError::NoClaim)?;
        self.charge(now)?;
        self.playing()?.claim_draw()?;
        self.await_turn(now, now);
        Ok(Done::Ack)
    }

    fn claim(&mut self, side: Side, now: Instant) -> Result<Done, No> {
        if self.settings.room.casual {
            return Err(No::because("This match is casual: it waits here until your opponent comes back."));
        }
        self.playing()?;
        let opponent = self.people.player(side.other());
        let silence = opponent.silence(now).unwrap_or_default();
        let Some(left) = (GONE + CLAIM).checked_sub(silence).filter(|left| !left.is_zero()) else {
            self.charge(now)?;
            self.playing()?.abandon(side.other())?;
            self.await_turn(now, now);
            return Ok(Done::Ack);
        };
        if silence < GONE || opponent.bot {
            return Err(No::because("Your opponent is here."));
        }
        let left = left.as_secs_f64().ceil();
        Err(No::because(format!("Your opponent is gone. You can claim the match in {left} s.")))
    }

    fn say(&mut self, side: Side, chat: &Chat, effects: &mut Effects) -> Result<Done, No> {
        let wrong = |text: &String| text.trim().chars().count() > MAX_CHAT || text.trim().contains(char::is_control);
        if chat.text.as_ref().is_some_and(wrong) {
            return Err(No::because(format!("A line of chat has at most {MAX_CHAT} characters.")));
        }
        let text = chat.text.as_ref().map(|text| plain(text, MAX_CHAT)).filter(|text| !text.is_empty());
        if text.is_some() == chat.phrase.is_some() {
            return Err(No::because("A line of chat is a text, or a phrase."));
        }
        let said = Said { by: side, text, phrase: chat.phrase };
        effects.messages.push((To::All, frame(&ServerMessage::Chat(said.clone()))));
        if self.chat.len() == CHAT {
            self.chat.pop_front();
        }
        self.chat.push_back(said);
        Ok(Done::Ack)
    }

    fn move_seat(&mut self, side: Side, effects: &mut Effects) -> Result<Done, No> {
        if self.rematch.is_some() {
            return Err(No::because("There is a rematch: move your seat there."));
        }
        if let (Some(_), Some(token)) = (self.settings.next.of(side), self.next_tokens.of(side)) {
            return Ok(Done::Token(token.clone()));
        }
        if *self.quota.moves.of(side) >= MAX_MOVES {
            return Err(No::because(format!("This seat was moved {MAX_MOVES} times, as often as it can be.")));
        }
        *self.quota.moves.of_mut(side) += 1;
        let token = new_token().map_err(|error| No::because(error.to_string()))?;
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
        | ClientMessage::Chat(Chat { id, .. }) => *id,
        ClientMessage::Resign(request) | ClientMessage::Move(request) => request.id,
    }
}
