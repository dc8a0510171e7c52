use std::collections::BTreeMap;
use std::path::Path;

use super::annotations::{NoteReader, rolls};
use super::moves::is_null_move;
use super::setup::{self, name, options, seat, variant};
use super::tags::{self, known, reason_of_termination};
use super::times::{ClockReader, Times, TwoParts, read_time_control};
use super::variations::{line_of, replaced};
use crate::play::header::types;
use crate::record::{
    Clocks, FORMAT, Header, MatchEvent, MatchResult, Names, Note, Pgn, PgnItem, PgnToken, Ratings, Record, RecordError,
    RecordedAction, Seats, VERSION, Variation,
};
use fairground_rules::engine::{ActionText, Claim, DynGame, GameInfo, Outcome, Reason, Refusal, Side, Turn};
use fairground_rules::games;

/// A PGN game converted to a match.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportedGame {
    /// The match, checked against the rules, with its variations, also for
    /// [`Tree::of`](crate::record::Tree::of).
    pub record: Record,
    /// Why the match ends before the game does, as a sentence without a full stop; `None` if the
    /// whole game was read.
    pub cut_short: Option<String>,
    /// Contradictions and parts that were ignored, each as a sentence with its line and without a
    /// full stop.
    pub warnings: Vec<String>,
}

/// Converts a PGN game to a match and checks it against the rules. Rolls have results only, without
/// throws. Unclaimed draws do not end the match.
///
/// # Errors
/// If a tag, move or result is invalid; the error names it and its line.
pub fn import(file: &Path, pgn: &Pgn) -> Result<ImportedGame, RecordError> {
    tags::check_size(file, pgn)?;
    let info = variant(file, pgn)?;
    let mut start = start(file, pgn, info)?;
    let control = pgn.tag("TimeControl").and_then(read_time_control);
    let mut import = Import {
        file,
        game: start.boxed(),
        draws_unclaimed: false,
        played: Vec::new(),
        decided: None,
        clocks: ClockReader::new(control),
        note: NoteReader::new(TwoParts::of(pgn)),
        note_line: 0,
        times: Vec::new(),
        notes: BTreeMap::new(),
        variations: Vec::new(),
    };
    // The reason for the end is a comment after the last move.
    let last = pgn.items.iter().rposition(|item| matches!(item.token, PgnToken::Comment(_) | PgnToken::Move(_)));
    let reason = last.filter(|_| pgn.result != "*").and_then(|at| match &pgn.items[at].token {
        PgnToken::Comment(text) => Reason::from_words(text),
        _ => None,
    });
    let cut_short = import.read(&pgn.items, last.filter(|_| reason.is_some()))?;
    let ended = if cut_short.is_some() { None } else { import.ended(pgn, reason)? };
    let clocks = control.filter(|_| import.is_timed());
    import.keep_times(clocks.is_some());
    let draws_unclaimed = import.draws_unclaimed;
    let header = Header { draws_unclaimed, ..header(pgn, &*start, clocks, ended) };
    if draws_unclaimed {
        start.leave_draws_unclaimed();
    }
    let record = import.into_record(header, ended);
    record.replay(file, &mut *start)?;
    Ok(ImportedGame { record, cut_short, warnings: pgn.warnings.clone() })
}

/// The game at its start.
fn start(file: &Path, pgn: &Pgn, info: &'static GameInfo) -> Result<Box<dyn DynGame>, RecordError> {
    let options = options(file, pgn, info)?;
    let start = pgn.tag("FEN");
    if start.is_none() && pgn.tag("SetUp") == Some("1") {
        let field = setup::place(pgn, "SetUp");
        return Err(RecordError::field(file, field, "a tag FEN with the position, since it is 1", "none"));
    }
    games::begin(info, options, start).map_err(|error| {
        let field = format!("{}, {}", setup::place(pgn, "FEN"), error.field);
        RecordError::field(file, field, error.expected, &error.found)
    })
}

/// The header of the match, except for its draws.
fn header(pgn: &Pgn, start: &dyn DynGame, clocks: Option<Clocks>, ended: Option<Outcome>) -> Header {
    let seats = ["White", "Black"].map(|side| seat(pgn, side));
    let [white_name, black_name] = [("White", seats[0]), ("Black", seats[1])].map(|(side, seat)| name(pgn, side, seat));
    let elo = ["WhiteElo", "BlackElo"].map(|tag| pgn.tag(tag)?.trim().parse().ok());
    let date = tags::date(pgn);
    let termination = tags::termination(ended.map(|outcome| outcome.reason));
    let undated = tags::moment(pgn).is_none();
    let unread = [
        ("WhiteElo", elo[0].is_none()),
        ("BlackElo", elo[1].is_none()),
        ("Date", tags::differs(pgn, date.as_deref())),
        ("UTCDate", undated),
        ("UTCTime", undated),
        ("TimeControl", clocks.is_none()),
        ("Termination", !pgn.tag("Termination").is_some_and(|told| told.trim().eq_ignore_ascii_case(termination))),
    ];
    let unread: Vec<_> = unread.into_iter().filter_map(|(name, unread)| unread.then_some(name)).collect();
    Header {
        format: FORMAT.to_string(),
        version: VERSION,
        game: start.info().id.to_string(),
        options: start.options().iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
        seats: Seats { white: seats[0].to_string(), black: seats[1].to_string() },
        dice: "instant".to_string(),
        seed: Some(0),
        start: start.text(),
        clocks,
        exact_clocks: false,
        commitment: None,
        physics: None,
        names: Names::of([white_name, black_name]),
        date,
        event: known(pgn, "Event"),
        elo: elo.iter().any(Option::is_some).then_some(Ratings { white: elo[0], black: elo[1] }),
        tags: tags::kept(pgn, &unread).into_iter().chain(types(seats)).collect(),
        draws_unclaimed: false,
        takebacks_cost_time: false,
        takebacks_reseed: false,
        analysis: false,
    }
}

/// The state of an import.
struct Import<'a> {
    file: &'a Path,
    game: Box<dyn DynGame>,
    /// Whether the match went on after a draw could have been claimed.
    draws_unclaimed: bool,
    played: Vec<ImportedAction>,
    /// The side and the action index of the last decision.
    decided: Option<(Side, usize)>,
    clocks: ClockReader,
    /// The note at the current point.
    note: NoteReader,
    /// The line of its last text.
    note_line: usize,
    /// The clock times in the text.
    times: Vec<TimesAt>,
    /// The notes, by the number of actions before each.
    notes: BTreeMap<usize, Note>,
    variations: Vec<MatchEvent>,
}

/// The clock times in the text at a point.
struct TimesAt {
    /// The number of actions before the point.
    after: usize,
    times: Times,
    /// The remaining time, if it cannot be derived from the time used.
    left: Option<u64>,
}

/// An imported action.
struct ImportedAction {
    action: ActionText,
    /// The hash of the position after it.
    hash: u64,
    /// The time used, ms, if known.
    used: Option<u64>,
}

impl Import<'_> {
    /// Reads the moves with their comments and variations, except the comment at index `reason`.
    /// Returns why they end early, if so.
    fn read(&mut self, items: &[PgnItem], reason: Option<usize>) -> Result<Option<String>, RecordError> {
        let mut cut_short = None;
        for (at, item) in items.iter().enumerate() {
            match &item.token {
                PgnToken::Number(_) => {}
                PgnToken::Move(text) if is_null_move(&*self.game, text) => {
                    cut_short = Some(format!(
                        "line {}: null moves such as {text} are not supported: the match ends after {} actions, and the rest is ignored",
                        item.line,
                        self.played.len()
                    ));
                    break;
                }
                PgnToken::Move(text) => self.decision(item.line, text)?,
                PgnToken::Nag(nag) => self.note.glyph(*nag),
                PgnToken::Comment(_) if Some(at) == reason => {}
                PgnToken::Comment(text) => self.comment(item.line, text)?,
                variation @ PgnToken::Variation(inside) => self.variation(item.line, variation, inside),
            }
        }
        self.keep_note()?;
        Ok(cut_short)
    }

    /// The record with this header and outcome, not replayed yet.
    fn into_record(self, header: Header, ended: Option<Outcome>) -> Record {
        let timed = header.clocks.is_some();
        let mut record = Record::new(header);
        let mut notes = self.notes;
        let note = |record: &mut Record, note: Option<Note>| {
            note.into_iter().for_each(|note| record.push(MatchEvent::Note(Box::new(note))))
        };
        note(&mut record, notes.remove(&0));
        for (after, ImportedAction { action, hash, used }) in (1..).zip(self.played) {
            record.push(MatchEvent::Action(RecordedAction::new(action, hash, None, used.filter(|_| timed))));
            note(&mut record, notes.remove(&after));
        }
        if let Some(outcome) = ended {
            record.push(MatchEvent::Result(MatchResult::new(outcome)));
        }
        self.variations.into_iter().for_each(|variation| record.push(variation));
        record
    }

    fn decision(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        self.play_on();
        let turn = self.game.turn();
        if let Turn::Chance(..) = turn {
            let expected = format!("the face of the die before this, such as {{{}}}", self.example());
            return Err(RecordError::field(self.file, self.place(line), expected, text));
        }
        let action = self.game.read_action(text).map_err(|refusal| self.refused(line, text, refusal))?;
        self.apply(line, text, &action)?;
        self.decided = turn.side().map(|side| (side, self.played.len() - 1));
        Ok(())
    }

    /// Reads a comment: a roll, the time of a move, or text.
    fn comment(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        let die_was_due = matches!(self.game.turn(), Turn::Chance(..));
        for roll in rolls(text) {
            if let Turn::Chance(..) = self.game.turn() {
                self.apply(line, roll, roll)?;
                if let Some(last) = self.played.last_mut() {
                    last.used = Some(0);
                }
            }
        }
        self.note_line = line;
        self.note.comment(text, die_was_due, &*self.game);
        let times = self.note.take_times();
        if times.is_known() {
            let used = self.decided.and_then(|(side, index)| Some((index, self.clocks.used(side, times)?)));
            if let Some((index, (used, _))) = used {
                self.played[index].used = Some(used);
            }
            let left = used.and_then(|(_, (_, left))| left);
            self.times.push(TimesAt { after: self.played.len(), times, left });
        }
        Ok(())
    }

    /// Continues the game if it went on after an unclaimed draw.
    fn play_on(&mut self) {
        if self.game.turn().outcome().is_some() {
            let mut unclaimed = self.game.boxed();
            unclaimed.leave_draws_unclaimed();
            if unclaimed.turn().outcome().is_none() {
                self.game = unclaimed;
                self.draws_unclaimed = true;
            }
        }
    }

    /// Reads a variation. One that is illegal, or too long for a line of a match file, is kept as a
    /// note.
    fn variation(&mut self, line: usize, token: &PgnToken, inside: &[PgnItem]) {
        let before = |actions: usize| self.game.after(actions);
        let after = replaced(self.played.len(), before, inside);
        let read = |after| {
            let event = MatchEvent::Variation(Variation { after, line: line_of(&*before(after), inside, 1)? });
            event.to_line().is_ok().then_some(event)
        };
        match after.and_then(read) {
            Some(variation) => self.variations.push(variation),
            None => {
                self.note_line = line;
                self.note.variation(token);
            }
        }
    }

    fn keep_note(&mut self) -> Result<(), RecordError> {
        let after = self.played.len();
        let Some(note) = self.note.take(after) else { return Ok(()) };
        note.check_length().map_err(|length| {
            let expected = format!("at most {} characters, variations included", Note::MAX_COMMENT);
            let field = format!("line {}, comment after action {after}", self.note_line);
            RecordError::field(self.file, field, expected, &length.to_string())
        })?;
        self.notes.insert(after, note);
        Ok(())
    }

    fn apply(&mut self, line: usize, text: &str, action: &str) -> Result<(), RecordError> {
        self.keep_note()?;
        let side = self.game.turn().side();
        self.game.apply(action).map_err(|refusal| self.refused(line, text, refusal))?;
        if let Some(side) = side.filter(|side| self.game.turn().side() != Some(*side)) {
            self.clocks.end_turn(side);
        }
        let action = self.game.last_action().unwrap_or_else(|| action.into());
        self.played.push(ImportedAction { action, hash: self.game.hash(), used: None });
        Ok(())
    }

    fn refused(&self, line: usize, text: &str, refusal: Refusal) -> RecordError {
        RecordError::Action {
            file: self.file.to_path_buf(),
            // Control characters would reach the terminal.
            action: format!("{} ({})", self.place(line), text.chars().take(80).collect::<String>().escape_debug()),
            source: Box::new(refusal),
        }
    }

    fn place(&self, line: usize) -> String {
        format!("line {line}, action {}", self.played.len() + 1)
    }

    /// A legal action, for errors.
    fn example(&self) -> String {
        self.game.actions().into_iter().next().map_or_else(String::new, String::from)
    }

    /// Determines the outcome: by the rules, else from the text. A draw without a reason was
    /// claimed if a claim is open, else agreed. A win without a reason has an unknown one.
    fn ended(&mut self, pgn: &Pgn, reason: Option<Reason>) -> Result<Option<Outcome>, RecordError> {
        let winner = match pgn.result.as_str() {
            "1-0" => Some(Some(Side::White)),
            "0-1" => Some(Some(Side::Black)),
            "1/2-1/2" => Some(None),
            _ => None,
        };
        let contradicts = |outcome: Outcome| winner.is_some_and(|winner| winner != outcome.winner);
        if self.game.turn().outcome().is_some_and(contradicts) {
            self.play_on();
        }
        if let Some(outcome) = self.game.turn().outcome() {
            if contradicts(outcome) {
                let expected = format!("{outcome} ({}), by the rules", outcome.reason);
                let field = format!("line {}, result", pgn.result_line);
                return Err(RecordError::field(self.file, field, expected, &pgn.result));
            }
            return Ok(Some(outcome));
        }
        Ok(winner.map(|winner| {
            let won = winner.is_some();
            let told = reason.filter(|&reason| reason.is_external(won) || reason == Reason::TimeWithoutWinner);
            match told.or_else(|| reason_of_termination(pgn, won)) {
                Some(Reason::Time | Reason::TimeWithoutWinner) if !won => {
                    self.drawn_on_time().unwrap_or(Outcome::drawn(Reason::Time))
                }
                Some(reason) => Outcome { winner, reason },
                None if won => Outcome { winner, reason: Reason::Unknown },
                None => Outcome::drawn(self.game.claim_open().map_or(Reason::Agreement, Claim::reason)),
            }
        }))
    }

    /// The draw if time runs out against a side without mating material; `None` if both sides can
    /// mate.
    fn drawn_on_time(&self) -> Option<Outcome> {
        Side::BOTH.map(|side| self.game.out_of_time(side)).into_iter().find(|outcome| outcome.winner.is_none())
    }

    /// Whether the time of every decision is known.
    fn is_timed(&self) -> bool {
        !self.played.is_empty() && self.played.iter().all(|played| played.used.is_some())
    }

    /// Stores the clock times of the text in notes. With `clocks`, stores only times that cannot be
    /// derived from the times used.
    fn keep_times(&mut self, clocks: bool) {
        for TimesAt { after, times, left } in std::mem::take(&mut self.times) {
            let (clock_ms, elapsed_ms) = if clocks { (left, None) } else { (times.left, times.elapsed) };
            if clock_ms.is_some() || elapsed_ms.is_some() {
                let note = self.notes.entry(after).or_insert_with(|| Note::new(after, false, ""));
                (note.clock_ms, note.elapsed_ms) = (clock_ms, elapsed_ms);
            }
        }
    }
}
