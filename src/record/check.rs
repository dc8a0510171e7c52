use std::collections::BTreeSet;
use std::path::Path;

use super::error::cut;
use super::{Ended, Entry, Record, RecordError, Throw};
use crate::engine::{DynGame, Outcome, Reason, Side, Turn};

/// More starting states than a throw ever has.
const MOST_ATTEMPTS: usize = 100;

/// Larger than any coordinate, speed or spin of a throw, in its own unit (m, m/s, rad/s).
const LARGEST: f32 = 1e4;

impl Record {
    /// Plays the record on `game`, which stands at the record's start, and checks on the way that the rules allow every
    /// action and that the positions are those of the hashes; then the clocks, the rolls that were taken back, and the result.
    ///
    /// # Errors
    /// The first thing that does not agree; `file` is named in it. `game` is then somewhere on the way.
    pub fn replay(&self, file: &Path, game: &mut dyn DynGame) -> Result<(), RecordError> {
        let start = game.boxed();
        for (index, entry) in self.actions.iter().enumerate() {
            entry.replay(file, index + 1, game)?;
        }
        if let Some(clocks) = &self.clocks
            && clocks.used_ms.len() != self.actions.len()
        {
            let (expected, found) = (self.actions.len(), clocks.used_ms.len());
            return Err(RecordError::field(file, "clocks, used_ms", format!("{expected} times"), &found.to_string()));
        }
        self.check_kept(file, &*start)?;
        self.check_result(file, game.turn())
    }

    /// The recorded result as an outcome, `None` while the match goes on.
    ///
    /// # Errors
    /// Words that no outcome or no reason has.
    pub fn outcome(&self, file: &Path) -> Result<Option<Outcome>, RecordError> {
        let Some(result) = &self.result else { return Ok(None) };
        let winner = match result.outcome.as_str() {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            "draw" => None,
            other => return Err(RecordError::field(file, "result, outcome", "white, black or draw", other)),
        };
        let reason = Reason::from_words(&result.reason).ok_or_else(|| {
            RecordError::field(file, "result, reason", "a reason for which games end", &result.reason)
        })?;
        Ok(Some(Outcome { winner, reason }))
    }

    /// What the rules make of the last position decides; where they let the match go on it may have been ended from outside.
    fn check_result(&self, file: &Path, turn: Turn) -> Result<(), RecordError> {
        let recorded = self.outcome(file)?;
        let agrees = match (turn.outcome(), recorded) {
            (None, None) => true,
            (None, Some(outcome)) => match (outcome.reason, outcome.winner) {
                (Reason::Resignation, Some(_)) | (Reason::Agreement, None) => true,
                (Reason::Time, Some(_)) => self.clocks.is_some(),
                _ => false,
            },
            (over, recorded) => over == recorded,
        };
        if agrees {
            return Ok(());
        }
        let expected = match turn.outcome() {
            Some(outcome) => describe(Some(outcome)),
            None => "null, or an end from outside the rules".to_string(),
        };
        Err(RecordError::field(file, "result", expected, &describe(recorded)))
    }

    /// Each roll that was taken back was due where it says, and the die can show what it says.
    fn check_kept(&self, file: &Path, start: &dyn DynGame) -> Result<(), RecordError> {
        let mut seen = BTreeSet::new();
        for (index, kept) in self.rolls.iter().enumerate() {
            let field = format!("rolls, number {}", index + 1);
            if !seen.insert(&kept.after) {
                return Err(RecordError::field(file, field, "each point once", &kept.after));
            }
            let before: Vec<_> = kept.after.split(' ').filter(|_| !kept.after.is_empty()).collect();
            let mut game = start.boxed();
            for action in &before {
                if let Err(refusal) = game.apply(action) {
                    let expected = format!("actions that the rules allow ({}: {refusal})", cut(action));
                    return Err(RecordError::field(file, field, expected, &kept.after));
                }
            }
            let Turn::Chance(..) = game.turn() else {
                return Err(RecordError::field(file, field, "a point where a die is due", &kept.after));
            };
            let symbol = &kept.throw.symbol;
            if game.check(&format!("~{symbol}")).is_err() {
                return Err(RecordError::field(file, format!("{field}, symbol"), "one of the die", symbol));
            }
            // Made again in the match itself, it has to have shown the same.
            let same_way = self.actions.iter().zip(&before).filter(|(own, before)| own.action == **before).count();
            if let Some(again) = self.actions.get(before.len())
                && same_way == before.len()
                && again.action.strip_prefix('~') != Some(symbol)
            {
                return Err(RecordError::field(file, format!("{field}, symbol"), &again.action, symbol));
            }
            kept.throw.check(file, &field)?;
        }
        Ok(())
    }
}

impl Entry {
    fn replay(&self, file: &Path, number: usize, game: &mut dyn DynGame) -> Result<(), RecordError> {
        let field = || format!("action {number} ({})", cut(&self.action));
        let chance = matches!(game.turn(), Turn::Chance(..));
        game.apply(&self.action).map_err(|source| RecordError::Action {
            file: file.to_path_buf(),
            number,
            action: cut(&self.action),
            source: Box::new(source),
        })?;
        let hash = hash_text(game.hash());
        if self.hash != hash {
            return Err(RecordError::field(file, format!("{}, hash", field()), hash, &self.hash));
        }
        let Some(throw) = &self.throw else { return Ok(()) };
        if !chance {
            return Err(RecordError::field(file, format!("{}, throw", field()), "none with a decision", &throw.symbol));
        }
        if self.action.strip_prefix('~') != Some(&throw.symbol) {
            let expected = self.action.trim_start_matches('~');
            return Err(RecordError::field(file, format!("{}, throw, symbol", field()), expected, &throw.symbol));
        }
        throw.check(file, &field())
    }
}

impl Throw {
    /// Numbers that the physics can be given: finite, of a size that a throw has, and a rotation that is one.
    fn check(&self, file: &Path, field: &str) -> Result<(), RecordError> {
        if self.attempts.len() > MOST_ATTEMPTS {
            let expected = format!("at most {MOST_ATTEMPTS}");
            return Err(RecordError::field(
                file,
                format!("{field}, attempts"),
                expected,
                &self.attempts.len().to_string(),
            ));
        }
        if !(0.0..=LARGEST).contains(&self.seconds) {
            return Err(RecordError::field(file, format!("{field}, seconds"), "a duration", &self.seconds.to_string()));
        }
        for start in &self.attempts {
            let numbers = start.position.iter().chain(&start.velocity).chain(&start.spin);
            if let Some(number) = numbers.copied().find(|number| !(-LARGEST..=LARGEST).contains(number)) {
                let expected = format!("numbers of at most {LARGEST}");
                return Err(RecordError::field(file, format!("{field}, attempts"), expected, &number.to_string()));
            }
            let length = start.rotation.iter().map(|x| x * x).sum::<f32>();
            if !(0.99..=1.01).contains(&length) {
                let expected = "a unit quaternion";
                return Err(RecordError::field(file, format!("{field}, rotation"), expected, &length.to_string()));
            }
        }
        Ok(())
    }
}

impl Ended {
    /// As the file writes it.
    #[must_use]
    pub fn new(outcome: Outcome) -> Self {
        Ended { outcome: outcome.to_string(), reason: outcome.reason.to_string() }
    }
}

impl Entry {
    /// An action, the hash of the position after it, and its throw if it was one.
    #[must_use]
    pub fn new(action: String, hash: u64, throw: Option<Throw>) -> Self {
        Entry { action, hash: hash_text(hash), throw }
    }
}

fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

fn describe(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "null".to_string(), |outcome| format!("{outcome} ({})", outcome.reason))
}
