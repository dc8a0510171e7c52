//! Offers: draws, takebacks, more time and rematches.

use std::time::{Duration, Instant};

use super::core::Room;
use super::effects::{Effects, Rejection, To, over_frame};
use super::people::frame;
use super::quota::{MAX_MORE_TIME, MAX_TAKEBACKS};
use super::requests::Done;
use fairground_match::play::DrawAnswer;
use fairground_match::record::MatchEvent;
use fairground_rooms::{Answer, Offer, OfferKind, Offered, ServerMessage, Withdraw};
use fairground_rules::engine::Side;

/// The extra time for both players.
pub const MORE_TIME: Duration = Duration::from_secs(30);

impl Room {
    pub(super) fn offer(
        &mut self,
        side: Side,
        offer: &Offer,
        effects: &mut Effects,
        now: Instant,
    ) -> Result<Done, Rejection> {
        let what = offer.what;
        if what == OfferKind::Rematch {
            if self.outcome().is_none() {
                return Err(Rejection::because("A rematch can only be offered after the match."));
            }
            if let Some((from, _)) = effects.request
                && let Some(told) = self.rematch_frame(from)
            {
                // A match has only one rematch.
                effects.messages.push((To::One(from), told));
                return Ok(Done::Ack);
            }
        } else {
            self.playing()?;
        }
        self.check_seen(offer.at)?;
        if what == OfferKind::MoreTime {
            if self.settings.room.clock.is_none() {
                return Err(Rejection::because("This match has no clocks."));
            }
            if self.quota.more_time >= MAX_MORE_TIME {
                return Err(Rejection::because(format!(
                    "Extra time was given {MAX_MORE_TIME} times, the maximum in a match."
                )));
            }
        }
        if what == OfferKind::Takeback {
            self.check_takeback(side)?;
        }
        if let Some(index) = self.offers.iter().position(|other| other.what == what && other.by != side) {
            // Two equal offers are an agreement.
            return self.agree(index, effects, now);
        }
        if self.offers.iter().any(|other| other.what == what) {
            return Err(Rejection::because("You have offered that already."));
        }
        if self.is_declined(side, what) {
            return Err(Rejection::because("Your opponent has declined that. Offer it again after the next move."));
        }
        self.last_offer += 1;
        let offered = Offered { offer: self.last_offer, by: side, what };
        effects.messages.push((To::All, frame(&ServerMessage::Offer(offered.clone()))));
        if !self.people.player(side.other()).bot {
            self.offers.push(offered);
            return Ok(Done::Ack);
        }
        let accepted = match what {
            OfferKind::Draw => self.offer_draw_to_bot(side, now),
            _ => self.accept(&offered, effects, now).map(|()| true),
        };
        effects.messages.push((To::All, over_frame(&offered, matches!(accepted, Ok(true)))));
        if !accepted? {
            self.decline(offered);
        }
        Ok(Done::Ack)
    }

    /// Offers a bot a draw. Returns whether it accepts.
    fn offer_draw_to_bot(&mut self, side: Side, now: Instant) -> Result<bool, Rejection> {
        self.charge(now)?;
        let accepted = self.playing()?.offer_draw(side)? == DrawAnswer::Accepted;
        if accepted {
            self.await_turn(now, now);
        }
        Ok(accepted)
    }

    /// Carries out the offer at this index, and announces whether that succeeded.
    fn agree(&mut self, index: usize, effects: &mut Effects, now: Instant) -> Result<Done, Rejection> {
        let offered = self.offers.remove(index);
        let accepted = self.accept(&offered, effects, now);
        effects.messages.push((To::All, over_frame(&offered, accepted.is_ok())));
        accepted.map(|()| Done::Ack)
    }

    pub(super) fn answer(
        &mut self,
        side: Side,
        answer: &Answer,
        effects: &mut Effects,
        now: Instant,
    ) -> Result<Done, Rejection> {
        let Some(index) = self.offers.iter().position(|offered| offered.offer == answer.offer) else {
            return Err(Rejection::because("That offer is over."));
        };
        if self.offers[index].by == side {
            return Err(Rejection::because("Your opponent has to answer that offer."));
        };
        if answer.yes {
            return self.agree(index, effects, now);
        }
        let offered = self.offers.remove(index);
        effects.messages.push((To::All, over_frame(&offered, false)));
        self.decline(offered);
        Ok(Done::Ack)
    }

    /// Withdraws an offer of this player.
    pub(super) fn withdraw(
        &mut self,
        side: Side,
        withdraw: &Withdraw,
        effects: &mut Effects,
    ) -> Result<Done, Rejection> {
        let own = |offered: &Offered| offered.offer == withdraw.offer && offered.by == side;
        let Some(index) = self.offers.iter().position(own) else {
            return Err(Rejection::because("That offer is over."));
        };
        let offered = self.offers.remove(index);
        effects.messages.push((To::All, over_frame(&offered, false)));
        Ok(Done::Ack)
    }

    /// Whether a player's offer was declined in the current position.
    pub(super) fn is_declined(&self, side: Side, what: OfferKind) -> bool {
        let lines = self.lines();
        self.declined.iter().any(|(other, at)| other.what == what && other.by == side && *at == lines)
    }

    fn decline(&mut self, offered: Offered) {
        let lines = self.lines();
        self.declined.retain(|(_, at)| *at == lines);
        self.declined.push((offered, lines));
    }

    /// Carries out an agreed offer.
    fn accept(&mut self, offered: &Offered, effects: &mut Effects, now: Instant) -> Result<(), Rejection> {
        match offered.what {
            OfferKind::Draw => {
                self.charge(now)?;
                let played = self.playing()?;
                if played.offer_draw(offered.by)? == DrawAnswer::Waiting {
                    played.accept_draw(offered.by.other())?;
                }
                self.await_turn(now, now);
            }
            OfferKind::Takeback => {
                self.check_takeback(offered.by)?;
                self.charge(now)?;
                self.playing()?.take_back_of(offered.by)?;
                self.await_turn(now, now);
            }
            OfferKind::MoreTime => {
                self.quota.more_time += 1;
                Side::BOTH.into_iter().for_each(|side| self.time.give(side, MORE_TIME));
                self.keep_credit(effects);
                effects.messages.extend(self.clocks(now).map(|clocks| (To::All, frame(&ServerMessage::Clock(clocks)))));
            }
            OfferKind::Rematch => effects.rematch = Some(offered.clone()),
        }
        Ok(())
    }

    /// Checks that a player's last decision can be taken back, provided that the opponent agrees.
    fn check_takeback(&mut self, side: Side) -> Result<(), Rejection> {
        self.check_lines()?;
        let casual = self.settings.room.casual;
        let played = self.playing()?;
        let takebacks = played.record().events().iter().filter(|event| matches!(event, MatchEvent::Takeback(_)));
        if takebacks.count() >= MAX_TAKEBACKS {
            return Err(Rejection::because(format!("There were {MAX_TAKEBACKS} takebacks, the maximum in a match.")));
        }
        let Some(index) = played.last_decision_of(side) else {
            return Err(Rejection::because("You have no move to take back."));
        };
        if !casual && played.record().actions()[index..].iter().any(|entry| entry.action.is_roll()) {
            return Err(Rejection::because("A die was thrown since then, and this match is serious."));
        }
        Ok(())
    }
}
