//! Proves a recorded match: the rules, the hashes, the result, and every throw.

use std::path::Path;

use super::file::setup_of;
use super::roll::{drawn, start_of_record, thrown};
use super::seed::{Purpose, derive};
use super::state::State;
use super::{Dice, Pending, PlayError, Seat, Setup};
use crate::dice;
use crate::engine::{DynGame, Info, Outcome, Turn};
use crate::record::{Entry, MatchEvent, Record, RecordError, Throw};

/// What was found out about a recorded match.
#[derive(Debug)]
pub struct Verified {
    /// The game.
    pub info: &'static Info,
    /// How many actions stand.
    pub actions: usize,
    /// How many throws there are, taken back or not.
    pub throws: usize,
    /// How many of them were simulated anew.
    pub simulated: usize,
    /// How many of them follow from the seed of the match, and so from no flick.
    pub from_seed: usize,
    /// Rolls of which only the result is known, as in a match that was imported: nothing can be proved of them.
    pub without_throw: usize,
    /// How the match ended, by the record; `None` if it was left unfinished.
    pub outcome: Option<Outcome>,
    /// Everything that does not hold. Where the rules refuse an action, nothing after it is checked.
    pub faults: Vec<RecordError>,
}

/// Checks everything that a record says of its match. `file` is named in what does not hold.
///
/// # Errors
/// A game, an option, a start or a player that this program does not know.
pub fn verify(file: &Path, record: &Record) -> Result<Verified, PlayError> {
    let (setup, game) = setup_of(file, &record.header)?;
    let mut verified = Verified {
        info: setup.info,
        actions: record.actions().len(),
        throws: 0,
        simulated: 0,
        from_seed: 0,
        without_throw: 0,
        outcome: None,
        faults: Vec::new(),
    };
    let mut played = game.boxed();
    match record.replay(file, &mut *played) {
        Ok(()) => verified.outcome = played.turn().outcome().or(record.outcome(file)?),
        Err(fault) => verified.faults.push(fault),
    }
    verified.throws(file, &setup, record, game);
    Ok(verified)
}

impl Verified {
    /// Goes through the match once more and simulates every throw.
    fn throws(&mut self, file: &Path, setup: &Setup, record: &Record, start: Box<dyn DynGame>) {
        let mut game = start.boxed();
        for (index, event) in record.events().iter().enumerate() {
            match event {
                MatchEvent::Action(entry) => {
                    if let Turn::Chance(..) = game.turn() {
                        self.roll(file, setup, &*game, index, entry);
                    }
                    if game.apply(&entry.action).is_err() {
                        return;
                    }
                }
                MatchEvent::Takeback(count) => {
                    for _ in 0..*count {
                        game.undo();
                    }
                }
                MatchEvent::Kept(kept) => {
                    let mut before = start.boxed();
                    if kept.after.split(' ').filter(|action| !action.is_empty()).all(|a| before.apply(a).is_ok()) {
                        self.throw(file, setup, &*before, &format!("line {}, kept", index + 2), &kept.throw);
                    }
                }
                MatchEvent::Result(_) => {}
            }
        }
    }

    fn roll(&mut self, file: &Path, setup: &Setup, game: &dyn DynGame, index: usize, entry: &Entry) {
        match &entry.throw {
            None => self.without_throw += 1,
            Some(throw) => {
                let (line, number) = (index + 2, game.played().len() + 1);
                self.throw(file, setup, game, &format!("line {line}, action {number} ({})", entry.action), throw);
            }
        }
    }

    /// Simulates a throw that was due in this position.
    fn throw(&mut self, file: &Path, setup: &Setup, game: &dyn DynGame, field: &str, throw: &Throw) {
        self.throws += 1;
        let pending = Pending::of(&State::new(game.boxed()), setup.seats);
        let Pending::Throw { die, up, seat, .. } = pending else { return };
        let mut fault = |part: &str, expected: String, found: &str| {
            self.faults.push(RecordError::field(file, format!("{field}, throw{part}"), expected, found));
        };
        let seed = derive(setup.seed, game.played().len(), Purpose::Throw);
        let Some((last, cocked)) = throw.attempts.split_last() else {
            match setup.dice {
                Dice::Physics => fault("", "the starting state, as the dice are thrown".into(), "none"),
                Dice::Instant if drawn(die, seed).symbol == throw.symbol => self.from_seed += 1,
                Dice::Instant => {
                    let expected = format!("{}, as the seed draws it", drawn(die, seed).symbol);
                    fault(", symbol", expected, &throw.symbol);
                }
            }
            return;
        };
        let own = thrown(die, up, seed, None);
        let starts = own.physical.map(|roll| roll.attempts).unwrap_or_default();
        let same = starts.len() == throw.attempts.len()
            && throw.attempts.iter().map(start_of_record).zip(&starts).all(|(start, own)| alike(&start, own));
        if same && setup.dice == Dice::Physics {
            self.from_seed += 1;
        } else if matches!(seat, Seat::Bot(_)) {
            fault(", attempts", "the starting state that follows from the seed, as a bot throws".into(), "another");
        }
        self.simulated += 1;
        for (number, start) in cocked.iter().enumerate() {
            let rest = dice::simulate(&start_of_record(start));
            if rest.flat {
                let expected = format!("a throw that stays cocked; simulated, it shows {}", die.sides[rest.side]);
                fault(&format!(", attempt {}", number + 1), expected, "thrown again");
            }
        }
        let rest = dice::simulate(&start_of_record(last));
        let symbol = die.sides[rest.side];
        if symbol != throw.symbol {
            fault(", symbol", format!("{symbol}, as the throw shows simulated anew"), &throw.symbol);
        }
        if (rest.seconds - throw.seconds).abs() > dice::STEP / 2.0 {
            let expected = format!("{} s, as simulated anew", rest.seconds);
            fault(", seconds", expected, &throw.seconds.to_string());
        }
    }
}

/// Whether two starting states are the same, but for how their numbers are written.
fn alike(a: &dice::ThrowState, b: &dice::ThrowState) -> bool {
    let numbers = |state: &dice::ThrowState| {
        let dice::ThrowState { position, rotation, velocity, spin } = *state;
        position.into_iter().chain(rotation).chain(velocity).chain(spin)
    };
    numbers(a).zip(numbers(b)).all(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0))
}
