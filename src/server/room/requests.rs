//! What players ask of a room.

use std::time::{Duration, Instant};

use super::core::{Room, Stage, over_frame};
use super::effects::{Effects, No, To};
use super::people::{ConnectionId, GONE, frame};
use super::settings::RoomEntry;
use crate::engine::{Side, roll_symbol};
use crate::play::{DrawAnswer, Match, Pending, PlayError};
use crate::rooms::{
    Ack, Act, Answer, Chat, ClientMessage, Entropy, NewToken, Offer, OfferKind, Offered, Refused, Said, ServerMessage,
    ThrowRequest,
};
use crate::server::limits::MAX_CHAT;
use crate::server::log::LogLine;
use crate::server::secrets::{new_token, token_hash};

/// A match may be claimed when the opponent has been gone for so long.
const CLAIM: Duration = Duration::from_secs(120);

/// What both get by agreement.
const MORE_TIME: Duration = Duration::from_secs(30);

/// The lines of chat that newcomers are told.
const CHAT: usize = 50;

/// A request that was carried out.
enum Done {
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
            Some(side) => self.carry_out(side, message, &mut effects, now),
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
            ClientMessage::Resign(_) => {
                self.playing()?.resign(side)?;
                self.await_turn(now, now);
                Ok(Done::Ack)
            }
            ClientMessage::Claim(_) => self.claim(side, now),
            ClientMessage::Chat(chat) => self.say(side, chat, effects),
            ClientMessage::Move(_) => self.move_seat(side, effects),
        }
    }

    /// The match, if it goes on.
    fn playing(&mut self) -> Result<&mut Match, No> {
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

    /// Whether a request was made at the present position.
    fn check_seen(&self, at: u64) -> Result<(), No> {
        if at == self.lines() { Ok(()) } else { Err(No::Stale) }
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
        let used = self.time.finish(side, self.people.player(side).lag, now);
        let played = self.playing()?;
        let in_time = played.spend_time(side, used)?.is_none();
        if in_time {
            played.act(&act.text)?;
        }
        self.await_turn(now, now);
        if in_time { Ok(Done::Ack) } else { Err(No::because("Your time has run out.")) }
    }

    fn throw(&mut self, side: Side, throw: &ThrowRequest, now: Instant) -> Result<Done, No> {
        self.playing()?;
        self.check_seen(throw.at)?;
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

    fn offer(&mut self, side: Side, offer: &Offer, effects: &mut Effects, now: Instant) -> Result<Done, No> {
        let what = offer.what;
        if what == OfferKind::Rematch {
            if self.outcome().is_none() {
                return Err(No::because("A rematch is offered after the match."));
            }
        } else {
            self.playing()?;
        }
        self.check_seen(offer.at)?;
        if what == OfferKind::MoreTime && self.settings.room.clock.is_none() {
            return Err(No::because("This match has no clocks."));
        }
        if what == OfferKind::Takeback {
            self.check_takeback(side)?;
        }
        if let Some(index) = self.offers.iter().position(|other| other.what == what && other.by != side) {
            // Two offers are an agreement.
            let offered = self.offers.remove(index);
            effects.messages.push((To::All, over_frame(&offered, true)));
            return self.accept(&offered, effects, now).map(|()| Done::Ack);
        }
        if self.offers.iter().any(|other| other.what == what) {
            return Err(No::because("You have offered that already."));
        }
        let lines = self.lines();
        if self.declined.iter().any(|(other, at)| other.what == what && other.by == side && *at == lines) {
            return Err(No::because("Your opponent has declined that. Offer it again after the next move."));
        }
        self.last_offer += 1;
        let offered = Offered { offer: self.last_offer, by: side, what };
        effects.messages.push((To::All, frame(&ServerMessage::Offer(offered.clone()))));
        if !self.people.player(side.other()).bot {
            self.offers.push(offered);
            return Ok(Done::Ack);
        }
        let accepted = match what {
            OfferKind::Draw => self.playing()?.offer_draw(side)? == DrawAnswer::Accepted,
            _ => {
                self.accept(&offered, effects, now)?;
                true
            }
        };
        if accepted {
            self.await_turn(now, now);
        }
        effects.messages.push((To::All, over_frame(&offered, accepted)));
        if !accepted {
            self.decline(offered);
        }
        Ok(Done::Ack)
    }

    fn answer(&mut self, side: Side, answer: &Answer, effects: &mut Effects, now: Instant) -> Result<Done, No> {
        let of_opponent = |offered: &Offered| offered.offer == answer.offer && offered.by != side;
        let Some(index) = self.offers.iter().position(of_opponent) else {
            return Err(No::because("That offer is over."));
        };
        let offered = self.offers.remove(index);
        effects.messages.push((To::All, over_frame(&offered, answer.yes)));
        if answer.yes {
            self.accept(&offered, effects, now)?;
        } else {
            self.decline(offered);
        }
        Ok(Done::Ack)
    }

    fn decline(&mut self, offered: Offered) {
        let lines = self.lines();
        self.declined.retain(|(_, at)| *at == lines);
        self.declined.push((offered, lines));
    }

    /// Carries out what both agree on.
    fn accept(&mut self, offered: &Offered, effects: &mut Effects, now: Instant) -> Result<(), No> {
        match offered.what {
            OfferKind::Draw => {
                let played = self.playing()?;
                if played.offer_draw(offered.by)? == DrawAnswer::Waiting {
                    played.accept_draw(offered.by.other())?;
                }
                self.await_turn(now, now);
            }
            OfferKind::Takeback => {
                self.check_takeback(offered.by)?;
                self.playing()?.take_back_of(offered.by)?;
                self.await_turn(now, now);
            }
            OfferKind::MoreTime => {
                Side::BOTH.into_iter().for_each(|side| self.time.give(side, MORE_TIME));
                let [white, black] = self.time.credit().map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
                effects.lines.push(LogLine::Room(RoomEntry::Credit { white, black }.line()));
                effects.messages.extend(self.clocks(now).map(|clocks| (To::All, frame(&ServerMessage::Clock(clocks)))));
            }
            OfferKind::Rematch => effects.rematch = true,
        }
        Ok(())
    }

    /// Whether the last decision of a player can be taken back, if the opponent agrees.
    fn check_takeback(&mut self, side: Side) -> Result<(), No> {
        let casual = self.settings.room.casual;
        let played = self.playing()?;
        let Some(index) = played.last_decision_of(side) else {
            return Err(No::because("You have made no move that could be taken back."));
        };
        if !casual && played.record().actions()[index..].iter().any(|entry| entry.action.is_roll()) {
            return Err(No::because("A die was thrown since, and this match is not casual."));
        }
        Ok(())
    }

    fn claim(&mut self, side: Side, now: Instant) -> Result<Done, No> {
        if self.settings.room.casual {
            return Err(No::because("This match is casual: it waits here until your opponent comes back."));
        }
        self.playing()?;
        let opponent = self.people.player(side.other());
        let silence = opponent.silence(now).unwrap_or_default();
        let Some(left) = (GONE + CLAIM).checked_sub(silence).filter(|left| !left.is_zero()) else {
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
        let text = chat.text.as_ref().map(|text| text.trim().to_string()).filter(|text| !text.is_empty());
        if text.is_some() == chat.phrase.is_some() {
            return Err(No::because("A line of chat is a text, or a phrase."));
        }
        if text.as_ref().is_some_and(|text| text.chars().count() > MAX_CHAT || text.contains(char::is_control)) {
            return Err(No::because(format!("A line of chat has at most {MAX_CHAT} characters.")));
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
        let token = new_token().map_err(|error| No::because(error.to_string()))?;
        let hash = token_hash(&token);
        effects.lines.push(LogLine::Room(RoomEntry::NextToken { side, hash: hash.clone() }.line()));
        *self.settings.next.of_mut(side) = Some(hash);
        Ok(Done::Token(token))
    }

    /// The seats of the next match: sides exchanged.
    pub fn rematch(&self) -> crate::rooms::CreateRoom {
        let room = &self.settings.room;
        crate::rooms::CreateRoom { white: room.black.clone(), black: room.white.clone(), ..room.clone() }
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
        | ClientMessage::Chat(Chat { id, .. }) => *id,
        ClientMessage::Resign(request) | ClientMessage::Claim(request) | ClientMessage::Move(request) => request.id,
    }
}
