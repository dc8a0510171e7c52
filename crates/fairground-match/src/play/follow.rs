//! Follows a match played elsewhere, such as in a room: checks its events and applies them.

use std::path::Path;
use std::time::Duration;

use super::chance::Roll;
use super::error::PlayError;
use super::game_match::Match;
use super::header::setup_of;
use super::pending::Pending;
use super::setup::Seat;
use super::state::State;
use crate::record::{Header, MatchEvent, Record, RecordError};
use fairground_rules::bots::Bot;
use fairground_rules::engine::{ActionText, Event, Outcome, Side};

/// The effect of a followed event.
#[derive(Debug)]
pub enum Followed {
    /// An action.
    Action {
        /// The events on the table.
        events: Vec<Event>,
        /// The throw of the die, if any.
        roll: Option<Box<Roll>>,
    },
    /// Actions were taken back, the last one first.
    TakenBack(Vec<ActionText>),
    /// The match has ended.
    Ended(Outcome),
    /// A note, or the secret of the dice.
    Other,
}

impl Match {
    /// A match at its start, from the header of its file. A secret seed is replaced by 0, so its
    /// dice cannot be thrown here. Errors name `source`.
    ///
    /// # Errors
    /// If the header breaks the rules; the error says where.
    pub fn of_header(source: &Path, header: &Header) -> Result<Match, PlayError> {
        let (setup, game) = setup_of(source, header)?;
        Ok(Match::from_parts(setup, State::new(game), Record::new(header.clone())))
    }

    /// Assigns a side to a remote player, whose actions are followed.
    pub fn seat_remote(&mut self, side: Side) {
        self.setup.seats[side.index()] = Seat::Remote;
        self.enter(self.state.clone());
    }

    /// Whether a side is remote.
    #[must_use]
    pub fn is_remote(&self) -> bool {
        self.setup.seats.contains(&Seat::Remote)
    }

    /// The throw of the due die in this event; `None` if no die is due, or the event is not a
    /// throw.
    #[must_use]
    pub fn followed_roll(&self, event: &MatchEvent) -> Option<Roll> {
        let MatchEvent::Action(entry) = event else { return None };
        match (self.pending(), &entry.throw) {
            (Pending::Throw { die, .. }, Some(throw)) => Roll::of_record(die, throw, &self.record.header),
            _ => None,
        }
    }

    /// Assigns a side to a local bot with its own seed. [`Match::search_job`] then returns its
    /// search.
    pub fn seat_bot(&mut self, side: Side, bot: Bot, seed: u64) {
        self.setup.seats[side.index()] = Seat::Bot(bot);
        self.setup.seed = seed;
        self.enter(self.state.clone());
    }

    /// Applies the next event of a match played elsewhere, and records it if the match is recorded.
    /// Errors name `source`.
    ///
    /// # Errors
    /// If the rules refuse the event, or it cannot be recorded. The match is then unchanged.
    pub fn follow(&mut self, source: &Path, event: &MatchEvent) -> Result<Followed, PlayError> {
        let mut next = self.state.clone();
        let followed = match event {
            MatchEvent::Action(entry) => {
                if let Some(throw) = &entry.throw {
                    throw.check(source, &entry.action)?;
                }
                let roll = self.followed_roll(event);
                let refused =
                    |refusal| PlayError::Refused { action: entry.action.to_string(), refusal: Box::new(refusal) };
                let events = next.apply(&entry.action).map_err(refused)?;
                let hash = next.game.hash();
                if hash != entry.hash {
                    let (field, found) = (format!("{}, hash", entry.action), format!("{:016x}", entry.hash));
                    return Err(RecordError::field(source, field, format!("{hash:016x}"), &found).into());
                }
                next.offer = None;
                Followed::Action { events, roll: roll.map(Box::new) }
            }
            MatchEvent::Takeback(count) => {
                Followed::TakenBack(next.take_back(*count).ok_or(PlayError::NothingToTakeBack)?)
            }
            MatchEvent::Result(result) => {
                self.record.check_result(source, "result", Some(result), &*next.game)?;
                let outcome = result.to_outcome(source, "result")?;
                if next.game.turn().outcome().is_none() {
                    next.ended = Some(outcome);
                }
                Followed::Ended(outcome)
            }
            MatchEvent::Thinking(thinking) => {
                next.spent = Duration::from_millis(thinking.used_ms);
                Followed::Other
            }
            MatchEvent::Reveal(_) | MatchEvent::Kept(_) | MatchEvent::Note(_) | MatchEvent::Variation(_) => {
                Followed::Other
            }
        };
        self.advance(next, vec![event.clone()])?;
        Ok(followed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Setup;
    use crate::record::MatchResult;
    use fairground_rules::games;

    const SOURCE: &str = "the room";

    /// Plays a match of bots to its end while another match follows its record.
    #[test]
    fn a_match_is_followed_to_its_end() {
        for game in ["fluky", "chess", "whack"] {
            let setup = Setup::new(games::info(game).unwrap(), [Seat::Bot(Bot::Random); 2], 3);
            let mut played = Match::new(setup).unwrap();
            for _ in 0..200 {
                match played.throw(None) {
                    Some(roll) => drop(played.apply_roll(&roll).unwrap()),
                    None => match played.search_job() {
                        Some(job) => drop(played.act(&job.think()).unwrap()),
                        None => break,
                    },
                }
            }
            let mut same = Match::of_header(SOURCE.as_ref(), &played.record().header).unwrap();
            for event in played.record().events() {
                let followed = same.follow(SOURCE.as_ref(), event).unwrap();
                if let (MatchEvent::Action(entry), Followed::Action { roll, .. }) = (event, followed) {
                    assert_eq!(roll.map(|roll| roll.symbol), entry.action.symbol());
                }
            }
            assert_eq!(same.game().text(), played.game().text());
            assert_eq!((same.pending(), same.outcome()), (played.pending(), played.outcome()));
            assert_eq!(same.record().events(), played.record().events());
        }
    }

    #[test]
    fn illegal_actions_are_not_followed() {
        let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 3);
        let mut played = Match::new(setup).unwrap();
        played.act("e2e4").unwrap();
        let events = played.record().events();
        let mut same = Match::of_header(SOURCE.as_ref(), &played.record().header).unwrap();
        let MatchEvent::Action(mut wrong) = events[0].clone() else { panic!("an action") };
        wrong.hash = 0;
        let error = same.follow(SOURCE.as_ref(), &MatchEvent::Action(wrong)).unwrap_err().to_string();
        assert!(error.contains("the room: e2e4, hash"), "{error}");
        same.follow(SOURCE.as_ref(), &events[0]).unwrap();
        assert!(matches!(same.follow(SOURCE.as_ref(), &events[0]), Err(PlayError::Refused { .. })));
        assert!(same.follow(SOURCE.as_ref(), &MatchEvent::Takeback(2)).is_err());
        let nobody = MatchResult { outcome: "nobody".into(), reason: "resignation".into() };
        assert!(same.follow(SOURCE.as_ref(), &MatchEvent::Result(nobody)).is_err());
        assert_eq!(same.record().events().len(), 1);
    }
}
