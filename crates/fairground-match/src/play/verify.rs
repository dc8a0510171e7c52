//! Verifies a recorded match: rules, hashes, result, every throw, and the commitment.

use std::collections::BTreeSet;
use std::path::Path;

use super::chance::{ParseSecretError, Secret, drawn, physics_of, throw_seed};
use super::error::PlayError;
use super::header::setup_of;
use super::pending::Pending;
use super::setup::{Dice, Seat, Setup};
use crate::record::{Header, MatchEvent, Reader, Record, RecordError, RecordedAction, Throw, TornLine};
use fairground_rules::engine::{DynGame, GameInfo, Outcome, Reason, Side, Turn};

/// The result of verifying a recorded match.
#[derive(Debug)]
pub struct Verified {
    /// The game.
    pub info: &'static GameInfo,
    /// The number of actions, without those taken back.
    pub actions: usize,
    /// The number of throws, including those taken back.
    pub throws: usize,
    /// The number of throws that were simulated again.
    pub simulated: usize,
    /// The number of throws derived from the match's seed, without a flick.
    pub from_seed: usize,
    /// The number of throws by other versions of the physics, which this program cannot simulate.
    pub not_simulated: usize,
    /// The other versions of the physics.
    pub other_physics: BTreeSet<String>,
    /// The number of rolls with only a result, as in an imported match. They cannot be verified.
    pub without_throw: usize,
    /// The hash of the committed secret; `None` if the seed was public from the start.
    pub commitment: Option<String>,
    /// The holder of the secret until the end, if it was not a player: `server`.
    pub holder: Option<String>,
    /// Whether each player sent a hash of their text before any text was known, White first.
    pub texts_hashed: [bool; 2],
    /// Whether the secret is revealed.
    pub revealed: bool,
    /// The recorded outcome; `None` if the match was left unfinished.
    pub outcome: Option<Outcome>,
    /// Whether some times cannot be fully checked: another program kept them, or the file has a
    /// loss on time from an earlier version, without the time of the last decision.
    pub unproved_clocks: bool,
    /// All failed checks. Nothing is checked after an illegal action.
    pub faults: Vec<RecordError>,
}

/// Verifies all data of a recorded match. Errors name `file`.
///
/// # Errors
/// If the game, an option, the start or a player is unknown.
pub fn verify(file: &Path, record: &Record) -> Result<Verified, PlayError> {
    let (setup, game) = setup_of(file, &record.header)?;
    let mut verified = Verified {
        info: setup.info,
        actions: record.actions().len(),
        throws: 0,
        simulated: 0,
        from_seed: 0,
        not_simulated: 0,
        other_physics: BTreeSet::new(),
        without_throw: 0,
        commitment: record.header.commitment.as_ref().map(|commitment| commitment.hash.clone()),
        holder: record.header.commitment.as_ref().and_then(|commitment| commitment.holder.clone()),
        texts_hashed: [false; 2],
        revealed: record.reveal().is_some(),
        outcome: None,
        unproved_clocks: record.header.has_external_clocks(),
        faults: Vec::new(),
    };
    if let Some(torn) = record.torn()
        && let Some(field) = &torn.null_field
    {
        let field = format!("line {}, {field}", torn.line);
        verified.faults.push(RecordError::field(file, field, "a finite number", "null"));
    }
    let mut played = game.boxed();
    match record.replay(file, &mut *played) {
        Ok(()) => verified.outcome = played.turn().outcome().or(record.outcome(file)?),
        Err(fault) => verified.faults.push(fault),
    }
    let lost_on_time = verified.outcome.is_some_and(|outcome| outcome.reason == Reason::Time);
    verified.unproved_clocks |= lost_on_time && !record.header.exact_clocks;
    verified.text_hashes(file, &record.header);
    let seed = verified.seed(file, record);
    verified.throws(&Source { file, header: &record.header, setup: &setup, seed }, record, game);
    Ok(verified)
}

/// Verifies a match file like [`verify`]. Stops reading after an illegal action.
///
/// # Errors
/// If the file cannot be read, or the game, an option, the start or a player is unknown.
pub fn verify_file(reader: Reader) -> Result<(Verified, Option<TornLine>), PlayError> {
    let file = &reader.file().to_path_buf();
    let (_, mut game) = setup_of(file, reader.header())?;
    let record = Record::load_until_refused(reader, &mut *game)?;
    Ok((verify(file, &record)?, record.torn().cloned()))
}

/// The data against which throws are checked.
#[derive(Clone, Copy)]
struct Source<'a> {
    file: &'a Path,
    header: &'a Header,
    setup: &'a Setup,
    /// `None` while it is secret.
    seed: Option<u64>,
}

impl Verified {
    /// Checks the players' texts against their hashes.
    fn text_hashes(&mut self, file: &Path, header: &Header) {
        let Some(commitment) = &header.commitment else { return };
        let Some(hashes) = &commitment.text_hashes else { return };
        for (side, (told, text)) in Side::BOTH.into_iter().zip(hashes.iter().zip(&commitment.entropy)) {
            let Some(told) = told else { continue };
            let hash = blake3::hash(text.as_bytes()).to_string();
            self.texts_hashed[side.index()] = *told == hash;
            if *told != hash {
                let expected = format!("{hash}, the hash of {side}'s text");
                self.faults.push(RecordError::field(file, "commitment, text_hashes", expected, told));
            }
        }
    }

    /// Returns the match's seed after checking it against the commitment.
    fn seed(&mut self, file: &Path, record: &Record) -> Option<u64> {
        let Some(commitment) = &record.header.commitment else { return record.seed() };
        let mut fault = |field: &str, expected: String, found: &str| {
            self.faults.push(RecordError::field(file, field, expected, found));
        };
        let Some(reveal) = record.reveal() else {
            if self.outcome.is_some() {
                fault("reveal", "the secret of the commitment, since the match is over".into(), "none");
            }
            return None;
        };
        let field = |name: &str| format!("line {}, reveal, {name}", record.events().len() + 1);
        let Ok(secret) = reveal.secret.parse::<Secret>() else {
            fault(&field("secret"), ParseSecretError.to_string(), &reveal.secret);
            return None;
        };
        let hash = secret.hash().to_string();
        if hash != commitment.hash {
            fault(&field("secret"), format!("one whose hash is the commitment, {}", commitment.hash), &hash);
        }
        let seed = secret.seed(&commitment.entropy);
        if seed != reveal.seed {
            let expected = format!("{seed}, derived from the secret and the players' entropy");
            fault(&field("seed"), expected, &reveal.seed.to_string());
        }
        Some(seed)
    }

    /// Replays the match and simulates every throw.
    fn throws(&mut self, source: &Source, record: &Record, start: Box<dyn DynGame>) {
        let (mut game, mut takebacks) = (start.boxed(), 0);
        // The record up to the current event, which keeps the rolls taken back.
        let mut before = Record::new(record.header.clone());
        for (index, event) in record.events().iter().enumerate() {
            match event {
                MatchEvent::Action(entry) => {
                    if let Turn::Chance(..) = game.turn() {
                        // A throw that was taken back comes again, with the seed of the first time.
                        let repeated = before.kept_roll().is_some() && before.kept_roll() == entry.throw.as_deref();
                        let seed = source.seed.filter(|_| !repeated);
                        self.roll(&Source { seed, ..*source }, &*game, takebacks, index, entry);
                    }
                    if game.apply(&entry.action).is_err() {
                        return;
                    }
                }
                MatchEvent::Takeback(count) => {
                    takebacks += usize::from(record.header.takebacks_reseed);
                    for _ in 0..*count {
                        if game.undo().is_none() {
                            break;
                        }
                    }
                }
                MatchEvent::Kept(kept) => {
                    let mut before = start.boxed();
                    if kept.after.split(' ').filter(|action| !action.is_empty()).all(|a| before.apply(a).is_ok()) {
                        self.throw(source, &*before, 0, &format!("line {}, kept", index + 2), &kept.throw);
                    }
                }
                MatchEvent::Result(_)
                | MatchEvent::Reveal(_)
                | MatchEvent::Note(_)
                | MatchEvent::Variation(_)
                | MatchEvent::Thinking(_) => {}
            }
            if matches!(event, MatchEvent::Action(_) | MatchEvent::Takeback(_) | MatchEvent::Kept(_)) {
                before.push(event.clone());
            }
        }
    }

    fn roll(&mut self, source: &Source, game: &dyn DynGame, takebacks: usize, index: usize, entry: &RecordedAction) {
        match &entry.throw {
            None => self.without_throw += 1,
            Some(throw) => {
                let (line, number) = (index + 2, game.action_count() + 1);
                self.throw(source, game, takebacks, &format!("line {line}, action {number} ({})", entry.action), throw);
            }
        }
    }

    /// Checks a throw made in this position, after takebacks that changed its seed, by simulating it.
    fn throw(&mut self, source: &Source, game: &dyn DynGame, takebacks: usize, field: &str, throw: &Throw) {
        let Source { file, header, setup, seed } = *source;
        self.throws += 1;
        let pending = Pending::of_game(game, setup.seats);
        let Pending::Throw { die, up, seat, .. } = pending else { return };
        let mut fault = |part: &str, expected: String, found: &str| {
            self.faults.push(RecordError::field(file, format!("{field}, throw{part}"), expected, found));
        };
        let seed = seed.map(|seed| throw_seed(seed, game.action_count(), takebacks));
        let Some((last, cocked)) = throw.attempts.split_last() else {
            match (setup.dice, seed) {
                (Dice::Physics, _) => fault("", "the starting state of a physical throw".into(), "none"),
                (Dice::Instant, None) => {}
                (Dice::Instant, Some(seed)) if drawn(die, seed).symbol == throw.symbol => self.from_seed += 1,
                (Dice::Instant, Some(seed)) => {
                    let expected = format!("{}, as drawn from the seed", drawn(die, seed).symbol);
                    fault(", symbol", expected, &throw.symbol);
                }
            }
            return;
        };
        let from_seed = seed.map(|seed| {
            let drawn = fairground_dice::draws(seed, up, None, throw.attempts.len());
            throw.attempts.iter().zip(&drawn).all(|(start, drawn)| alike(start, drawn))
        });
        let physics = physics_of(throw, header);
        let own = physics == fairground_dice::PHYSICS;
        if from_seed == Some(true) && setup.dice == Dice::Physics {
            self.from_seed += 1;
        } else if from_seed.is_some() && matches!(seat, Seat::Bot(_)) && own {
            fault(", attempts", "the starting state derived from the seed, since a bot throws".into(), "another");
        }
        if !own {
            self.not_simulated += 1;
            self.other_physics.insert(physics.to_string());
            return;
        }
        self.simulated += 1;
        for (number, start) in cocked.iter().enumerate() {
            let rest = fairground_dice::simulate(start);
            if rest.flat {
                let expected = format!("a throw that stays cocked; simulated, it shows {}", die.sides[rest.side]);
                fault(&format!(", attempt {}", number + 1), expected, "thrown again");
            }
        }
        let rest = fairground_dice::simulate(last);
        if !rest.flat {
            fault("", "another attempt: simulated again, the last one stays cocked".into(), "none");
            return;
        }
        let symbol = die.sides[rest.side];
        if symbol != throw.symbol {
            fault(", symbol", format!("{symbol}, the result simulated again"), &throw.symbol);
        }
        if (rest.seconds - throw.seconds).abs() > fairground_dice::STEP / 2.0 {
            let expected = format!("{} s, as simulated again", rest.seconds);
            fault(", seconds", expected, &throw.seconds.to_string());
        }
    }
}

/// Whether two starting states are equal up to decimal rounding.
fn alike(a: &fairground_dice::ThrowState, b: &fairground_dice::ThrowState) -> bool {
    let numbers = |state: &fairground_dice::ThrowState| {
        let fairground_dice::ThrowState { position, rotation, velocity, spin } = *state;
        position.into_iter().chain(rotation).chain(velocity).chain(spin)
    };
    numbers(a).zip(numbers(b)).all(|(a, b)| (a - b).abs() <= 1e-6 * a.abs().max(1.0))
}
