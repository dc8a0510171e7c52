//! Checks of a match file against the rules and the format.

mod throw;

use std::path::Path;

use super::clock_history::ClockHistory;
use super::error::{RecordError, label};
use super::hash_text::hash_text;
use super::model::{MatchEvent, MatchResult, Record, RecordedAction, TakenBackRoll, Thinking};
use super::notes::{Note, Variation, VariationError};
use super::reader::Reader;
use fairground_rules::engine::{ActionText, DynGame, Outcome, Reason, Side, Turn};

impl Record {
    /// Plays every action of the record, including actions taken back, on `game`, which is at the
    /// record's start. Checks that the actions are legal, that hashes match the positions, that a
    /// repeated roll shows the same side, and the clocks and the result.
    ///
    /// # Errors
    /// The first disagreement; it names `file`. `game` then stays in the middle of the match.
    pub fn replay(&self, file: &Path, game: &mut dyn DynGame) -> Result<(), RecordError> {
        let mut checker = Checker::new(file, Record::new(self.header.clone()), game);
        for event in self.events() {
            checker.check(event)?;
            checker.record.push(event.clone());
        }
        checker.finish()
    }

    /// Reads and checks a match file event by event like [`Record::replay`], and stops reading at
    /// the first fault. `game` is at the start given in the header.
    ///
    /// # Errors
    /// If the file cannot be read, and the first disagreement.
    pub fn load(reader: Reader, game: &mut dyn DynGame) -> Result<Record, RecordError> {
        Ok(Record::load_with_clocks(reader, game)?.0)
    }

    /// Like [`Record::load`]. Also returns the clocks.
    pub(crate) fn load_with_clocks(
        mut reader: Reader,
        game: &mut dyn DynGame,
    ) -> Result<(Record, Option<ClockHistory>), RecordError> {
        let file = reader.file().to_path_buf();
        let mut checker = Checker::new(&file, Record::new(reader.header().clone()), game);
        while let Some(event) = reader.next_event()? {
            checker.check(&event)?;
            checker.record.push(event);
        }
        checker.record.torn = reader.torn().cloned();
        checker.finish()?;
        Ok((checker.record, checker.clocks))
    }

    /// Reads a match file to its end, or up to and including the first illegal action. Other faults
    /// do not stop it. `game` is at the start given in the header.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn load_until_refused(mut reader: Reader, game: &mut dyn DynGame) -> Result<Record, RecordError> {
        let mut record = Record::new(reader.header().clone());
        while let Some(event) = reader.next_event()? {
            let refused = match &event {
                MatchEvent::Action(entry) => game.apply(&entry.action).is_err(),
                MatchEvent::Takeback(count) => (0..*count).try_for_each(|_| game.undo().map(drop)).is_none(),
                _ => false,
            };
            record.push(event);
            if refused {
                return Ok(record);
            }
        }
        record.torn = reader.torn().cloned();
        Ok(record)
    }

    /// The recorded result as an outcome; `None` without a result.
    ///
    /// # Errors
    /// If the file's outcome or reason is unknown.
    pub fn outcome(&self, file: &Path) -> Result<Option<Outcome>, RecordError> {
        self.result().map(|result| result.to_outcome(file, "result")).transpose()
    }

    /// Checks a result. If the match is over by the rules, the result must be the same; otherwise,
    /// an external reason may have ended the match.
    ///
    /// # Errors
    /// If the outcome or reason is unknown, or the rules do not allow the result at this point of
    /// `game`.
    pub(crate) fn check_result(
        &self,
        file: &Path,
        field: &str,
        result: Option<&MatchResult>,
        game: &dyn DynGame,
    ) -> Result<(), RecordError> {
        let recorded = result.map(|result| result.to_outcome(file, field)).transpose()?;
        let by_rules = game.turn().outcome();
        let agrees = match (by_rules, recorded) {
            (None, None) => true,
            (None, Some(Outcome { reason, winner })) => match (reason, winner) {
                (Reason::TimeWithoutWinner, None) => {
                    let drawn = |side| game.out_of_time(side) == Outcome::drawn(reason);
                    Side::BOTH.into_iter().any(drawn)
                }
                // Without exact clocks, a loss was recorded regardless of the opponent's mating
                // material.
                (Reason::Time, Some(winner)) if self.header.exact_clocks => {
                    game.out_of_time(winner.other()).winner == Some(winner)
                }
                _ if reason.is_external(winner.is_some()) => true,
                // Before claims existed, these draws were automatic in every game.
                (reason, None) => {
                    game.claim_open().is_some_and(|claim| [claim.reason(), claim.automatic_reason()].contains(&reason))
                }
                _ => false,
            },
            (over, recorded) => over == recorded,
        };
        if agrees {
            return Ok(());
        }
        let expected = match by_rules {
            Some(outcome) => describe(Some(outcome)),
            None => match game.claim_open() {
                Some(claim) => format!("none, or an external end, such as draw ({})", claim.reason()),
                None => "none, or an external end".to_string(),
            },
        };
        Err(RecordError::field(file, field, expected, &describe(recorded)))
    }
}

/// Checks a record event by event.
struct Checker<'a> {
    file: &'a Path,
    /// The checked part.
    record: Record,
    start: Box<dyn DynGame>,
    game: &'a mut dyn DynGame,
    clocks: Option<ClockHistory>,
}

impl Checker<'_> {
    fn new<'a>(file: &'a Path, record: Record, game: &'a mut dyn DynGame) -> Checker<'a> {
        Checker { file, clocks: ClockHistory::new(&record.header), record, start: game.boxed(), game }
    }

    /// Checks and plays an event. The caller pushes it to the record afterwards.
    fn check(&mut self, event: &MatchEvent) -> Result<(), RecordError> {
        let step = EventCheck { file: self.file, record: &self.record, index: self.record.events().len() };
        let turn = self.game.turn();
        step.check_order(event, turn)?;
        let checked_clocks = self.clocks.as_ref().filter(|_| !self.record.header.has_external_clocks());
        match event {
            MatchEvent::Action(entry) => {
                step.action(entry, turn, self.game)?;
                let (Some(side), used) = (turn.side(), entry.used_ms.unwrap_or_default()) else { return Ok(()) };
                if let Some(clocks) = checked_clocks {
                    let error =
                        |expected| step.error(format!("{}, used_ms", step.name(entry)), expected, &used.to_string());
                    clocks.check_used(side, used).map_err(error)?;
                }
                if let Some(clocks) = &mut self.clocks {
                    clocks.play(side, used, self.game.turn().side());
                }
                Ok(())
            }
            MatchEvent::Takeback(count) => {
                step.takeback(*count, self.game)?;
                if let Some(clocks) = &mut self.clocks {
                    clocks.take_back(*count, turn.side(), self.record.thinking_ms());
                }
                Ok(())
            }
            MatchEvent::Kept(roll) => step.kept(roll, self.start.boxed()),
            MatchEvent::Note(note) => step.note(note, &*self.game),
            MatchEvent::Variation(variation) => step.variation(variation, &*self.game),
            MatchEvent::Result(result) => {
                let field = step.field("result");
                self.record.check_result(self.file, &field, Some(result), &*self.game)?;
                let outcome = result.to_outcome(self.file, &field)?;
                let flagged = match outcome {
                    Outcome { winner: Some(winner), reason: Reason::Time } => Some(winner.other()),
                    Outcome { winner: None, reason: Reason::Time | Reason::TimeWithoutWinner } => turn.side(),
                    _ => None,
                };
                match (checked_clocks, flagged) {
                    (Some(clocks), Some(side)) => clocks
                        .check_loss(side, turn, self.record.thinking_ms())
                        .map_err(|expected| step.error(field, expected, &describe(Some(outcome)))),
                    _ => Ok(()),
                }
            }
            MatchEvent::Reveal(_) => Ok(()),
            MatchEvent::Thinking(thinking) => {
                step.thinking(*thinking, turn)?;
                let (Some(clocks), Some(side)) = (checked_clocks, turn.side()) else { return Ok(()) };
                let error =
                    |expected| step.error(step.field("thinking, used_ms"), expected, &thinking.used_ms.to_string());
                clocks.check_used(side, thinking.used_ms).map_err(error)
            }
        }
    }

    /// Checks the end of the record.
    fn finish(&self) -> Result<(), RecordError> {
        // A file of version 2 may be torn; the rules still determine the result.
        match self.record.header.version {
            1 => self.record.check_result(self.file, "result", self.record.result(), &*self.game),
            _ => Ok(()),
        }
    }
}

/// An event under check.
struct EventCheck<'a> {
    file: &'a Path,
    /// The events before it.
    record: &'a Record,
    /// Its index, from 0.
    index: usize,
}

impl EventCheck<'_> {
    fn field(&self, name: &str) -> String {
        field_of(self.record, self.index, name)
    }

    /// The name of an action's field in errors.
    fn name(&self, entry: &RecordedAction) -> String {
        self.field(&format!("action {} ({})", self.record.actions().len() + 1, label(&entry.action)))
    }

    fn error(&self, field: impl Into<String>, expected: impl Into<String>, found: &str) -> RecordError {
        RecordError::field(self.file, field, expected, found)
    }

    /// Checks the order of events. A result may be followed by notes, variations, a takeback of the
    /// action that ended the match by the rules, or the reveal of the secret, if any. After the
    /// reveal, which gives away the dice, only notes and variations may follow.
    fn check_order(&self, event: &MatchEvent, turn: Turn) -> Result<(), RecordError> {
        let committed = self.record.header.commitment.is_some();
        let (expected, found) = match (event, self.record.result(), turn) {
            (MatchEvent::Note(_) | MatchEvent::Variation(_), ..) => return Ok(()),
            _ if self.record.reveal().is_some() => ("nothing but notes after the secret", "another line"),
            (MatchEvent::Reveal(_), ..) if !committed => ("none, since the match has no commitment", "a secret"),
            (MatchEvent::Reveal(_), None, _) => ("a result before the secret", "none"),
            (MatchEvent::Reveal(_), Some(_), _) => return Ok(()),
            (MatchEvent::Takeback(_), Some(_), _) if committed => {
                ("nothing after the result but the secret", "a takeback")
            }
            (_, None, _) | (MatchEvent::Takeback(_), Some(_), Turn::Over(_)) => return Ok(()),
            // Before claims existed, these draws were automatic in every game.
            (MatchEvent::Takeback(_), Some(result), _) if result.was_automatic() => return Ok(()),
            (MatchEvent::Takeback(_), ..) => ("nothing after an external result", "a takeback"),
            (MatchEvent::Action(_), ..) => ("nothing after the result but a takeback", "an action"),
            (MatchEvent::Kept(_), ..) => ("nothing after the result but a takeback", "a kept roll"),
            (MatchEvent::Thinking(_), ..) => ("nothing after the result but a takeback", "a time"),
            (MatchEvent::Result(_), ..) => ("one result", "another"),
        };
        Err(self.error(self.field("event"), expected, found))
    }

    fn action(&self, entry: &RecordedAction, turn: Turn, game: &mut dyn DynGame) -> Result<(), RecordError> {
        let name = || self.name(entry);
        let chance = matches!(turn, Turn::Chance(..));
        game.apply(&entry.action).map_err(|source| RecordError::Action {
            file: self.file.to_path_buf(),
            action: name(),
            source: Box::new(source),
        })?;
        let hash = game.hash();
        if entry.hash != hash {
            return Err(self.error(format!("{}, hash", name()), hash_text(hash), &hash_text(entry.hash)));
        }
        match (self.record.header.clocks, entry.used_ms) {
            (Some(_), None) => {
                return Err(self.error(format!("{}, used_ms", name()), "a time, since there are clocks", "none"));
            }
            (None, Some(used)) => {
                return Err(self.error(format!("{}, used_ms", name()), "none without clocks", &used.to_string()));
            }
            (Some(_), Some(used)) if used < self.record.thinking_ms() => {
                let expected = format!("at least {}, the time already used", self.record.thinking_ms());
                return Err(self.error(format!("{}, used_ms", name()), expected, &used.to_string()));
            }
            _ => {}
        }
        let symbol = entry.action.symbol();
        if let Some(kept) = self.record.kept_roll()
            && symbol != Some(&kept.symbol)
        {
            let expected = format!("{}, as rolled before", ActionText::roll(&kept.symbol));
            return Err(self.error(name(), expected, &entry.action));
        }
        let Some(throw) = &entry.throw else { return Ok(()) };
        if !chance {
            return Err(self.error(format!("{}, throw", name()), "none for a decision", &throw.symbol));
        }
        if symbol != Some(&throw.symbol) {
            let expected = symbol.unwrap_or(&entry.action);
            return Err(self.error(format!("{}, throw, symbol", name()), expected, &throw.symbol));
        }
        throw.check(self.file, &name())
    }

    fn takeback(&self, count: usize, game: &mut dyn DynGame) -> Result<(), RecordError> {
        let most = self.record.actions().len();
        if !(1..=most).contains(&count) {
            let expected = format!("1 to {most}, the number of actions");
            return Err(self.error(self.field("takeback"), expected, &count.to_string()));
        }
        for _ in 0..count {
            game.undo();
        }
        Ok(())
    }

    /// Checks that a clock runs for a decision, and that its time does not decrease.
    fn thinking(&self, Thinking { used_ms }: Thinking, turn: Turn) -> Result<(), RecordError> {
        let (field, found) = (self.field("thinking, used_ms"), used_ms.to_string());
        if self.record.header.clocks.is_none() || !matches!(turn, Turn::Decide(_)) {
            return Err(self.error(field, "none, since no clock is running", &found));
        }
        let before = self.record.thinking_ms();
        if used_ms < before {
            return Err(self.error(field, format!("at least {before}, as before"), &found));
        }
        Ok(())
    }

    fn note(&self, note: &Note, game: &dyn DynGame) -> Result<(), RecordError> {
        let most = self.record.actions().len();
        if note.after > most {
            let expected = format!("0 to {most}, the number of actions");
            return Err(self.error(self.field("note, after"), expected, &note.after.to_string()));
        }
        // Only marks depend on the position.
        let checked = match note.marks.is_empty() {
            true => note.check(game),
            false => note.check(&*game.after(note.after)),
        };
        checked.map_err(|(part, expected, found)| self.error(self.field(&format!("note, {part}")), expected, &found))
    }

    fn variation(&self, variation: &Variation, game: &dyn DynGame) -> Result<(), RecordError> {
        let most = self.record.actions().len();
        if variation.after >= most {
            let expected = format!("less than {most}, the number of actions: it replaces one");
            return Err(self.error(self.field("variation, after"), expected, &variation.after.to_string()));
        }
        let field = self.field("variation, line");
        variation.check(&*game.after(variation.after)).map_err(|fault| match fault {
            VariationError::Depth => {
                self.error(field, format!("at most {} levels of variations", Variation::MAX_DEPTH), "more")
            }
            VariationError::Empty => self.error(field, "an action", "none"),
            VariationError::Refused(action, source) => RecordError::Action {
                file: self.file.to_path_buf(),
                action: format!("{field}, {}", label(&action)),
                source,
            },
            VariationError::Note(action, part, expected, found) => {
                self.error(format!("{field}, {}, {part}", label(&action)), expected, &found)
            }
        })
    }

    /// Checks that a taken-back roll was due at its point, and that the die has its side.
    fn kept(&self, kept: &TakenBackRoll, mut game: Box<dyn DynGame>) -> Result<(), RecordError> {
        let field = match self.record.header.version {
            1 => format!("rolls, number {}", self.index + 1),
            _ => self.field("kept"),
        };
        if self.record.has_kept_roll(&kept.after) {
            return Err(self.error(field, "each point once", &kept.after));
        }
        for action in kept.after.split(' ').filter(|_| !kept.after.is_empty()) {
            if let Err(refusal) = game.apply(action) {
                let expected = format!("legal actions ({}: {refusal})", label(action));
                return Err(self.error(field, expected, &kept.after));
            }
        }
        let Turn::Chance(..) = game.turn() else {
            return Err(self.error(field, "a position in which a roll is due", &kept.after));
        };
        let symbol = &kept.throw.symbol;
        if game.check(&ActionText::roll(symbol)).is_err() {
            return Err(self.error(format!("{field}, symbol"), "a symbol of the die", symbol));
        }
        kept.throw.check(self.file, &field)
    }
}

/// Names a field of an event, with its line in version 2. The header is line 1.
fn field_of(record: &Record, index: usize, name: &str) -> String {
    match record.header.version {
        1 => name.to_string(),
        _ => format!("line {}, {name}", index + 2),
    }
}

fn describe(outcome: Option<Outcome>) -> String {
    outcome.map_or_else(|| "none".to_string(), |outcome| format!("{outcome} ({})", outcome.reason))
}

impl MatchResult {
    /// Whether the reason is a draw that was automatic before claims existed.
    fn was_automatic(&self) -> bool {
        matches!(Reason::from_words(&self.reason), Some(Reason::Repetition | Reason::HalfmoveClock))
    }

    /// Converts this into an outcome; `file` and `field` are named in errors.
    ///
    /// # Errors
    /// If the outcome or reason is unknown.
    pub fn to_outcome(&self, file: &Path, field: &str) -> Result<Outcome, RecordError> {
        let winner = match self.outcome.as_str() {
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            "draw" => None,
            other => {
                return Err(RecordError::field(file, format!("{field}, outcome"), "white, black or draw", other));
            }
        };
        let reason = Reason::from_words(&self.reason).ok_or_else(|| {
            RecordError::field(file, format!("{field}, reason"), "a known reason for the end of a game", &self.reason)
        })?;
        Ok(Outcome { winner, reason })
    }
}
